package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// relevance knows which functions are worth running while the program is wired: those that lead to a
// registration or to a store that something reads. Calls through interfaces lead to all methods of the name,
// calls of function values to all function values of the signature; this only prunes, it resolves nothing.
type relevance struct {
	ids    map[string]int
	rev    [][]int
	rel    []bool
	stores map[int][]int // demand key to functions
	wanted map[int]bool
	fresh  []int            // demand keys that came up since the last extension
	left   map[int]*readers // by demand key: what left a branch open that it could decide
	waits  map[int]*readers // by function or method: what did not run it
	fns    map[int]*function
}

func (e *eval) newRelevance() *relevance {
	r := &relevance{ids: map[string]int{}, stores: map[int][]int{}, wanted: map[int]bool{}, left: map[int]*readers{}, waits: map[int]*readers{}, fns: map[int]*function{}}
	keys := map[string]bool{}
	for k := range e.w.rawFuncs {
		keys[k] = true
	}
	for k := range e.w.funcs {
		keys[k] = true
	}
	var seeds []int
	for _, k := range sortedKeys(keys) {
		fn := e.w.fn(k)
		if fn == nil {
			continue
		}
		id := r.id("f:" + k)
		r.fns[id] = fn
		if i := strings.LastIndex(k, ")."); i > 0 && !strings.Contains(k[i:], "$") {
			r.edge(r.id("m:"+k[i+2:]), id)
		}
		seeds = append(seeds, r.function(id, fn)...)
	}
	r.spread(seeds)
	return r
}

func (r *relevance) id(name string) int {
	i, ok := r.ids[name]
	if !ok {
		i = len(r.rev)
		r.ids[name] = i
		r.rev = append(r.rev, nil)
		r.rel = append(r.rel, false)
	}
	return i
}

func (r *relevance) edge(from, to int) { r.rev[to] = append(r.rev[to], from) }

// function adds the edges of fn and gives what registers something by itself: fn, and calls of the shape of a function
// value that registers what it is called with.
func (r *relevance) function(id int, fn *function) []int {
	seed := false
	var seeds []int
	for i := range fn.Nodes {
		switch n := &fn.Nodes[i]; n.Op {
		case opFunc:
			if registersByValue(n) {
				seed, seeds = true, append(seeds, r.id("s:"+itoa(n.S)))
			}
			t := r.id("f:" + n.Str)
			r.edge(id, t)
			r.edge(r.id("s:"+itoa(n.S)), t)
			r.edge(r.id("s:"+itoa(genericSig)), t)
		case opBound, opThunk:
			if registersByValue(n) {
				seed, seeds = true, append(seeds, r.id("s:"+itoa(n.S)))
			}
			m := r.id("m:" + n.Str2[strings.LastIndex(n.Str2, ".")+1:])
			r.edge(r.id("s:"+itoa(n.S)), m)
			r.edge(r.id("s:"+itoa(genericSig)), m)
		case opIface:
			for m := range strings.SplitSeq(n.Str2, ",") {
				if m != "" {
					r.edge(r.id("m:"+m), r.id("s:"+itoa(n.S)))
				}
			}
		}
	}
	for i := range fn.Stmts {
		s := &fn.Stmts[i]
		if _, local := fn.localSlot(i); !local {
			for _, d := range s.D {
				r.stores[d] = append(r.stores[d], id)
			}
		}
		if s.Rule != "" {
			seed = true
		}
		if s.Kind != stCall {
			continue
		}
		switch {
		case s.Mode == callStatic && !s.Ext:
			r.edge(id, r.id("f:"+s.Callee))
		case s.Mode == callInvoke && !s.Amb:
			r.edge(id, r.id("m:"+s.Method[strings.LastIndex(s.Method, ".")+1:]))
		case s.Mode == callDynamic:
			r.edge(id, r.id("s:"+itoa(s.Sig)))
		}
	}
	if seed {
		seeds = append(seeds, id)
	}
	return seeds
}

// registersByValue reports whether function value n registers what it is called with.
func registersByValue(n *node) bool {
	rule := catalog.Rules().Rule(n.Rule)
	return rule != nil && registering(rule.Kind)
}

// spread marks everything that leads to seeds and returns what was not marked before.
func (r *relevance) spread(seeds []int) []int {
	var grew []int
	seeds = slices.Clone(seeds)
	for len(seeds) > 0 {
		n := seeds[len(seeds)-1]
		seeds = seeds[:len(seeds)-1]
		if r.rel[n] {
			continue
		}
		r.rel[n], grew = true, append(grew, n)
		seeds = append(seeds, r.rev[n]...)
	}
	return grew
}

// demand notes that a place with these keys was read.
func (e *eval) demand(keys []int) {
	if e.relevant != nil {
		for _, k := range keys {
			if k >= 0 || e.w.marks[keys[0]] {
				e.want(max(k, -k))
			}
		}
	}
}

