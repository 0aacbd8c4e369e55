package callgraph

import "strings"

// Locals. A store into an object that its own function allocates matters once somebody reads the object, and no
// earlier: most functions fill structs and argument lists that no probe ever looks into. Such a store runs when
// the field it writes is read for the first time.

// slot is a field of an allocation of a function, or all that is not a field of it.
type slot struct {
	alloc int // node
	field string
}

// localStores lists, for the slots of fn, the statements that store into them, and the slot of each statement.
type localStores struct {
	slots []slot
	by    map[slot][]int
	of    map[int]slot
}

func (e *eval) localsOf(fn *function) *localStores {
	l := e.locals[fn]
	if l == nil {
		l = &localStores{by: map[slot][]int{}, of: map[int]slot{}}
		for i := range fn.Stmts {
			if at, ok := fn.localSlot(i); ok {
				l.of[i] = at
				if l.by[at] == nil {
					l.slots = append(l.slots, at)
				}
				l.by[at] = append(l.by[at], i)
			}
		}
		e.locals[fn] = l
	}
	return l
}

// localSlot tells where statement i stores when that is an allocation of f itself, and nothing but the store
// happens there.
func (f *function) localSlot(i int) (slot, bool) {
	s := &f.Stmts[i]
	switch s.Kind {
	case stStore, stMapSet, stSend, stExtend:
	default:
		return slot{}, false
	}
	if s.Rule != "" || s.Ext {
		return slot{}, false
	}
	field := ""
	if s.Kind == stSend {
		field = ".<-"
	}
	n := s.A[0]
	for range 16 {
		switch nd := &f.Nodes[n]; nd.Op {
		case opAlloc:
			return slot{n, field}, true
		case opField:
			n, field = nd.A[0], "."+nd.Str
		case opElem:
			n, field = nd.A[0], ""
		case opIterAddr:
			n, field = f.Nodes[nd.A[0]].A[0], ""
		default:
			return slot{}, false
		}
	}
	return slot{}, false
}

// wantLocal runs the stores into the part of o that path begins with, if they are in the function that
// allocates o and have not run yet.
func (e *eval) wantLocal(o *object, path string) {
	f := o.frame
	if e.relevant == nil || f == nil || o.bare {
		return
	}
	if len(e.localsOf(f.fn).slots) == 0 {
		o.bare = true
		return
	}
	at := slot{o.stmt, ""}
	if strings.HasPrefix(path, ".") {
		at.field = strings.TrimSuffix(path[:firstStep(path)], "#")
	}
	if f.read[at] {
		return
	}
	f.wants(at)
	e.runLocals(f, e.localsOf(f.fn).by[at])
}

// wantInstances runs the stores that make the instances of an allocation in a loop.
func (e *eval) wantInstances(f *frame, alloc int) {
	if e.relevant == nil {
		return
	}
	for _, at := range e.localsOf(f.fn).slots {
		if at.alloc == alloc && !f.read[at] {
			f.wants(at)
			e.runLocals(f, e.localsOf(f.fn).by[at])
		}
	}
}

func (f *frame) wants(at slot) {
	if f.read == nil {
		f.read = map[slot]bool{}
	}
	f.read[at] = true
}

func (e *eval) runLocals(f *frame, stmts []int) {
	if len(stmts) == 0 {
		return
	}
	if f.level == idle {
		e.pull(f)
	}
	for _, i := range stmts {
		u := f.unit(stmtKey{stmt: i, loop: len(f.fn.Stmts[i].Iters) > 0})
		if e.depth < depthOfValues {
			e.depth++
			e.step(u)
			e.depth--
			continue
		}
		u.begun = true
		e.dirty(u)
	}
}

// unread reports whether statement i of f stores into a local that nothing has read yet.
func (e *eval) unread(f *frame, i int) bool {
	if e.relevant == nil {
		return false
	}
	at, ok := e.localsOf(f.fn).of[i]
	return ok && !f.read[at]
}
