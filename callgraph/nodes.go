package callgraph

import (
	"slices"
	"strconv"
	"strings"
)

// nodeKey is a node of a frame under loop bindings; values are computed once per query.
type nodeKey struct {
	f *frame
	e *env
	n int
}

// query is one evaluation: what was visited is not visited again, which also ends cycles.
type query struct {
	e    *eval
	seen few[nodeKey]
	out  set
	had  [4]*value // the first value of each list that was added last
	next int       // the place in had that is overwritten next
}

// visitLimit bounds the nodes and places that the evaluation of one value visits. A value that takes more is
// made of so many alternatives that a person could not use it.
const visitLimit = 100_000

// spent counts one visit and reports whether the value at hand, or the whole evaluation, has used up its share.
func (e *eval) spent() bool {
	e.visits++
	e.limits.visits--
	if e.left--; e.left < 0 {
		return true
	}
	if e.limits.visits < 0 {
		if e.limits.visits == -1 {
			e.bounded("visits of values")
		}
		return true
	}
	if e.visits == visitLimit+1 {
		e.bounded("visits for one value")
	}
	return e.visits > visitLimit
}

// node adds the values of n to the query.
func (q *query) node(f *frame, en *env, n int) {
	k := nodeKey{f, en, n}
	if q.seen.has(k) || q.e.spent() {
		return
	}
	q.seen.add(k)
	if f.root != nil && f.root.given != nil && f.root.frame == f {
		if text, ok := f.root.given[n]; ok {
			q.out.add(value{k: vConst, s: "s:" + text})
			return
		}
	}
	nd := &f.fn.Nodes[n]
	if len(nd.D) > 0 {
		if q.e.leaveOpen(nd.D) {
			q.out.add(value{k: vSym, l: loc{q.e.unknownOf(f, n), ""}})
			return
		}
		q.e.demand(nd.D)
		if q.e.mode.is(strict) && q.e.doubtful(nd.D) {
			q.out.add(value{k: vSym, l: loc{q.e.unknownOf(f, n), ""}})
		}
	}
	switch nd.Op {
	case opUnknown:
		q.out.add(value{k: vSym, l: loc{q.e.unknownOf(f, n), ""}})
	case opConst:
		q.out.add(value{k: vConst, s: nd.Str})
	case opParam:
		q.param(f, nd.N)
	case opFree:
		q.free(f, nd.N)
	case opGlobal:
		q.out.add(value{k: vPtr, l: loc{q.e.globalOf(nd.Str), ""}})
	case opAlloc:
		q.alloc(f, en, n)
	case opFunc, opThunk:
		q.out.add(value{k: vFunc, c: q.e.closureOf(f, en, n, value{})})
	case opBound:
		for _, r := range q.e.vals(f, en, nd.A[0]) {
			q.out.add(value{k: vFunc, c: q.e.closureOf(f, en, n, r)})
		}
	case opPhi:
		for _, a := range nd.A {
			q.node(f, en, a)
		}
	case opSubstr:
		q.substring(f, en, nd)
	case opWhen:
		if q.e.holds(f, en, nd.A[1]) != no {
			q.node(f, en, nd.A[0])
		}
	case opIface:
		for _, v := range q.e.vals(f, en, nd.A[0]) {
			v.typ = q.e.concrete(f, nd.Str, v)
			q.out.add(v)
		}
	case opAssert:
		q.assert(f, en, nd)
	case opResult:
		q.result(f, en, nd)
	case opReqPath, opReqField:
		q.request(f, en, nd)
	case opCompare, opNot, opAnd, opOr, opMatch, opMember:
		q.truth(f, en, n)
	case opConcat:
		q.concat(f, en, nd.A)
	case opBits:
		q.bits(f, en, n)
	default:
		q.place(f, en, n)
	}
}

