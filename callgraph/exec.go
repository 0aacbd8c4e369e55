package callgraph

import (
	"iter"
	"slices"
	"strings"
)

// enqueue makes f run again.
func (e *eval) enqueue(f *frame) {
	if f.level == idle || f.queued {
		return
	}
	if e.w.registers(f.fn.Key) || f.root != nil {
		f.queued = true
		e.first = append(e.first, f)
		return
	}
	if e.tired {
		return
	}
	f.queued = true
	e.queue = append(e.queue, f)
}

// pull makes f run for what a handler or a registration asks of it, also when the bound on work was hit.
func (e *eval) pull(f *frame) {
	if f.level == idle {
		f.level, f.anew = wire, true
	}
	if e.tired && !f.queued {
		f.queued = true
		e.first = append(e.first, f)
		return
	}
	e.enqueue(f)
}

// next takes the frame to run next: the ways to registrations and handlers before anything else, so that a
// bound that is hit costs what lies beside them.
func (e *eval) next() *frame {
	q := &e.first
	if len(*q) == 0 {
		q = &e.queue
	}
	f := (*q)[0]
	*q = (*q)[1:]
	f.queued = false
	return f
}

// raise makes f run at level l at least.
func (e *eval) raise(f *frame, l level) {
	if f == nil || f.level >= l { // nil: the bound on frames
		return
	}
	f.level, f.anew = l, true
	e.enqueue(f)
}

// run works until nothing changes any more.
func (e *eval) run() {
	e.settle()
	for len(e.first)+len(e.queue) > 0 || e.extend() {
		if len(e.first)+len(e.queue) == 0 {
			e.settle()
			continue
		}
		f := e.next()
		if e.limits.work--; e.limits.work < 0 || e.limits.visits < e.limits.reserve {
			e.bounded("work")
			e.queue = nil
			if e.tired {
				e.first = nil
				return
			}
			e.tired = true // what is left is for the ways to registrations and for handlers
			e.limits.work, e.limits.reserve = defaultLimits.work, 0
		}
		e.charge(f, func() { e.exec(f) })
		e.settle()
	}
}

// charge works at the expense of the package of f. A library of recursive data, an interpreter or a validator,
// can take any amount of work and has nothing a probe needs; beyond its share it is left alone, which is said. What
// a probe runs has a share of its own: a package of thousands of queries that used up its share while the program was
// wired still has the one of the ping.
func (e *eval) charge(f *frame, work func()) {
	pkg, share := f.fn.Pkg, e.limits.library
	if f.fn.Main {
		share = e.limits.own
	}
	if f.root != nil && !f.root.tests {
		pkg += " for probes"
	}
	if e.used[pkg] > share {
		if !e.stopped[pkg] {
			e.stopped[pkg] = true
			e.bounded("work in " + pkg)
		}
		return
	}
	before, inner, left := e.limits.visits, e.inner, e.left
	e.left = share - e.used[pkg]
	work()
	spent := before - e.limits.visits - (e.inner - inner) // what was charged to others meanwhile is theirs
	e.used[pkg] += spent
	e.inner, e.left = e.inner+spent, left
}

// exec runs the statements of f that are to run.
func (e *eval) exec(f *frame) {
	todo := f.takeTodo()
	if f.anew {
		f.anew = false
		for i := range f.fn.Stmts {
			e.statement(f, i)
		}
	}
	for _, u := range todo {
		if u.queued {
			e.step(u)
		}
	}
}

// statement runs statement i of f for all loop bindings, if anything needs it.
func (e *eval) statement(f *frame, i int) {
	s := &f.fn.Stmts[i]
	if !e.needed(s) && s.Rule == "" && !s.Ext || e.unread(f, i) {
		return
	}
	e.step(f.unit(stmtKey{stmt: i, loop: len(s.Iters) > 0}))
}

func (f *frame) unit(k stmtKey) *unit {
	u := f.units[k]
	if u == nil {
		u = &unit{kind: unitStmt, f: f, env: k.env, n: int32(k.stmt)}
		if k.loop {
			u.kind = unitLoop
		}
		if f.units == nil {
			f.units = map[stmtKey]*unit{}
		}
		f.units[k] = u
	}
	return u
}

