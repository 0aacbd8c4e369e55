package callgraph

import (
	"strings"
)

// Routes in maps. A router that a program writes itself keeps its handlers in a map by path, by a text of method and
// path, or in one map in another. Looking the request up there is a test on its path for each key.

// nilLookup gives the lookup in a map that condition nd compares with nil, -1 when it is something else.
func nilLookup(nodes []node, nd *node) int {
	if nd.Op != opCompare {
		return -1
	}
	for i, a := range nd.A {
		if other := nd.A[1-i]; nodes[a].Op == opLookup && nodes[other].Op == opConst && nodes[other].Str == "n:" {
			return a
		}
	}
	return -1
}

// piece is a part of a text that is put together: part of the request, or a text, a hole when it is not known.
type piece struct{ part, text string }

// pieces takes the text of node n apart, nil when the path of the request is none of its parts.
func (e *eval) pieces(f *frame, en *env, n int) []piece {
	var out []piece
	found := false
	var walk func(n, depth int)
	walk = func(n, depth int) {
		nd := &f.fn.Nodes[n]
		if nd.Op == opConcat && depth < 8 {
			for _, a := range nd.A {
				walk(a, depth+1)
			}
			return
		}
		part := e.partOf(f, en, n)
		found = found || part == "path"
		text := hole
		if ts := e.texts(f, en, n); part == "" && len(ts) == 1 {
			text = ts[0]
		}
		out = append(out, piece{part, text})
	}
	walk(n, 0)
	if !found || len(out) < 2 {
		return nil
	}
	return out
}

// solve gives the parts of the request for which pieces make text: known texts stand between those that are not.
func solve(pieces []piece, text string) (map[string]string, bool) {
	out := map[string]string{}
	for i, p := range pieces {
		if p.part == "" && p.text != hole {
			rest, ok := strings.CutPrefix(text, p.text)
			if !ok {
				return nil, false
			}
			text = rest
			continue
		}
		end := len(text)
		if i+1 < len(pieces) {
			next := pieces[i+1]
			switch {
			case next.part == "" && next.text != hole:
				end = strings.Index(text, next.text)
			case next.part == "path":
				end = strings.IndexByte(text, '/')
			default:
				return nil, false
			}
		}
		if end < 0 {
			return nil, false
		}
		if p.part != "" {
			out[p.part] = text[:end]
		}
		text = text[end:]
	}
	return out, text == ""
}

// testsOf gives the tests that comparing node n with texts makes.
func (e *eval) testsOf(f *frame, en *env, n int, texts []string, loose bool) []test {
	var out []test
	if part := e.partOf(f, en, n); part != "" {
		off := ""
		if part == "path" && !loose {
			off = e.cutOff(f, en, n, 0)
		}
		for _, t := range texts {
			if !strings.HasPrefix(t, "/") {
				t = off + t
			}
			out = append(out, test{part: part, text: t, loose: loose})
		}
		return out
	}
	ps := e.pieces(f, en, n)
	if ps == nil || loose {
		return nil
	}
	for _, t := range texts {
		if parts, ok := solve(ps, t); ok {
			path := parts["path"]
			delete(parts, "path")
			out = append(out, test{part: "path", text: path, more: parts})
		}
	}
	return out
}

// cutOff gives what was cut off the front of the path that node n is: "/" of path[1:] and strings.Trim(path, "/").
func (e *eval) cutOff(f *frame, en *env, n, depth int) string {
	nd := &f.fn.Nodes[n]
	switch nd.Op {
	case opSubstr:
		if nd.Str == "1" {
			return "/"
		}
	case opPhi, opWhen:
		for _, a := range nd.A {
			if depth > 4 {
				break
			}
			if off := e.cutOff(f, en, a, depth+1); off != "" {
				return off
			}
		}
	case opResult:
		s := &f.fn.Stmts[nd.S]
		how := stringModels[s.Callee]
		switch {
		case !s.Ext || len(s.A) == 0 || depth > 4:
		case how == "trimprefix" || how == "trimleft" || how == "trim":
			cuts := e.texts(f, en, s.A[1])
			if len(cuts) == 1 && (cuts[0] == "/" || how == "trimprefix" && strings.HasPrefix(cuts[0], "/") && !strings.Contains(cuts[0], hole)) {
				return cuts[0]
			}
		case how == "trimright" || how == "trimsuffix" || how == "lower":
			return e.cutOff(f, en, s.A[0], depth+1)
		}
	}
	return ""
}

// lookups gives the tests that looking something up in a map, or a slice, makes. Keys of a map around it say more of
// the request.
func (e *eval) lookups(f *frame, en *env, nd *node) []test {
	slice := nd.Op == opMember && nd.N == 1
	outer := &f.fn.Nodes[nd.A[0]]
	if !slice && outer.Op == opLookup {
		if part := e.partOf(f, en, outer.A[1]); part != "" {
			return e.nestedLookups(f, en, nd, outer, part)
		}
	}
	return e.keyTests(f, en, nd, e.vals(f, en, nd.A[0]), slice)
}

func (e *eval) keyTests(f *frame, en *env, nd *node, containers []value, slice bool) []test {
	var out []test
	for _, m := range containers {
		l, ok := deref(m)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			if !slice {
				el.path += "~k"
			}
			var have set
			e.read(el, &have, &places{})
			out = append(out, e.testsOf(f, en, nd.A[1], textsOf(have.list), false)...)
		}
	}
	return out
}

// nestedLookups looks into the maps that are in another under a part of the request.
func (e *eval) nestedLookups(f *frame, en *env, nd, outer *node, part string) []test {
	var out []test
	for _, m := range e.vals(f, en, outer.A[0]) {
		l, ok := deref(m)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			var keys, inner set
			e.read(loc{el.o, el.path + "~k"}, &keys, &places{})
			e.read(loc{el.o, el.path + "~v"}, &inner, &places{})
			for _, t := range e.keyTests(f, en, nd, inner.list, false) {
				for _, k := range textsOf(keys.list) {
					if k == hole {
						out = append(out, t)
						continue
					}
					out = append(out, test{part: t.part, text: t.text, more: with(t.more, part, k)})
				}
			}
		}
	}
	return out
}

func with(m map[string]string, k, v string) map[string]string {
	out := map[string]string{k: v}
	for a, b := range m {
		out[a] = b
	}
	return out
}

// fits reports whether two texts, either of which may have holes, can be one.
func fits(a, b string) bool {
	switch ha, hb := strings.Contains(a, hole), strings.Contains(b, hole); {
	case ha && hb:
		return true
	case ha:
		return fillsHoles(a, b)
	case hb:
		return fillsHoles(b, a)
	}
	return a == b
}

func fillsHoles(pattern, text string) bool {
	parts := strings.Split(pattern, hole)
	last := len(parts) - 1
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1:last] {
		i := strings.Index(text, p)
		if i < 0 {
			return false
		}
		text = text[i+len(p):]
	}
	return strings.HasSuffix(text, parts[last])
}
