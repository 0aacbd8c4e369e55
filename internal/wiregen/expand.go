package wiregen

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// expander replaces the marks of one use.
type expander struct{ suffix, use, pkg, api, own string }

func (w *writer) expander(in *instance, from string) *expander {
	w.uses++
	return &expander{suffix: strconv.Itoa(in.id), use: "_" + strconv.Itoa(w.uses), pkg: qualifier(in.pkg, from), api: "api."}
}

func qualifier(pkg, from string) string {
	if pkg == from {
		return ""
	}
	return pkg + "."
}

func (x *expander) text(s string) string {
	return strings.NewReplacer("$", x.suffix, "#", x.use, "@", x.pkg, "~", x.api).Replace(s)
}

// within is text for declarations in the package of the gadget itself.
func (x *expander) within(s string) string {
	return strings.NewReplacer("$", x.suffix, "#", x.use, "@", "", "~", x.api).Replace(s)
}

func (x *expander) probe(s string, i int, path, h string) string {
	return strings.NewReplacer("%i", strconv.Itoa(i), "%p", path, "%h", h).Replace(x.text(s))
}

// imports are the packages that generated code may name.
var imports = map[string]string{
	"sql": "database/sql", "http": "net/http", "net": "net", "os": "os", "log": "log", "errors": "errors", "fmt": "fmt", "sync": "sync",
	"atomic": "sync/atomic", "slices": "slices", "maps": "maps", "iter": "iter", "time": "time", "context": "context", "strings": "strings",
}

var qualified = regexp.MustCompile(`\b([a-z]+)\.[A-Z]`)

// file writes the text of a package.
func file(name string, decls []string) string {
	body := strings.Join(decls, "\n\n")
	need := map[string]bool{}
	for _, m := range qualified.FindAllStringSubmatch(body, -1) {
		if path := imports[m[1]]; path != "" {
			need[path] = true
		} else if slices.Contains(order, m[1]) {
			need[Module+"/"+m[1]] = true
		}
	}
	paths := make([]string, 0, len(need))
	for p := range need {
		paths = append(paths, strconv.Quote(p))
	}
	sort.Strings(paths)
	return fmt.Sprintf("package %s\n\nimport (\n%s\n)\n\n%s\n", name, strings.Join(paths, "\n"), body)
}

// Std lists the packages of the standard library that programs import.
func Std() []string {
	var out []string
	for _, path := range imports {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}
