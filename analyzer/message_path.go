package analyzer

import (
	"regexp"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

// maxPath is how many names of a path a message shows; the chain of the finding holds all.
const maxPath = 6

// path shows the calls from the handler to the dependency. Names of other packages than the handler's carry theirs.
// Both ends are kept when the middle is left out: they are the code to change and the call to get rid of.
func path(p *inventory.Probe, d *inventory.Dependency) string {
	names := make([]string, 0, len(d.Chain))
	for i, s := range d.Chain {
		n := qualified(s, p.HandlerPackage)
		if i > 0 && s.Edge == "dynamic" && d.Confidence == inventory.Possible {
			n += "?"
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		names = append(names, shortPaths(p.Handler), shortPaths(d.Callee))
	}
	if n := len(names); n > maxPath {
		names = append(append(names[:2:2], "…"), names[n-maxPath+3:]...)
	}
	return strings.Join(names, " → ")
}

// qualified names a function as code in package home would: (*pg.Store).Ping, pg.Ping, but (*Server).live at home.
func qualified(s inventory.Step, home string) string {
	n := shortPaths(s.Func)
	if s.Package == "" || s.Package == home {
		return n
	}
	if recv, method, ok := strings.Cut(n, ")."); ok && strings.HasPrefix(n, "(") {
		star := strings.HasPrefix(recv, "(*")
		typ := strings.TrimLeft(recv, "(*")
		switch {
		case strings.Contains(typ, "."):
			return n
		case star:
			return "(*" + packageName(s.Package) + "." + typ + ")." + method
		}
		return "(" + packageName(s.Package) + "." + typ + ")." + method
	}
	if strings.Contains(n, ".") {
		return n
	}
	return packageName(s.Package) + "." + n
}

var importPath = regexp.MustCompile(`((?:[\w.~-]+/)+[\w~-]+(?:\.v\d+)?)\.`)

// shortPaths replaces import paths in a full name by package names: (*pgxpool.Pool).Ping.
func shortPaths(full string) string {
	return importPath.ReplaceAllStringFunc(full, func(m string) string {
		return packageName(strings.TrimSuffix(m, ".")) + "."
	})
}

var majorVersion = regexp.MustCompile(`^v\d+$`)

// packageName guesses the name of a package from its import path. The inventory holds no names; a wrong guess reads
// odd and costs nothing else.
func packageName(path string) string {
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && majorVersion.MatchString(last) {
		last = elems[len(elems)-2]
	}
	if i := strings.LastIndex(last, ".v"); i > 0 {
		last = last[:i]
	}
	last = strings.TrimPrefix(strings.TrimSuffix(last, "-go"), "go-")
	return last[strings.LastIndex(last, "-")+1:]
}