// add adds values that were worked out before, without those that something known has replaced since: in a
// recursion a value is made of itself and would keep them.
func (q *query) add(vs []value) {
	if len(vs) == 0 || slices.Contains(q.had[:], &vs[0]) {
		return
	}
	q.had[q.next] = &vs[0]
	q.next = (q.next + 1) % len(q.had)
	for _, v := range vs {
		if !q.e.stale(v) {
			q.out.add(v)
		}
	}
}

// place evaluates addresses, loads and loop elements.
func (q *query) place(f *frame, en *env, n int) {
	e, nd := q.e, &f.fn.Nodes[n]
	switch nd.Op {
	case opField, opElem:
		for _, v := range e.vals(f, en, nd.A[0]) {
			if l, ok := deref(v); ok {
				for _, step := range e.steps(f, en, nd) {
					q.out.add(value{k: vPtr, l: loc{l.o, l.path + step}})
				}
			}
		}
	case opFieldVal:
		step := "." + nd.Str
		if strings.HasPrefix(nd.Str, "[") {
			step = nd.Str
		}
		for _, v := range e.vals(f, en, nd.A[0]) {
			q.content(v, step, nd.N)
		}
	case opLoad:
		for _, v := range e.vals(f, en, nd.A[0]) {
			if l, ok := deref(v); ok {
				q.load(l, nd.N)
			}
		}
	case opRecv:
		for _, v := range e.vals(f, en, nd.A[0]) {
			if l, ok := deref(v); ok {
				q.load(loc{l.o, l.path + ".<-"}, nd.N)
			}
		}
	case opLookup:
		q.lookup(f, en, nd)
	case opIterKey, opIterVal, opIterAddr:
		q.iter(f, en, nd)
	case opAppend:
		q.appended(f, en, n)
	}
}

// steps gives the steps from an object to the field or the elements that nd is the address of.
func (e *eval) steps(f *frame, en *env, nd *node) []string {
	switch {
	case nd.Op == opField:
		return []string{"." + nd.Str}
	case nd.Str != "":
		return []string{"[" + nd.Str + "]"}
	case len(nd.A) < 2:
		return []string{"[*]"}
	}
	var out []string
	for _, v := range e.vals(f, en, nd.A[1]) {
		i, ok := strings.CutPrefix(v.s, "i:")
		if v.k != vConst || !ok {
			return []string{"[*]"}
		}
		out = append(out, "["+i+"]")
	}
	if out == nil {
		return []string{"[*]"}
	}
	return out
}

// content adds field step of struct value v.
func (q *query) content(v value, step string, agg int) {
	switch v.k {
	case vAgg, vSym, vPtr:
		q.load(loc{v.l.o, v.l.path + step}, agg)
	}
}

// load adds what is stored at l; a struct stands for its place.
func (q *query) load(l loc, agg int) {
	if agg == 1 {
		q.out.add(value{k: vAgg, l: l})
		return
	}
	q.e.open(l.o)
	q.e.read(l, &q.out, &places{})
}

// open runs the initialiser of a package whose variable is read.
func (e *eval) open(o *object) {
	if o.kind != objGlobal {
		return
	}
	e.runInit(pkgOfFull(o.name) + ".init")
}

func (q *query) param(f *frame, i int) {
	e := q.e
	if f.alias != nil {
		if v, ok := e.requestParam(f, i); ok {
			q.out.add(v)
			return
		}
		q.param(f.alias, i)
		return
	}
	e.reads(&f.entry)
	q.entered(f, i)
	if len(f.links) == 0 || f.crowd {
		q.out.add(e.symParam(f, i))
	}
}

// entered adds what parameter i of f is by the ways into f.
func (q *query) entered(f *frame, i int) {
	e := q.e
	for _, l := range f.links {
		if e.spent() {
			return
		}
		switch {
		case i == 0 && l.has:
			q.out.add(l.recv)
		case l.box > 0:
			q.elementsOf(f, l, i)
		case l.vals != nil:
			j := i
			if l.has {
				j--
			}
			if j < len(l.vals) && l.vals[j] != nil {
				q.add(l.vals[j])
				continue
			}
			q.out.add(e.symParam(f, i))
		default:
			a := l.off + i
			args := l.from.fn.Stmts[l.stmt].A
			if a >= len(args) || l.from.fn.Nodes[args[a]].Op == opUnknown {
				q.out.add(e.symParam(f, i))
				continue
			}
			q.add(e.vals(l.from, l.env, args[a]))
		}
	}
}

