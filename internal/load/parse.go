package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"strconv"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/internal/inventory"
)

// parseFull parses all of a package that is to be analysed. What is wrong goes to n.errors.
func (c *checker) parseFull(n *node) []*ast.File {
	names := n.pkg.GoFiles
	if generated := c.l.cgo.files[n.path()]; generated != nil {
		n.cgo, names = true, generated
	}
	return c.parse(n, names, parser.ParseComments|parser.AllErrors)
}

func (c *checker) parse(n *node, names []string, mode parser.Mode) []*ast.File {
	files := make([]*ast.File, 0, len(names))
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			n.fail(inventory.Position{File: name}, unwrapPath(err).Error())
			continue
		}
		f, err := parser.ParseFile(c.fset, name, src, mode|parser.SkipObjectResolution)
		if list, ok := errors.AsType[scanner.ErrorList](err); ok {
			list.Sort()
			n.failSyntax(list)
		}
		if f != nil && f.Name != nil {
			files = append(files, f)
		}
	}
	return files
}

// fail records an error after which the package can't be analysed.
func (n *node) fail(pos inventory.Position, msg string) {
	n.broken = true
	n.errors = mergeErrors(n.errors, []inventory.Failure{{Package: n.path(), Position: pos, Message: msg}})
}

// unwrapPath takes the path out of an error of os: the position has it.
func unwrapPath(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}

// parseSurface parses the declarations of a package. Bodies are thrown away at once.
func (c *checker) parseSurface(n *node) []*ast.File {
	var files []*ast.File
	for _, name := range n.pkg.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f, _ := parser.ParseFile(c.fset, name, src, parser.SkipObjectResolution)
		if f == nil || f.Name == nil {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
			}
		}
		files = append(files, f)
	}
	return files
}

// prune takes out the imports that no declaration names, and returns the paths of the packages that are
// still needed. Half of the packages behind a typical server are imported for function bodies only.
func prune(files []*ast.File, p *packages.Package) map[string]bool {
	needed := map[string]bool{}
	for _, f := range files {
		used := qualifiers(f)
		decls := f.Decls[:0]
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				if g = pruneSpecs(g, p, used, needed); len(g.Specs) == 0 {
					continue
				}
			}
			decls = append(decls, d)
		}
		f.Decls = decls
	}
	return needed
}

func pruneSpecs(g *ast.GenDecl, p *packages.Package, used, needed map[string]bool) *ast.GenDecl {
	specs := g.Specs[:0]
	for _, s := range g.Specs {
		spec, ok := s.(*ast.ImportSpec)
		if !ok {
			continue
		}
		path, _ := strconv.Unquote(spec.Path.Value)
		target := p.Imports[path]
		if !mayUse(spec, target, used) {
			continue
		}
		if target != nil {
			needed[target.PkgPath] = true
		}
		specs = append(specs, s)
	}
	g.Specs = specs
	return g
}

// mayUse reports whether a declaration may name something of the imported package. In doubt it does.
func mayUse(spec *ast.ImportSpec, target *packages.Package, used map[string]bool) bool {
	switch {
	case spec.Name != nil && spec.Name.Name == "_":
		return false
	case spec.Name != nil && spec.Name.Name == ".":
		return true
	case spec.Name != nil:
		return used[spec.Name.Name]
	case target == nil || target.Name == "":
		return true
	}
	return used[target.Name]
}

// qualifiers are the names before a dot outside of function bodies.
func qualifiers(f *ast.File) map[string]bool {
	used := map[string]bool{}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	return used
}
