package callgraph

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/healthlint/healthlint/internal/wiregen"
)

// wiringStd imports the standard library from the export data of the build cache, once for all programs.
var wiringStd = sync.OnceValues(func() (*stdImporter, error) {
	args := append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"}, wiregen.Std()...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -export: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	s := &stdImporter{fset: token.NewFileSet()}
	s.Importer = importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	return s, nil
})

type stdImporter struct {
	types.Importer
	fset *token.FileSet
}

// wiringImporter finds the packages of one program, and the standard library.
type wiringImporter struct {
	std *stdImporter
	own map[string]*followed
}

func (w *wiringImporter) Import(path string) (*types.Package, error) {
	if p := w.own[path]; p != nil {
		return p.src.Pkg, nil
	}
	return w.std.Import(path)
}

// loadWiring type-checks a generated program in memory: its packages, every import before its importers.
func loadWiring(p *wiregen.Program) ([]*followed, error) {
	std, err := wiringStd()
	if err != nil {
		return nil, err
	}
	w := &wiringImporter{std, map[string]*followed{}}
	var out []*followed
	for _, pkg := range p.Packages {
		f, err := w.check(pkg)
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, pkg.Source)
		}
		w.own[pkg.Path] = f
		out = append(out, f)
	}
	return out, nil
}

func (w *wiringImporter) check(pkg wiregen.Package) (*followed, error) {
	fset := w.std.fset
	file, err := parser.ParseFile(fset, pkg.Path+"/x.go", pkg.Source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: w, GoVersion: "go1.25", Sizes: types.SizesFor("gc", "amd64")}
	tp, err := conf.Check(pkg.Path, fset, []*ast.File{file}, info)
	if err != nil {
		return nil, err
	}
	f := &followed{path: pkg.Path, src: Source{Fset: fset, Files: []*ast.File{file}, Pkg: tp, Info: info, Main: true}}
	for _, imp := range tp.Imports() {
		if d := w.own[imp.Path()]; d != nil {
			f.deps = append(f.deps, d)
		}
	}
	return f, nil
}

// unloadWiring forgets the files of a program, which the file set would keep for ever.
func unloadWiring(ps []*followed) {
	for _, p := range ps {
		p.src.Fset.RemoveFile(p.src.Fset.File(p.src.Files[0].Pos()))
	}
}