// elementsOf adds the elements of the container that a library function walks over.
func (q *query) elementsOf(f *frame, l link, i int) {
	all := q.out
	q.out = set{}
	defer func() {
		got := q.out.list
		q.out = all
		q.add(got)
	}()
	boxes := q.e.vals(l.from, l.env, l.from.fn.Stmts[l.stmt].A[l.box-1])
	for _, v := range boxes {
		at, ok := deref(v)
		if !ok {
			continue
		}
		if l.kept {
			q.e.demand([]int{anyKept})
			q.load(loc{at.o, at.path + ".$kept"}, 0)
			continue
		}
		for _, el := range q.e.elements(at) {
			if strings.HasSuffix(el.path, "}") {
				q.load(loc{el.o, el.path + "~k"}, 0)
				q.load(loc{el.o, el.path + "~v"}, 0)
				continue
			}
			q.load(el, 0)
			if i < len(f.fn.Params) && !strings.HasPrefix(f.fn.Params[i], "*") {
				q.out.add(value{k: vAgg, l: el})
			}
		}
	}
	if len(q.out.list) == 0 && !empty(boxes) {
		q.out.add(q.e.symParam(f, i))
	}
}

// empty reports whether containers that have no elements are known, so that there are none.
func empty(boxes []value) bool {
	for _, v := range boxes {
		if !isNil(v) && (v.k != vPtr || v.l.o.kind != objAlloc || v.l.o.tainted(v.l.path)) {
			return false
		}
	}
	return len(boxes) > 0
}

// symParam is the unknown value of parameter i of f: a pointer to an object nobody made.
func (e *eval) symParam(f *frame, i int) value {
	for len(f.syms) <= i {
		f.syms = append(f.syms, nil)
	}
	if f.syms[i] == nil {
		typ := ""
		if i < len(f.fn.Params) {
			typ = f.fn.Params[i]
		}
		o := e.newObject(objSym, typ, "parameter "+strconv.Itoa(i)+" of "+f.fn.Name)
		o.req = f.root != nil
		if f.root != nil && f.root.bound != nil {
			o.bound = f.root.bound
		}
		f.syms[i] = o
	}
	return value{k: vSym, l: loc{f.syms[i], ""}}
}

func (q *query) free(f *frame, i int) {
	if f.clo == nil || f.clo.f == nil {
		q.out.add(q.e.symParam(f, len(f.fn.Params)+i))
		return
	}
	q.captured(f.clo, i)
	q.e.reads(&f.entry)
	for _, c := range f.folded {
		q.captured(c, i)
	}
}

func (q *query) captured(c *closure, i int) {
	if a := c.f.fn.Nodes[c.n].A; i < len(a) {
		q.add(q.e.vals(c.f, c.env, a[i]))
	}
}

func (e *eval) globalOf(key string) *object {
	o := e.global[key]
	if o == nil {
		o = e.newObject(objGlobal, "", key)
		e.global[key] = o
	}
	return o
}

func (e *eval) unknownOf(f *frame, n int) *object {
	k := allocKey{f, -1 - n, nil}
	o := e.allocs[k]
	if o == nil {
		o = e.newObject(objExt, "", "")
		o.stmt = -1
		e.allocs[k] = o
	}
	return o
}

