package load

import (
	"go/ast"

	"golang.org/x/tools/go/packages"
)

// usesCgo reports whether a file imports "C".
func usesCgo(files []*ast.File) bool {
	for _, f := range files {
		for _, s := range f.Imports {
			if s.Path.Value == `"C"` {
				return true
			}
		}
	}
	return false
}

// cgoFiles asks the go command for what cgo makes of the package, which is what go vet sees too. The
// answer is nil when there is no such thing, as without a C compiler or with CGO_ENABLED=0.
func (c *checker) cgoFiles(n *node) []string {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles
	pkgs, err := packages.Load(c.l.config(c.ctx, mode), n.path())
	if err != nil || len(pkgs) != 1 || len(pkgs[0].CompiledGoFiles) <= len(n.pkg.GoFiles) {
		return nil // fewer files than before: cgo gives at least _cgo_gotypes.go on top
	}
	return pkgs[0].CompiledGoFiles
}
