package callgraph

import (
	"slices"
	"strings"
	"testing"
)

// TestFit cuts the facts of all fixtures to parts of their size. What is left must be a fact that says that something
// is missing, and functions of a kind may only be gone when all less needed ones are, but for the last one taken.
func TestFit(t *testing.T) {
	cut := 0
	facts(t, loadCorpus(t), func(p *followed, sum *Package, fact []byte) {
		var whole wireFact
		if err := decode(fact, &whole); err != nil {
			t.Fatal(err)
		}
		for _, part := range []int{1, 2, 10, 100} {
			f := whole
			f.Funcs = slices.Clone(whole.Funcs)
			limit := len(fact)/part + 300 // for what says that something is missing
			buf := sum.w.fit(&f, limit, limit)
			if len(buf) > limit {
				t.Errorf("%s: %d bytes, the limit is %d", p.path, len(buf), limit)
			}
			var got wireFact
			if err := decode(buf, &got); err != nil {
				t.Errorf("%s: %v", p.path, err)
			}
			if said := slices.ContainsFunc(got.Left, func(o omission) bool { return o.Why == overLimit }); said != (len(fact) > limit) {
				t.Errorf("%s: %d bytes at a limit of %d, said: %v", p.path, len(fact), limit, said)
			}
			if len(fact) <= limit {
				continue
			}
			cut++
			leastFirst(t, p.path, sum.w, whole.Funcs, got.Funcs)
		}
	})
	if cut == 0 {
		t.Error("no fact was cut")
	}
}

func leastFirst(t *testing.T, path string, w *world, all, left []blob) {
	t.Helper()
	kept := map[string]bool{}
	for _, b := range left {
		kept[b.Key] = true
	}
	gone := false
	for _, r := range slices.Backward(w.leastNeeded(all)) { // the most needed first: none may be there behind the first that is gone
		gone = gone || !kept[r.key]
		if gone && kept[r.key] {
			t.Errorf("%s: %s is there, but a function that is needed more is not", path, r.key)
		}
	}
}

// Registrations, and what belongs to the user, stay longest.
func TestNeed(t *testing.T) {
	seen := map[int]string{}
	facts(t, loadCorpus(t), func(p *followed, sum *Package, _ []byte) {
		for k, fn := range sum.w.own.Funcs {
			n := sum.w.need(k)
			seen[n] = k
			if registers := sum.w.registers(k) || strings.HasSuffix(k, ".init"); registers != (n%4 == 3) || fn.Main != (n >= 4) {
				t.Errorf("%s is needed to the degree %d", k, n)
			}
		}
	})
	for n := 4; n < 8; n++ {
		if seen[n] == "" {
			t.Errorf("no function has the degree %d", n)
		}
	}
}

// A function that is left out may store into variables: then nobody may take them for constant.
func TestLeaveOutMarksVariables(t *testing.T) {
	fn := &function{Key: "a.Set", Nodes: []node{{Op: opGlobal, Str: "a.level"}, {Op: opParam}}, Stmts: []stmt{{Kind: stStore, A: []int{0, 1}, Guard: -1}}}
	w := newWorld(&summary{Path: "a", Funcs: map[string]*function{"a.Set": fn}})
	f := &wireFact{Path: "a", Funcs: []blob{{"a.Set", nil, encode(fn)}}}
	w.leaveOut(f, []ranked{{key: "a.Set"}})
	if len(f.Funcs) != 0 || !slices.Contains(f.Marks, demandKey("G:a.level")) {
		t.Errorf("%d functions, marks %v", len(f.Funcs), f.Marks)
	}
}