// step runs a statement, or finds the bindings of a repeated one and runs it for those that are new; for the
// others it runs again when what they read changes, or when its frame runs for something else than before.
func (e *eval) step(u *unit) {
	if u.active {
		return
	}
	stmt := int(u.n)
	if len(e.pending) > 0 && u.f.fn.Stmts[stmt].Guard >= 0 {
		e.settle() // a branch that is decided on what holds no longer cannot be taken back
	}
	old, oldMode := e.cur, e.mode
	e.cur, e.mode = u, u.f.mode()
	u.begun, u.queued, u.active = true, false, true
	again := u.mode != e.mode
	u.mode = e.mode
	if u.kind == unitLoop {
		for en := range e.iterations(u.f, nil, u.f.fn.Stmts[stmt].Iters, u.f.fn.fillsElement(stmt)) {
			if one := u.f.unit(stmtKey{stmt: stmt, env: en}); again || !one.begun {
				e.step(one)
			}
		}
	} else if e.holds(u.f, u.env, u.f.fn.Stmts[stmt].Guard) != no {
		e.do(u.f, u.env, stmt)
	}
	u.active = false
	e.cur, e.mode = old, oldMode
}

// mode says what the statements of f are run with.
func (f *frame) mode() mode {
	if f.level == wire {
		return lenient
	}
	return 0
}

// iterations walks over the loop bindings a statement is repeated for, as they are when the walk begins.
// fills: for a container of unknown length that has no element yet, there is one that stands for all.
func (e *eval) iterations(f *frame, en *env, its []int, fills bool) iter.Seq[*env] {
	return func(yield func(*env) bool) {
		if len(its) == 0 {
			yield(en)
			return
		}
		all := e.bindings(e.spareEnvs.take(), f, en, its, fills)
		for _, one := range all {
			if !yield(one) {
				break
			}
		}
		e.spareEnvs.give(all)
	}
}

// bindings adds the bindings of its to out, each to what en binds.
func (e *eval) bindings(out []*env, f *frame, en *env, its []int, fills bool) []*env {
	it := its[0]
	e.demand(f.fn.Nodes[it].D)
	all := e.spareLocs.take()
	isMap := f.fn.Nodes[it].Str == "map"
	for _, c := range e.vals(f, en, f.fn.Nodes[it].A[0]) {
		if l, ok := deref(c); ok {
			all = e.appendElements(all, l, "[*]")
			if fills && len(all) == 0 && !isMap && l.o.kind == objAlloc {
				all = append(all, loc{l.o, l.path + "[*]"})
			}
		}
	}
	for _, el := range e.split(all) {
		if one := e.extended(en, it, el); len(its) == 1 {
			out = append(out, one)
		} else {
			out = e.bindings(out, f, one, its[1:], fills)
		}
	}
	e.spareLocs.give(all)
	return out
}

// fillsElement reports whether statement i stores into the element at hand of a loop.
func (f *function) fillsElement(i int) bool {
	if f.Stmts[i].Kind != stStore {
		return false
	}
	n := f.Stmts[i].A[0]
	for f.Nodes[n].Op == opField {
		n = f.Nodes[n].A[0]
	}
	return f.Nodes[n].Op == opIterAddr
}

// split makes elements that hold several values no further apart than they are: a slot that was appended
// to keeps its values together. Beyond the limit the rest is not looked at, which is said.
func (e *eval) split(els []loc) []loc {
	if len(els) > e.limits.split {
		e.bounded("elements of a loop")
		return els[:e.limits.split]
	}
	return els
}

// do runs statement i of f.
func (e *eval) do(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	switch s.Kind {
	case stStore:
		e.store(f, e.vals(f, en, s.A[0]), e.vals(f, en, s.A[1]), "", s.Guard < 0 || s.Made)
		if s.Rule != "" {
			e.register(f, en, i)
		}
		if s.Ext {
			e.escape(f, en, e.vals(f, en, s.A[1]))
		}
	case stSend:
		e.store(f, e.vals(f, en, s.A[0]), e.vals(f, en, s.A[1]), ".<-", false)
	case stMapSet:
		e.mapSet(f, en, i)
	case stExtend:
		for _, d := range e.vals(f, en, s.A[0]) {
			if l, ok := deref(d); ok {
				for _, v := range e.vals(f, en, s.A[1]) {
					if m, ok := deref(v); ok && m != l {
						e.write(loc{l.o, l.path + "#"}, v, true)
					}
				}
			}
		}
	case stTaint:
		e.taint(e.vals(f, en, s.A[0]))
	case stGuard:
		e.guardHit(f, en, i)
	case stWait:
		e.awaits(f, s)
	case stCall:
		e.call(f, en, i)
	}
}

