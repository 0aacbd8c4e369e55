package callgraph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

func itoa(n int) string { return strconv.Itoa(n) }

// call runs call statement i of f: registrations, models, callees.
func (e *eval) call(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	if s.Rule != "" && e.register(f, en, i) {
		return
	}
	if s.Amb {
		return
	}
	if s.Ext && s.Mode == callStatic && !e.checkRun(s) {
		e.external(f, en, i)
		return
	}
	e.registersCheck(f, en, i)
	if f.level == wire && f.fn.Pkg != "" && (!e.worthResolving(s) || e.checkRun(s)) { // roots call what they are made for
		if s.Ext {
			e.arguments(f, en, i)
		}
		return
	}
	ci := e.resolve(f, en, i)
	lvl := f.level
	if s.Go && !f.waited(s) && !e.awaited(f, s) {
		lvl = wire
	}
	ci.level = max(ci.level, lvl)
	for _, t := range ci.targets {
		if f.loose == 1 || f.loose > 0 && !t.f.fn.Main {
			continue // what a library stores for another request, no probe reads
		}
		if e.acts(t.f.fn, lvl) && (f.root == nil || !f.root.tests || e.w.flags(t.f.fn.Key)&(flagGuard|flagPass) != 0) {
			e.raise(t.f, lvl)
		}
	}
	if s.Ext {
		e.arguments(f, en, i)
	}
}

// waited reports whether what statement s of f starts is waited for: here, or by the caller that receives from the
// channel it gets.
func (f *frame) waited(s *stmt) bool {
	if s.Waits || !s.Hands {
		return s.Waits
	}
	for _, l := range f.links {
		if l.from != nil && l.from.fn.Stmts[l.stmt].Recvs {
			return true
		}
	}
	return false
}

// Flags of a function and all that it calls or makes.
const (
	flagStore  uint8 = 1 << iota // stores into what its caller can see
	flagReg                      // registers or hands functions to code that is not followed
	flagOpen                     // calls an interface or a function value
	flagEffect                   // dependency call
	flagGuard                    // tests the request
	flagWait                     // waits for work that is done elsewhere
	flagPass                     // passes its request on to a handler that it was given
)

// resolve finds the callees of call i of f, as far as they are known now.
func (e *eval) resolve(f *frame, en *env, i int) *callInfo {
	ci := e.info(f, en, i)
	e.current(ci.unit)
	e.reads(&ci.unit.readers)
	return ci
}

// findCallees works out what ci leads to and reports whether that is something else than before.
func (e *eval) findCallees(ci *callInfo) bool {
	f, en, i := ci.from, ci.key.env, ci.key.stmt
	s := &f.fn.Stmts[i]
	before := ci.outcome()
	ci.round++
	ci.open = false // what was unknown the last time may be known now
	if e.runsChecks(ci) {
		return ci.outcome() != before
	}
	switch s.Mode {
	case callStatic:
		if fn := e.w.fn(s.Callee); fn != nil {
			e.target(ci, targetKey{fn: s.Callee}, fn, nil, link{from: f, env: en, stmt: i}, false)
		} else {
			ci.noBody, ci.open = true, e.w.broken(s.Callee)
		}
	case callInvoke:
		e.invokeAll(ci, f, en, i)
	case callDynamic:
		for _, v := range e.vals(f, en, s.A[0]) {
			e.callValue(ci, v, link{from: f, env: en, stmt: i, off: 1}, false)
		}
	}
	return ci.outcome() != before
}

// outcome says what the readers of ci see of it.
func (ci *callInfo) outcome() callOutcome {
	out := callOutcome{len(ci.targets), len(ci.direct), 0, ci.open, ci.noBody, ci.known}
	for i := range ci.targets {
		if ci.past(ci.targets[i].round) {
			out.past++
		}
	}
	return out
}

type callOutcome struct {
	targets, direct, past int
	open, noBody, known   bool
}

// past reports whether what was found in a round came from values that were replaced since: the unknown content of
// a variable, above all, before its initialiser ran.
func (ci *callInfo) past(round int) bool {
	return round > 0 && round < ci.round && ci.unit.runs <= growOnly
}

// found is the round of what is found now.
func (ci *callInfo) found() int {
	if ci.unit.active {
		return ci.round
	}
	return 0
}

