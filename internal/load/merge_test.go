package load

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/inventory"
)

// world builds a graph by hand. A package is given as "path" or "path main", and what it imports.
type world struct {
	g      *graph
	byPath map[string]*node
}

func newWorld() *world {
	return &world{g: &graph{byID: map[string]*node{}}, byPath: map[string]*node{}}
}

func (w *world) add(path, name string, o *analyzer.Outcome, imports ...string) *node {
	n := &node{pkg: &packages.Package{ID: path, PkgPath: path, Name: name}, full: true, main: true}
	n.outcome = o
	for _, i := range imports {
		n.deps = append(n.deps, w.byPath[i])
	}
	w.byPath[path] = n
	w.g.nodes = append(w.g.nodes, n)
	return n
}

func at(file string, line int) inventory.Position {
	return inventory.Position{File: file, Line: line, Column: 2}
}

func probe(id int, program, path string, registered inventory.Position) inventory.Probe {
	return inventory.Probe{ID: id, Program: program, Path: path, Registered: registered}
}

func finding(rule string, pos inventory.Position, probes ...int) inventory.Finding {
	return inventory.Finding{Rule: rule, Level: inventory.Error, Position: pos, Message: rule + ": m", Probes: probes}
}

// view is the result in short: probes as "program path", findings as "file:line rule probes".
func view(res *inventory.Result) (probes, findings []string) {
	for _, p := range res.Probes {
		probes = append(probes, strings.TrimSpace(p.Program+" "+p.Path))
	}
	for _, f := range res.Findings {
		findings = append(findings, fmt.Sprintf("%s:%d %s %v", f.Position.File, f.Position.Line, f.Rule, f.Probes))
	}
	return probes, findings
}

func (w *world) check(t *testing.T, wantProbes, wantFindings []string) {
	t.Helper()
	res, stats := merge(w.g)
	order(res)
	probes, findings := view(res)
	if !reflect.DeepEqual(probes, wantProbes) {
		t.Errorf("probes\n got %q\nwant %q", probes, wantProbes)
	}
	if !reflect.DeepEqual(findings, wantFindings) {
		t.Errorf("findings\n got %q\nwant %q", findings, wantFindings)
	}
	for i, p := range res.Probes {
		if p.ID != i {
			t.Errorf("probe %d has number %d", i, p.ID)
		}
	}
	if stats.Packages == 0 {
		t.Error("no package counted")
	}
}

// shop is a library that registers a probe and reports a finding on it, which the program knows too.
func shop(w *world) (lib *node) {
	lib = w.add("shop/lib", "lib", &analyzer.Outcome{
		Probes:   []inventory.Probe{probe(7, "", "/livez", at("lib.go", 5))},
		Findings: []inventory.Finding{finding("liveness-dependency", at("lib.go", 9), 7)},
	})
	return lib
}

func TestNamedMainReportsItsClosure(t *testing.T) {
	w := newWorld()
	shop(w)
	w.add("shop/cmd", "main", &analyzer.Outcome{Probes: []inventory.Probe{
		probe(0, "shop/cmd", "/readyz", at("main.go", 3)), probe(1, "shop/cmd", "/livez", at("lib.go", 5)),
	}}, "shop/lib").named = true
	w.check(t, []string{"shop/cmd /livez", "shop/cmd /readyz"}, []string{"lib.go:9 liveness-dependency [0]"})
}

func TestNamedLibraryThatNoMainImports(t *testing.T) {
	w := newWorld()
	shop(w).named = true
	w.add("shop/cmd", "main", &analyzer.Outcome{Probes: []inventory.Probe{probe(0, "shop/cmd", "/readyz", at("main.go", 3))}}).named = true
	w.check(t, []string{"/livez", "shop/cmd /readyz"}, []string{"lib.go:9 liveness-dependency [0]"})
}

func TestUnnamedPackagesOfNoProgram(t *testing.T) {
	w := newWorld()
	shop(w)
	w.add("shop/other", "other", &analyzer.Outcome{}, "shop/lib").named = true
	w.check(t, nil, nil)
}

func TestClosureOutsideTheMainModules(t *testing.T) {
	w := newWorld()
	shop(w).main = false
	w.add("shop/cmd", "main", &analyzer.Outcome{}, "shop/lib").named = true
	w.check(t, nil, nil)
}

