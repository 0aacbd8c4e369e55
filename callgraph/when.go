package callgraph

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// phi makes the node of v. Where an argument of the function alone decides which way control came, an edge is taken
// only when its condition can hold: func serve(path string) { if path == "" { path = "/healthz" } ... } serves the
// default only to those who leave the path out.
func (f *funcExtractor) phi(v *ssa.Phi) node {
	n := node{Op: opPhi}
	b := v.Block()
	loop := slices.ContainsFunc(b.Preds, b.Dominates)
	for i, e := range v.Edges {
		a := f.node(e)
		if !loop {
			a = f.when(a, b.Preds[i], b)
		}
		n.A = append(n.A, a)
	}
	return n
}

// when gives node a under the condition that control goes from p to b, a itself where that says nothing an argument
// decides alone. What must hold for b anyway is left out: whatever reads the phi is under that condition itself.
func (f *funcExtractor) when(a int, p, b *ssa.BasicBlock) int {
	cond := f.decided(p, b, b)
	if cond < 0 {
		return a
	}
	return f.add(node{Op: opWhen, A: []int{a, cond}})
}

// decided gives what must hold for control to go from p to b, as far as an argument decides it alone and as it need not
// hold for control to come to around, -1 when that is nothing.
func (f *funcExtractor) decided(p, b, around *ssa.BasicBlock) int {
	base := f.parts(f.guardOf(around))
	cond := -1
	for _, part := range f.parts(f.and(f.guardOf(p), f.edge(p, b))) {
		if !slices.Contains(base, part) && f.byArgument(part, map[int]bool{}) {
			cond = f.and(cond, part)
		}
	}
	return cond
}

// parts lists the conditions that guard g joins.
func (f *funcExtractor) parts(g int) []int {
	switch {
	case g < 0:
		return nil
	case f.out.Nodes[g].Op == opAnd:
		return f.out.Nodes[g].A
	}
	return []int{g}
}

// byArgument reports whether condition n tests nothing but constants, parameters, captured values, elements of the list
// that a loop walks over, parts of the request and texts made of those. They are the same whenever they are asked for;
// fields may be filled by what is not followed, such as a configuration file. seen holds what is known of the nodes on
// the way.
func (f *funcExtractor) byArgument(n int, seen map[int]bool) bool {
	if known, ok := seen[n]; ok {
		return known
	}
	seen[n] = false // what is made of itself changes from one time to the next
	nd := &f.out.Nodes[n]
	of := nd.A
	switch nd.Op {
	case opParam, opFree, opConst, opReqPath, opReqField, opIterKey, opIterVal:
		seen[n] = true
		return true
	case opNot, opAnd, opOr, opCompare, opMatch, opConcat, opSubstr, opPhi, opWhen:
	case opLoad:
		switch at := &f.out.Nodes[nd.A[0]]; at.Op {
		case opIterAddr:
			seen[n] = true
		case opFree:
			seen[n] = keepsArgument(f.fn.FreeVars[at.N])
		case opAlloc:
			if a, ok := f.allocs[nd.A[0]]; ok {
				seen[n] = keepsArgument(a)
			}
		}
		return seen[n]
	case opResult:
		s := &f.out.Stmts[nd.S]
		if !s.Ext || !stringModel(s.Callee) {
			return false
		}
		of = s.A
	default:
		return false
	}
	seen[n] = !slices.ContainsFunc(of, func(a int) bool { return !f.byArgument(a, seen) })
	return seen[n]
}
