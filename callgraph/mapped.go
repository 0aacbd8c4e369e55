package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// verbs are the names of methods of a controller that answer the HTTP methods of the same name.
var verbs = []string{"Get", "Head", "Post", "Put", "Patch", "Delete", "Options"}

// mapped gives the items of an object whose methods are handlers: one for each HTTP method that its mapping, or the
// name of a method, speaks of.
func (e *eval) mapped(r *registration) []item {
	paths := e.paths(r)
	var out []item
	for _, v := range e.operand(r, r.rule.Handler) {
		named := false
		for _, text := range e.argTexts(r, r.rule.Mapping, "") {
			for entry := range strings.SplitSeq(text, ";") {
				list, name, ok := strings.Cut(strings.TrimSpace(entry), ":")
				if !ok {
					continue
				}
				named = true
				for verb := range strings.SplitSeq(list, ",") {
					out = append(out, mappedItem(paths, verb, name, v))
				}
			}
		}
		if named {
			continue
		}
		for _, name := range verbs {
			if e.ownMethod(v, name) {
				out = append(out, mappedItem(paths, name, name, v))
			}
		}
	}
	return out
}

func mappedItem(paths []string, verb, name string, v value) item {
	verb = strings.ToUpper(strings.TrimSpace(verb))
	if verb == "*" {
		verb = ""
	}
	return item{paths: paths, methods: []string{verb}, vals: []value{v}, as: catalog.AsIface + strings.TrimSpace(name)}
}

// ownMethod reports whether a method of v's type is code that is followed, rather than one that a library's type
// brings along.
func (e *eval) ownMethod(v value, name string) bool {
	info := e.w.typ(v.typ)
	if info == nil {
		return false
	}
	for i := range info.Methods {
		if m := &info.Methods[i]; m.Name == name {
			return !m.Ext
		}
	}
	return false
}