// doubtful reports whether functions that were not entered for it may store what is read under keys.
func (e *eval) doubtful(keys []int) bool {
	r := e.relevant
	if r == nil {
		return false
	}
	for _, k := range keys {
		if k < 0 && !e.w.marks[keys[0]] {
			continue
		}
		if k = max(k, -k); k&weak == 0 {
			continue
		}
		for _, id := range r.stores[k] {
			if !r.rel[id] {
				return true
			}
		}
	}
	return false
}

func (e *eval) want(k int) {
	r := e.relevant
	if r.wanted[k] {
		return
	}
	r.wanted[k] = true
	r.fresh = append(r.fresh, k)
	if k&typed != 0 {
		e.want(genericDemand)
	}
	if left := r.left[k]; left != nil {
		e.notify(left)
	}
}

// demandType notes that elements of a container of type key t are read.
func (e *eval) demandType(t string) {
	if e.relevant != nil && t != "" {
		k := demandKey("P:" + originKey(t)) // which of the two it is, only the type tells
		e.demand([]int{k | typed, k | weak})
	}
}

// demandField notes that a field of an object is read by name.
func (e *eval) demandField(o *object, field string) {
	if e.relevant != nil && o.kind == objAlloc {
		t := originKey(o.typ)
		f, p := demandKey("F:"+pkgOfFull(t)+"."+field), demandKey("P:"+t)
		e.demand([]int{f, f | weak, p | typed, p | weak})
	}
}

// worth reports whether what id stands for is worth running; if not, the unit at work runs again when it is.
func (e *eval) worth(id string) bool {
	r := e.relevant
	i, ok := r.ids[id]
	if !ok || r.rel[i] {
		return ok
	}
	if e.cur != nil {
		w := r.waits[i]
		if w == nil {
			w = &readers{}
			r.waits[i] = w
		}
		w.add(e.cur)
	}
	return false
}

// relevantMethod reports whether some method of this name is worth running.
func (e *eval) relevantMethod(name string) bool {
	return e.relevant == nil || e.worth("m:"+name[strings.LastIndex(name, ".")+1:])
}

// worthResolving reports whether a dynamic call could lead to anything that matters while the program is wired.
func (e *eval) worthResolving(s *stmt) bool {
	switch {
	case e.relevant == nil:
		return true
	case s.Mode == callInvoke:
		return e.relevantMethod(s.Method)
	case s.Mode == callDynamic:
		return e.worth("s:" + itoa(s.Sig))
	}
	return true
}

// leaveOpen reports whether a branch is not worth deciding: while the program is wired, only what is read for
// other reasons decides branches, so that configuration does not have to be followed for them.
func (e *eval) leaveOpen(keys []int) bool {
	r := e.relevant
	if r == nil || !e.mode.is(strict) || !e.mode.is(lenient) {
		return false
	}
	for _, k := range keys {
		if k < 0 && !e.w.marks[keys[0]] {
			continue
		}
		k = max(k, -k)
		if r.wanted[k] {
			continue
		}
		if r.left[k] == nil {
			r.left[k] = &readers{}
		}
		e.reads(r.left[k])
		return true
	}
	return false
}

// needed reports whether a store is wanted.
func (e *eval) needed(s *stmt) bool {
	if len(s.D) == 0 || e.relevant == nil {
		return true
	}
	for _, d := range s.D {
		if e.relevant.wanted[d] {
			return true
		}
	}
	return false
}

// extend takes up what was demanded since the last time and reports whether anything has to run again: the
// stores that were asked for, and the calls that lead to them.
func (e *eval) extend() bool {
	r := e.relevant
	if r == nil || len(r.fresh) == 0 {
		return false
	}
	var seeds, stores []int
	for _, k := range r.fresh {
		stores = append(stores, r.stores[k]...)
		if k&weak == 0 {
			seeds = append(seeds, r.stores[k]...)
		}
	}
	r.fresh = nil
	if len(stores) == 0 {
		return false
	}
	slices.Sort(stores)
	stores = slices.Compact(stores)
	for _, id := range r.spread(seeds) {
		if w := r.waits[id]; w != nil {
			e.notify(w)
		}
	}
	e.runPending()
	for _, id := range stores {
		for _, f := range e.framesOf[r.fns[id]] {
			e.rerun(f)
		}
	}
	return true
}

// rerun has the stores of f run that are wanted by now.
func (e *eval) rerun(f *frame) {
	if f.level == idle {
		return
	}
	for i := range f.fn.Stmts {
		s := &f.fn.Stmts[i]
		if len(s.D) == 0 || !e.needed(s) || e.unread(f, i) {
			continue
		}
		if u := f.unit(stmtKey{stmt: i, loop: len(s.Iters) > 0}); !u.begun {
			u.begun = true
			e.dirty(u)
		}
	}
	if e.tired && len(f.todo) > 0 {
		e.pull(f)
	}
}

// acts reports whether running fn at level l can have a consequence that matters.
func (e *eval) acts(fn *function, l level) bool {
	if l == reach {
		return e.w.flags(fn.Key) != 0
	}
	if e.relevant == nil {
		return e.w.flags(fn.Key)&(flagStore|flagReg|flagOpen) != 0
	}
	id := "f:" + fn.Key
	if _, ok := e.relevant.ids[id]; !ok {
		return true
	}
	return e.worth(id)
}
