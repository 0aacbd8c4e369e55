package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// external runs a call of a function that is not followed: what tables say of it, and the functions it is
// handed.
func (e *eval) external(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	ci := e.info(f, en, i)
	ci.level = max(ci.level, f.level)
	ci.effect = ci.effect || s.Eff > 0
	if m, ok := valueModels[s.Callee]; ok && m.store != nil && m.store[1] < len(s.A) {
		e.store(f, e.vals(f, en, s.A[m.store[0]]), e.vals(f, en, s.A[m.store[1]]), ".$kept", false)
	}
	e.setAddress(f, en, i)
	if s.Callee == "(net/http.HandlerFunc).ServeHTTP" {
		for _, v := range e.vals(f, en, s.A[0]) {
			e.callValue(ci, v, link{from: f, env: en, stmt: i, off: 1}, false)
		}
		e.raiseAll(ci, f.level)
		return
	}
	e.arguments(f, en, i)
}

// info gives the record of call i of f without resolving anything.
func (e *eval) info(f *frame, en *env, i int) *callInfo {
	k := callKey{i, en}
	ci := f.calls[k]
	if ci == nil {
		ci = &callInfo{key: k, from: f, index: map[targetKey]int{}}
		ci.unit = &unit{kind: unitCallees, f: f, env: en, n: int32(i), ci: ci}
		if f.root == nil {
			ci.unit.mode = lenient
		}
		if f.calls == nil {
			f.calls = map[callKey]*callInfo{}
		}
		f.calls[k] = ci
		f.order = append(f.order, ci)
	}
	return ci
}

func (e *eval) raiseAll(ci *callInfo, l level) {
	ci.level = max(ci.level, l)
	for _, t := range ci.targets {
		e.raise(t.f, l)
	}
}

// recvOff is 1 when operand 0 of an external call is its receiver.
func recvOff(s *stmt) int {
	if s.Mode == callInvoke || s.Mode == callDynamic || strings.HasPrefix(s.Callee, "(") {
		return 1
	}
	return 0
}

// arguments runs the functions that an external call is handed: as its table says, or later, for what
// they store and register.
func (e *eval) arguments(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	if s.Eff > 0 && s.Rule == "" && e.cat.HigherOrder(s.Callee) == nil {
		return
	}
	off := recvOff(s)
	known := map[int]bool{}
	for _, h := range e.cat.HigherOrder(s.Callee) {
		a := h.Arg + off
		if a >= len(s.A) {
			continue
		}
		known[a] = true
		lvl := wire
		if h.When == "sync" || h.When == "goroutine" && f.waited(s) {
			lvl = f.level
		}
		e.runValues(f, en, i, a, lvl)
	}
	if e.routes(s.Rule) {
		return
	}
	for j, a := range s.Code {
		if known[a] || a < off {
			continue
		}
		vals := e.vals(f, en, s.A[a])
		e.escape(f, en, vals)
		if j < len(s.Asks) && s.Asks[j] != "" {
			e.lend(vals, strings.Split(s.Asks[j], ","))
		}
	}
}

// lend runs the methods by which a library calls the objects that it is handed, where they register something: when
// that is the library's business, and so is what they store.
func (e *eval) lend(vals []value, methods []string) {
	for _, v := range vals {
		for _, m := range methods {
			if e.methodRegisters(v.typ, m) {
				r := e.rootOf("escape", v, m, nil)
				r.frame.root = nil // it answers no request
				e.raise(r.frame, wire)
			}
		}
	}
}

// methodRegisters reports whether the method of typ leads to a registration, or to the method of an embedded interface
// that may.
func (e *eval) methodRegisters(typ, name string) bool {
	info := e.w.typ(typ)
	if info == nil {
		return false
	}
	i := slices.IndexFunc(info.Methods, func(m method) bool { return m.Name == name })
	if i < 0 {
		return false
	}
	m := &info.Methods[i]
	return m.Iface != "" && len(m.Path) > 0 || m.Iface == "" && !m.Ext && e.w.registers(m.Fn)
}

// routes reports whether a rule takes care of the functions of its call.
func (e *eval) routes(rule string) bool {
	return rule != "" && e.rules.Rule(rule) != nil
}

// runValues calls the function values of operand a with unknown arguments.
func (e *eval) runValues(f *frame, en *env, i, a int, lvl level) {
	ci := e.info(f, en, i)
	s := &f.fn.Stmts[i]
	ln := link{from: f, env: en, stmt: i, off: 1, vals: [][]value{}}
	switch pkg := pkgOfFull(s.Callee); {
	case a > 0 && (pkg == "slices" || pkg == "maps"):
		ln.vals, ln.box = nil, 1
	case s.Callee == "(*sync.Map).Range":
		ln.vals, ln.box, ln.kept = nil, 1, true
	}
	for _, v := range e.vals(f, en, s.A[a]) {
		if v.k == vFunc {
			e.callValue(ci, v, ln, false)
		}
	}
	e.raiseAll(ci, lvl)
}

// escape runs functions that code which is not followed gets hold of and may call at any time: their stores
// and registrations count, their dependency calls do not.
func (e *eval) escape(f *frame, en *env, vals []value) {
	for _, v := range vals {
		e.escapeOne(f, v, 0)
	}
}

func (e *eval) escapeOne(f *frame, v value, depth int) {
	switch v.k {
	case vFunc:
		key := "escape:" + itoa(v.c.id)
		if e.inits[key] {
			return
		}
		if v.c.op == opFunc {
			if fn := e.w.fn(v.c.key); fn != nil && e.acts(fn, wire) {
				e.inits[key] = true
				if fr := e.newFrame(fn, f, v.c); fr != nil {
					fr.root = nil
					fr.links = []link{{from: f, vals: [][]value{}}}
					e.raise(fr, wire)
				}
			}
			return
		}
		e.escapeMethod(f, v)
	case vPtr, vAgg:
		if depth > 2 || v.l.o.kind != objAlloc {
			return
		}
		for _, el := range e.elements(v.l) {
			var have set
			e.read(el, &have, &places{})
			for _, w := range have.list {
				e.escapeOne(f, w, depth+1)
			}
		}
	}
}

