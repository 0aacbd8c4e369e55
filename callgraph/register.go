package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// registration is one call or store that a rule speaks of, in one frame.
type registration struct {
	rule  *catalog.Rule
	f     *frame
	env   *env
	stmt  int
	value bool // a field rule: the handler is the stored value
}

type regKey struct {
	f *frame
	e *env
	i int
}

// register notes statement i. It reports whether nothing more has to be done about the call.
func (e *eval) register(f *frame, en *env, i int) bool {
	s := &f.fn.Stmts[i]
	r := e.ruleNamed(s.Rule)
	if r == nil {
		return false
	}
	if strings.HasPrefix(s.Rule, shapeRule) {
		e.shaped(r, f, en, i)
		return false
	}
	e.noteRule(r, f, en, i, s.Kind == stStore)
	if r.As == catalog.AsRouter && r.Handler != catalog.None {
		e.callback(r, f, en, i)
	}
	switch r.Kind {
	case catalog.KindCheckRun:
		return false
	}
	return s.Ext
}

// shapeRule begins the name of a rule that follows from the shape of a call; see verbShape.
const shapeRule = "shape:"

// ruleNamed gives a rule of the tables, or the one that a shape stands for.
func (e *eval) ruleNamed(name string) *catalog.Rule {
	shape, ok := strings.CutPrefix(name, shapeRule)
	if !ok {
		return e.rules.Rule(name)
	}
	r := e.shapes[shape]
	if r == nil {
		method, as, _ := strings.Cut(shape, "|")
		r = &catalog.Rule{
			Func: "a method named like an HTTP verb", Kind: catalog.KindRoute, Path: 0, Handler: 1, Name: catalog.None, Method: catalog.None,
			Router: catalog.None, Middleware: catalog.None, Options: catalog.None, Mapping: catalog.None, MethodText: method, As: as,
		}
		e.shapes[shape] = r
	}
	return r
}

// shaped notes a route by shape unless what the call leads to registers routes by itself.
func (e *eval) shaped(r *catalog.Rule, f *frame, en *env, i int) {
	ci := e.resolve(f, en, i)
	for _, t := range ci.targets {
		if e.w.registers(t.f.fn.Key) {
			return
		}
	}
	e.noteRule(r, f, en, i, false)
}

func (e *eval) noteRule(r *catalog.Rule, f *frame, en *env, i int, stored bool) {
	k := regKey{f, en, i}
	if e.regIdx[k] != nil {
		return
	}
	reg := &registration{rule: r, f: f, env: en, stmt: i, value: stored}
	e.regIdx[k] = reg
	e.regs = append(e.regs, reg)
	e.byKind[r.Kind] = append(e.byKind[r.Kind], reg)
	if (r.Kind == catalog.KindPath || r.Kind == catalog.KindPrefix) && f.fn.Stmts[i].Gives == givesReceiver {
		e.builders = append(e.builders, reg)
	}
	e.notify(&e.regsRead)
}

// callback calls a function that is given a router under the prefix of its call.
func (e *eval) callback(r *catalog.Rule, f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	a := r.Handler + recvOff(s)
	if a >= len(s.A) {
		return
	}
	ci := e.info(f, en, i)
	router := value{k: vSym, l: loc{e.extOf(ci, 0), ""}}
	for _, v := range e.handlers(&registration{rule: r, f: f, env: en, stmt: i}) {
		if v.k == vFunc {
			e.callValue(ci, v, link{from: f, env: en, stmt: i, off: 1, vals: [][]value{{router}}}, false)
		}
	}
	e.raiseAll(ci, f.level)
}

// registersCheck notes calls such as AddLivenessCheck(name, func() error) of a registry in another module
// that no rule knows: the route that runs the checks is not in the user's code, the call is.
func (e *eval) registersCheck(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	if s.Mode != callStatic || !f.fn.Main {
		return
	}
	fn := e.w.fn(s.Callee)
	if fn == nil || fn.Main {
		return
	}
	name := s.Callee[strings.LastIndex(s.Callee, ".")+1:]
	role, ok := catalog.RegistersCheck(name)
	if !ok {
		return
	}
	off := recvOff(s)
	for a := len(s.A) - 1; a >= off; a-- {
		for _, v := range e.vals(f, en, s.A[a]) {
			if v.k != vFunc && v.typ == "" {
				continue
			}
			r := &catalog.Rule{
				Func: s.Callee, Kind: catalog.KindCheck, Path: catalog.None, Handler: a - off, Name: catalog.None,
				Method: catalog.None, Router: catalog.None, Middleware: catalog.None, Options: catalog.None, Mapping: catalog.None,
				Role: role, As: catalog.AsFunc,
			}
			if v.k != vFunc {
				r.As = catalog.AsIface + "Check"
			}
			if a > off {
				r.Name = 0
			}
			e.noteRule(r, f, en, i, false)
			return
		}
	}
}

