package callgraph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fixed reports whether the package variable of this name has the value that the initialiser of its package gives
// it: it is not exported, nothing has its address, and no other function of the program stores into it.
func (e *eval) fixed(name string) bool {
	short := name[strings.LastIndex(name, ".")+1:]
	if r, _ := utf8.DecodeRuneInString(short); unicode.IsUpper(r) || e.w.marks[demandKey("G:"+name)] {
		return false
	}
	return e.w.settled(name)
}

// settled reports whether only package initialisers store into variable name.
func (w *world) settled(name string) bool {
	if w.stored == nil {
		w.stored = map[string]bool{}
		keys := map[string]bool{}
		for k := range w.rawFuncs {
			keys[k] = true
		}
		for k := range w.funcs {
			keys[k] = true
		}
		for k := range keys {
			if fn := w.fn(k); fn != nil && !strings.HasSuffix(k, ".init") {
				fn.storedGlobals(w.stored)
			}
		}
	}
	return !w.stored[name]
}

// storedGlobals adds the package variables that f stores into, or hands to code that could.
func (f *function) storedGlobals(out map[string]bool) {
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Kind == stCall || s.Kind == stGuard || s.Kind == stWait {
			continue
		}
		n := s.A[0]
		for range 16 {
			nd := &f.Nodes[n]
			if nd.Op == opGlobal {
				out[nd.Str] = true
			}
			if nd.Op != opField && nd.Op != opElem && nd.Op != opLoad && nd.Op != opIterAddr && nd.Op != opIter {
				break
			}
			n = nd.A[0]
		}
	}
}
