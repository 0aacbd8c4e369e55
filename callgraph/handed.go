package callgraph

import (
	"slices"
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
	return depth <= addressDepth && slices.ContainsFunc(vals, func(v value) bool { return e.handedValue(v, depth) })
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
	told := false
	if a, ok := e.cat.DriverArg(o.name); ok && a+off < len(s.A) {
		told = true
		if e.handedIn(e.vals(o.frame, o.env, s.A[a+off]), depth) {
			return true
		}
	}
	if a := e.cat.AddressOf(o.name); a != nil && a.Arg+off < len(s.A) {
		told = true
		if e.handedFields(e.vals(o.frame, o.env, s.A[a.Arg+off]), a.Fields, depth) {
			return true
		}
	}
	args := s.A
	if told {
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

// addTexts adds strings that were put together of args. In a package that is no program, one with an unknown part
// remembers what an importer hands in for it: when callers say a part of an address, they may say loopback.
func (q *query) addTexts(f *frame, en *env, args []int, texts []string) {
	var by *object
	if q.e.partial && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, hole) }) {
		by = q.e.giver(f, en, args)
	}
	for _, t := range texts {
		v := value{k: vConst, s: "s:" + t}
		if strings.Contains(t, hole) {
			v.l.o = by
		}
		q.out.add(v)
	}
}

// giver is the first parameter or variable that an importer fills among args and what is in the slice of a variadic
// one, nil for none.
func (e *eval) giver(f *frame, en *env, args []int) *object {
	for _, a := range args {
		vals := e.vals(f, en, a)
		if o := e.handedPart(vals); o != nil {
			return o
		}
		for _, v := range vals {
			if v.k != vPtr {
				continue
			}
			if o := e.handedPart(e.contents(v)); o != nil {
				return o
			}
		}
	}
	return nil
}

func (e *eval) handedPart(vals []value) *object {
	for _, v := range vals {
		if o := v.l.o; (v.k == vConst || v.k == vSym && o.kind != objExt) && e.handedValue(v, 0) {
			return o
		}
	}
	return nil
}
