package callgraph

import (
	"slices"
	"sort"
)

// unit is one piece of the fixpoint: what it read is remembered, and when any of that changes it is worked out
// again, alone.
type unit struct {
	f       *frame
	env     *env
	n       int32 // node or statement
	kind    unitKind
	mode    mode
	begun   bool      // it was worked out at least once, or is being so
	active  bool      // it is being worked out
	queued  bool      // what it read has changed since
	runs    uint8     // how often it was worked out, no further than it matters
	vals    []value   // unitValues: what the node can be
	ci      *callInfo // unitCallees
	readers readers
}

type unitKind uint8

const (
	unitValues  unitKind = iota // the values of a node
	unitCallees                 // what a call leads to
	unitStmt                    // a statement under one loop binding
	unitLoop                    // a statement that is repeated: its bindings
)

// mode says what values are asked for.
type mode uint8

const (
	// lenient leaves branches open that only what nothing else reads would decide; see leaveOpen.
	lenient mode = 1 << iota
	// strict decides branches: a place that code at another time may have changed also holds an unknown value,
	// and one that nobody wrote holds zero.
	strict
	// nested counts the branches that are being decided, above the other bits.
	nested
)

func (m mode) is(f mode) bool { return m&f != 0 }

// readers is an ordered set of units. Most values have one reader, so that further ones are kept apart.
type readers struct {
	first *unit
	more  *moreReaders
}

// moreReaders are the readers but for the first.
type moreReaders struct {
	list []*unit
	has  map[*unit]struct{} // nil while the list is short
	last *unit              // who was added last, maybe in vain: one unit often reads a place many times in a row
}

func (r *readers) add(u *unit) {
	switch {
	case r.first == u:
	case r.first == nil:
		r.first = u
	case r.more == nil:
		r.more = &moreReaders{list: []*unit{u}, last: u}
	case r.more.last != u:
		r.more.last = u
		r.more.add(u)
	}
}

func (r *moreReaders) add(u *unit) {
	if r.has == nil {
		if slices.Contains(r.list, u) {
			return
		}
	} else if _, ok := r.has[u]; ok {
		return
	}
	r.list = append(r.list, u)
	switch {
	case r.has != nil:
		r.has[u] = struct{}{}
	case len(r.list) > 12:
		r.has = make(map[*unit]struct{}, 32)
		for _, x := range r.list {
			r.has[x] = struct{}{}
		}
	}
}

// growOnly is how often a unit is worked out before it may only grow: a value that depends on a branch that it
// decides itself could flip for ever.
const growOnly = 100

// valueKey is what a frame knows the units of its values by: the loop bindings, the node and the mode. There are
// millions of them, and as one number they are found in half the time.
type valueKey uint64

func keyOfValue(en *env, n int, m mode) valueKey {
	return valueKey(envID(en))<<32 | valueKey(n)<<8 | valueKey(m)
}

// notify has the units that read something worked out again.
func (e *eval) notify(r *readers) {
	if r.first == nil {
		return
	}
	e.dirty(r.first)
	if r.more != nil {
		for _, u := range r.more.list {
			e.dirty(u)
		}
	}
}

func (e *eval) dirty(u *unit) {
	if u.queued || !u.begun || u.kind == unitValues && len(u.vals) >= setLimit {
		return
	}
	u.queued = true
	switch u.kind {
	case unitValues, unitCallees:
		e.pending = append(e.pending, u)
	default:
		u.f.todo = append(u.f.todo, u)
		e.enqueue(u.f)
	}
}

// reads notes that the unit at work has read what r stands for.
func (e *eval) reads(r *readers) {
	if e.cur != nil {
		r.add(e.cur)
	}
}

// settle works out values and callees again until all of them fit what they were made of. What is being worked out at
// the moment waits for the next time.
func (e *eval) settle() {
	if e.settling {
		return
	}
	e.settling = true
	var active []*unit
	for len(e.pending) > 0 {
		work := e.pending
		e.pending = nil
		for _, u := range work {
			switch {
			case !u.queued:
			case u.active:
				active = append(active, u)
			default:
				e.charge(u.f, func() { e.update(u) })
			}
		}
	}
	e.pending = active
	e.settling = false
}

// update works out u again and tells its readers when that changed it.
func (e *eval) update(u *unit) {
	old, oldMode := e.cur, e.mode
	e.cur, e.mode = u, u.mode
	u.begun, u.active, u.queued = true, true, false
	u.runs = min(u.runs+1, growOnly+1)
	e.depth++
	changed := false
	if u.kind == unitCallees {
		changed = e.findCallees(u.ci)
	} else {
		changed = e.findValues(u)
	}
	e.depth--
	e.cur, e.mode = old, oldMode
	u.active = false
	if changed {
		e.notify(&u.readers)
	}
}

// findValues evaluates the node of u and reports whether the outcome is another.
func (e *eval) findValues(u *unit) bool {
	spent := e.visits
	e.visits = 0
	q := &query{e: e}
	q.out.list = e.spareValues.take()
	defer func() { e.spareValues.give(q.out.list) }()
	if u.runs > growOnly {
		for _, v := range u.vals {
			q.out.add(v)
		}
	}
	q.node(u.f, u.env, int(u.n))
	e.visits = spent
	if sameValues(u.vals, &q.out) {
		return false
	}
	u.vals = e.lists.of(q.out.list)
	if len(u.vals) >= setLimit {
		e.bounded("alternatives of a value")
	}
	return true
}

// lists holds some of the lists of values that are in use, so that equal ones share their room: what a table holds
// and what its callers get of it are equal lists thousands of times over.
type lists [1 << 10][]value

// of gives a list that equals list, and that nothing writes to.
func (ls *lists) of(list []value) []value {
	if len(list) == 0 {
		return nil
	}
	h := uint32(len(list))
	for i := range list {
		h = h*31 + list[i].hash()
	}
	at := &ls[h%uint32(len(ls))]
	if !slices.Equal(*at, list) {
		*at = append(make([]value, 0, len(list)), list...)
	}
	return *at
}

func sameValues(old []value, s *set) bool {
	if len(old) != len(s.list) {
		return false
	}
	same := true
	for i, v := range old {
		same = same && s.list[i] == v
	}
	if same {
		return true
	}
	for _, v := range old {
		if !s.holds(v) {
			return false
		}
	}
	return true
}

// depthOfValues bounds how deep values are worked out on the stack; what lies deeper is worked out afterwards.
const depthOfValues = 300

// vals gives the values of node n of f under en.
func (e *eval) vals(f *frame, en *env, n int) []value {
	k := keyOfValue(en, n, e.mode)
	u := f.values[k]
	if u == nil {
		u = &unit{kind: unitValues, f: f, env: en, n: int32(n), mode: e.mode}
		if f.values == nil {
			f.values = map[valueKey]*unit{}
		}
		f.values[k] = u
	}
	e.current(u)
	e.reads(&u.readers)
	return u.vals
}

// current brings u up to date as far as that is possible now.
func (e *eval) current(u *unit) {
	switch {
	case u.active || u.begun && !u.queued:
	case e.limits.visits < 0:
	case e.depth > depthOfValues:
		u.begun = true
		e.dirty(u)
	default:
		e.update(u)
	}
}

// todo gives the units of f that are to run, in the order of the code.
func (f *frame) takeTodo() []*unit {
	todo := f.todo
	f.todo = nil
	sort.SliceStable(todo, func(i, j int) bool {
		if todo[i].n != todo[j].n {
			return todo[i].n < todo[j].n
		}
		return envID(todo[i].env) < envID(todo[j].env)
	})
	return todo
}
