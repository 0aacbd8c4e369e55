package load

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/internal/inventory"
)

// Cgo packages of the main modules are analysed as what cgo makes of them, which takes a C compiler. Those of
// other modules are known by their declarations only, in every driver: compiling a C library to read a binding
// would cost more than the rest of the run (30 s for one compression library).

// cgoImports is what generated code imports without a word in the source.
var cgoImports = []string{"syscall", "runtime/cgo"}

// cgoCode is what cgo made of the packages of the main modules.
type cgoCode struct {
	files   map[string][]string // by import path
	imports []*packages.Package // cgoImports with all that they import
}

// runCgo asks the go command for the generated code. Without a C compiler there is none, and the packages are
// known by their declarations; with CGO_ENABLED=0 the go command lists no cgo files in the first place.
func (l *listing) runCgo(ctx context.Context) {
	var paths []string
	packages.Visit(l.roots, func(p *packages.Package) bool {
		if inMainModule(p, l.goEnv.GOROOT) && importsC(p.GoFiles) {
			paths = append(paths, p.PkgPath)
		}
		return true
	}, nil)
	if len(paths) == 0 {
		return
	}
	slices.Sort(paths)
	pkgs, err := packages.Load(l.config(ctx, listMode|packages.NeedCompiledGoFiles), append(paths, cgoImports...)...)
	if err != nil {
		return
	}
	l.cgo.files = map[string][]string{}
	for _, p := range pkgs {
		switch {
		case slices.Contains(cgoImports, p.PkgPath):
			l.cgo.imports = append(l.cgo.imports, p)
		case len(p.CompiledGoFiles) > len(p.GoFiles): // cgo adds _cgo_gotypes.go
			l.cgo.files[p.PkgPath] = p.CompiledGoFiles
		}
	}
}

// importsC reports whether one of the files imports "C".
func importsC(names []string) bool { return whereC(names).IsValid() }

// whereC gives the place of the first import "C" in files, the zero position when there is none.
func whereC(names []string) inventory.Position {
	for _, name := range names {
		if filepath.Ext(name) != ".go" {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(src, []byte(`"C"`)) {
			continue
		}
		fset := token.NewFileSet()
		f, _ := parser.ParseFile(fset, name, src, parser.ImportsOnly)
		if f == nil {
			continue
		}
		if s := cImport(f); s != nil {
			return fromToken(fset.Position(s.Pos()))
		}
	}
	return inventory.Position{}
}

func usesCgo(files []*ast.File) bool {
	return slices.ContainsFunc(files, func(f *ast.File) bool { return cImport(f) != nil })
}

// cImport gives the import "C" of f, nil when there is none.
func cImport(f *ast.File) *ast.ImportSpec {
	for _, s := range f.Imports {
		if s.Path.Value == `"C"` {
			return s
		}
	}
	return nil
}

// implicit gives the packages that the generated code of n needs.
func (c *checker) implicit(n *node) []*node {
	if c.l.cgo.files[n.path()] == nil {
		return nil
	}
	var deps []*node
	for _, path := range cgoImports {
		if d := c.graph.byID[path]; d != nil && !slices.Contains(n.deps, d) {
			deps = append(deps, d)
		}
	}
	return deps
}
