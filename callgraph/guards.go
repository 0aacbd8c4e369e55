package callgraph

import (
	"golang.org/x/tools/go/ssa"
)

// Guards. The guard of a block is a condition that holds whenever the block runs, built from the branches
// that dominate it, as far as they could be decided by values of a caller: constants, parameters, captured
// variables, nil-ness, and tests on the request. A guard that is false for certain rules the block out.

// guardSize bounds the conditions joined in one guard; further ones are left out, which rules out less.
const guardSize = 6

func (f *funcExtractor) guardOf(b *ssa.BasicBlock) int {
	if g, ok := f.guards[b]; ok {
		return g
	}
	if f.guarded[b] || b.Idom() == nil {
		return -1
	}
	f.guarded[b] = true
	g := f.buildGuard(b)
	f.guards[b] = g
	return g
}

func (f *funcExtractor) buildGuard(b *ssa.BasicBlock) int {
	dom := b.Idom()
	base := f.guardOf(dom)
	if len(b.Preds) == 1 {
		return f.and(base, f.edge(b.Preds[0], b))
	}
	if len(b.Preds) > 6 || inevitable(dom, b) {
		return base
	}
	var alts []int
	for _, p := range b.Preds {
		if b.Dominates(p) { // back edge
			return base
		}
		e := f.and(f.guardOf(p), f.edge(p, b))
		if e == -1 || e == base {
			return base
		}
		alts = append(alts, e)
	}
	if f.size(alts) > 3*guardSize {
		return base
	}
	return f.add(node{Op: opOr, A: alts})
}

// inevitable reports whether control that is at from comes to b, whatever the branches between them say.
func inevitable(from, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		if seen[x] = true; len(x.Succs) == 0 || len(seen) > 64 {
			return false
		}
		work = append(work, x.Succs...)
	}
	return true
}

// edge is the condition under which control goes from p to b, -1 when it says nothing.
func (f *funcExtractor) edge(p, b *ssa.BasicBlock) int {
	i, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return -1
	}
	c := f.node(i.Cond)
	if !f.decidable(c, map[int]bool{}) {
		return -1
	}
	if p.Succs[0] == b {
		return c
	}
	return f.add(node{Op: opNot, A: []int{c}})
}

// decidable reports whether a caller's values could decide condition n. seen holds what is known of the nodes on the
// way: one that is made of itself is not decided.
func (f *funcExtractor) decidable(n int, seen map[int]bool) bool {
	if known, ok := seen[n]; ok {
		return known
	}
	seen[n] = false
	seen[n] = f.decides(n, seen)
	return seen[n]
}

func (f *funcExtractor) decides(n int, seen map[int]bool) bool {
	switch nd := f.out.Nodes[n]; nd.Op {
	case opConst, opParam, opFree, opLoad, opFieldVal, opResult, opMatch, opMember, opFunc, opAlloc, opReqPath, opReqField, opIterVal, opLookup, opGlobal, opIface, opField:
		return true
	case opNot, opWhen, opSubstr:
		return f.decidable(nd.A[0], seen)
	case opCompare, opBits:
		return f.decidable(nd.A[0], seen) && f.decidable(nd.A[1], seen)
	case opConcat: // of fields that nothing was seen to fill, the text is not the rest
		return f.byArgument(n, map[int]bool{})
	case opPhi, opAssert:
		for _, a := range nd.A {
			if !f.decidable(a, seen) {
				return false
			}
		}
		return len(nd.A) > 0
	}
	return false
}

func (f *funcExtractor) and(a, b int) int {
	switch {
	case a == -1:
		return b
	case b == -1 || a == b:
		return a
	}
	var parts []int
	if n := f.out.Nodes[a]; n.Op == opAnd {
		parts = append(parts, n.A...)
	} else {
		parts = append(parts, a)
	}
	if len(parts) >= guardSize {
		return a
	}
	return f.add(node{Op: opAnd, A: append(parts, b)})
}

func (f *funcExtractor) size(ns []int) int {
	t := 0
	for _, n := range ns {
		if nd := f.out.Nodes[n]; nd.Op == opAnd || nd.Op == opOr {
			t += f.size(nd.A)
		} else {
			t++
		}
	}
	return t
}
