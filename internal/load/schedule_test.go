package load

import (
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// layered is a graph of width packages a layer, each importing all of the layer below.
func layered(layers, width int) []*node {
	var all, below []*node
	for range layers {
		var layer []*node
		for range width {
			layer = append(layer, &node{deps: below})
		}
		all = append(all, layer...)
		below = layer
	}
	return all
}

func TestScheduleOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		nodes := layered(6, 5)
		var mu sync.Mutex
		finished := map[*node]bool{}
		s := &schedule{
			open: func(n *node) []*node { return n.deps },
			finish: func(n *node) {
				mu.Lock()
				defer mu.Unlock()
				if finished[n] {
					t.Error("finished twice")
				}
				for _, d := range n.deps {
					if !finished[d] {
						t.Error("finished before an import")
					}
				}
				finished[n] = true
			},
		}
		s.run(nodes[25:], workers) // the last layer asks for all others
		if len(finished) != len(nodes) {
			t.Errorf("%d workers: %d of %d packages done", workers, len(finished), len(nodes))
		}
	}
}

// What nobody needs is not touched: open may leave imports out.
func TestScheduleLeavesOut(t *testing.T) {
	nodes := layered(3, 2)
	done := 0
	s := &schedule{open: func(n *node) []*node { return n.deps[:min(1, len(n.deps))] }, finish: func(*node) { done++ }}
	s.run(nodes[5:], 1)
	if done != 3 {
		t.Errorf("%d packages done, want 3", done)
	}
}

// An import cycle, which the go command reports, neither blocks nor loses packages.
func TestGraphCycle(t *testing.T) {
	a := &packages.Package{ID: "m/a", PkgPath: "m/a", Imports: map[string]*packages.Package{}}
	b := &packages.Package{ID: "m/b", PkgPath: "m/b", Imports: map[string]*packages.Package{"m/a": a}}
	a.Imports["m/b"] = b
	g := newGraph(&listing{roots: []*packages.Package{a, b}})
	var order []string
	s := &schedule{open: func(n *node) []*node { return n.deps }, finish: func(n *node) { order = append(order, n.path()) }}
	s.run(g.nodes, 1)
	if want := []string{"m/b", "m/a"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}
