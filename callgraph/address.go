package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// addressStep is the place of an address that a field or a setter gives to a value of a library's type.
const addressStep = ".$addr"

// addressKey is the demand key of all such places.
var addressKey = demandKey("A:")

// addressDepth bounds the values that an address comes through: options, a parsed configuration, a connection, a
// client on it.
const addressDepth = 8

// addresses gives the texts of the address that v is or has, nil when nothing tells.
func (e *eval) addresses(v value, depth int) []string {
	if depth > addressDepth {
		return nil
	}
	if v.k == vConst {
		if t, ok := strings.CutPrefix(v.s, "s:"); ok {
			return []string{t}
		}
		return nil
	}
	if out := e.addressSet(v, depth); len(out) > 0 {
		return out
	}
	if out := e.addressMade(v, depth); len(out) > 0 {
		return out
	}
	l, ok := deref(v)
	if !ok || l.o.kind != objAlloc {
		return nil
	}
	var out []string
	for _, el := range e.elements(l) {
		var have set
		e.read(el, &have, &places{})
		out = append(out, e.addressesOf(have.list, depth+1)...)
	}
	return dedupe(out)
}

func (e *eval) addressesOf(vals []value, depth int) []string {
	var out []string
	for _, v := range vals {
		out = append(out, e.addresses(v, depth)...)
	}
	return dedupe(out)
}

// addressSet gives what fields and setters said of v.
func (e *eval) addressSet(v value, depth int) []string {
	l, ok := deref(v)
	if !ok {
		return nil
	}
	e.demand([]int{addressKey})
	var have set
	e.read(loc{l.o, l.path + addressStep}, &have, &places{})
	var out []string
	for _, w := range have.list {
		if w.k != vSym || !strings.HasSuffix(w.l.path, addressStep) {
			out = append(out, e.orHole(w, depth)...)
		}
	}
	return out
}

// orHole gives the address of a value that certainly is one.
func (e *eval) orHole(v value, depth int) []string {
	if v.k == vConst && zero(v.s) {
		return nil
	}
	if out := e.addresses(v, depth+1); len(out) > 0 {
		return out
	}
	return []string{hole}
}

// addressMade gives the address that the call that made v had, or its receiver.
func (e *eval) addressMade(v value, depth int) []string {
	o := v.l.o
	if o == nil || o.kind != objExt || o.frame == nil || o.stmt < 0 {
		return nil
	}
	s := &o.frame.fn.Stmts[o.stmt]
	off := recvOff(s)
	if a := e.cat.AddressOf(o.name); a != nil {
		if n := a.Arg + off; n < len(s.A) {
			return e.addressIn(e.vals(o.frame, o.env, s.A[n]), a.Fields, depth)
		}
		return nil
	}
	if s.Eff > 0 {
		if n := o.frame.fn.Effects[s.Eff-1].Addr; n >= 0 && n+off < len(s.A) {
			return e.addressIn(e.vals(o.frame, o.env, s.A[n+off]), nil, depth)
		}
	}
	if off == 1 && len(s.A) > 0 { // a part of a client: a database, a collection, an API group
		return e.addressesOf(e.vals(o.frame, o.env, s.A[0]), depth+1)
	}
	return nil
}

// addressIn gives the addresses in an argument: the first of the fields that is set, or the argument itself.
func (e *eval) addressIn(vals []value, fields []string, depth int) []string {
	var out []string
	for _, v := range vals {
		var in []string
		for _, f := range fields {
			for _, w := range e.fieldValues(v, f) {
				if w.k != vSym || !strings.HasSuffix(w.l.path, "."+f) {
					in = append(in, e.orHole(w, depth)...)
				}
			}
			if len(in) > 0 {
				break
			}
		}
		switch {
		case len(in) > 0:
		case len(fields) == 0:
			in = e.orHole(v, depth)
		default:
			in = e.addresses(v, depth+1)
		}
		out = append(out, in...)
	}
	return dedupe(out)
}

// setsAddress reports whether s is a call that gives its receiver an address.
func (e *eval) setsAddress(s *stmt) *catalog.Address {
	if recvOff(s) == 0 || s.NRes > 0 && s.Gives != givesReceiver {
		return nil
	}
	a := e.cat.AddressOf(s.Callee)
	if a == nil || a.Arg+1 >= len(s.A) {
		return nil
	}
	return a
}

// setAddress runs a setter of an address.
func (e *eval) setAddress(f *frame, en *env, i int) {
	s := &f.fn.Stmts[i]
	a := e.setsAddress(s)
	if a == nil {
		return
	}
	vals := e.vals(f, en, s.A[a.Arg+1])
	var have set
	for _, v := range vals {
		n := len(have.list)
		for _, field := range a.Fields {
			for _, w := range e.fieldValues(v, field) {
				have.add(w)
			}
		}
		if len(have.list) == n {
			have.add(v)
		}
	}
	e.store(f, e.vals(f, en, s.A[0]), have.list, addressStep, false)
}

// judge is local only when all of texts are.
func (e *eval) judge(network string, texts []string) (local, known bool) {
	if len(texts) == 0 {
		return false, false
	}
	for _, t := range texts {
		l, k := catalog.LocalAddress(network, t)
		if !k {
			return false, false
		}
		if !l {
			return false, true
		}
	}
	return true, true
}