// alloc adds the instance of an allocation for the iteration at hand, or all its instances.
func (q *query) alloc(f *frame, en *env, n int) {
	e := q.e
	nd := &f.fn.Nodes[n]
	sub := e.restrict(en, nd.Iters)
	if len(nd.Iters) > 0 && sub.size() < len(nd.Iters) {
		k := allocKey{f, n, nil}
		e.wantInstances(f, n)
		e.dependOn(loc{e.siteOf(f, n), "#"})
		for _, o := range e.allocL[k] {
			q.out.add(value{k: vPtr, l: loc{o, ""}})
		}
		return
	}
	k := allocKey{f, n, sub}
	o := e.allocs[k]
	if o == nil {
		o = e.newObject(objAlloc, nd.Str, "")
		o.frame, o.env, o.stmt = f, sub, n
		e.allocs[k] = o
		if len(nd.Iters) > 0 {
			all := allocKey{f, n, nil}
			e.allocL[all] = append(e.allocL[all], o)
			e.touch(loc{e.siteOf(f, n), "#"})
		}
	}
	q.out.add(value{k: vPtr, l: loc{o, ""}})
}

// siteOf stands for all instances of an allocation, for dependencies.
func (e *eval) siteOf(f *frame, n int) *object {
	k := allocKey{f, -1_000_000 - n, nil}
	o := e.allocs[k]
	if o == nil {
		o = e.newObject(objExt, "", "")
		o.stmt = -1
		e.allocs[k] = o
	}
	return o
}

// restrict keeps the bindings of en for its.
func (e *eval) restrict(en *env, its []int) *env {
	if en == nil {
		return nil
	}
	var out *env
	for _, it := range its {
		if el, ok := en.get(it); ok {
			out = e.part(out, it, el)
		}
	}
	return e.numbered(out)
}

// extended adds a binding to up.
func (e *eval) extended(up *env, iter int, el loc) *env { return e.numbered(e.part(up, iter, el)) }

// part is extended for an env that may be of use as a part of others alone.
func (e *eval) part(up *env, iter int, el loc) *env {
	k := envKey{up, iter, el}
	en := e.envs[k]
	if en == nil {
		en = &env{iter: int32(iter), up: up, el: el}
		e.envs[k] = en
	}
	return en
}

// numbered gives en its number, by which statements are ordered.
func (e *eval) numbered(en *env) *env {
	if en != nil && en.id == 0 {
		e.lastEnv++
		en.id = e.lastEnv
	}
	return en
}

// closureOf makes the function value of node n of f.
func (e *eval) closureOf(f *frame, en *env, n int, recv value) *closure {
	nd := &f.fn.Nodes[n]
	if len(nd.A) == 0 && nd.Op == opFunc {
		en = nil
	}
	k := closureKey{f, en, n, recv}
	c := e.clos[k]
	if c == nil {
		c = &closure{id: len(e.clos) + 1, f: f, env: en, n: n, op: nd.Op, key: nd.Str, recv: recv, rule: nd.Rule}
		if nd.Eff > 0 {
			c.eff = &f.fn.Effects[nd.Eff-1]
		}
		e.clos[k] = c
	}
	return c
}

// concrete gives the dynamic type for a conversion to an interface: that of a type parameter is the type
// argument of the frame.
func (e *eval) concrete(f *frame, key string, v value) string {
	star := ""
	k := key
	for strings.HasPrefix(k, "*") {
		star, k = star+"*", k[1:]
	}
	if strings.HasPrefix(k, "$") {
		e.reads(&f.entry)
		if t, ok := f.targs[k[1:]]; ok && (star != "" || !e.w.isInterface(t)) {
			return star + t
		}
		if v.typ != "" {
			return v.typ
		}
	}
	return key
}

// isInterface reports whether t, a type argument, is an interface: what is in a variable of it has another type.
func (w *world) isInterface(t string) bool {
	info := w.typ(t)
	return info != nil && len(info.Methods) > 0 && info.Methods[0].Iface != "" && len(info.Methods[0].Path) == 0
}

func (q *query) assert(f *frame, en *env, nd *node) {
	for _, v := range q.e.vals(f, en, nd.A[0]) {
		switch {
		case nd.Str == "": // which interfaces a type satisfies is not known here: any may
			q.out.add(v)
		case nd.Str != "" && (v.typ == "" || v.typ == nd.Str):
			v.typ = ""
			q.out.add(v)
		}
	}
}

