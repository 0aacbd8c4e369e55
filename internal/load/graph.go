package load

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// node is one package of the run. What it holds beside its result is dropped as soon as no importer can
// ask for it any more.
type node struct {
	pkg   *packages.Package
	class catalog.Class
	named bool // a pattern names it
	main  bool // of a main module
	full  bool // analysed; otherwise only its types are of use
	deps  []*node

	state
	checked
	result
}

// result is what stays of a node until the end of the run.
type result struct {
	outcome    *analyzer.Outcome // nil when it was not analysed
	errors     []inventory.Failure
	broken     bool // has errors after which its syntax and types can't be trusted
	lookalikes []Lookalike
}

// path is the import path without the decoration of test variants.
func (n *node) path() string { return n.pkg.PkgPath }

// graph holds the packages of a run, every import before its importers.
type graph struct {
	nodes []*node // in import order; ties by import path
	byID  map[string]*node
}

// newGraph orders the listed packages and decides what each one is needed for. An import cycle, which the
// go command reports as an error, is cut where the walk meets it.
func newGraph(l *listing) *graph {
	g := &graph{byID: map[string]*node{}}
	onPath := map[*node]bool{}
	var visit func(p *packages.Package) *node
	visit = func(p *packages.Package) *node {
		if n := g.byID[p.ID]; n != nil {
			if onPath[n] {
				return nil
			}
			return n
		}
		n := &node{pkg: p, class: classOf(p, l.goEnv.GOROOT), main: inMainModule(p, l.goEnv.GOROOT)}
		g.byID[p.ID] = n
		onPath[n] = true
		for _, path := range importPaths(p) {
			if d := visit(p.Imports[path]); d != nil && !slices.Contains(n.deps, d) {
				n.deps = append(n.deps, d)
			}
		}
		onPath[n] = false
		g.nodes = append(g.nodes, n)
		return n
	}
	for _, p := range l.roots {
		if n := visit(p); n != nil {
			n.named = true
		}
	}
	for _, p := range l.cgo.imports {
		visit(p)
	}
	g.markFull()
	return g
}

// markFull finds what is analysed: the named packages and all that they reach without passing through a
// package that the catalogue describes. What lies behind those is only needed for its types.
func (g *graph) markFull() {
	var mark func(n *node)
	mark = func(n *node) {
		if n.full || n.class != catalog.Follow {
			return
		}
		n.full = true
		for _, d := range n.deps {
			mark(d)
		}
	}
	for _, n := range g.nodes {
		if n.named {
			mark(n)
		}
	}
}

func importPaths(p *packages.Package) []string {
	paths := make([]string, 0, len(p.Imports))
	for path := range p.Imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// classOf asks where a package lies before it asks the catalogue: an import path without a dot, or with the
// first element of a standard package, may well be the user's own module.
func classOf(p *packages.Package, goroot string) catalog.Class {
	if inGoroot(p, goroot) {
		return catalog.Std
	}
	if c := catalog.Default().Class(p.PkgPath); c != catalog.Std {
		return c
	}
	return catalog.Follow
}

// inMainModule reports whether p is the user's own: in the main module, in one of go.work, in one that is
// replaced by a directory, or in no module at all (files named on the command line, GOPATH mode).
func inMainModule(p *packages.Package, goroot string) bool {
	switch m := p.Module; {
	case m == nil:
		return !inGoroot(p, goroot) && !slices.Contains(strings.Split(filepath.ToSlash(p.Dir), "/"), "vendor")
	case m.Main:
		return true
	default:
		return m.Replace != nil && m.Replace.Version == ""
	}
}

func inGoroot(p *packages.Package, goroot string) bool {
	return goroot != "" && strings.HasPrefix(p.Dir, filepath.Join(goroot, "src")+string(filepath.Separator)) || p.PkgPath == "unsafe"
}