// looseCalls bounds how deep below another handler stores are looked for that a probe could read.
const looseCalls = 3

// loosely runs a function that answers no probe, or that runs before those that do, for what it stores: a probe may
// read it. What it calls is hardly told apart.
func (e *eval) loosely(f *frame, rf ref) {
	if rf.v.k != vFunc || rf.method != "" {
		return
	}
	n := len(e.frames)
	e.escapeOne(f, rf.v, 0)
	for _, g := range e.frames[n:] {
		g.loose = looseCalls
	}
}

// escapeMethod runs a bound method that escapes.
func (e *eval) escapeMethod(f *frame, v value) {
	nd := &v.c.f.fn.Nodes[v.c.n]
	if !e.relevantMethod(nd.Str2) {
		return
	}
	r := e.rootOf("escape:"+itoa(v.c.id), v, "", nil)
	r.frame.root = nil // it answers no request that is looked at
	e.raise(r.frame, wire)
}

// extResult adds what is known of the result of a call that is not followed. false: nothing is.
func (q *query) extResult(f *frame, en *env, nd *node) bool {
	e := q.e
	s := &f.fn.Stmts[nd.S]
	if s.Rule != "" && q.ruleResult(f, en, nd) {
		return true
	}
	if stringModel(s.Callee) {
		q.addTexts(f, en, s.A, e.stringCall(f, en, s))
		return true
	}
	if m, ok := valueModels[s.Callee]; ok && q.modelResult(f, en, nd, m) {
		return true
	}
	if q.returnedFunc(f, en, s) {
		return true
	}
	if nd.N == 0 && e.setsAddress(s) != nil {
		q.node(f, en, s.A[0])
		return true
	}
	q.extObject(e.info(f, en, nd.S), nd)
	return true
}

func (q *query) modelResult(f *frame, en *env, nd *node, m valueModel) bool {
	e := q.e
	s := &f.fn.Stmts[nd.S]
	known := false // what the result is may be in q.out already
	if m.load > 0 && nd.N == 0 {
		for _, v := range e.vals(f, en, s.A[m.load-1]) {
			if l, ok := deref(v); ok {
				q.load(loc{l.o, l.path + ".$kept"}, 0)
			}
		}
		return true
	}
	for _, a := range m.pass {
		if nd.N == 0 {
			vals := e.walked(e.vals(f, en, s.A[a]))
			q.add(vals)
			known = known || len(vals) > 0
		}
	}
	for _, a := range m.elems {
		for _, v := range e.vals(f, en, s.A[a]) {
			if l, ok := deref(v); ok {
				for _, el := range e.elements(l) {
					kept := &query{e: e}
					kept.load(el, 0)
					q.add(kept.out.list)
					known = known || len(kept.out.list) > 0
				}
			}
		}
	}
	if s.Callee == "flag.String" {
		ci := e.info(f, en, nd.S)
		o := e.extOf(ci, 0)
		for _, v := range e.vals(f, en, s.A[1]) {
			e.write(loc{o, "^"}, v, false)
		}
	}
	return known
}

// returnedFunc adds the function that a helper such as sync.OnceFunc gives back to be called.
func (q *query) returnedFunc(f *frame, en *env, s *stmt) bool {
	e := q.e
	off := recvOff(s)
	known := false // what is given back may be in q.out already
	give := func(arg int) {
		if arg >= 0 && arg+off < len(s.A) {
			vals := e.vals(f, en, s.A[arg+off])
			q.add(vals)
			known = known || len(vals) > 0
		}
	}
	for _, h := range e.cat.HigherOrder(s.Callee) {
		if h.When == "returned" {
			give(h.Arg)
		}
	}
	if fac := e.cat.Factory(s.Callee); fac != nil && !fac.Background {
		give(fac.Wraps)
	}
	return known
}

// factoryOf gives what a value made by a check constructor of a library does when it is called.
func (e *eval) factoryOf(v value) (*effect, bool) {
	if v.k != vSym || v.l.o.kind != objExt || v.l.path != "" || v.l.o.stmt < 0 {
		return nil, false
	}
	fac := e.cat.Factory(v.l.o.name)
	if fac == nil || fac.Effect == nil {
		return nil, false
	}
	x := fac.Effect
	return &effect{ID: x.ID, Kind: x.Kind, Product: x.Product, IO: x.IO, Shared: x.Shared, Callee: v.l.o.name, Addr: x.Addr, Context: x.Context}, true
}

// wrapped unfolds the results of rules that answer as what they were given, and says how that is invoked.
func (e *eval) wrapped(v value) (inner []value, form string, ok bool) {
	if v.k != vSym || v.l.o.kind != objExt || v.l.path != "" || v.l.o.stmt < 0 || v.l.o.frame == nil {
		return nil, "", false
	}
	o := v.l.o
	s := &o.frame.fn.Stmts[o.stmt]
	if s.Rule == "" {
		return nil, "", false
	}
	r := e.rules.Rule(s.Rule)
	if r == nil || r.Kind != catalog.KindWrap && r.Kind != catalog.KindStrip || r.Handler == catalog.None {
		return nil, "", false
	}
	a := r.Handler + recvOff(s)
	if a >= len(s.A) {
		return nil, "", false
	}
	return e.vals(o.frame, o.env, s.A[a]), r.As, true
}