// invokeAll resolves a method call on every receiver.
func (e *eval) invokeAll(ci *callInfo, f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	for _, v := range e.vals(f, en, s.A[0]) {
		typ := v.typ
		if strings.HasPrefix(s.Iface, "$") || typ == "" && strings.Contains(s.Iface, "$") {
			if t, ok := f.targs[strings.TrimPrefix(s.Iface, "$")]; ok && typ == "" && !e.w.isInterface(t) {
				typ = t
			}
		}
		if typ == "" && v.k == vPtr && v.l.o.kind == objAlloc && v.l.o.typ != "" && e.w.typ("*"+v.l.o.typ) != nil {
			typ = "*" + v.l.o.typ
		}
		v.typ = typ
		e.invoke(ci, v, s.Method, link{from: f, env: en, stmt: i}, false)
	}
}

// invoke resolves method on what an interface holds. A nil that a constructor returns beside its error is never called.
func (e *eval) invoke(ci *callInfo, v value, name string, ln link, possible bool) {
	if v.k == vConst && (v.typ == "" || strings.HasPrefix(v.typ, "*")) {
		return
	}
	e.invokeOn(ci, v, name, ln, possible)
}

// invokeOn resolves method on receiver v. ln.off is the operand of parameter 0 or of what stands for it.
func (e *eval) invokeOn(ci *callInfo, v value, name string, ln link, possible bool) {
	if refs, ok := e.libraryCalls(v); ok {
		e.callRefs(ci, refs, possible)
		return
	}
	if inner, form, ok := e.wrapped(v); ok {
		if form != serves && form != catalog.AsFunc {
			e.callRefs(ci, e.refs(inner, form, 0), possible)
			return
		}
		for _, w := range inner {
			e.invoke(ci, w, name, ln, possible)
		}
		return
	}
	if refs, ok := e.fieldRuns(v); ok {
		e.callRefs(ci, refs, possible)
		return
	}
	if v.k == vSym && v.typ == "" {
		e.unresolved(ci)
		return
	}
	info := e.w.typ(v.typ)
	if info == nil {
		if v.k == vFunc { // a method of a function type that is not followed calls the function
			ln.off++
			e.callValue(ci, v, ln, possible)
			return
		}
		if !e.external1(v) {
			e.unresolved(ci)
		}
		return
	}
	for i := range info.Methods {
		if info.Methods[i].Name == name {
			e.method(ci, v, &info.Methods[i], ln, possible)
			return
		}
	}
	if v.k == vFunc {
		ln.off++
		e.callValue(ci, v, ln, possible)
	}
}

// external1 reports whether v came from code that is not followed, where an unknown method is no gap.
func (e *eval) external1(v value) bool {
	return v.typ != "" && e.cat.Class(pkgOfFull(strings.TrimLeft(v.typ, "*[]"))) != 0
}

// method calls m on v: walks embedded fields, then calls the function or invokes the embedded interface.
func (e *eval) method(ci *callInfo, v value, m *method, ln link, possible bool) {
	recvs := []value{v}
	e.demand(m.D)
	for n, step := range m.Path {
		ptr := strings.HasPrefix(step, "*")
		name := "." + strings.TrimPrefix(step, "*")
		last := n == len(m.Path)-1
		var next set
		for _, r := range recvs {
			l, ok := deref(r)
			if r.k == vAgg {
				l, ok = r.l, true
			}
			if !ok {
				continue
			}
			at := loc{l.o, l.path + name}
			if ptr || last && m.Iface != "" {
				e.read(at, &next, &places{})
			} else {
				next.add(value{k: vPtr, l: at})
			}
		}
		recvs = next.list
	}
	for _, r := range recvs {
		switch {
		case m.Iface != "" && len(m.Path) == 0: // the table of an interface leads nowhere
			e.unresolved(ci)
		case m.Iface != "":
			if m.Eff != nil && (r.k == vSym || r.typ == "") {
				e.direct(ci, m.Eff, r, possible)
				continue
			}
			e.promoted(ci, r, m.Name, ln, possible)
		case m.Ext:
			ci.known = true
			rule := e.rules.Rule(m.Rule)
			if rule != nil && rule.Kind == catalog.KindCheckRun {
				e.callRefs(ci, e.checksOf(rule, []value{r}), possible)
				continue
			}
			if rule != nil && ln.from != nil && ln.vals == nil {
				e.noteRule(rule, ln.from, ln.env, ln.stmt, false)
			}
			if m.Eff != nil {
				e.direct(ci, m.Eff, r, possible)
			} else if r.k == vFunc {
				l := ln
				l.off++
				e.callValue(ci, r, l, possible)
			}
		default:
			ci.known = true
			fn := e.w.fn(m.Fn)
			if fn == nil {
				if e.w.broken(m.Fn) {
					e.unresolved(ci)
				}
				continue
			}
			if m.Agg && r.k == vPtr && (r.typ == "" || strings.HasPrefix(r.typ, "*")) {
				r.k = vAgg // the method gets a copy of what the pointer points to
			}
			typ := r.typ
			r.typ = ""
			l := ln
			l.recv, l.has = r, true
			e.targetTyped(ci, targetKey{fn: m.Fn, recv: r}, fn, typ, l, possible)
		}
	}
}