// store writes vals through addrs. first: it is done whenever the function runs, so that in a fresh object
// nothing else comes before it.
func (e *eval) store(f *frame, addrs, vals []value, step string, first bool) {
	for _, a := range addrs {
		l, ok := deref(a)
		if !ok {
			continue
		}
		l.path += step
		init := first && l.o.kind == objAlloc && l.o.frame == f
		for _, v := range vals {
			if v.k == vAgg && v.l == l {
				continue
			}
			e.write(l, v, init)
		}
	}
}

// mapSet writes one entry; entries under one known key are one, others stay apart by the statement.
func (e *eval) mapSet(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	keys, vals := e.vals(f, en, s.A[1]), e.vals(f, en, s.A[2])
	step := ""
	if len(keys) == 1 && keys[0].k == vConst {
		step = e.entry("=" + keys[0].s)
	}
	for _, m := range e.vals(f, en, s.A[0]) {
		l, ok := deref(m)
		if !ok {
			continue
		}
		at := l.path + step
		if step == "" {
			at = e.entryAt(f, en, i, l)
		}
		init := l.o.kind == objAlloc && l.o.frame == f
		for _, k := range keys {
			e.write(loc{l.o, at + "~k"}, k, init)
		}
		for _, v := range vals {
			e.write(loc{l.o, at + "~v"}, v, init)
		}
	}
}

// entryAt gives the path of the entry of map l that statement i writes under a key that is not known: one of its own
// for each iteration, unless it walks over l itself. Then it is the entry at hand where the key is that of the
// iteration, else one for all iterations, since the entry that is written is walked over, too.
func (e *eval) entryAt(f *frame, en *env, i int, l loc) string {
	if en == nil {
		return l.path + e.entry(frameEntry(f, nil, i))
	}
	key := &f.fn.Nodes[f.fn.Stmts[i].A[1]]
	all := e.elements(l)
	var over *env // the outermost loop over l
	for b := range en.outward {
		if slices.Contains(all, b.el) {
			over = b
		}
	}
	switch {
	case over == nil:
		return l.path + e.entry(frameEntry(f, en, i))
	case key.Op == opIterKey && key.A[0] == int(over.iter) && over.el.o == l.o && strings.HasSuffix(over.el.path, "}"):
		return over.el.path
	}
	return l.path + e.entry(frameEntry(f, nil, i))
}

func frameEntry(f *frame, en *env, i int) string {
	id := itoa(f.id) + "/" + itoa(i)
	if en != nil {
		id += "/" + itoa(int(en.id))
	}
	return id
}

// entry gives the step for a map entry.
func (e *eval) entry(key string) string {
	s, ok := e.keys[key]
	if !ok {
		s = "{" + itoa(len(e.keys)) + "}"
		e.keys[key] = s
	}
	return s
}

// taint notes that code that is not followed got hold of addresses.
func (e *eval) taint(addrs []value) {
	for _, a := range addrs {
		if l, ok := deref(a); ok && !l.o.tainted(l.path) && l.o.kind == objAlloc {
			l.o.taint = append(l.o.taint, l.path)
			for _, path := range l.o.read {
				if l.o.tainted(strings.TrimSuffix(path, "#")) {
					e.touch(loc{l.o, path})
				}
			}
		}
	}
}

// runInit runs the initialiser of a package once.
func (e *eval) runInit(key string) {
	if e.inits[key] {
		return
	}
	e.inits[key] = true
	if fn := e.w.fn(key); fn != nil {
		if f := e.newFrame(fn, nil, nil); f != nil {
			e.raise(f, wire)
		}
	}
}
