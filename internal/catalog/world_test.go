package catalog

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

// This file and the next read the declarations of packages out of module source, without building anything and
// without the modules that those packages import. They answer one question for the tests of the catalogue:
// does this name exist, who declares it, and what is its signature?
//
// Function bodies are skipped. A package that no listed module holds is stood in for by a package with one
// empty struct type for every name that the importing files use, so that a parameter of such a type keeps
// its import path and its name; everything else about it is unknown, and unknown says so. Type errors that
// follow from this are expected and dropped: a name either resolves or it does not.

// module is a module whose source lies in Dir.
type module struct{ Path, Version, Dir string }

// world holds modules and the packages read from them so far. It is not safe for concurrent use.
type world struct {
	modules map[string]module
	fset    *token.FileSet
	context build.Context
	loaded  map[string]*types.Package // nil while a package is being read
	fakes   map[string]*types.Package
}

// newWorld returns a world of the given modules and the standard library, as they build on linux/amd64.
func newWorld(modules []module) *world {
	w := &world{
		modules: map[string]module{}, fset: token.NewFileSet(), context: build.Default,
		loaded: map[string]*types.Package{}, fakes: map[string]*types.Package{},
	}
	w.context.GOOS, w.context.GOARCH, w.context.CgoEnabled = "linux", "amd64", true
	for _, m := range modules {
		w.modules[m.Path] = m
	}
	return w
}

// known reports whether path is a package of the standard library or of a listed module.
func (w *world) known(path string) bool { return w.dir(path) != "" }

// owner returns the module that holds the package path: of the listed ones with a folder for it, the one
// with the longest path.
func (w *world) owner(path string) (module, bool) {
	for prefix := path; prefix != ""; prefix = parent(prefix) {
		m, ok := w.modules[prefix]
		if ok && hasGo(filepath.Join(m.Dir, strings.TrimPrefix(path, prefix))) {
			return m, true
		}
	}
	return module{}, false
}

// load returns the declarations of a package, an error when no module holds it or nothing of it builds.
func (w *world) load(path string) (*types.Package, error) {
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
		Importer: worldImporter{w, path}, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {},
		Sizes: types.SizesFor("gc", "amd64"),
	}
	p, _ := config.Check(path, w.fset, files, nil) // errors: see above
	w.loaded[path] = p
	return p, nil
}

// worldImporter resolves the imports of one package.
type worldImporter struct {
	world *world
	from  string
}

// Import returns the package, or its stand-in.
func (i worldImporter) Import(path string) (*types.Package, error) {
	path = i.world.vendored(i.from, path)
	if p, err := i.world.load(path); err == nil {
		return p, nil
	}
	return i.world.fakes[path], nil
}

// vendored maps what the standard library imports to the copy it keeps.
func (w *world) vendored(from, path string) string {
	if !strings.Contains(firstElement(path), ".") || strings.Contains(strings.TrimPrefix(firstElement(from), "vendor"), ".") {
		return path
	}
	if inside := "vendor/" + path; hasGo(filepath.Join(goroot(), inside)) {
		return inside
	}
	return path
}

// dir is the folder of a package, "" for none.
func (w *world) dir(path string) string {
	if m, ok := w.owner(path); ok {
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

// importPath is the text of an import without its quotes.
func importPath(spec *ast.ImportSpec) string { return strings.Trim(spec.Path.Value, `"`+"`") }

// unknown reports whether nothing but the name of t is known: a type of a stand-in, a pointer to one, or one
// that could not be worked out without what a stand-in lacks.
func (w *world) unknown(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return w.unknown(t.Elem())
	case *types.Named:
		p := t.Obj().Pkg()
		return p != nil && w.fakes[p.Path()] == p
	}
	return false
}
