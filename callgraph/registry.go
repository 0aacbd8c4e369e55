package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// checksIn gives what v runs when it answers: it is the result of reg, a call that made a check or something that
// holds checks. Those that are added to it later count as well.
func (e *eval) checksIn(reg *registration, v value, depth int) []ref {
	e.reads(&e.regsRead)
	rule := reg.rule
	if rule.Background || depth > 6 {
		return nil
	}
	if rule.Kind == catalog.KindCheck {
		return under(rule, e.checkRefs(rule, e.handlers(reg), rule.As))
	}
	return under(rule, e.checksHeld(reg, v, depth))
}

// checksHeld gives the checks of the result v of reg.
func (e *eval) checksHeld(reg *registration, v value, depth int) []ref {
	rule := reg.rule
	out := e.refs(e.handlers(reg), rule.As, 0)
	out = append(out, e.added(rule, v.l.o, false)...)
	if rule.Handler != catalog.None {
		return out
	}
	if recvs := e.receivers(reg); len(recvs) > 0 {
		return append(out, e.heldBy(rule, recvs, depth+1)...)
	}
	return append(out, e.addedToPackage(rule)...)
}

// checksOf gives what a call of a check_run function on recvs runs.
func (e *eval) checksOf(rule *catalog.Rule, recvs []value) []ref {
	e.reads(&e.regsRead)
	if len(recvs) == 0 {
		return under(rule, e.addedToPackage(rule))
	}
	return under(rule, e.heldBy(rule, recvs, 0))
}

// heldBy gives the checks of the registries that recvs are.
func (e *eval) heldBy(rule *catalog.Rule, recvs []value, depth int) []ref {
	var out []ref
	for _, v := range recvs {
		for _, o := range e.registries(v) {
			out = append(out, e.added(rule, o, true)...)
			reg := e.madeByRule(value{k: vSym, l: loc{o, ""}})
			if reg == nil || reg.rule.Kind != catalog.KindCheckNew {
				continue
			}
			out = append(out, e.checksIn(reg, value{k: vSym, l: loc{o, ""}}, depth+1)...)
		}
	}
	return uniqueRefs(out)
}

// added gives the checks that calls add to registry o and rule asks for. A check with a role or an endpoint of its
// own is served there; whoever asks for the checks of a registry from outside gets it all the same.
func (e *eval) added(rule *catalog.Rule, o *object, outside bool) []ref {
	var out []ref
	for _, r := range e.byKind[catalog.KindCheck] {
		if r.value || r.rule.Background || !asked(rule, r.rule, outside) {
			continue
		}
		for _, v := range e.checkReceivers(r) {
			if e.isRegistry(v, o) {
				out = append(out, under(r.rule, e.checkRefs(r.rule, e.handlers(r), r.rule.As))...)
				break
			}
		}
	}
	return uniqueRefs(out)
}

// asked reports whether a check of rule c is run where the checks of rule's role are asked for.
func asked(rule, c *catalog.Rule, outside bool) bool {
	switch {
	case c.Role == "" && c.DefaultPath == "":
		return true
	case !outside:
		return false
	case rule.Role == "" || c.Role == "" || c.Role == rule.Role:
		return true
	}
	for _, ep := range c.Endpoints() {
		if ep.Role == rule.Role {
			return true
		}
	}
	return false
}

// addedToPackage gives the checks that functions without receiver in the package of rule add.
func (e *eval) addedToPackage(rule *catalog.Rule) []ref {
	var out []ref
	for _, r := range e.byKind[catalog.KindCheck] {
		if !r.value && !r.rule.Background && r.rule.Router == catalog.None && r.rule.Path == catalog.None &&
			!strings.HasPrefix(r.rule.Func, "(") && pkgOfFull(r.rule.Func) == pkgOfFull(rule.Func) && asked(rule, r.rule, true) {
			out = append(out, under(r.rule, e.checkRefs(r.rule, e.handlers(r), r.rule.As))...)
		}
	}
	return uniqueRefs(out)
}