// promoted invokes the method of an embedded interface. A wrapper that took its own place (s.store = &cached{s.store})
// embeds itself as far as anyone can tell; what it stands for was asked already then.
func (e *eval) promoted(ci *callInfo, r value, name string, ln link, possible bool) {
	k := promotion{ci, r, name}
	if e.promoting[k] {
		return
	}
	e.promoting[k] = true
	e.invoke(ci, r, name, ln, possible)
	delete(e.promoting, k)
}

// promotion is a method of an embedded interface that is being looked for.
type promotion struct {
	ci     *callInfo
	recv   value
	method string
}

func (e *eval) targetTyped(ci *callInfo, k targetKey, fn *function, typ string, l link, possible bool) {
	if i := e.target(ci, k, fn, nil, l, possible); i >= 0 {
		ci.targets[i].dynamic = true
		e.bindTypeArgs(ci.targets[i].f, typeArgsOf(typ))
	}
}

// callValue calls function value v. ln.off is the operand of its first argument.
func (e *eval) callValue(ci *callInfo, v value, ln link, possible bool) {
	if v.k != vFunc {
		if eff, ok := e.factoryOf(v); ok {
			e.direct(ci, eff, v, possible)
		} else if refs, ok := e.libraryCalls(v); ok {
			e.callRefs(ci, refs, possible)
		} else if h, ok := e.asHandler(v); ok {
			ln.off--
			e.invoke(ci, h, "ServeHTTP", ln, possible)
		} else if v.k == vSym && library(v) {
			e.walk(ci, v, ln)
		} else if v.k == vSym {
			e.unresolved(ci)
		}
		return
	}
	c := v.c
	if refs, ok := e.boundRuns(c); ok {
		e.callRefs(ci, refs, possible)
		return
	}
	switch c.op {
	case opFunc:
		fn := e.w.fn(c.key)
		if fn == nil {
			if e.registersBy(c, ln) {
				return
			}
			if c.eff != nil {
				e.direct(ci, c.eff, value{}, possible)
			} else if e.w.broken(c.key) {
				e.unresolved(ci)
			}
			return
		}
		if i := e.target(ci, targetKey{fn: c.key, clo: c}, fn, c, ln, possible); i >= 0 {
			ci.targets[i].dynamic = true
		}
	case opBound:
		e.callBound(ci, c, ln, possible)
	case opThunk:
		e.callThunk(ci, c, ln, possible)
	}
}

// callBound calls a method value. Its receiver takes the operand before the first argument.
func (e *eval) callBound(ci *callInfo, c *closure, ln link, possible bool) {
	nd := &c.f.fn.Nodes[c.n]
	ln.off--
	switch r := c.recv; {
	case e.nilBeside(c, nd):
	case r.k == vSym && r.typ == "" && e.registersBy(c, ln):
	case nd.Str == "" && r.k == vSym && c.eff != nil:
		e.direct(ci, c.eff, r, possible)
	case nd.Str == "":
		e.invoke(ci, r, nd.Str2, ln, possible)
	default:
		if r.typ = e.concrete(c.f, nd.Str, r); e.w.typ(r.typ) == nil && c.eff != nil {
			e.direct(ci, c.eff, r, possible)
			return
		}
		e.invokeOn(ci, r, nd.Str2, ln, possible)
	}
}

// registersBy notes the call of a function value that registers what it is called with: the Handle method of a group
// that a module is given, http.HandleFunc.
func (e *eval) registersBy(c *closure, ln link) bool {
	r := e.rules.Rule(c.rule)
	if r == nil || !registering(r.Kind) || ln.from == nil || ln.from.fn.Pkg == "" || ln.vals != nil {
		return false
	}
	e.noteRule(r, ln.from, ln.env, ln.stmt, false)
	return true
}

