package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// handed reports whether only a caller of the package can say which server a dependency call talks to: the client,
// its driver or its address comes from a parameter, or from something that a parameter holds. A package main has no
// caller; elsewhere such an endpoint is pending, or two packages would judge it by different names.
func (e *eval) handed(v *visit, ci *callInfo, eff *effect, recvs []value) bool {
	if eff.Shared == catalog.Local {
		return false
	}
	s := &v.f.fn.Stmts[ci.key.stmt]
	if e.handedIn(recvs, 0) || len(recvs) == 0 && s.Eff > 0 && recvOff(s) == 1 { // nothing in the package makes the client
		return true
	}
	if a := eff.Addr + recvOff(s); eff.Addr >= 0 && s.Eff > 0 && a < len(s.A) {
		return e.handedIn(e.vals(v.f, ci.key.env, s.A[a]), 0)
	}
	return false
}

func (e *eval) handedIn(vals []value, depth int) bool {
	if depth > addressDepth {
		return false
	}
	for _, v := range vals {
		if e.handedValue(v, depth) {
			return true
		}
	}
	return false
}

func (e *eval) handedValue(v value, depth int) bool {
	switch {
	case v.k == vConst:
		return v.l.o != nil
	case v.k != vSym || v.l.o.req:
		return false
	}
	switch o := v.l.o; o.kind {
	case objSym:
		return o.typ != "context.Context"
	case objGlobal:
		return !e.fixed(o.name) && e.cat.Class(pkgOfFull(o.name)) == catalog.Follow
	case objExt:
		return o.frame != nil && o.stmt >= 0 && e.handedTo(o, depth+1)
	}
	return false
}

// handedTo reports whether what a call made is known by what a caller hands in: by the argument that tells the
// driver or the address, else by anything it was made of.
func (e *eval) handedTo(o *object, depth int) bool {
	s := &o.frame.fn.Stmts[o.stmt]
	off := recvOff(s)
	told := off
	if a, ok := e.cat.DriverArg(o.name); ok && a+off < len(s.A) {
		told++
		if e.handedIn(e.vals(o.frame, o.env, s.A[a+off]), depth) {
			return true
		}
	}
	if a := e.cat.AddressOf(o.name); a != nil && a.Arg+off < len(s.A) {
		told++
		if e.handedFields(e.vals(o.frame, o.env, s.A[a.Arg+off]), a.Fields, depth) {
			return true
		}
	}
	args := s.A
	if told > off {
		args = args[:off]
	}
	for _, a := range args {
		if e.handedIn(e.vals(o.frame, o.env, a), depth) {
			return true
		}
	}
	return false
}

// handedFields is handedIn for an argument that holds the address in one of fields.
func (e *eval) handedFields(vals []value, fields []string, depth int) bool {
	if e.handedIn(vals, depth) {
		return true
	}
	for _, v := range vals {
		for _, f := range fields {
			if e.handedIn(e.fieldValues(v, f), depth) {
				return true
			}
		}
	}
	return false
}

// text is a string that was put together of vals. In a package that is no program it remembers a parameter or
// a variable that it has a part of: when callers say a part of an address, they may say loopback.
func (e *eval) text(t string, vals ...[]value) value {
	v := value{k: vConst, s: "s:" + t}
	if !e.partial || !strings.Contains(t, hole) {
		return v
	}
	for _, part := range vals {
		for _, w := range part {
			if w.k == vConst && w.l.o != nil || w.k == vSym && w.l.o.kind != objExt && e.handedValue(w, 0) {
				v.l.o = w.l.o
				return v
			}
		}
	}
	return v
}

// parts gives the values of the arguments of a call, and what is in the slice of a variadic one.
func (e *eval) parts(f *frame, en *env, args []int) [][]value {
	var out [][]value
	for _, a := range args {
		vals := e.vals(f, en, a)
		out = append(out, vals)
		for _, v := range vals {
			if v.k == vPtr {
				out = append(out, e.contents(v))
			}
		}
	}
	return out
}