// checkReceivers gives the registries that r adds its check to.
func (e *eval) checkReceivers(r *registration) []value {
	if r.rule.Router != catalog.None {
		return nil
	}
	return e.receivers(r)
}

// isRegistry reports whether v is registry o, or a struct that embeds it.
func (e *eval) isRegistry(v value, o *object) bool {
	for _, x := range e.registries(v) {
		if x == o {
			return true
		}
	}
	return false
}

// registries gives the objects that v can be: a place that a registry was copied to, or a field of one, is that
// registry.
func (e *eval) registries(v value) []*object {
	if v.l.o == nil {
		return nil
	}
	path := strings.TrimSuffix(v.l.path, "^")
	var out []*object
	for at := path; ; {
		box := loc{v.l.o, at}
		for _, w := range e.dependOn(box).values() {
			if w.k != vConst && w.l.o != nil && e.madeByRule(w) != nil && w.l.path == "" {
				out = append(out, w.l.o)
			}
		}
		if at == "" {
			break
		}
		at = at[:max(strings.LastIndexAny(at, ".[{"), 0)]
	}
	if len(out) == 0 {
		out = append(out, v.l.o)
	}
	return out
}

func uniqueRefs(refs []ref) []ref {
	seen := map[ref]bool{}
	out := refs[:0]
	for _, r := range refs {
		if !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	return out
}

// checkRun reports whether s calls a function that runs the checks of a registry.
func (e *eval) checkRun(s *stmt) bool {
	if s.Rule == "" {
		return false
	}
	rule := e.rules.Rule(s.Rule)
	return rule != nil && rule.Kind == catalog.KindCheckRun
}

// runsChecks resolves a call of a function that runs the checks of a registry.
func (e *eval) runsChecks(ci *callInfo) bool {
	s := &ci.from.fn.Stmts[ci.key.stmt]
	if !e.checkRun(s) {
		return false
	}
	rule := e.rules.Rule(s.Rule)
	reg := &registration{rule: rule, f: ci.from, env: ci.key.env, stmt: ci.key.stmt}
	ci.known = true
	if rule.Handler != catalog.None {
		e.callRefs(ci, under(rule, e.refs(e.handlers(reg), rule.As, 0)), false)
		return true
	}
	e.callRefs(ci, e.checksOf(rule, e.receivers(reg)), false)
	return true
}

// boundRuns gives the checks that a function value of a library runs: a method value or a function that a
// check_run rule speaks of.
func (e *eval) boundRuns(c *closure) ([]ref, bool) {
	name := c.key
	if c.op == opBound {
		name = c.rule
	} else if c.op != opFunc {
		return nil, false
	}
	rule := e.rules.Rule(name)
	if rule == nil || rule.Kind != catalog.KindCheckRun || rule.Handler != catalog.None {
		return nil, false
	}
	if c.op == opBound {
		return e.checksOf(rule, []value{c.recv}), true
	}
	return e.checksOf(rule, nil), true
}

// fieldRuns gives the checks in the fields of v, a struct of a library that runs them whatever method of it is
// called.
func (e *eval) fieldRuns(v value) ([]ref, bool) {
	typ := strings.TrimPrefix(v.typ, "*")
	if typ == "" && v.l.o != nil && v.l.path == "" {
		typ = v.l.o.typ
	}
	rules := e.structRules(originKey(typ))
	if len(rules) == 0 || v.l.o == nil {
		return nil, false
	}
	var out []ref
	for _, r := range rules {
		out = append(out, e.refs(e.fieldValues(v, r.Func[strings.IndexByte(r.Func, '#')+1:]), r.As, 0)...)
	}
	return out, true
}

// structRules gives the check_run rules for fields of struct type typ.
func (e *eval) structRules(typ string) []*catalog.Rule {
	if e.ofStructs == nil {
		e.ofStructs = map[string][]*catalog.Rule{}
		for _, r := range e.rules.All() {
			if name, _, ok := strings.Cut(r.Func, "#"); ok && r.Kind == catalog.KindCheckRun {
				e.ofStructs[name] = append(e.ofStructs[name], &r)
			}
		}
	}
	return e.ofStructs[typ]
}
