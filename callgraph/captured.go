package callgraph

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Captured variables. A variable that a closure captures is memory and no value of the function, though most are set
// before the closure is made and never after. Then what holds for values holds for them: an argument stays the argument,
// and one that is replaced under a condition is seen by the closure only where that does not hold.

// captured is a variable that is set twice, the second time under a condition, before closures that only read it are made.
type captured struct {
	first, second *ssa.Store
	join          *ssa.BasicBlock // where control meets behind the second
}

// capturedOf gives what is known of variable a, nil when it is none of that form.
func (f *funcExtractor) capturedOf(a *ssa.Alloc) *captured {
	v, ok := f.captures[a]
	if !ok {
		v = findCaptured(a)
		f.captures[a] = v
	}
	return v
}

func findCaptured(a *ssa.Alloc) *captured {
	if !a.Heap {
		return nil
	}
	var stores []*ssa.Store
	var reads []ssa.Instruction
	closures := false
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores = append(stores, r)
			if r.Val == a {
				return nil
			}
		case *ssa.UnOp:
			reads = append(reads, r)
		case *ssa.MakeClosure:
			reads, closures = append(reads, r), true
			if !onlyRead(r, a) {
				return nil
			}
		default:
			return nil
		}
	}
	if len(stores) != 2 || !closures {
		return nil
	}
	v := &captured{first: stores[0], second: stores[1]}
	if v.second.Block().Dominates(v.first.Block()) {
		v.first, v.second = v.second, v.first
	}
	b := v.second.Block()
	if v.first.Block() == b || !v.first.Block().Dominates(b) || len(b.Succs) != 1 {
		return nil
	}
	v.join = b.Succs[0]
	behind := reached(v.join, a.Block())
	if behind == nil || behind[b] || behind[v.first.Block()] || !v.first.Block().Dominates(v.join) || slices.ContainsFunc(v.join.Preds, v.join.Dominates) {
		return nil
	}
	for _, r := range reads {
		if _, load := r.(*ssa.UnOp); !v.join.Dominates(r.Block()) && (!load || behind[r.Block()] || !v.between(r)) {
			return nil
		}
	}
	return v
}

// between reports whether r reads what the first store stored.
func (v *captured) between(r ssa.Instruction) bool {
	b := r.Block()
	at := func(i ssa.Instruction) int { return slices.Index(b.Instrs, i) }
	switch b {
	case v.first.Block():
		return at(r) > at(v.first)
	case v.second.Block():
		return at(r) < at(v.second)
	}
	return v.first.Block().Dominates(b)
}

// reached gives the blocks that control comes to from b before it comes to end, nil when they are many.
func reached(b, end *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x == end {
			continue
		}
		if seen[x] = true; len(seen) > 256 {
			return nil
		}
		work = append(work, x.Succs...)
	}
	return seen
}

// onlyRead reports whether closure c does nothing but read the variable at addr, which it captures.
func onlyRead(c *ssa.MakeClosure, addr ssa.Value) bool {
	fn := c.Fn.(*ssa.Function)
	for i, b := range c.Bindings {
		if b != addr {
			continue
		}
		v := fn.FreeVars[i]
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if !onlyRead(r, v) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// beforeReplaced gives the value that v reads, nil when it is not known for certain.
func (f *funcExtractor) beforeReplaced(v *ssa.UnOp) ssa.Value {
	a, ok := v.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	if c := f.capturedOf(a); c != nil && !c.join.Dominates(v.Block()) {
		return c.first.Val
	}
	return nil
}

// survives gives the condition under which closures see what i stores, -1 when they may always.
func (f *funcExtractor) survives(i *ssa.Store) int {
	a, ok := i.Addr.(*ssa.Alloc)
	if !ok {
		return -1
	}
	c := f.capturedOf(a)
	if c == nil || c.first != i {
		return -1
	}
	var alts []int
	for _, p := range c.join.Preds {
		if p == c.second.Block() {
			continue
		}
		cond := f.decided(p, c.join, i.Block())
		if cond < 0 {
			return -1
		}
		alts = append(alts, cond)
	}
	switch {
	case len(alts) == 0 || f.size(alts) > 3*guardSize:
		return -1
	case len(alts) == 1:
		return alts[0]
	}
	return f.add(node{Op: opOr, A: alts})
}

// keepsArgument reports whether a variable holds an argument of the function that declares it and nothing else, ever.
func keepsArgument(addr ssa.Value) bool {
	for {
		v, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = bindingOf(v); addr == nil {
			return false
		}
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	kept := false
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if _, arg := r.Val.(*ssa.Parameter); !arg || kept || r.Addr != a {
				return false
			}
			kept = true
		case *ssa.MakeClosure:
			if !onlyRead(r, a) {
				return false
			}
		default:
			return false
		}
	}
	return kept
}

// bindingOf gives what v is in the function around, nil when it is not one thing.
func bindingOf(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	refs := fn.Referrers()
	if refs == nil {
		return nil
	}
	var out ssa.Value
	for _, r := range *refs {
		c, ok := r.(*ssa.MakeClosure)
		if !ok || out != nil {
			return nil
		}
		out = c.Bindings[slices.Index(fn.FreeVars, v)]
	}
	return out
}
