package callgraph

import "slices"

// flags gives what function key and everything it may lead to statically can do; see the flag constants.
func (w *world) flags(key string) uint8 {
	if fl, ok := w.flagged[key]; ok {
		return fl
	}
	// Everything reachable from key gets its flags at once: own flags first, then a fixpoint over the edges.
	order := []string{key}
	own := map[string]uint8{}
	next := map[string][]string{}
	for i := 0; i < len(order); i++ {
		k := order[i]
		if _, ok := own[k]; ok {
			continue
		}
		if fl, ok := w.flagged[k]; ok {
			own[k] = fl
			continue
		}
		fn := w.outline(k)
		if fn == nil {
			if own[k] = 0; w.broken(k) {
				own[k] = flagOpen
			}
			continue
		}
		own[k], next[k] = fn.flags, fn.leadsTo
		order = append(order, next[k]...)
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			k := order[i]
			fl := own[k]
			for _, n := range next[k] {
				fl |= own[n]
			}
			if fl != own[k] {
				own[k], changed = fl, true
			}
		}
	}
	for k, fl := range own {
		w.flagged[k] = fl
	}
	return w.flagged[key]
}

func (f *function) ownFlags() uint8 {
	var fl uint8
	for i := range f.Stmts {
		s := &f.Stmts[i]
		switch s.Kind {
		case stStore, stMapSet, stSend, stExtend, stTaint:
			if !f.local(s.A[0]) {
				fl |= flagStore
			}
			if s.Rule != "" || s.Ext {
				fl |= flagReg
			}
		case stGuard:
			fl |= flagGuard
		case stWait:
			fl |= flagWait
		case stCall:
			fl |= s.flags()
			if f.passesOn(s) {
				fl |= flagPass
			}
		}
	}
	return fl
}

// passesOn reports whether call s of f hands the request that f got to a handler that only the program tells, as
// middleware does.
func (f *function) passesOn(s *stmt) bool {
	switch {
	case requestOf(f) == "":
		return false
	case s.Mode == callStatic:
		return s.Callee == "(net/http.HandlerFunc).ServeHTTP"
	case s.Mode == callInvoke:
		return s.Method == "ServeHTTP"
	}
	return slices.ContainsFunc(s.A[1:], func(n int) bool { return f.isRequest(n, 0) })
}

// isRequest reports whether node n is the request that f got, or a copy of it.
func (f *function) isRequest(n, depth int) bool {
	switch nd := &f.Nodes[n]; {
	case depth > 4:
	case nd.Op == opParam:
		return nd.N < len(f.Params) && requestTypes[f.Params[nd.N]]
	case nd.Op == opResult && f.Stmts[nd.S].Ext:
		s := &f.Stmts[nd.S]
		m := valueModels[s.Callee]
		return slices.ContainsFunc(m.pass, func(a int) bool { return f.isRequest(s.A[a], depth+1) })
	}
	return false
}

func (s *stmt) flags() uint8 {
	var fl uint8
	if s.Eff > 0 {
		fl |= flagEffect
	}
	if s.Rule != "" || s.Ext && s.Mode == callStatic {
		fl |= flagReg
	}
	if s.Mode != callStatic && !s.Amb {
		fl |= flagOpen
	}
	return fl
}

// local reports whether address n lies in an object of this call that nothing else can see yet; a fresh
// object that is returned is filled when its result is asked for.
func (f *function) local(n int) bool {
	for range 16 {
		switch nd := f.Nodes[n]; nd.Op {
		case opAlloc:
			return true
		case opField, opElem:
			n = nd.A[0]
		case opIterAddr:
			n = f.Nodes[nd.A[0]].A[0]
		default:
			return false
		}
	}
	return false
}

// leadsTo lists the functions that f calls or makes values of.
func (f *function) leadsTo() []string {
	var out []string
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Op == opFunc {
			out = append(out, n.Str)
		}
	}
	for i := range f.Stmts {
		if s := &f.Stmts[i]; s.Kind == stCall && s.Mode == callStatic && !s.Ext {
			out = append(out, s.Callee)
		}
	}
	return out
}