func (q *query) lookup(f *frame, en *env, nd *node) {
	e := q.e
	keys := e.vals(f, en, nd.A[1])
	for _, k := range keys {
		if k.k != vConst || k.s == "s:"+hole {
			keys = nil // any key
			break
		}
	}
	for _, m := range e.vals(f, en, nd.A[0]) {
		l, ok := deref(m)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			if e.keyFits(el, keys) {
				q.load(loc{el.o, el.path + "~v"}, nd.N)
			}
		}
	}
}

// keyFits reports whether map element el may be under one of keys.
func (e *eval) keyFits(el loc, keys []value) bool {
	if len(keys) == 0 {
		return true
	}
	var have set
	e.read(loc{el.o, el.path + "~k"}, &have, &places{})
	if len(have.list) == 0 {
		return true
	}
	for _, h := range have.list {
		for _, k := range keys {
			if h.k != vConst || k.k != vConst || fits(h.s, k.s) {
				return true
			}
		}
	}
	return false
}

// iter adds key, value or address of the element at hand; of all elements outside of the loop.
func (q *query) iter(f *frame, en *env, nd *node) {
	e := q.e
	it := nd.A[0]
	e.demand(f.fn.Nodes[it].D)
	isMap := f.fn.Nodes[it].Str == "map"
	els := []loc{}
	if el, ok := en.get(it); ok {
		els = append(els, el)
	} else {
		for _, c := range e.vals(f, en, f.fn.Nodes[it].A[0]) {
			if l, ok := deref(c); ok {
				els = append(els, e.elements(l)...)
			}
		}
	}
	for _, l := range els {
		switch {
		case nd.Op == opIterAddr && strings.HasSuffix(l.path, "}"): // a slice of the keys or the values of a map
			q.out.add(value{k: vPtr, l: loc{l.o, l.path + "~k"}})
			q.out.add(value{k: vPtr, l: loc{l.o, l.path + "~v"}})
		case nd.Op == opIterAddr:
			q.out.add(value{k: vPtr, l: l})
		case nd.Op == opIterKey:
			q.load(loc{l.o, l.path + "~k"}, 0)
		case isMap:
			q.load(loc{l.o, l.path + "~v"}, nd.N)
		case strings.HasSuffix(l.path, "}"): // a slice of the keys or the values of a map
			q.load(loc{l.o, l.path + "~k"}, nd.N)
			q.load(loc{l.o, l.path + "~v"}, nd.N)
		default:
			q.load(l, nd.N)
		}
	}
}

// appended is a slice that has the elements of others.
func (q *query) appended(f *frame, en *env, n int) {
	e := q.e
	nd := &f.fn.Nodes[n]
	k := allocKey{f, n, nil}
	o := e.allocs[k]
	if o == nil {
		o = e.newObject(objAlloc, "", "")
		o.frame, o.stmt = f, n
		e.allocs[k] = o
	}
	l := loc{o, ""}
	q.out.add(value{k: vPtr, l: l})
	for _, a := range nd.A {
		for _, v := range e.vals(f, en, a) {
			if m, ok := deref(v); ok && m != l {
				e.write(loc{o, "#"}, v, true)
			}
		}
	}
}

// request adds the tested part of a request: the assumed value while an endpoint is evaluated under one.
func (q *query) request(f *frame, en *env, nd *node) {
	name := "path"
	if nd.Op == opReqField {
		name = nd.Str
	}
	for _, v := range q.e.vals(f, en, nd.A[0]) {
		o := v.l.o
		if o == nil {
			continue
		}
		if b, ok := o.bound[name]; ok {
			q.out.add(value{k: vConst, s: "s:" + b})
			continue
		}
		q.out.add(value{k: vSym, l: loc{o, "?" + name}})
	}
}
