package catalog

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// parse reads the files of a folder that build, without function bodies. Where a folder holds files of
// several packages, the first one that is no "main" or "documentation" counts.
func (w *world) parse(dir string) ([]*ast.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	byName := map[string][]*ast.File{}
	var order []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := w.context.MatchFile(dir, name); err != nil || !match {
			continue
		}
		f, err := parser.ParseFile(w.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		dropBodies(f)
		if byName[f.Name.Name] == nil {
			order = append(order, f.Name.Name)
		}
		byName[f.Name.Name] = append(byName[f.Name.Name], f)
	}
	for _, name := range order {
		if name != "main" && name != "documentation" {
			return byName[name], nil
		}
	}
	return nil, fmt.Errorf("%s: no files of a package", filepath.Base(dir))
}

func dropBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = &ast.BlockStmt{Lbrace: fn.Pos(), Rbrace: fn.Pos()}
		}
	}
}

// standIn makes the packages that files import and no module holds, with the names that the files use.
func (w *world) standIn(from string, files []*ast.File) {
	for _, f := range files {
		used := selectors(f)
		for _, spec := range f.Imports {
			path := importPath(spec)
			if path == "C" || path == "unsafe" || w.known(w.vendored(from, path)) {
				continue
			}
			name := localName(spec, path, used)
			p := w.fakes[path]
			if p == nil {
				p = types.NewPackage(path, name)
				p.MarkComplete()
				w.fakes[path] = p
			}
			if spec.Name == nil {
				p.SetName(name) // what an importer without a name of its own calls it is its real name
			}
			for _, member := range used[name] {
				declare(p, member)
			}
		}
	}
}

// declare puts an empty struct type called name into p.
func declare(p *types.Package, name string) {
	if p.Scope().Lookup(name) != nil {
		return
	}
	obj := types.NewTypeName(token.NoPos, p, name, nil)
	types.NewNamed(obj, types.NewStruct(nil, nil), nil)
	p.Scope().Insert(obj)
}

// selectors lists the b of every a.b in f, by a.
func selectors(f *ast.File) map[string][]string {
	used := map[string][]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				used[x.Name] = append(used[x.Name], sel.Sel.Name)
			}
		}
		return true
	})
	return used
}

var versionSuffix = regexp.MustCompile(`(/v\d+|\.v\d+)$`)

// localName guesses how a file calls a package that cannot be read: the name given in the import, else one
// of the usual forms of the last path element, else the one of these that the file uses.
func localName(spec *ast.ImportSpec, path string, used map[string][]string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	base := versionSuffix.ReplaceAllString(path, "")
	base = base[strings.LastIndexByte(base, '/')+1:]
	guesses := []string{base}
	for _, cut := range []string{"go-", "go."} {
		guesses = append(guesses, strings.TrimPrefix(base, cut))
	}
	for _, cut := range []string{"-go", ".go"} {
		guesses = append(guesses, strings.TrimSuffix(base, cut))
	}
	guesses = append(guesses, strings.ReplaceAll(base, "-", ""), strings.ReplaceAll(base, "-", "_"))
	for _, guess := range guesses {
		if used[guess] != nil {
			return guess
		}
	}
	return base
}
