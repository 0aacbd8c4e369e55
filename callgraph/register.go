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
			Router: catalog.None, Middleware: catalog.None, MethodText: method, As: as,
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
	for _, v := range e.vals(f, en, s.A[a]) {
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
				Method: catalog.None, Router: catalog.None, Middleware: catalog.None, Role: role, As: catalog.AsFunc,
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

func (e *eval) operandTexts(r *registration, a int) []string {
	s := &r.f.fn.Stmts[r.stmt]
	if a == catalog.None || r.value {
		return nil
	}
	if a += recvOff(s); a < len(s.A) {
		return e.texts(r.f, r.env, s.A[a])
	}
	return nil
}

// receivers gives the routers that registration r is made on.
func (e *eval) receivers(r *registration) []value {
	s := &r.f.fn.Stmts[r.stmt]
	if r.value || recvOff(s) == 0 {
		return nil
	}
	return e.vals(r.f, r.env, s.A[0])
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
	o := v.l.o
	if ms := e.mounts[o]; len(ms) > 0 {
		var out []string
		for _, m := range ms {
			out = append(out, e.under(m.parents, m.paths, depth)...)
		}
		return dedupe(out)
	}
	if o.kind != objExt || o.frame == nil || o.stmt < 0 {
		return []string{""}
	}
	s := &o.frame.fn.Stmts[o.stmt]
	r := e.rules.Rule(s.Rule)
	if r == nil {
		return []string{""}
	}
	reg := &registration{rule: r, f: o.frame, env: o.env, stmt: o.stmt}
	switch r.Kind {
	case catalog.KindGroup, catalog.KindPath, catalog.KindPrefix:
		paths := e.operandTexts(reg, r.Path)
		if len(paths) == 0 {
			paths = []string{""}
		}
		return e.under(e.receivers(reg), paths, depth)
	case catalog.KindSame:
		return e.under(e.receivers(reg), []string{""}, depth)
	}
	return []string{""}
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
	if r == nil || nd.N > 0 {
		return false
	}
	switch r.Kind {
	case catalog.KindSame:
		if recvOff(s) == 1 && r.Method == catalog.None {
			q.node(f, en, s.A[0])
			return true
		}
	case catalog.KindWrap:
		if a := r.Handler + recvOff(s); r.Handler != catalog.None && a < len(s.A) && (r.As == catalog.AsFunc || strings.HasPrefix(r.As, catalog.AsIface)) {
			q.node(f, en, s.A[a])
			return true
		}
	}
	q.extObject(e.info(f, en, nd.S), nd)
	return true
}
