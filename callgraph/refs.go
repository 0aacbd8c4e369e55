package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// ref is something that can be called as a handler or a check: a function value, or a method of a value.
type ref struct {
	v      value
	method string
	terms  terms
}

// refs takes values apart by the form of a rule; see the forms of catalog.Rule.As.
func (e *eval) refs(vals []value, form string, depth int) []ref {
	if depth > 6 {
		return nil
	}
	var out []ref
	head, rest, _ := strings.Cut(form, ":")
	for _, v := range vals {
		switch head {
		case "func", "":
			out = append(out, ref{v: v})
		case "iface":
			out = append(out, ref{v: v, method: rest})
		case "each":
			out = append(out, e.refs(e.contents(v), rest, depth+1)...)
		case "field":
			name, form, _ := strings.Cut(rest, ":")
			out = append(out, e.refs(e.fieldValues(v, name), form, depth+1)...)
		case "option":
			more, _ := e.libraryCalls(v)
			out = append(out, more...)
		case "wrap":
			out = append(out, e.refs(e.applied(v), rest, depth+1)...)
		}
	}
	return out
}

// contents gives the values in a slice or a map.
func (e *eval) contents(v value) []value {
	l, ok := deref(v)
	if !ok {
		return nil
	}
	var have set
	for _, el := range e.elements(l) {
		if strings.HasSuffix(el.path, "}") {
			e.read(loc{el.o, el.path + "~v"}, &have, &places{})
			continue
		}
		have.add(value{k: vAgg, l: el})
		e.read(el, &have, &places{})
	}
	return have.list
}

// applied gives the results of calling function value v with unknown arguments.
func (e *eval) applied(v value) []value {
	if v.k != vFunc {
		return nil
	}
	r := e.rootOf("apply:"+itoa(v.c.id), v, "", nil)
	e.raise(r.frame, wire)
	return e.vals(r.frame, nil, resultNode)
}

// libraryCalls gives what a value made by a health library runs when it is asked: the checks it was given.
func (e *eval) libraryCalls(v value) ([]ref, bool) {
	if v.l.o == nil || v.l.o.kind != objExt || v.l.o.frame == nil || v.l.o.stmt < 0 || v.k != vSym || v.l.path != "" {
		return nil, false
	}
	reg := e.madeByRule(v)
	if reg == nil {
		return nil, false
	}
	switch reg.rule.Kind {
	case catalog.KindCheck, catalog.KindCheckNew, catalog.KindCheckRun:
		return e.checksIn(reg, v, 0), true
	case catalog.KindConstant, catalog.KindFlag, catalog.KindNone, catalog.KindSelf, catalog.KindInstall:
		return nil, true
	}
	return nil, false
}

// picked takes a variadic argument apart.
func (e *eval) picked(vals []value, pick string) []value {
	var out []value
	for _, v := range vals {
		l, ok := deref(v)
		if !ok {
			continue
		}
		els := e.elements(l)
		if pick == catalog.PickLast && len(els) > 1 {
			els = els[len(els)-1:]
		}
		for _, el := range els {
			var have set
			e.read(el, &have, &places{})
			out = append(out, have.list...)
		}
	}
	return out
}

// callRefs makes ci lead to refs, called with unknown arguments.
func (e *eval) callRefs(ci *callInfo, refs []ref, possible bool) {
	for _, r := range refs {
		ln := link{from: ci.from, env: ci.key.env, stmt: ci.key.stmt, off: 1, vals: [][]value{}}
		targets, direct := len(ci.targets), len(ci.direct)
		if r.method == "" {
			e.callValue(ci, r.v, ln, possible)
		} else {
			ln.off = 0
			e.invoke(ci, r.v, r.method, ln, possible)
		}
		for i := targets; i < len(ci.targets); i++ {
			ci.targets[i].terms = ci.targets[i].terms.and(r.terms)
		}
		for i := direct; i < len(ci.direct); i++ {
			ci.direct[i].terms = ci.direct[i].terms.and(r.terms)
		}
	}
}

// role names the constant or none rule that a handler value falls under, "" when none does.
func (e *eval) kindOf(v value) catalog.RuleKind {
	name := ""
	switch {
	case v.k == vFunc:
		name = v.c.key
		if v.c.op == opBound {
			name = v.c.rule
		}
		if v.c.op == opBound && v.c.recv.k == vSym && v.c.recv.l.o.kind == objExt {
			if k := e.kindOf(v.c.recv); k != "" {
				return k
			}
		}
	case v.k == vSym && v.l.o.kind == objExt && v.l.path == "" && v.l.o.frame != nil:
		name = v.l.o.name
	case v.k == vSym && v.l.o.kind == objGlobal && v.l.path == "":
		name = v.l.o.name
	}
	if r := e.rules.Rule(name); r != nil {
		return r.Kind
	}
	return ""
}
