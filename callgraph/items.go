package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// item is one thing that a registration names. Most registrations name one; a table of routes names several.
type item struct {
	paths, methods, names []string
	vals                  []value // what As is applied to
	as                    string
}

// items takes a registration apart.
func (e *eval) items(r *registration) []item {
	switch {
	case r.rule.As == catalog.AsMapped:
		return e.mapped(r)
	case r.rule.PathField == catalog.MapKey || r.rule.NameField == catalog.MapKey:
		return e.entries(r)
	case tabular(r.rule):
		return e.rows(r)
	}
	return []item{{e.paths(r), e.methods(r), e.argTexts(r, r.rule.Name, r.rule.NameField), e.handlers(r), r.rule.As}}
}

// tabular reports whether each element of the list at Handler says its own path, name or method.
func tabular(r *catalog.Rule) bool {
	return r.Pick == catalog.PickAll && (r.PathField != "" && r.Path == r.Handler || r.NameField != "" && r.Name == r.Handler)
}

// rows gives the items of a list of structs.
func (e *eval) rows(r *registration) []item {
	var out []item
	for _, v := range e.structs(e.operand(r, r.rule.Handler)) {
		it := item{vals: []value{v}, as: r.rule.As, methods: []string{r.rule.MethodText}}
		it.paths = textsIn(e, v, r.rule.PathField)
		it.names = textsIn(e, v, r.rule.NameField)
		if ms := textsIn(e, v, r.rule.MethodField); len(ms) > 0 && !strings.Contains(ms[0], hole) {
			it.methods = ms
		}
		out = append(out, it)
	}
	return out
}

// structs gives the structs in lists, those behind pointers included.
func (e *eval) structs(lists []value) []value {
	var out set
	for _, list := range lists {
		l, ok := deref(list)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			var have set
			e.read(el, &have, &places{})
			plain := true
			for _, v := range have.list {
				if v.k == vPtr {
					out.add(v)
					plain = false
				}
			}
			if plain {
				out.add(value{k: vAgg, l: el})
			}
		}
	}
	return out.list
}

func textsIn(e *eval, v value, field string) []string {
	if field == "" {
		return nil
	}
	return e.textsOf(e.fieldValues(v, field))
}

// fieldValues reads a field, or a field of a field, of the struct that v is or points to.
func (e *eval) fieldValues(v value, path string) []value {
	vals := []value{v}
	for name := range strings.SplitSeq(path, ".") {
		var have set
		for _, v := range vals {
			if l, ok := deref(v); ok {
				e.demandField(l.o, name)
				at := loc{l.o, l.path + "." + name}
				n := len(have.list)
				e.read(at, &have, &places{})
				if len(have.list) == n && strings.Contains(path, ".") {
					have.add(value{k: vAgg, l: at})
				}
			}
		}
		vals = have.list
	}
	return vals
}

// entries gives the items of a map whose keys are paths or names.
func (e *eval) entries(r *registration) []item {
	var out []item
	for _, m := range e.operand(r, r.rule.Handler) {
		l, ok := deref(m)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			var keys, vals set
			e.read(loc{el.o, el.path + "~k"}, &keys, &places{})
			e.read(loc{el.o, el.path + "~v"}, &vals, &places{})
			it := item{vals: vals.list, as: strings.TrimPrefix(r.rule.As, catalog.AsEach), methods: e.methods(r)}
			it.paths, it.names = e.paths(r), e.textsOf(keys.list)
			if r.rule.PathField == catalog.MapKey {
				it.paths, it.names = it.names, nil
			}
			out = append(out, it)
		}
	}
	return out
}

// paths gives the texts at Path, nil where the rule has none.
func (e *eval) paths(r *registration) []string {
	return e.argTexts(r, r.rule.Path, r.rule.PathField)
}

// argTexts gives the texts of argument a of r, of all texts when it is a list, or of a field of it.
func (e *eval) argTexts(r *registration, a int, field string) []string {
	if a == catalog.None || field == catalog.MapKey {
		return nil
	}
	vals := e.operand(r, a)
	if field == "" {
		return e.textsOf(vals)
	}
	var have set
	for _, v := range vals {
		for _, w := range e.fieldValues(v, field) {
			have.add(w)
		}
	}
	return e.textsOf(have.list)
}

// textsOf gives the texts that vals are, hold or, as patterns, stand for; a hole when there is none.
func (e *eval) textsOf(vals []value) []string {
	var out []string
	unknown := false
	for _, v := range vals {
		switch {
		case v.k == vConst && (strings.HasPrefix(v.s, "s:") || strings.HasPrefix(v.s, "i:")):
			out = append(out, v.s[2:])
		case v.k == vConst && zero(v.s):
		default:
			more := e.textsBehind(v)
			unknown = unknown || len(more) == 0
			out = append(out, more...)
		}
	}
	if out = dedupe(out); len(out) > stringLimit {
		out = out[:stringLimit]
	}
	if len(out) == 0 && unknown {
		return []string{hole}
	}
	return out
}

func (e *eval) textsBehind(v value) []string {
	if reg := e.madeByRule(v); reg != nil {
		if reg.rule.Kind == catalog.KindPattern {
			return e.paths(reg)
		}
		return nil
	}
	l, ok := deref(v)
	if !ok || l.o.kind != objAlloc {
		return nil
	}
	var out []string
	for _, el := range e.elements(l) {
		var have set
		e.read(el, &have, &places{})
		for _, w := range have.list {
			if w.k == vConst && strings.HasPrefix(w.s, "s:") {
				out = append(out, w.s[2:])
			}
		}
	}
	return out
}

// patternMethods gives the methods of the patterns that a route is bound to, nil when there is none.
func (e *eval) patternMethods(r *registration) []string {
	var out []string
	for _, v := range e.operand(r, r.rule.Path) {
		reg := e.madeByRule(v)
		if reg == nil || reg.rule.Kind != catalog.KindPattern {
			continue
		}
		if reg.rule.MethodText != "" {
			out = append(out, reg.rule.MethodText)
		} else {
			out = append(out, e.methodTexts(reg)...)
		}
	}
	return out
}

// slots gives the list that begins at argument a of r, one slot an element: the argument is the list, or an
// element with the rest of the list behind it.
func (e *eval) slots(r *registration, a int) [][]value {
	var out [][]value
	var single set
	for _, v := range e.operand(r, a) {
		l, ok := deref(v)
		var els []loc
		if ok {
			els = e.elements(l)
		}
		if len(els) == 0 && (v.k != vConst || !zero(v.s)) {
			single.add(v)
		}
		for _, el := range els {
			var have set
			e.read(el, &have, &places{})
			if len(have.list) == 0 { // a struct is in its fields
				have.add(value{k: vAgg, l: el})
			}
			out = append(out, have.list)
		}
	}
	s := &r.f.fn.Stmts[r.stmt]
	if last := len(s.A) - 1; !r.value && len(single.list) > 0 && s.Var && a+recvOff(s) < last {
		out = append([][]value{single.list}, out...)
		return append(out, e.slots(r, last-recvOff(s))...)
	}
	return out
}

// handlers gives the values at Handler that answer.
func (e *eval) handlers(r *registration) []value {
	if r.rule.Handler == catalog.None && !r.value {
		return nil
	}
	if r.rule.Pick == "" {
		return e.operand(r, r.rule.Handler)
	}
	all := e.slots(r, r.rule.Handler)
	if r.rule.Pick == catalog.PickLast && len(all) > 1 {
		all = all[len(all)-1:]
	}
	var out set
	for _, vals := range all {
		for _, v := range vals {
			out.add(v)
		}
	}
	return out.list
}
