package callgraph

import "github.com/healthlint/healthlint/internal/inventory"

// whyBroken is the reason of an open entry about code in a package that could not be analysed.
const whyBroken = "its package could not be analysed"

// broken reports whether a function is in a package that could not be analysed, so that nothing says what it does.
func (w *world) broken(full string) bool { return len(w.failed) > 0 && w.failed[pkgOfFull(full)] }

// brokenHandler reports whether the handler of p is a function of a package that could not be analysed, or what one
// made.
func (e *eval) brokenHandler(p *probe) bool {
	if p.root == nil || p.root.region != nil {
		return false
	}
	switch v := p.root.ref.v; {
	case v.k == vFunc && v.c.op == opFunc:
		return e.w.broken(v.c.key)
	case v.k == vFunc && v.c.op == opBound:
		return e.w.broken(v.c.f.fn.Nodes[v.c.n].Str)
	case v.k == vSym && v.l.o.kind == objExt:
		return e.w.broken(v.l.o.name)
	}
	return false
}

// brokenCall is the open entry of a call of a function that nothing is known of.
func brokenCall(f *frame, s *stmt) inventory.Open {
	return inventory.Open{Position: f.fn.place(s.Pos), What: "call of " + ShortCallee(s.Callee) + " in " + f.fn.Name, Why: whyBroken}
}

// onlyBroken reports whether nothing but packages that could not be analysed keeps calls open: no caller will fill
// them in.
func onlyBroken(open []inventory.Open) bool {
	for _, o := range open {
		if o.Why != whyBroken {
			return false
		}
	}
	return true
}
