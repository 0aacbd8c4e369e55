// Package names says how messages and tables call functions, packages and dependencies, so that one thing has one
// name wherever a person meets it. JSON keeps the names of the engine.
package names

import (
	"regexp"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

var importPath = regexp.MustCompile(`((?:[\w.~-]+/)+[\w~-]+(?:\.v\d+)?)\.`)

// Short replaces import paths in a full name by package names: (*pgxpool.Pool).Ping.
func Short(full string) string {
	return importPath.ReplaceAllStringFunc(full, func(m string) string {
		return Package(strings.TrimSuffix(m, ".")) + "."
	})
}

// Func names a function for people: import paths become package names, and closures say that they are one.
func Func(full string) string { return literal(Short(full)) }

// Step names the function of a step as code in package home would: (*pg.Store).Ping, pg.Ping, but (*Server).live at
// home.
func Step(s inventory.Step, home string) string { return literal(qualified(s, home)) }

func qualified(s inventory.Step, home string) string {
	n := Short(s.Func)
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
			return "(*" + Package(s.Package) + "." + typ + ")." + method
		}
		return "(" + Package(s.Package) + "." + typ + ")." + method
	}
	if strings.Contains(n, ".") {
		return n
	}
	return Package(s.Package) + "." + n
}

var closure = regexp.MustCompile(`^(.*)\$(\w+)$`)

// literal turns the numbers of closures into words: Health$1 is the func literal in Health, Health$2 the second one.
func literal(name string) string {
	m := closure.FindStringSubmatch(name)
	switch {
	case m == nil || m[1] == "":
		return name
	case m[2] == "1":
		return "func literal in " + literal(m[1])
	case m[2][0] >= '0' && m[2][0] <= '9':
		return "func literal " + m[2] + " in " + literal(m[1])
	}
	return name
}

var majorVersion = regexp.MustCompile(`^v\d+$`)

// Package guesses the name of a package from its import path. The inventory holds no names; a wrong guess reads odd
// and costs nothing else.
func Package(path string) string {
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
