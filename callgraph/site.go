package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// site says where p is registered: the call or the field that binds its path. Where a helper or a router of the
// program's own gets the path from its caller, that is the call that hands the path over.
func (e *eval) site(p *probe) (*function, inventory.Position) {
	switch {
	case p.hit != nil && !p.named:
		return e.handedOver(p.hit.f, p.hit.stmt, p.hit.f.fn.Stmts[p.hit.stmt].A[0])
	case p.reg.value || p.reg.rule.Path == catalog.None || p.library:
		return p.reg.f.fn, p.reg.f.fn.place(p.reg.f.fn.Stmts[p.reg.stmt].Pos)
	}
	s := &p.reg.f.fn.Stmts[p.reg.stmt]
	a := p.reg.rule.Path + recvOff(s)
	if a >= len(s.A) {
		return p.reg.f.fn, p.reg.f.fn.place(s.Pos)
	}
	return e.handedOver(p.reg.f, p.reg.stmt, s.A[a])
}

// handedOver goes from statement i of f to the callers that its operand n comes from, while they are one and in a
// main module.
func (e *eval) handedOver(f *frame, i, n int) (*function, inventory.Position) {
	at, stmt := f, i
	for range 16 {
		j, ok := f.fn.paramIn(n, 0)
		if !ok {
			k, captured := f.fn.freeIn(n, 0)
			if !captured || f.clo == nil || f.clo.f == nil || k >= len(f.clo.f.fn.Nodes[f.clo.n].A) {
				break
			}
			f, n = f.clo.f, f.clo.f.fn.Nodes[f.clo.n].A[k]
			if f.fn.Nodes[n].Op == opAlloc {
				n = f.fn.stored(n)
			}
			continue
		}
		if len(f.links) != 1 || f.links[0].vals != nil || f.links[0].from == nil {
			break
		}
		l := f.links[0]
		s := &l.from.fn.Stmts[l.stmt]
		if l.off+j >= len(s.A) || l.has && j == 0 || !l.from.fn.Main {
			break
		}
		f, n = l.from, s.A[l.off+j]
		at, stmt = f, l.stmt
	}
	return at.fn, at.fn.place(at.fn.Stmts[stmt].Pos)
}

// paramIn finds the parameter that the text n is made of.
func (f *function) paramIn(n, depth int) (int, bool) { return f.operandIn(n, depth, opParam) }

// freeIn finds the captured variable that the text n is made of.
func (f *function) freeIn(n, depth int) (int, bool) { return f.operandIn(n, depth, opFree) }

func (f *function) operandIn(n, depth int, op op) (int, bool) {
	if depth > 6 {
		return 0, false
	}
	nd := &f.Nodes[n]
	sub := nd.A
	switch nd.Op {
	case op:
		return nd.N, true
	case opConcat:
		if f.namesRole(nd) { // the path is written here, under a prefix from elsewhere
			return 0, false
		}
	case opCompare, opMatch, opAnd, opNot, opIface, opPhi, opSubstr:
	case opWhen:
		sub = sub[:1]
	case opAlloc: // a list of arguments
		sub = f.storedIn(n)
	case opFieldVal, opLoad, opField:
		switch s := &f.Nodes[nd.A[0]]; {
		case s.Op == opAlloc: // a parameter that was put into a variable
			return f.operandIn(f.stored(nd.A[0]), depth+1, op)
		case nd.Op == opField && s.Op == opParam: // settings that are handed around, of which the path is one
			return 0, false
		}
	case opResult:
		if s := &f.Stmts[nd.S]; s.Ext && stringModel(s.Callee) {
			sub = s.A
		}
	default:
		return 0, false
	}
	for _, a := range slices.Backward(sub) { // a method may stand in front of the path
		if j, ok := f.operandIn(a, depth+1, op); ok {
			return j, true
		}
	}
	return 0, false
}

// stored gives the one value that f stores into the allocation at node n, n when there is none or more.
func (f *function) stored(n int) int {
	out, found := n, 0
	for i := range f.Stmts {
		if s := &f.Stmts[i]; s.Kind == stStore && s.A[0] == n {
			out, found = s.A[1], found+1
		}
	}
	if found == 1 {
		return out
	}
	return n
}

// storedIn gives the values that f stores into the elements of the allocation at node n, in the order of the code.
func (f *function) storedIn(n int) []int {
	var out []int
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Kind != stStore {
			continue
		}
		if el := &f.Nodes[s.A[0]]; el.Op == opElem && el.A[0] == n {
			out = append(out, s.A[1])
		}
	}
	return out
}

// namesRole reports whether a constant part of concatenation nd is the path of a probe.
func (f *function) namesRole(nd *node) bool {
	for _, a := range nd.A {
		if c := &f.Nodes[a]; c.Op == opConst && strings.HasPrefix(c.Str, "s:") {
			if _, _, ok := catalog.RoleOf("", c.Str[2:]); ok {
				return true
			}
		}
	}
	return false
}
