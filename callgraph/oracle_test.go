package callgraph

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

// TestOracle compares the normal way (facts through bytes, only what is relevant, under bounds) with the same
// interpreter on everything at once: no bytes, nothing left out, no bounds.
func TestOracle(t *testing.T) {
	ps := loadCorpus(t)
	sums := map[*followed]*summary{}
	for _, p := range ps {
		sums[p] = extract(p.src)
	}
	programs := map[string]bool{}
	facts(t, ps, func(p *followed, sum *Package, _ []byte) {
		if !p.src.Main {
			return
		}
		if p.program() {
			programs[p.fixtureOf()] = true
		}
		t.Run(strings.TrimPrefix(p.path, "example.com/"), func(t *testing.T) {
			w := oracleWorld(t, p, sums)
			normal, oracle := answers(sum.Evaluate()), answers(evaluateAs(w, p.program(), way{}))
			if !slices.Equal(normal, oracle) {
				t.Errorf("%s differ:\nnormal\n\t%s\noracle\n\t%s", blame(sum, w, p.program(), oracle), strings.Join(normal, "\n\t"), strings.Join(oracle, "\n\t"))
			}
		})
	})
	for _, f := range corpus.fixtures {
		if !programs[f] {
			t.Logf("%s has no package main: its packages are compared as libraries", f)
		}
	}
}

// oracleWorld is the world of p with all of its program in memory.
func oracleWorld(t *testing.T, p *followed, sums map[*followed]*summary) *world {
	t.Helper()
	w := newWorld(sums[p])
	for _, q := range p.closure() {
		s := sums[q]
		for k, f := range s.Funcs {
			if old := w.funcs[k]; old != nil && old != f {
				t.Errorf("two packages have a function %s", k)
			}
			w.funcs[k] = f
		}
		for k, info := range s.Types {
			if old := w.types[k]; old != nil && !reflect.DeepEqual(old, info) {
				t.Errorf("the method table of %s depends on who writes it:\n\t%v\n\t%v", k, old, info)
			}
			w.types[k] = info
		}
		for _, c := range s.Convs {
			w.convs[c] = true
		}
		for _, k := range s.Marks {
			w.marks[k] = true
		}
		if init := q.path + ".init"; q != p && s.Funcs[init] != nil {
			w.inits = append(w.inits, init)
		}
	}
	return w
}

// way says what an evaluation has of the normal way.
type way struct {
	relevance, bounds bool
	times             int // bounds are this often as large; 0: off
}

// evaluateAs is Evaluate in a given way.
func evaluateAs(w *world, program bool, as way) Findings {
	e := newEval(w)
	if !as.bounds {
		stretch(e, as.times)
	}
	if as.relevance {
		e.relevant = e.newRelevance()
	}
	if program {
		e.program(w.own.Path)
	} else if w.anyRegisters() {
		e.library()
	}
	out := e.findings()
	for range 8 {
		if !e.extend() {
			break
		}
		e.discover()
		out = e.findings()
	}
	return out
}

// stretch makes the bounds of e larger, or takes them away.
func stretch(e *eval, times int) {
	l := reflect.ValueOf(&e.limits).Elem()
	for i := range l.NumField() {
		n := int64(1) << 40
		if times > 0 {
			n = l.Field(i).Int() * int64(times)
		}
		reflect.NewAt(l.Field(i).Type(), l.Field(i).Addr().UnsafePointer()).Elem().SetInt(n)
	}
	e.limits.reserve = 0 // it bounds what lies outside of it
}

// blame says which part of the normal way makes its answers differ from the oracle's.
func blame(sum *Package, w *world, program bool, oracle []string) string {
	differs := func(w *world, as way) bool { return !slices.Equal(answers(evaluateAs(w, program, as)), oracle) }
	var parts []string
	if differs(w, way{bounds: true}) {
		parts = append(parts, "bounds")
	}
	if differs(sum.w, way{}) {
		parts = append(parts, "facts")
	}
	if differs(sum.w, way{relevance: true}) {
		parts = append(parts, "relevance, or what it leaves undecided")
	}
	return strings.Join(parts, " and ")
}

// answers lists the probes with what matters of their dependencies, sorted.
func answers(f Findings) []string {
	var out []string
	for i := range f.Probes {
		p := &f.Probes[i]
		out = append(out, strings.TrimSpace(fmt.Sprintf("probe %q check %q %s %s: %s", p.Path, p.Check, p.Role, p.Handler, strings.Join(dependencySet(p), "; "))))
	}
	sort.Strings(out)
	return out
}

func dependencySet(p *inventory.Probe) []string {
	var out []string
	for _, d := range p.Dependencies {
		text := d.Kind + " " + d.Callee + " " + d.Confidence
		if d.Shared {
			text += " shared"
		}
		out = append(out, text)
	}
	sort.Strings(out)
	return slices.Compact(out)
}
