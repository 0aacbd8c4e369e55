package stress

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/inventory"
)

// asUnit makes the test binary analyse the one package that standard input describes and print its findings.
const asUnit = "HEALTHLINT_TEST_AS_UNIT"

// job describes the work on one package. Files are by name, of other packages too: export data and facts.
type job struct {
	Path   string
	Main   bool // of a main module
	Files  []string
	Export map[string]string
	Facts  map[string]string
	Fact   string // where the own one goes
}

func (j *job) run(out io.Writer) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range j.Files {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(j.Export[path]) })}
	pkg, err := conf.Check(j.Path, fset, files, info)
	if err != nil {
		return err
	}
	res := analyzer.Analyze(analyzer.Config{}, &analyzer.Unit{Fset: fset, Files: files, Pkg: pkg, Info: info, Main: j.Main, Fact: j.fact})
	if res.Failure != nil {
		return fmt.Errorf("%s", res.Failure.Message)
	}
	for _, f := range res.Findings {
		if f.Level.Rank() >= inventory.Warning.Rank() && f.Suppressed == nil {
			fmt.Fprintf(out, "%s:%d:%d: %s\n", f.Position.File, f.Position.Line, f.Position.Column, f.Message)
		}
	}
	if res.Fact == nil {
		return nil
	}
	return os.WriteFile(j.Fact, res.Fact, 0o666)
}

func (j *job) fact(path string) []byte {
	text, err := os.ReadFile(j.Facts[path])
	if err != nil {
		return nil
	}
	return text
}

func runUnit() int {
	j := new(job)
	err := json.NewDecoder(os.Stdin).Decode(j)
	if err == nil {
		err = j.run(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
