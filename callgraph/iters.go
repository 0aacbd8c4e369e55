package callgraph

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findIters writes into each statement which loop iterations it is repeated for, and into each allocation
// which iterations tell its instances apart. A statement is repeated for an iteration when it stands in its
// loop and one of its operands depends on the element at hand; that keeps the fields of one element together.
func (f *funcExtractor) findIters() {
	if len(f.iters) == 0 {
		return
	}
	for changed := true; changed; {
		changed = false
		d := &deps{f: f, memo: map[int][]int{}, busy: map[int]bool{}}
		for i := range f.out.Stmts {
			changed = f.markAllocs(d, i) || changed
		}
	}
	d := &deps{f: f, memo: map[int][]int{}, busy: map[int]bool{}}
	for i := range f.out.Stmts {
		s := &f.out.Stmts[i]
		s.Iters = f.within(d.all(s.A, s.Guard), f.stmtIn[i])
	}
}

// markAllocs makes the allocation that statement i stores into depend on what the stored values depend on.
func (f *funcExtractor) markAllocs(d *deps, i int) bool {
	s := &f.out.Stmts[i]
	if len(s.A) < 2 || s.Kind == stCall || s.Kind == stGuard || s.Kind == stTaint {
		return false
	}
	base := f.allocBase(s.A[0])
	if base < 0 {
		return false
	}
	its := f.within(d.all(s.A[1:], -1), f.allocIn[base])
	n := &f.out.Nodes[base]
	merged := union(n.Iters, its)
	if len(merged) == len(n.Iters) {
		return false
	}
	n.Iters = merged
	return true
}

// allocBase gives the allocation node that address n points into, -1 when it is not one of this function.
func (f *funcExtractor) allocBase(n int) int {
	for range 16 {
		switch nd := f.out.Nodes[n]; nd.Op {
		case opAlloc:
			return n
		case opField, opElem:
			n = nd.A[0]
		case opIterAddr:
			n = f.out.Nodes[nd.A[0]].A[0]
		default:
			return -1
		}
	}
	return -1
}

// within keeps the iterations whose loop holds block b.
func (f *funcExtractor) within(its []int, b *ssa.BasicBlock) []int {
	var out []int
	for _, it := range its {
		if l := f.iterIn[it]; l != nil && l.blocks[b] {
			out = append(out, it)
		}
	}
	return out
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// deps computes which iterations a node depends on.
type deps struct {
	f    *funcExtractor
	memo map[int][]int
	busy map[int]bool
}

func (d *deps) all(ns []int, guard int) []int {
	var out []int
	for _, n := range ns {
		out = union(out, d.of(n))
	}
	if guard >= 0 {
		out = union(out, d.of(guard))
	}
	return out
}

// of walks the operands; a node on a cycle contributes what the rest of the cycle depends on.
func (d *deps) of(n int) []int {
	if m, ok := d.memo[n]; ok {
		return m
	}
	if d.busy[n] {
		return nil
	}
	d.busy[n] = true
	nd := d.f.out.Nodes[n]
	out := slices.Clone(nd.Iters)
	if nd.Op == opIter {
		out = union(out, []int{n})
	}
	if nd.Op == opResult {
		out = union(out, d.all(d.f.out.Stmts[nd.S].A, -1))
	}
	out = union(out, d.all(nd.A, -1))
	delete(d.busy, n)
	if len(d.busy) == 0 {
		d.memo[n] = out
	}
	return out
}
