package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// chainMethods gives the HTTP methods that a chain of calls on a route has named so far, nil when none has.
func (e *eval) chainMethods(v value, depth int) []string {
	reg := e.madeByRule(v)
	if reg == nil || depth > 8 {
		return nil
	}
	switch reg.rule.Kind {
	case catalog.KindSame, catalog.KindPath:
		if reg.rule.MethodText != "" {
			return []string{reg.rule.MethodText}
		}
		if reg.rule.Method != catalog.None {
			return e.methodTexts(reg)
		}
	}
	for _, p := range e.receivers(reg) {
		if ms := e.chainMethods(p, depth+1); ms != nil {
			return ms
		}
	}
	return nil
}

// methodTexts gives the methods of a call such as Methods("GET", "HEAD"): one text, comma separated.
func (e *eval) methodTexts(r *registration) []string {
	out := e.argTexts(r, r.rule.Method, r.rule.MethodField)
	if len(out) == 0 || strings.Contains(strings.Join(out, ","), hole) {
		return nil
	}
	return []string{strings.Join(out, ",")}
}

// madeByRule gives the registration call that v is the result of, nil when it is none.
func (e *eval) madeByRule(v value) *registration {
	o := v.l.o
	if o == nil || o.kind != objExt || o.frame == nil || o.stmt < 0 {
		return nil
	}
	r := e.rules.Rule(o.frame.fn.Stmts[o.stmt].Rule)
	if r == nil {
		return nil
	}
	return &registration{rule: r, f: o.frame, env: o.env, stmt: o.stmt}
}

// middleware gives what runs before the handler of r and belongs to this route: its own middleware and that
// of the groups it is made in. Middleware of a whole router or group is left out: it answers for every route, and what
// it does for a probe's request depends on what that carries.
func (e *eval) middleware(r *registration) []ref {
	var out []ref
	add := func(reg *registration) {
		if a := reg.rule.Middleware; a != catalog.None && (reg.rule.Kind != catalog.KindGroup || reg.rule.Path == catalog.None) {
			out = append(out, e.refs(e.picked(e.operand(reg, a), catalog.PickAll), reg.rule.MiddlewareAs, 0)...)
		}
		if reg.rule.Pick == catalog.PickLast {
			all := e.slots(reg, reg.rule.Handler)
			for _, vals := range all[:max(len(all)-1, 0)] {
				out = append(out, e.refs(vals, reg.rule.As, 0)...)
			}
		}
		if reg.rule.Kind == catalog.KindRoute {
			out = append(out, e.optionMiddleware(reg)...)
		}
	}
	add(r)
	recvs := slices.Concat(e.carried(r), e.receivers(r))
	for range 8 {
		var next []value
		for _, v := range recvs {
			if reg := e.madeByRule(v); reg != nil {
				add(reg)
				next = append(next, e.receivers(reg)...)
			}
		}
		recvs = next
	}
	return out
}

// unchained replaces what puts a whole chain of middleware around a handler (router.Use(chain.Then)) by the middleware
// that the chain is made of.
func (e *eval) unchained(vals []value) []value {
	var out []value
	for _, v := range vals {
		if v.k == vFunc && v.c.op == opBound {
			if r := e.rules.Rule(v.c.rule); r != nil && r.Kind == catalog.KindWrap {
				out = append(out, e.chainOf(v.c.recv)...)
				continue
			}
		}
		out = append(out, v)
	}
	return out
}

// chainOf gives the middleware of a chain.
func (e *eval) chainOf(chain value) []value {
	var out []value
	seen := map[regKey]bool{}
	work := e.originals([]value{chain})
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		reg := e.madeByRule(v)
		if reg == nil || seen[regKey{reg.f, reg.env, reg.stmt}] {
			continue
		}
		seen[regKey{reg.f, reg.env, reg.stmt}] = true
		if a := reg.rule.Middleware; a != catalog.None && reg.rule.Path == catalog.None {
			out = append(out, e.picked(e.operand(reg, a), catalog.PickAll)...)
		}
		work = append(work, e.receivers(reg)...)
	}
	return out
}

// originals replaces copies of structs, a chain that is kept in a field above all, by what they are copies of.
func (e *eval) originals(vals []value) []value {
	var out set
	seen := map[loc]bool{}
	for len(vals) > 0 {
		v := vals[0]
		vals = vals[1:]
		if v.k != vAgg || v.l.o.kind != objAlloc {
			out.add(v)
			continue
		}
		if seen[v.l] {
			continue
		}
		seen[v.l] = true
		var from set
		e.read(v.l, &from, &places{})
		if len(from.list) == 0 {
			out.add(v)
		}
		vals = append(vals, from.list...)
	}
	return out.list
}