// nilBeside reports whether the method value of a pointer is bound to nil though the pointer can be something else:
// then the nil is never called. Of interfaces, invoke takes care.
func (e *eval) nilBeside(c *closure, nd *node) bool {
	return isNil(c.recv) && strings.HasPrefix(nd.Str, "*") && slices.ContainsFunc(e.vals(c.f, c.env, nd.A[0]), func(v value) bool { return v.k != vConst })
}

// callThunk calls a method expression: the receiver is the first argument.
func (e *eval) callThunk(ci *callInfo, c *closure, ln link, possible bool) {
	nd := &c.f.fn.Nodes[c.n]
	if ln.vals != nil || ln.from == nil {
		return
	}
	args := ln.from.fn.Stmts[ln.stmt].A
	if ln.off >= len(args) {
		return
	}
	for _, r := range e.vals(ln.from, ln.env, args[ln.off]) {
		if nd.Str != "" {
			r.typ = nd.Str
		}
		e.invoke(ci, r, nd.Str2, ln, possible)
	}
}

// walk runs the function that is handed to an iterator of package slices or maps, on the elements it walks over.
func (e *eval) walk(ci *callInfo, v value, ln link) {
	o := v.l.o
	if pkg := pkgOfFull(o.name); pkg != "slices" && pkg != "maps" || ln.vals != nil || ln.from == nil {
		return
	}
	args := ln.from.fn.Stmts[ln.stmt].A
	for _, a := range args[min(ln.off, len(args)):] {
		for _, y := range e.vals(ln.from, ln.env, a) {
			if y.k == vFunc {
				e.callValue(ci, y, link{from: o.frame, env: o.env, stmt: o.stmt, off: 1, box: 1}, false)
			}
		}
	}
}

// walked replaces the iterators of package slices and maps among vs by what they walk over.
func (e *eval) walked(vs []value) []value { return e.walkedOnce(vs, map[*object]bool{}) }

// walkedOnce is walked but for the iterators in seen: a variable can be made of itself.
func (e *eval) walkedOnce(vs []value, seen map[*object]bool) []value {
	var out []value
	for _, v := range vs {
		o := v.l.o
		if pkg := ""; v.k == vSym && o.kind == objExt && o.frame != nil && o.stmt >= 0 && v.l.path == "" {
			if pkg = pkgOfFull(o.name); pkg == "slices" || pkg == "maps" {
				if s := &o.frame.fn.Stmts[o.stmt]; len(s.A) > 0 {
					if !seen[o] {
						seen[o] = true
						out = append(out, e.walkedOnce(e.vals(o.frame, o.env, s.A[0]), seen)...)
					}
					continue
				}
			}
		}
		out = append(out, v)
	}
	return out
}

// library reports whether a function value came from code that is not followed, such as the cancel function
// of a context: what the tables do not know of it is no gap.
func library(v value) bool {
	if v.l.o.kind != objExt || v.l.o.stmt < 0 || v.l.o.frame == nil {
		return false
	}
	s := &v.l.o.frame.fn.Stmts[v.l.o.stmt]
	_, carries := carriers[s.Callee]
	return s.Ext && !carries
}

func (e *eval) unresolved(ci *callInfo) { ci.open = true }

// direct records a dependency call that has no frame.
func (e *eval) direct(ci *callInfo, eff *effect, recv value, possible bool) {
	for i := range ci.direct {
		if o := &ci.direct[i]; o.eff == eff && o.recv == recv && o.possible == possible {
			o.round = min(o.round, 1) * ci.found()
			return
		}
	}
	ci.direct = append(ci.direct, directEffect{eff: eff, recv: recv, possible: possible, round: ci.found()})
}

// target adds a callee to ci, or a further way into it, and returns its index; -1 when a bound was hit.
func (e *eval) target(ci *callInfo, k targetKey, fn *function, clo *closure, ln link, possible bool) int {
	if i, ok := ci.index[k]; ok {
		ci.targets[i].round = min(ci.targets[i].round, 1) * ci.found()
		return i
	}
	if len(ci.targets) >= setLimit {
		e.bounded("callees of a call")
		return -1
	}
	t := target{round: ci.found(), possible: possible, dynamic: ci.from.fn.Stmts[ci.key.stmt].Mode != callStatic}
	if old := e.recursion(ci.from, fn, k); old != nil {
		t.f = old
		e.fold(old, clo)
		e.addLink(old, ln)
	} else if old, full := e.crowded(ci, fn, clo); full {
		return -1
	} else if old != nil {
		t.f = old
		e.addLink(old, ln)
		e.bindTypeArgs(old, e.substitute(ci.from, ci.from.fn.Stmts[ci.key.stmt].TArgs))
	} else {
		f := e.newFrame(fn, ci.from, clo)
		if f == nil {
			return -1
		}
		f.recv = k.recv
		f.links = []link{ln}
		e.bindTypeArgs(f, e.substitute(ci.from, ci.from.fn.Stmts[ci.key.stmt].TArgs))
		t.f = f
	}
	ci.index[k] = len(ci.targets)
	ci.targets = append(ci.targets, t)
	if !ci.unit.active { // otherwise they are told when it is done
		e.notify(&ci.unit.readers)
	}
	return len(ci.targets) - 1
}

