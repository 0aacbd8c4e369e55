package callgraph

import "testing"

// TestShareOfProbes: a package that used up its share of the work while the program was wired still has the one for
// what probes run, and the other way round; a handler that is only looked through for tests has none.
func TestShareOfProbes(t *testing.T) {
	fn := &function{Pkg: "example.com/store", Main: true}
	wiring, probe := &frame{fn: fn}, &frame{fn: fn, root: &probeRoot{}}
	looked := &frame{fn: fn, root: &probeRoot{tests: true}}
	for _, c := range []struct {
		spent *frame
		runs  map[*frame]bool
	}{
		{wiring, map[*frame]bool{wiring: false, probe: true, looked: false}},
		{probe, map[*frame]bool{wiring: true, probe: false, looked: true}},
	} {
		e := newEval(nil)
		e.charge(c.spent, func() { e.limits.visits -= e.limits.own + 1 })
		for _, f := range []*frame{wiring, probe, looked} {
			ran := false
			e.charge(f, func() { ran = true })
			if ran != c.runs[f] {
				t.Errorf("the share of %v is used up: a frame of %v ran: %v", c.spent.root, f.root, ran)
			}
		}
		if len(e.bounds) != 1 {
			t.Errorf("bounds that were said: %v", e.bounds)
		}
	}
}
