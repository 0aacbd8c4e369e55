package callgraph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/fixture"
)

// followed is one package of the fixtures whose bodies the engine reads.
type followed struct {
	src  Source
	path string
	deps []*followed // direct imports that are followed, sorted by path
}

// corpus holds the followed packages of all fixtures, every import before its importers. All fixtures are one
// workspace, so that the standard library is type-checked once.
var corpus struct {
	once     sync.Once
	fixtures []string
	packages []*followed
	failure  string
}

// loadCorpus loads the corpus once for all tests.
func loadCorpus(t testing.TB) []*followed {
	t.Helper()
	corpus.once.Do(func() { corpus.failure = fillCorpus(t.TempDir()) })
	if corpus.failure != "" {
		t.Fatal(corpus.failure)
	}
	return corpus.packages
}

func fillCorpus(dir string) string {
	cases, err := fixture.Load("../testdata/callgraph")
	if err != nil {
		return err.Error()
	}
	for _, c := range cases {
		corpus.fixtures = append(corpus.fixtures, c.Name)
	}
	if err := fixture.Workspace(cases, dir, "../testdata/stubs"); err != nil {
		return err.Error()
	}
	ps, wrong := loadPackages(dir, append(fixture.Env(), "GOWORK="), parseFile(func(name string) bool {
		return strings.HasPrefix(name, dir) || strings.Contains(name, "testdata")
	}), "example.com/...")
	corpus.packages = ps
	return wrong
}

// loadPackages lists the followed packages that patterns name in dir, every import before its importers.
func loadPackages(dir string, env []string, parse parseFunc, patterns ...string) (ps []*followed, wrong string) {
	roots, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedModule | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir: dir, Env: env, ParseFile: parse,
	}, patterns...)
	if err != nil {
		return nil, err.Error()
	}
	if len(roots) == 0 {
		return nil, "no package was listed"
	}
	l := &loader{seen: map[*packages.Package]*followed{}}
	for _, p := range roots {
		l.visit(p)
	}
	return l.list, strings.Join(l.wrong, "\n")
}

type parseFunc func(*token.FileSet, string, []byte) (*ast.File, error)

// parseFile leaves out the bodies of what is not followed: they only cost time.
func parseFile(bodies func(name string) bool) parseFunc {
	return func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if f == nil || bodies(name) {
			return f, err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				fn.Body = nil
			}
		}
		return f, err
	}
}

type loader struct {
	seen  map[*packages.Package]*followed
	list  []*followed
	wrong []string
}

// visit adds p behind its imports; nil when p is not followed.
func (l *loader) visit(p *packages.Package) *followed {
	if q, ok := l.seen[p]; ok {
		return q
	}
	l.seen[p] = nil
	if p.Module == nil { // the standard library
		return nil
	}
	if c := catalog.Default().Class(p.PkgPath); c != catalog.Follow && c != catalog.Std {
		return nil
	}
	for _, e := range p.Errors {
		l.wrong = append(l.wrong, p.PkgPath+": "+e.Error())
	}
	if len(p.Errors) > 0 {
		return nil
	}
	q := &followed{path: p.PkgPath, src: Source{
		Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, Info: p.TypesInfo,
		Main: p.Module.Main || p.Module.Replace != nil && p.Module.Replace.Version == "",
	}}
	for _, imp := range sortedKeys(p.Imports) {
		if d := l.visit(p.Imports[imp]); d != nil {
			q.deps = append(q.deps, d)
		}
	}
	l.seen[p] = q
	l.list = append(l.list, q)
	return q
}

// closure lists p and all it imports, every import before its importers.
func (p *followed) closure() []*followed {
	var out []*followed
	seen := map[*followed]bool{}
	var visit func(q *followed)
	visit = func(q *followed) {
		if seen[q] {
			return
		}
		seen[q] = true
		for _, d := range q.deps {
			visit(d)
		}
		out = append(out, q)
	}
	visit(p)
	return out
}

func (p *followed) program() bool { return p.src.Pkg.Name() == "main" }

// fixtureOf is the name of the fixture that a package belongs to, "" for what several use.
func (p *followed) fixtureOf() string {
	rest, ok := strings.CutPrefix(p.path, "example.com/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	if !slices.Contains(corpus.fixtures, name) {
		return ""
	}
	return name
}

// facts summarises all packages in import order, as a driver does; use sees each package with its fact.
func facts(t testing.TB, ps []*followed, use func(p *followed, sum *Package, fact []byte)) {
	t.Helper()
	have := map[string][]byte{}
	for _, p := range ps {
		sum, err := Summarise(p.src, func(path string) []byte { return have[path] })
		if err != nil {
			t.Fatalf("%s: %v", p.path, err)
		}
		fact := sum.Fact(nil)
		if !p.program() {
			have[p.path] = fact
		}
		use(p, sum, fact)
	}
}