// recursion finds the frame on the stack that a call of fn folds into: one that the same receiver or
// function value entered before, or the third of its kind.
func (e *eval) recursion(from *frame, fn *function, k targetKey) *frame {
	n := 0
	for p := range from.ancestors {
		if p.fn != fn {
			continue
		}
		if n++; n >= 2 || p.recv == k.recv && p.clo == k.clo {
			return p
		}
	}
	return nil
}

// fold has f also stand for a call of clo: what that captured may be other values than what f has.
func (e *eval) fold(f *frame, clo *closure) {
	if clo == nil || clo.f == nil || f.fn.NFree == 0 || f.clo == clo || slices.Contains(f.folded, clo) {
		return
	}
	f.folded = append(f.folded, clo)
	e.notify(&f.entry)
}

// crowded gives the frame that calls of fn share once it was told apart often enough, by the contexts of one call
// or by all calls; nil before that. full: there are so many function values of one literal that no more are run.
// Functions that register are always told apart, and so is what a handler runs.
func (e *eval) crowded(ci *callInfo, fn *function, clo *closure) (shared *frame, full bool) {
	if ci.from.root != nil || e.w.registers(fn.Key) {
		return nil, false
	}
	contexts, sites := e.limits.contexts, e.limits.sites
	if fn.Main {
		contexts, sites = e.limits.ownContexts, e.limits.ownSites
	}
	if ci.from.loose > 0 {
		contexts, sites = 1, 4
	}
	own := fnKind{fn, ci.from.loose > 0} // what runs loosely takes nothing away from the rest
	k := siteKey{ci.from.fn, ci.key.stmt, own, nil}
	if clo != nil && fn.NFree > 0 {
		k = siteKey{nil, 0, own, clo}
	}
	e.perSite[k]++
	e.perFn[own]++
	if e.perSite[k] <= contexts && e.perFn[own] <= sites {
		return nil, false
	}
	f := e.shared[sharedKey{own, k.clo}]
	if f == nil && k.clo != nil && e.perFn[own] > sites {
		e.bounded("function values of one literal")
		return nil, true
	}
	if f == nil {
		if f = e.newFrame(fn, nil, clo); f == nil {
			return nil, true
		}
		e.bounded("call sites of one function")
		f.loose = ci.from.looser()
		e.shared[sharedKey{own, k.clo}] = f
	}
	return f, false
}

// fnKind is a function as it is called: by what runs loosely, or by anything else.
type fnKind struct {
	fn    *function
	loose bool
}

type sharedKey struct {
	fn  fnKind
	clo *closure
}

// siteKey is a call in the code and one of its callees, or a function value with captured variables.
type siteKey struct {
	in   *function
	stmt int
	fn   fnKind
	clo  *closure
}

func (e *eval) addLink(f *frame, ln link) {
	if f.crowd {
		return
	}
	if len(f.links) >= e.limits.links {
		e.bounded("ways into one function")
		f.crowd = true
		e.notify(&f.entry)
		return
	}
	for _, l := range f.links {
		if l.vals == nil && l.from == ln.from && l.env == ln.env && l.stmt == ln.stmt && l.recv == ln.recv {
			return
		}
	}
	f.links = append(f.links, ln)
	e.notify(&f.entry)
}

func (e *eval) newFrame(fn *function, parent *frame, clo *closure) *frame {
	f := &frame{id: len(e.frames) + 1, fn: fn, parent: parent, clo: clo}
	if parent != nil {
		f.depth, f.root, f.loose = parent.depth+1, parent.root, parent.looser()
	}
	if f.depth > e.limits.depth {
		e.bounded("depth of calls")
		return nil
	}
	if len(e.frames) >= e.limits.frames {
		e.bounded("calls")
		return nil
	}
	if clo != nil && clo.f != nil {
		f.targs = clo.f.targs
	}
	e.frames = append(e.frames, f)
	e.framesOf[fn] = append(e.framesOf[fn], f)
	return f
}

