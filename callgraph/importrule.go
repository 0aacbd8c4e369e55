package callgraph

import "strconv"

// imports adds to a package initialiser the imports that a rule speaks of: importing such a package is a call.
func (f *funcExtractor) imports() {
	seen := map[string]bool{}
	for _, file := range f.x.src.Files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || seen[path] {
				continue
			}
			seen[path] = true
			if rule := f.x.ruleOf(path + ".init"); rule != "" {
				f.out.Stmts = append(f.out.Stmts, stmt{
					Kind: stCall, Callee: rule, Rule: rule, Ext: true, Guard: -1, Pos: f.out.pos(f.x.src.Fset, spec.Pos()),
				})
			}
		}
	}
}
