package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// gives says how the result of call c relates to its receiver; see the gives constants.
func gives(c *ssa.CallCommon) uint8 {
	res := c.Signature().Results()
	if res.Len() == 0 {
		return givesOther
	}
	var recv types.Type
	switch {
	case c.IsInvoke():
		recv = c.Value.Type()
	case c.Signature().Recv() != nil:
		recv = c.Signature().Recv().Type()
	default:
		return givesOther
	}
	switch t := res.At(0).Type(); {
	case types.Identical(t, recv):
		return givesReceiver
	case types.IsInterface(t) && !types.IsInterface(recv):
		return givesInterface
	}
	return givesOther
}

// wrapResult adds the result of a call that answers as its Handler does: that handler itself, where whoever calls
// it does so in a way of its own.
func (q *query) wrapResult(f *frame, en *env, s *stmt, r *catalog.Rule) bool {
	a := r.Handler + recvOff(s)
	if r.Handler == catalog.None || a >= len(s.A) {
		return false
	}
	switch r.As {
	case catalog.AsFunc, serves:
	default:
		if r.Pick != catalog.PickAll { // a list of structs stays that list
			return false
		}
	}
	q.node(f, en, s.A[a])
	return true
}

// serves is how a handler of net/http is invoked.
const serves = catalog.AsIface + "ServeHTTP"

// pairResult adds a result of a wrap that also gives a path: the text among the results is the path, the other one
// the handler.
func (q *query) pairResult(f *frame, en *env, nd *node, r *catalog.Rule) bool {
	s := &f.fn.Stmts[nd.S]
	if r.Kind != catalog.KindWrap || s.NRes < 2 || r.Path == catalog.None && r.DefaultPath == "" {
		return false
	}
	switch {
	case nd.N > 0:
		if !q.wrapResult(f, en, s, r) {
			q.extObject(q.e.info(f, en, nd.S), nd)
		}
	case r.Path != catalog.None:
		q.node(f, en, s.A[r.Path+recvOff(s)])
	default:
		q.out.add(value{k: vConst, s: "s:" + r.DefaultPath})
	}
	return true
}

// asHandler gives a handler of net/http that is called as a function: what made it one answers as the handler does.
func (e *eval) asHandler(v value) (value, bool) {
	if _, _, ok := e.wrapped(v); ok {
		return v, true
	}
	if v.k != vPtr && v.k != vAgg || v.typ == "" {
		return v, false
	}
	info := e.w.typ(v.typ)
	if info == nil {
		return v, false
	}
	for i := range info.Methods {
		if info.Methods[i].Name == "ServeHTTP" {
			return v, true
		}
	}
	return v, false
}

// newlyWrapped adds the result of calling what a wrap_new call gave: it answers as its first argument.
func (q *query) newlyWrapped(f *frame, en *env, nd *node) bool {
	s := &f.fn.Stmts[nd.S]
	if s.Mode != callDynamic || nd.N > 0 || len(s.A) < 2 {
		return false
	}
	vals := q.e.vals(f, en, s.A[0])
	for _, v := range vals {
		if reg := q.e.madeByRule(v); reg == nil || reg.rule.Kind != catalog.KindWrapNew {
			return false
		}
	}
	if len(vals) == 0 {
		return false
	}
	q.node(f, en, s.A[1])
	return true
}
