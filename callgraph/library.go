package callgraph

import (
	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// terms say how a library runs a check.
type terms struct {
	bounded bool // in a time of its own
	shown   bool // for its body alone: it answers 200 all the same
}

func termsOf(r *catalog.Rule) terms { return terms{r.Deadline, r.Always200} }

func (t terms) and(u terms) terms { return terms{t.bounded || u.bounded, t.shown || u.shown} }

// under adds the terms of rule to refs.
func under(rule *catalog.Rule, refs []ref) []ref {
	for i := range refs {
		refs[i].terms = refs[i].terms.and(termsOf(rule))
	}
	return refs
}

// termsOfVisit joins the terms of the calls that lead to v.
func termsOfVisit(v *visit) terms {
	var t terms
	for ; v != nil; v = v.prev {
		t = t.and(v.terms)
	}
	return t
}

// applyTerms says on d how the library runs the check that makes it: what it does not say stays undetermined.
func (e *eval) applyTerms(d *inventory.Dependency, t terms) {
	if fac := e.cat.Factory(d.Callee); fac != nil && fac.Deadline {
		t.bounded = true
	}
	if t.bounded {
		d.Deadline = &t.bounded
	}
	if t.shown {
		decides := false
		d.Decides = &decides
	}
}

// answered tells which checks of a registry the program serves at a route of its own, by registry and role: such a
// check and the route are one endpoint.
type answered struct {
	o    *object
	role string
}

// answeredChecks looks at the handlers of all routes for those that run the checks of one role.
func (e *eval) answeredChecks() map[answered]bool {
	out := map[answered]bool{}
	for _, p := range e.probes {
		if p.root == nil || p.library || p.hit != nil || e.moved(p) {
			continue
		}
		rule, recvs := e.runOf(p.root.ref.v)
		if rule == nil || rule.Role == "" {
			continue
		}
		for _, v := range recvs {
			for _, o := range e.registries(v) {
				out[answered{o, rule.Role}] = true
			}
		}
	}
	return out
}

// runOf gives the rule by which handler v runs the checks of a registry, and that registry.
func (e *eval) runOf(v value) (*catalog.Rule, []value) {
	if v.k == vFunc && v.c.op == opBound {
		if r := e.rules.Rule(v.c.rule); r != nil && r.Kind == catalog.KindCheckRun {
			return r, []value{v.c.recv}
		}
		return nil, nil
	}
	if reg := e.madeByRule(v); reg != nil && reg.rule.Kind == catalog.KindCheckNew && reg.rule.Handler == catalog.None {
		return reg.rule, e.receivers(reg)
	}
	return nil, nil
}

// elsewhere reports whether the check p is served at a route of the program instead of where the library would.
func (e *eval) elsewhere(p *probe, routes map[answered]bool) bool {
	if len(routes) == 0 || !p.library || p.reg == nil || p.reg.rule.Kind != catalog.KindCheck || p.reg.value {
		return false
	}
	for _, v := range e.checkReceivers(p.reg) {
		for _, o := range e.registries(v) {
			if routes[answered{o, p.role}] {
				return true
			}
		}
	}
	return false
}

// carried gives the middleware that a wrapper around the handler of r brings along: that of the chain it was called
// on.
func (e *eval) carried(r *registration) []value {
	s := &r.f.fn.Stmts[r.stmt]
	n := r.rule.Handler + recvOff(s)
	if r.value || r.rule.Handler == catalog.None || n >= len(s.A) {
		return nil
	}
	nd := &r.f.fn.Nodes[s.A[n]]
	for nd.Op == opIface {
		nd = &r.f.fn.Nodes[nd.A[0]]
	}
	if nd.Op != opResult {
		return nil
	}
	w := &r.f.fn.Stmts[nd.S]
	rule := e.rules.Rule(w.Rule)
	if rule == nil || rule.Kind != catalog.KindWrap {
		return nil
	}
	return e.receivers(&registration{rule: rule, f: r.f, env: r.env, stmt: nd.S})
}
