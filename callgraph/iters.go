package callgraph

import (
	"math/bits"
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
		d := f.newDeps()
		for i := range f.out.Stmts {
			changed = f.markAllocs(d, i) || changed
			changed = f.markMade(d, i) || changed
		}
	}
	d := f.newDeps()
	made := map[int][]int{}
	for _, n := range f.out.Nodes {
		if n.Op == opResult {
			made[n.S] = union(made[n.S], n.Iters)
		}
	}
	for i := range f.out.Stmts {
		s := &f.out.Stmts[i]
		s.Iters = union(f.within(d.all(s.A, s.Guard), f.stmtIn[i]), made[i])
	}
	for i := range f.out.Rets {
		r := &f.out.Rets[i]
		r.Iters = f.within(d.all(r.Vals, r.Guard), f.retIn[i])
	}
	for i := range f.out.Nodes {
		if n := &f.out.Nodes[i]; n.Op == opResult {
			n.Iters = nil // its call has them
		}
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

// markMade makes what statement i puts somewhere depend on what the place depends on: a fresh object, or the result
// of a call in the loop, that is kept under a key or an element of each round is another one each time. So is what
// is handed to a call together with something of the round.
func (f *funcExtractor) markMade(d *deps, i int) bool {
	s := &f.out.Stmts[i]
	vals := s.A
	switch s.Kind {
	case stStore, stMapSet:
		vals = s.A[1:]
	case stCall:
	default:
		return false
	}
	its := f.within(d.all(s.A, -1), f.stmtIn[i])
	changed := false
	for _, v := range vals {
		for f.out.Nodes[v].Op == opIface {
			v = f.out.Nodes[v].A[0]
		}
		n := &f.out.Nodes[v]
		var at *ssa.BasicBlock
		switch n.Op {
		case opAlloc:
			at = f.allocIn[v]
		case opResult:
			at = f.stmtIn[n.S]
		default:
			continue
		}
		if merged := union(n.Iters, f.within(its, at)); len(merged) > len(n.Iters) {
			n.Iters, changed = merged, true
		}
	}
	return changed
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
		if l := f.iterIn[it]; l != nil && f.loops.holds(l, b) {
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

// deps holds, for each node, which iterations it depends on: the bits of index.
type deps struct {
	f     *funcExtractor
	iters []int // opIter nodes in order
	words int
	bits  []uint64 // words for each node
}

// newDeps spreads the iterations along the operands until nothing changes, each edge once a new bit.
func (f *funcExtractor) newDeps() *deps {
	d := &deps{f: f}
	for it := range f.iterIn {
		d.iters = append(d.iters, it)
	}
	slices.Sort(d.iters)
	d.words = (len(d.iters) + 63) / 64
	n := len(f.out.Nodes)
	d.bits = make([]uint64, n*d.words)
	users := make([][]int32, n)
	var work []int
	for i := range n {
		nd := &f.out.Nodes[i]
		for _, a := range nd.A {
			users[a] = append(users[a], int32(i))
		}
		if nd.Op == opResult {
			for _, a := range f.out.Stmts[nd.S].A {
				users[a] = append(users[a], int32(i))
			}
		}
		own := nd.Iters
		if nd.Op == opIter {
			own = []int{i}
		}
		for _, it := range own {
			j, _ := slices.BinarySearch(d.iters, it)
			d.bits[i*d.words+j/64] |= 1 << (j % 64)
		}
		if len(own) > 0 {
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range users[i] {
			if d.merge(int(u), i) {
				work = append(work, int(u))
			}
		}
	}
	return d
}

func (d *deps) merge(to, from int) bool {
	grew := false
	for w := range d.words {
		old := d.bits[to*d.words+w]
		d.bits[to*d.words+w] |= d.bits[from*d.words+w]
		grew = grew || d.bits[to*d.words+w] != old
	}
	return grew
}

// all lists the iterations that any of ns, or guard, depends on.
func (d *deps) all(ns []int, guard int) []int {
	var out []int
	for w := range d.words {
		var set uint64
		if guard >= 0 {
			set = d.bits[guard*d.words+w]
		}
		for _, n := range ns {
			set |= d.bits[n*d.words+w]
		}
		for ; set != 0; set &= set - 1 {
			out = append(out, d.iters[w*64+bits.TrailingZeros64(set)])
		}
	}
	return out
}
