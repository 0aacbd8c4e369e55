// Package modsrc reads the declarations of packages out of module source, without building anything and
// without the modules that those packages import. It answers one question for the tests of the catalogue:
// does this name exist, who declares it, and what is its signature?
//
// Function bodies are skipped. A package that no listed module holds is stood in for by a package with one
// empty struct type for every name that the importing files use, so that a parameter of such a type keeps
// its import path and its name; everything else about it is unknown, and Known says so. Type errors that
// follow from this are expected and dropped: a name either resolves or it does not.
package modsrc

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Module is a module whose source lies in Dir.
type Module struct{ Path, Version, Dir string }

// World holds modules and the packages read from them so far. It is not safe for concurrent use.
type World struct {
	modules map[string]Module
	fset    *token.FileSet
	context build.Context
	loaded  map[string]*types.Package // nil while a package is being read
	fakes   map[string]*types.Package
}

// New returns a world of the given modules and the standard library, as they build on linux/amd64.
func New(modules []Module) *World {
	w := &World{
		modules: map[string]Module{}, fset: token.NewFileSet(), context: build.Default,
		loaded: map[string]*types.Package{}, fakes: map[string]*types.Package{},
	}
	w.context.GOOS, w.context.GOARCH, w.context.CgoEnabled = "linux", "amd64", true
	for _, m := range modules {
		w.modules[m.Path] = m
	}
	return w
}

// Known reports whether path is a package of the standard library or of a listed module.
func (w *World) Known(path string) bool { return w.dir(path) != "" }

// Owner returns the module that holds the package path: of the listed ones with a folder for it, the one
// with the longest path.
func (w *World) Owner(path string) (Module, bool) {
	for prefix := path; prefix != "."; prefix = pathDir(prefix) {
		m, ok := w.modules[prefix]
		if ok && hasGo(filepath.Join(m.Dir, strings.TrimPrefix(path, prefix))) {
			return m, true
		}
	}
	return Module{}, false
}

// Package returns the declarations of a package, an error when no module holds it or nothing of it builds.
func (w *World) Package(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p, ok := w.loaded[path]; ok {
		if p == nil {
			return nil, fmt.Errorf("import cycle through %s", path)
		}
		return p, nil
	}
	dir := w.dir(path)
	if dir == "" {
		return nil, fmt.Errorf("no listed module holds %s", path)
	}
	w.loaded[path] = nil
	files, err := w.parse(dir)
	if err != nil {
		delete(w.loaded, path)
		return nil, err
	}
	w.standIn(path, files)
	config := types.Config{
		Importer: importer{w, path}, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {},
		Sizes: types.SizesFor("gc", "amd64"),
	}
	p, _ := config.Check(path, w.fset, files, nil) // errors: see the package comment
	w.loaded[path] = p
	return p, nil
}

// importer resolves the imports of one package.
type importer struct {
	world *World
	from  string
}

// Import returns the package, or its stand-in.
func (i importer) Import(path string) (*types.Package, error) {
	path = i.world.vendored(i.from, path)
	if p, err := i.world.Package(path); err == nil {
		return p, nil
	}
	return i.world.fakes[path], nil
}

// vendored maps what the standard library imports to the copy it keeps.
func (w *World) vendored(from, path string) string {
	if !strings.Contains(firstElement(path), ".") || strings.Contains(strings.TrimPrefix(firstElement(from), "vendor"), ".") {
		return path
	}
	if inside := "vendor/" + path; hasGo(filepath.Join(goroot(), inside)) {
		return inside
	}
	return path
}

// dir is the folder of a package, "" for none.
func (w *World) dir(path string) string {
	if m, ok := w.Owner(path); ok {
		return filepath.Join(m.Dir, strings.TrimPrefix(path, m.Path))
	}
	if strings.Contains(firstElement(path), ".") {
		return ""
	}
	if dir := filepath.Join(goroot(), path); hasGo(dir) {
		return dir
	}
	return ""
}

func goroot() string { return filepath.Join(runtime.GOROOT(), "src") }

// hasGo reports whether a folder holds Go files.
func hasGo(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".go") {
			return true
		}
	}
	return false
}

func firstElement(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

func pathDir(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "."
}

// importPath is the text of an import without its quotes.
func importPath(spec *ast.ImportSpec) string { return strings.Trim(spec.Path.Value, `"`+"`") }

// Unknown reports whether nothing but the name of t is known: a type of a stand-in, a pointer to one, or one
// that could not be worked out without what a stand-in lacks.
func (w *World) Unknown(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return w.Unknown(t.Elem())
	case *types.Named:
		p := t.Obj().Pkg()
		return p != nil && w.fakes[p.Path()] == p
	}
	return false
}
