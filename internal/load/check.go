package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/inventory"
)

// checked is what one package leaves for its importers.
type checked struct {
	types   *types.Package
	fact    []byte
	readers atomic.Int32 // analysed importers that have not read the fact yet
	files   []*ast.File  // between open and finish, declarations only
	cgo     bool         // its files are what cgo made of them
}

// checker does the work on the packages of a graph.
type checker struct {
	ctx   context.Context
	l     *listing
	cfg   analyzer.Config
	fset  *token.FileSet
	sizes types.Sizes
	graph *graph
}

// newest is the newest language version of the type checker in this binary.
var newest = version.Lang(runtime.Version())

func newChecker(ctx context.Context, l *listing, cfg analyzer.Config) *checker {
	return &checker{ctx: ctx, l: l, cfg: cfg, fset: token.NewFileSet(), sizes: l.sizes()}
}

func (c *checker) run(g *graph, workers int) {
	c.graph = g
	var roots []*node
	for _, n := range g.nodes {
		n.errors = c.l.errorsOf(n.pkg)
		if !n.full {
			continue
		}
		roots = append(roots, n)
		for _, d := range n.deps {
			d.readers.Add(1)
		}
	}
	s := &schedule{open: c.open, finish: c.finish}
	s.run(roots, workers)
}

// open returns the imports that n can't be checked without. Of a package that is not analysed the
// declarations are parsed now, since many of its imports serve function bodies only.
func (c *checker) open(n *node) []*node {
	if n.full || n.path() == "unsafe" || c.ctx.Err() != nil {
		return append(n.deps[:len(n.deps):len(n.deps)], c.implicit(n)...)
	}
	n.files = c.parseSurface(n)
	needed := prune(n.files, n.pkg)
	var deps []*node
	for _, d := range n.deps {
		if needed[d.path()] {
			deps = append(deps, d)
		}
	}
	return deps
}

// finish type-checks n and, where it is to be analysed, analyses it. Syntax and type information end here.
func (c *checker) finish(n *node) {
	switch {
	case c.ctx.Err() != nil:
	case n.path() == "unsafe":
		n.types = types.Unsafe
	case n.full:
		c.analyse(n)
		for _, d := range n.deps {
			if d.readers.Add(-1) == 0 {
				d.fact = nil
			}
		}
	default:
		// Errors are dropped: an importer that needs what is missing has an error of its own, which is
		// kept. The usual cause is C code, whose types are not known here.
		if len(n.files) > 0 {
			n.types, _ = c.check(n, n.files, nil, func(types.Error) {})
		}
		n.files = nil
	}
}

// analyse does the whole work on one package.
func (c *checker) analyse(n *node) {
	files := c.parseFull(n)
	if len(files) == 0 {
		n.broken = len(n.errors) > 0
		return
	}
	if !n.main && usesCgo(files) {
		n.types, _ = c.check(n, files, nil, func(types.Error) {})
		return
	}
	info := newInfo()
	var p problems
	n.types, _ = c.check(n, files, info, func(e types.Error) { p.add(c, n, e) })
	p.tell(n)
	if n.main {
		n.lookalikes = lookalikesIn(c.fset, info, files)
	}
	if n.broken || n.types == nil {
		n.fact = analyzer.FailureFact(n.path(), "it does not compile")
		return
	}
	out := analyzer.Analyze(c.cfg, c.unit(n, files, info))
	n.fact, out.Fact = out.Fact, nil
	if out.Failure != nil {
		n.errors = append(n.errors, *out.Failure)
	}
	if n.main || n.named { // no other can be in the result
		n.outcome = out
	}
}

func brokenImport(n *node) *node {
	for _, d := range n.deps {
		if d.broken {
			return d
		}
	}
	return nil
}

func (c *checker) unit(n *node, files []*ast.File, info *types.Info) *analyzer.Unit {
	facts := map[string][]byte{}
	for _, d := range n.deps {
		if d.fact != nil {
			facts[d.path()] = d.fact
		}
	}
	u := &analyzer.Unit{
		Fset:  c.fset,
		Files: files,
		Pkg:   n.types,
		Info:  info,
		Main:  n.main,
		Fact:  func(path string) []byte { return facts[path] },
	}
	if n.pkg.Module != nil {
		u.Module = n.pkg.Module.Path
	}
	return u
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
}

// check type-checks files; without info only their declarations. A panic of the type checker becomes an
// error of the package.
func (c *checker) check(n *node, files []*ast.File, info *types.Info, report func(types.Error)) (pkg *types.Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("type checker: %v", r)
			n.broken = true
			n.errors = append(n.errors, inventory.Failure{Package: n.path(), Message: err.Error()})
		}
	}()
	conf := types.Config{
		Importer:         importer(func(path string) (*types.Package, error) { return c.importFor(n, path) }),
		Sizes:            c.sizes,
		FakeImportC:      !n.cgo,
		IgnoreFuncBodies: info == nil,
		Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok {
				report(e)
			}
		},
	}
	if info != nil {
		conf.GoVersion = goVersion(n.pkg.Module)
	}
	return conf.Check(n.path(), c.fset, files, info)
}

// goVersion is the language version of a module. A version that we don't know of would be an error in
// every file, so the newest that we know stands in; what it can't parse is reported where it stands.
func goVersion(m *packages.Module) string {
	if m == nil || m.GoVersion == "" {
		return ""
	}
	v := "go" + m.GoVersion
	if newest != "" && version.Compare(version.Lang(v), newest) > 0 {
		return ""
	}
	return v
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// errNoPackage is given for what the go command could not find; its own error says more.
var errNoPackage = errors.New("package was not found")

func (c *checker) importFor(n *node, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	var d *node
	if p := n.pkg.Imports[path]; p != nil {
		d = c.graph.byID[p.ID]
	} else if n.cgo && slices.Contains(cgoImports, path) {
		d = c.graph.byID[path]
	}
	if d == nil || d.types == nil {
		return nil, errNoPackage
	}
	return d.types, nil
}

// missingImport gives the import that e only repeats is missing, where the list of errors has the reason already or
// gets it here; nil when it says more.
func (c *checker) missingImport(n *node, e types.Error) *node {
	if !strings.HasPrefix(e.Msg, "could not import ") || !strings.Contains(e.Msg, errNoPackage.Error()) {
		return nil
	}
	for _, d := range n.deps {
		if d.types == nil && len(d.errors) > 0 && strings.Contains(e.Msg, "could not import "+d.path()+" ") {
			return d
		}
	}
	return nil
}

// tells reports whether an error of d stands in the line of p: the go command puts what it misses where it is imported.
func tells(d *node, p inventory.Position) bool {
	return slices.ContainsFunc(d.errors, func(e inventory.Failure) bool {
		return e.Position.File == p.File && e.Position.Line == p.Line
	})
}

func (c *checker) position(pos token.Pos) inventory.Position {
	return fromToken(c.fset.Position(pos))
}

func fromToken(p token.Position) inventory.Position {
	return inventory.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}
