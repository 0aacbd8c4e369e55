package callgraph

import (
	"strconv"
	"strings"
)

// tri is a truth value: -1 no, 0 not known, 1 yes.
type tri int

const (
	no      tri = -1
	unknown tri = 0
	yes     tri = 1
)

// guardDepth bounds guards that are decided while another one is: the values a branch depends on come through
// few branches themselves. Beyond it a branch stays open, which reports more, never less.
const guardDepth = 3

// holds decides guard g of f; -1 stands for no guard.
func (e *eval) holds(f *frame, en *env, g int) tri {
	if g < 0 {
		return yes
	}
	if e.mode/nested >= guardDepth {
		return unknown
	}
	old := e.mode
	e.mode = (e.mode | strict) + nested
	t := boolOf(e.vals(f, en, g))
	e.mode = old
	return t
}

func (e *eval) cond(f *frame, en *env, n, depth int) tri {
	if depth > 24 {
		return unknown
	}
	nd := &f.fn.Nodes[n]
	switch nd.Op {
	case opNot:
		return -e.cond(f, en, nd.A[0], depth+1)
	case opAnd:
		t := yes
		for _, a := range nd.A {
			t = min(t, e.cond(f, en, a, depth+1))
		}
		return t
	case opOr:
		t := no
		for _, a := range nd.A {
			t = max(t, e.cond(f, en, a, depth+1))
		}
		return t
	case opCompare:
		t := equal(e.vals(f, en, nd.A[0]), e.vals(f, en, nd.A[1]))
		if nd.Str == "!=" {
			return -t
		}
		return t
	case opMatch:
		return e.match(nd.Str, e.vals(f, en, nd.A[0]), e.vals(f, en, nd.A[1]))
	case opMember:
		if e.relevant != nil && e.mode.is(lenient) {
			return unknown // maps of the program are not worth deciding branches for before a handler runs
		}
		return e.isMember(f, en, nd)
	}
	return boolOf(e.vals(f, en, n))
}

func boolOf(vs []value) tri {
	if len(vs) == 0 {
		return unknown
	}
	var t tri
	for i, v := range vs {
		b := unknown
		if v.k == vConst {
			switch v.s {
			case "b:true":
				b = yes
			case "b:false", "z:":
				b = no
			}
		}
		if i > 0 && b != t {
			return unknown
		}
		t = b
	}
	return t
}

// equal compares two sets: yes or no only when all pairs agree.
func equal(a, b []value) tri {
	if len(a) == 0 || len(b) == 0 {
		return unknown
	}
	var t tri
	for i, x := range a {
		for j, y := range b {
			p := same(x, y)
			if (i > 0 || j > 0) && p != t {
				return unknown
			}
			t = p
		}
	}
	return t
}

func same(a, b value) tri {
	if a.k == vConst && b.k == vConst {
		if strings.Contains(a.s, hole) || strings.Contains(b.s, hole) {
			return unknown
		}
		if a.s == b.s || a.s == "z:" && zero(b.s) || b.s == "z:" && zero(a.s) {
			return yes
		}
		return no
	}
	if isNil(a) && made(b) || isNil(b) && made(a) {
		return no
	}
	return unknown
}

func zero(s string) bool {
	switch s {
	case "n:", "s:", "i:0", "b:false", "z:":
		return true
	}
	return false
}

func isNil(v value) bool { return v.k == vConst && (v.s == "n:" || v.s == "z:") }

// made reports whether v is certainly not nil.
func made(v value) bool { return v.k == vFunc || v.k == vPtr && v.l.o.kind == objAlloc }

// match decides a string test, for all pairs.
func (e *eval) match(test string, a, b []value) tri {
	if len(a) == 0 || len(b) == 0 {
		return unknown
	}
	var t tri
	first := true
	for _, x := range a {
		for _, y := range b {
			p := matchOne(test, x, y)
			if !first && p != t {
				return unknown
			}
			t, first = p, false
		}
	}
	return t
}

func matchOne(test string, x, y value) tri {
	if x.k != vConst || y.k != vConst || strings.Contains(x.s, hole) || strings.Contains(y.s, hole) {
		return unknown
	}
	s, p := strings.TrimPrefix(x.s, "s:"), strings.TrimPrefix(y.s, "s:")
	ok := false
	switch test {
	case "HasPrefix":
		ok = strings.HasPrefix(s, p)
	case "HasSuffix":
		ok = strings.HasSuffix(s, p)
	case "Contains":
		ok = strings.Contains(s, p)
	case "EqualFold":
		ok = strings.EqualFold(s, p)
	}
	if ok {
		return yes
	}
	return no
}

// isMember decides whether a key is in a map, or a value in a slice.
func (e *eval) isMember(f *frame, en *env, nd *node) tri {
	keys := e.vals(f, en, nd.A[1])
	if len(keys) != 1 || keys[0].k != vConst {
		return unknown
	}
	t := no
	for _, m := range e.vals(f, en, nd.A[0]) {
		l, ok := deref(m)
		if !ok {
			return unknown
		}
		for _, el := range e.elements(l) {
			var have set
			place := el
			if nd.N == 0 {
				place = loc{el.o, el.path + "~k"}
			}
			e.read(place, &have, &places{})
			t = max(t, equal(have.list, keys))
		}
	}
	return t
}

// truth adds a condition that is used as a value.
func (q *query) truth(f *frame, en *env, n int) {
	switch q.e.cond(f, en, n, 0) {
	case yes:
		q.out.add(value{k: vConst, s: "b:true"})
	case no:
		q.out.add(value{k: vConst, s: "b:false"})
	default:
		q.out.add(value{k: vSym, l: loc{q.e.unknownOf(f, n), ""}})
	}
}

// bits adds the outcome of an operation on the bits of constants.
func (q *query) bits(f *frame, en *env, n int) {
	nd := &f.fn.Nodes[n]
	xs, ys := q.e.vals(f, en, nd.A[0]), q.e.vals(f, en, nd.A[1])
	for _, x := range xs {
		for _, y := range ys {
			a, okA := integer(x)
			b, okB := integer(y)
			if !okA || !okB {
				q.out.add(value{k: vSym, l: loc{q.e.unknownOf(f, n), ""}})
				continue
			}
			switch nd.Str {
			case "&":
				a &= b
			case "|":
				a |= b
			case "&^":
				a &^= b
			}
			q.out.add(value{k: vConst, s: "i:" + strconv.FormatInt(a, 10)})
		}
	}
}

func integer(v value) (int64, bool) {
	if v.k != vConst {
		return 0, false
	}
	if v.s == "z:" {
		return 0, true
	}
	text, ok := strings.CutPrefix(v.s, "i:")
	n, err := strconv.ParseInt(text, 10, 64)
	return n, ok && err == nil
}
