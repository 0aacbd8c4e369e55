package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// endpoints lists where the library serves what r adds: at the path that the call names, else where it does by
// default, or where the program says instead.
func (e *eval) endpoints(r *registration) []catalog.Endpoint {
	recvs := e.routers(r)
	var out []catalog.Endpoint
	add := func(role string, paths []string) {
		for _, p := range e.under(recvs, paths, 0) {
			out = append(out, catalog.Endpoint{Role: role, Path: p})
		}
	}
	if paths := e.paths(r); len(paths) > 0 {
		add(r.rule.Role, paths)
		return out
	}
	for _, ep := range r.rule.Endpoints() {
		add(ep.Role, e.configured(r.rule, ep))
	}
	if len(out) == 0 && r.rule.Role != "" {
		out = append(out, catalog.Endpoint{Role: r.rule.Role})
	}
	return out
}

// routers gives the routers that a check is served on: the receiver of most checks is no router.
func (e *eval) routers(r *registration) []value {
	if r.rule.Router == catalog.None {
		return nil
	}
	return e.receivers(r)
}

// configured gives the paths that the program sets instead of the default one, else that.
func (e *eval) configured(rule *catalog.Rule, ep catalog.Endpoint) []string {
	pkg := pkgOfFull(rule.Func)
	var out []string
	for _, r := range e.byKind[catalog.KindDefaultPath] {
		if r.rule.Role != ep.Role || pkgOfFull(r.rule.Func) != pkg {
			continue
		}
		vals := e.operand(r, max(r.rule.Path, 0))
		for _, t := range e.textsOf(vals) {
			if !strings.Contains(t, hole) {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 {
		return []string{ep.Path}
	}
	return dedupe(out)
}

// routePaths gives all paths that r binds, in full.
func (e *eval) routePaths(r *registration) []string {
	var out []string
	recvs := e.receivers(r)
	for _, it := range e.items(r) {
		out = append(out, e.fullPaths(r, recvs, it.paths)...)
	}
	return out
}

// check is a check that a health library runs at endpoints of its own.
func (e *eval) check(r *registration) {
	eps := e.endpoints(r)
	for _, it := range e.items(r) {
		name := ""
		if len(it.names) > 0 {
			name = strings.ReplaceAll(it.names[0], hole, "*")
		}
		for _, rf := range e.checkRefs(r.rule, it.vals, it.as) {
			for _, ep := range eps {
				e.addCheck(r, ep, name, rf)
			}
		}
	}
}

func (e *eval) addCheck(r *registration, ep catalog.Endpoint, name string, rf ref) {
	if _, _, ok := catalog.RoleOf("", ep.Path); !ok && ep.Role == "" {
		return
	}
	if pr := e.addProbe(r, ep.Path, "", rf, true); pr != nil {
		pr.check, pr.background, pr.terms = name, r.rule.Background, termsOf(r.rule)
		if ep.Role != "" {
			pr.role, pr.source = ep.Role, "library"
		}
	}
}

// checkRefs gives the checks among vals that can fail their endpoint.
func (e *eval) checkRefs(rule *catalog.Rule, vals []value, form string) []ref {
	if rule.Fails != "" {
		for strings.HasPrefix(form, catalog.AsEach) {
			var all []value
			for _, v := range vals {
				all = append(all, e.contents(v)...)
			}
			vals, form = all, strings.TrimPrefix(form, catalog.AsEach)
		}
		var can []value
		for _, v := range vals {
			if e.canFail(rule.Fails, v) {
				can = append(can, v)
			}
		}
		vals = can
	}
	return e.refs(vals, form, 0)
}

// canFail reports whether the check that v describes can fail its endpoint, by a field that says so, or with ! in
// front says the opposite. What is not known can.
func (e *eval) canFail(field string, v value) bool {
	field, not := strings.CutPrefix(field, "!")
	vals := e.fieldValues(v, field)
	if len(vals) == 0 { // nobody sets it: false
		return not
	}
	for _, w := range vals {
		switch {
		case w.k == vConst && w.s == "b:true":
			if !not {
				return true
			}
		case w.k == vConst && zero(w.s):
			if not {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// constant is an endpoint that a library answers by itself.
func (e *eval) constant(r *registration) {
	if e.switchedOff(r) {
		return
	}
	for _, ep := range e.endpoints(r) {
		_, _, ok := catalog.RoleOf(r.rule.MethodText, ep.Path)
		if !ok && ep.Role == "" {
			continue
		}
		pr := e.addProbe(r, ep.Path, "", ref{v: value{k: vNone, s: r.rule.Func}}, true)
		if pr != nil && ep.Role != "" {
			pr.role, pr.source = ep.Role, "library"
		}
	}
}