func TestTwoProgramsOneFinding(t *testing.T) {
	w := newWorld()
	shop(w)
	for _, cmd := range []string{"shop/b", "shop/a"} {
		w.add(cmd, "main", &analyzer.Outcome{
			Probes: []inventory.Probe{probe(3, cmd, "/livez", at("lib.go", 5))},
			// What only a program can decide comes from both, in the same words, and stands on the same line.
			Findings: []inventory.Finding{finding("shared-handler", at("lib.go", 9), 3)},
		}, "shop/lib").named = true
	}
	w.check(t, []string{"shop/a /livez", "shop/b /livez"},
		[]string{"lib.go:9 liveness-dependency [0 1]", "lib.go:9 shared-handler [0 1]"})
}

// A library may know a probe that its program does not list, as when the program was not analysed to the end.
func TestProbeThatTheProgramLacks(t *testing.T) {
	w := newWorld()
	shop(w)
	w.add("shop/cmd", "main", &analyzer.Outcome{}, "shop/lib").named = true
	w.check(t, []string{"/livez"}, []string{"lib.go:9 liveness-dependency [0]"})
}

func TestOpenInLibraryAnsweredByProgram(t *testing.T) {
	w := newWorld()
	lib := shop(w)
	answered := inventory.Open{Position: at("lib.go", 5), What: "probe /livez"}
	still := inventory.Open{Position: at("lib.go", 6), What: "a path"}
	lib.outcome.Open = []inventory.Open{answered, still}
	w.add("shop/cmd", "main", &analyzer.Outcome{Probes: []inventory.Probe{probe(0, "shop/cmd", "/livez", at("lib.go", 5))}}, "shop/lib").named = true
	res, _ := merge(w.g)
	if !reflect.DeepEqual(res.Open, []inventory.Open{still}) {
		t.Errorf("open %v, want %v", res.Open, still)
	}
}

func TestRegistrationInALoop(t *testing.T) {
	w := newWorld()
	w.add("shop/cmd", "main", &analyzer.Outcome{
		Probes:   []inventory.Probe{probe(0, "shop/cmd", "/readyz", at("main.go", 3)), probe(1, "shop/cmd", "/livez", at("main.go", 3))},
		Findings: []inventory.Finding{finding("liveness-dependency", at("main.go", 9), 1), finding("readiness-shared-state", at("main.go", 9), 0)},
	}).named = true
	w.check(t, []string{"shop/cmd /livez", "shop/cmd /readyz"},
		[]string{"main.go:9 liveness-dependency [0]", "main.go:9 readiness-shared-state [1]"})
}

// Checks of a health library may share registration, path and handler.
func TestChecksUnderOnePath(t *testing.T) {
	w := newWorld()
	named := func(id int, check string) inventory.Probe {
		p := probe(id, "shop/cmd", "/live", at("main.go", 3))
		p.Check = check
		return p
	}
	w.add("shop/cmd", "main", &analyzer.Outcome{
		Probes:   []inventory.Probe{named(0, "ledger"), named(1, "database")},
		Findings: []inventory.Finding{finding("liveness-dependency", at("main.go", 9), 0)},
	}).named = true
	w.check(t, []string{"shop/cmd /live", "shop/cmd /live"}, []string{"main.go:9 liveness-dependency [1]"})
}

// What a program completes is pending no more.
func TestPending(t *testing.T) {
	w := newWorld()
	lib := shop(w)
	lib.named = true
	answered := inventory.Open{Position: at("lib.go", 5), What: "probe /livez"}
	still := inventory.Open{Position: at("lib.go", 6), What: "probe /readyz"}
	lib.outcome.Pending = []inventory.Open{answered, still}
	w.add("shop/cmd", "main", &analyzer.Outcome{Probes: []inventory.Probe{probe(0, "shop/cmd", "/livez", at("lib.go", 5))}}, "shop/lib").named = true
	if res, stats := merge(w.g); stats.Pending != 1 || !reflect.DeepEqual(res.Open, []inventory.Open{still}) {
		t.Errorf("%d pending, open %v, want %v", stats.Pending, res.Open, still)
	}
}

// JSON has no null where the contract has a list.
func TestNoNilLists(t *testing.T) {
	res := emptyResult()
	res.Probes = []inventory.Probe{{Dependencies: []inventory.Dependency{{}}}}
	res.Findings = []inventory.Finding{{}}
	order(res)
	if res.Probes[0].Dependencies[0].Chain == nil || res.Findings[0].Probes == nil || res.Findings[0].Chain == nil || res.Findings[0].Related == nil || res.Open == nil || res.Errors == nil {
		t.Errorf("nil list in %+v", res)
	}
}