// substitute replaces type parameters of f in type arguments.
func (e *eval) substitute(f *frame, targs []string) []string {
	out := make([]string, len(targs))
	for i, t := range targs {
		star := t[:len(t)-len(strings.TrimLeft(t, "*"))]
		out[i] = t
		if rest := t[len(star):]; strings.HasPrefix(rest, "$") {
			if a, ok := f.targs[rest[1:]]; ok {
				out[i] = star + a
			}
		}
	}
	return out
}

func (e *eval) bindTypeArgs(f *frame, targs []string) {
	for i, t := range targs {
		if i >= len(f.fn.TParams) || strings.Contains(t, "$") {
			continue
		}
		if f.targs == nil {
			f.targs = map[string]string{}
		}
		if p := f.fn.TParams[i]; f.targs[p] != t {
			f.targs[p] = t
			e.notify(&f.entry)
		}
	}
}

// typeArgsOf splits the type arguments off a type key: *a.Cache[b.T,c.U] gives b.T and c.U.
func typeArgsOf(key string) []string {
	i := strings.IndexByte(key, '[')
	if i <= 0 || !strings.HasSuffix(key, "]") || strings.HasPrefix(strings.TrimLeft(key, "*"), "[") {
		return nil
	}
	var out []string
	depth, start := 0, i+1
	for j := i + 1; j < len(key)-1; j++ {
		switch key[j] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, key[start:j])
				start = j + 1
			}
		}
	}
	return append(out, key[start:len(key)-1])
}

// result adds result nd.N of a call.
func (q *query) result(f *frame, en *env, nd *node) {
	e := q.e
	s := &f.fn.Stmts[nd.S]
	en = e.restrict(en, s.Iters)
	if len(s.Iters) > 0 && en.size() < len(s.Iters) {
		for it := range e.iterations(f, nil, s.Iters, false) {
			q.resultOf(f, it, nd)
		}
		return
	}
	q.resultOf(f, en, nd)
}

func (q *query) resultOf(f *frame, en *env, nd *node) {
	e := q.e
	s := &f.fn.Stmts[nd.S]
	if len(nd.A) > 0 {
		q.carriedResult(f, en, nd)
		return
	}
	if s.Ext && s.Mode == callStatic || s.Rule != "" && !strings.HasPrefix(s.Rule, shapeRule) {
		if q.extResult(f, en, nd) {
			return
		}
	}
	if q.newlyWrapped(f, en, nd) {
		return
	}
	ci := e.resolve(f, en, nd.S)
	for _, t := range ci.targets {
		if ci.past(t.round) {
			continue
		}
		if t.f.level == idle {
			e.pull(t.f)
		}
		for _, r := range t.f.fn.Rets {
			if nd.N >= len(r.Vals) || r.Void>>nd.N&1 != 0 && !e.mode.is(strict) {
				continue
			}
			for en := range e.iterations(t.f, nil, r.Iters, false) {
				if e.returns(t.f, en, &r) {
					q.add(e.vals(t.f, en, r.Vals[nd.N]))
				}
			}
		}
	}
	if ci.open || ci.noBody || len(ci.direct) > 0 || s.Ext && len(ci.targets) == 0 || s.Amb {
		q.extObject(ci, nd)
	}
}

// returns reports whether return r of f can be come by. A look-up that walks over a list of the program is always
// worth deciding: its callers tell elements apart by name.
func (e *eval) returns(f *frame, en *env, r *ret) bool {
	old := e.mode
	if en != nil && f.fn.Main {
		e.mode &^= lenient
	}
	ok := e.holds(f, en, r.Guard) != no
	e.mode = old
	return ok
}

// extObject adds the unknown result of a call.
func (q *query) extObject(ci *callInfo, nd *node) {
	o := q.e.extOf(ci, nd.N)
	if nd.Str2 == "agg" {
		q.out.add(value{k: vAgg, l: loc{o, ""}})
		return
	}
	q.out.add(value{k: vSym, l: loc{o, ""}})
}

func (e *eval) extOf(ci *callInfo, n int) *object {
	for len(ci.ext) <= n {
		ci.ext = append(ci.ext, nil)
	}
	if ci.ext[n] == nil {
		s := &ci.from.fn.Stmts[ci.key.stmt]
		o := e.newObject(objExt, "", s.Callee)
		o.frame, o.env, o.stmt, o.from = ci.from, ci.key.env, ci.key.stmt, ci
		ci.ext[n] = o
	}
	return ci.ext[n]
}