// operand gives the values of source-level argument a of registration r.
func (e *eval) operand(r *registration, a int) []value {
	s := &r.f.fn.Stmts[r.stmt]
	if r.value {
		return e.vals(r.f, r.env, s.A[1])
	}
	if a == catalog.None {
		return nil
	}
	if a += recvOff(s); a < len(s.A) {
		return e.vals(r.f, r.env, s.A[a])
	}
	return nil
}

// receivers gives the routers that registration r is made on.
func (e *eval) receivers(r *registration) []value {
	s := &r.f.fn.Stmts[r.stmt]
	if r.value {
		return nil
	}
	if owners := e.owners[regKey{r.f, r.env, r.stmt}]; len(owners) > 0 {
		return owners
	}
	if r.rule.Router != catalog.None {
		return e.operand(r, r.rule.Router)
	}
	if recvOff(s) == 0 {
		return nil
	}
	vals := e.vals(r.f, r.env, s.A[0])
	if s.Mode == callDynamic {
		vals = boundTo(vals, r.rule.Func)
	}
	return e.originals(vals)
}

// boundTo gives the receivers of those of the method values that are called full.
func boundTo(vals []value, full string) []value {
	var out []value
	for _, v := range vals {
		if v.k == vFunc && v.c.op == opBound && v.c.rule == full {
			out = append(out, v.c.recv)
		}
	}
	return out
}

// mounted says that a router is served under a path of another.
type mounted struct {
	parents []value
	paths   []string
}

// prefixes gives what the routes of router v begin with.
func (e *eval) prefixes(v value, depth int) []string {
	if depth > 8 || v.l.o == nil {
		return []string{""}
	}
	parents, own := e.ownPrefix(v.l.o)
	own = joinRoutes(own, e.setPrefix(v.l.o))
	if ms := e.mounts[v.l.o]; len(ms) > 0 {
		var out []string
		for _, m := range ms {
			out = append(out, e.under(m.parents, joinRoutes(m.paths, own), depth)...)
		}
		return dedupe(out)
	}
	return e.under(parents, own, depth)
}

// ownPrefix gives the router that o was made on, and the path that the call that made it names.
func (e *eval) ownPrefix(o *object) (parents []value, paths []string) {
	paths = []string{""}
	if o.kind != objExt || o.frame == nil || o.stmt < 0 {
		return nil, paths
	}
	r := e.rules.Rule(o.frame.fn.Stmts[o.stmt].Rule)
	if r == nil {
		return nil, paths
	}
	reg := &registration{rule: r, f: o.frame, env: o.env, stmt: o.stmt}
	switch r.Kind {
	case catalog.KindGroup, catalog.KindPath, catalog.KindPrefix:
		if ps := e.paths(reg); len(ps) > 0 {
			paths = ps
		}
		return e.receivers(reg), e.prefixed(reg, paths)
	case catalog.KindSame:
		return e.receivers(reg), paths
	}
	return nil, paths
}

// setPrefix gives the path that calls on o gave it; it is a builder that such calls return.
func (e *eval) setPrefix(o *object) []string {
	paths := []string{""}
	for _, r := range e.builders {
		for _, v := range e.receivers(r) {
			if v.l.o == o {
				paths = joinRoutes(paths, e.paths(r))
				break
			}
		}
	}
	return paths
}

func (e *eval) under(parents []value, paths []string, depth int) []string {
	var out []string
	if len(parents) == 0 {
		return paths
	}
	for _, p := range parents {
		for _, pre := range e.prefixes(p, depth+1) {
			for _, path := range paths {
				out = append(out, joinRoute(pre, path))
			}
		}
	}
	out = dedupe(out)
	if len(out) > stringLimit {
		out = out[:stringLimit]
	}
	return out
}

func dedupe(in []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// joinRoute puts a path behind a prefix; a method in front of the path stays in front.
func joinRoute(prefix, path string) string {
	if prefix == "" {
		return path
	}
	method, p := catalog.SplitPattern(path)
	if method != "" {
		method += " "
	}
	if p == "" {
		return method + prefix
	}
	if strings.HasPrefix(p, hole) {
		return method + prefix + p
	}
	return method + strings.TrimSuffix(prefix, "/") + "/" + strings.TrimPrefix(p, "/")
}

// ruleResult adds the result of a call that a rule speaks of.
func (q *query) ruleResult(f *frame, en *env, nd *node) bool {
	e := q.e
	s := &f.fn.Stmts[nd.S]
	r := e.rules.Rule(s.Rule)
	if r == nil {
		return false
	}
	if nd.N > 0 || r.Kind == catalog.KindWrap && (r.Path != catalog.None || r.DefaultPath != "") {
		return q.pairResult(f, en, nd, r)
	}
	switch r.Kind {
	case catalog.KindSame:
		if s.Gives != givesOther && recvOff(s) == 1 && r.Method == catalog.None {
			q.node(f, en, s.A[0])
			return true
		}
	case catalog.KindPath, catalog.KindPrefix:
		if s.Gives == givesReceiver && recvOff(s) == 1 {
			q.node(f, en, s.A[0])
			return true
		}
	case catalog.KindWrap:
		if q.wrapResult(f, en, s, r) {
			return true
		}
	}
	q.extObject(e.info(f, en, nd.S), nd)
	return true
}
