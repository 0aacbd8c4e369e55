package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// grpcHealth begins the path of gRPC health probes; a service name follows behind a slash.
const grpcHealth = "grpc:grpc.health.v1.Health"

// guarded looks at one test that a handler makes on its request and adds the endpoints it tells apart.
func (e *eval) guarded(h *guardHit) {
	s := &h.f.fn.Stmts[h.stmt]
	if !s.Answers {
		return
	}
	for _, t := range e.tests(h.f, h.env, s.A[0], 0) {
		switch {
		case t.part == "path":
			if _, fixed := h.root.bound["path"]; fixed {
				continue
			}
			if _, _, ok := catalog.RoleOf(t.more["method"], t.text); ok && strings.HasPrefix(t.text, "/") || ok && t.loose {
				e.region(h, t.text, "path", t.text, t.more)
			}
		case t.part == "service":
			if _, fixed := h.root.bound["service"]; fixed {
				continue
			}
			e.service(h, t.text)
		case strings.HasPrefix(t.part, "query:"):
			e.query(h, t)
		}
	}
}

// test is one constant that part of the request is compared with.
type test struct {
	part, text string
	loose      bool              // prefix, suffix or set: the text may be a part of the path
	more       map[string]string // further parts that are compared at the same time
}

func (e *eval) tests(f *frame, en *env, n, depth int) []test {
	if depth > 6 {
		return nil
	}
	nd := &f.fn.Nodes[n]
	var out []test
	switch nd.Op {
	case opNot, opAnd, opOr:
		for _, a := range nd.A {
			out = append(out, e.tests(f, en, a, depth+1)...)
		}
	case opCompare, opMatch:
		if l := nilLookup(f.fn.Nodes, nd); l >= 0 {
			return e.tests(f, en, l, depth+1)
		}
		for i, a := range nd.A {
			out = append(out, e.testsOf(f, en, a, e.texts(f, en, nd.A[1-i]), nd.Op == opMatch)...)
		}
	case opMember, opLookup:
		return e.lookups(f, en, nd)
	}
	return out
}

// partOf names the part of a request that node n is, "" when it is none.
func (e *eval) partOf(f *frame, en *env, n int) string { return e.partIn(f, en, n, 0) }

func (e *eval) partIn(f *frame, en *env, n, depth int) string {
	for _, v := range e.vals(f, en, n) {
		if v.k == vSym && strings.HasPrefix(v.l.path, "?") && v.l.o.kind == objSym {
			return v.l.path[1:]
		}
	}
	nd := &f.fn.Nodes[n]
	of := nd.A
	switch nd.Op {
	case opResult:
		s := &f.fn.Stmts[nd.S]
		if !s.Ext || !stringModel(s.Callee) || len(s.A) == 0 {
			return ""
		}
		of = s.A[:1]
	case opWhen, opSubstr:
		of = of[:1]
	case opPhi: // another text may stand in for it
	default:
		return ""
	}
	for _, a := range of {
		if depth > 6 {
			break
		}
		if part := e.partIn(f, en, a, depth+1); part != "" {
			return part
		}
	}
	return ""
}

// region adds the endpoint that the part of h's function under the test answers.
func (e *eval) region(h *guardHit, path, part, text string, more map[string]string) {
	key := "region|" + h.root.key + "|" + itoa(h.f.id) + "|" + path
	if e.known[key] {
		return
	}
	e.known[key] = true
	bound := map[string]string{"method": "GET", part: text}
	for k, v := range more {
		bound[k] = v
	}
	r := e.aliasRoot(h, key, bound)
	r.given = e.given(h, part, text)
	role, _, _ := catalog.RoleOf("", path)
	pr := &probe{hit: h, path: path, role: role, source: "path", root: r, via: "comparison of the request path"}
	switch {
	case part == "service":
		pr.via = "comparison of the gRPC service name"
	case strings.HasPrefix(part, "query:"):
		pr.via = "comparison of a query value"
	}
	e.probes = append(e.probes, pr)
	e.raise(r.frame, reach)
}

// given lists the two sides of the comparison that the test of h makes of a part of the request. What it is compared
// with could be several texts, a setting with a default say, but the endpoint is there where it is this one.
func (e *eval) given(h *guardHit, part, text string) map[int]string {
	out := map[int]string{}
	var walk func(n, depth int)
	walk = func(n, depth int) {
		nd := &h.f.fn.Nodes[n]
		switch nd.Op {
		case opNot, opAnd, opOr:
			for _, a := range nd.A {
				if depth < 6 {
					walk(a, depth+1)
				}
			}
		case opCompare:
			for i, a := range nd.A {
				other := nd.A[1-i]
				if !h.f.fn.walks(other, 0) && e.partOf(h.f, h.env, a) == part && slices.Contains(e.texts(h.f, h.env, other), text) {
					out[a], out[other] = text, text
				}
			}
		}
	}
	walk(h.f.fn.Stmts[h.stmt].A[0], 0)
	return out
}

// walks reports whether node n belongs to an element of a list that the function walks over, or may.
func (f *function) walks(n, depth int) bool {
	nd := &f.Nodes[n]
	if nd.Op == opIter || len(nd.Iters) > 0 || depth > 8 {
		return true
	}
	return slices.ContainsFunc(nd.A, func(a int) bool { return f.walks(a, depth+1) })
}

// aliasRoot evaluates the function of h again under assumptions on the request; everything else is as in h.
func (e *eval) aliasRoot(h *guardHit, key string, bound map[string]string) *probeRoot {
	r := &probeRoot{key: key, bound: bound, region: h}
	f := e.newFrame(h.f.fn, nil, h.f.clo)
	if f == nil {
		f = &frame{fn: h.f.fn, clo: h.f.clo}
	}
	f.alias, f.targs, f.root, f.recv = h.f, h.f.targs, r, h.f.recv
	r.frame = f
	e.roots = append(e.roots, r)
	return r
}

// service tells the services of a gRPC health handler apart; the unnamed one is what the probe already there
// asks for.
func (e *eval) service(h *guardHit, name string) {
	for _, p := range e.probes {
		if p.root != h.root || p.reg == nil {
			continue
		}
		if name != "" {
			e.serviceRegion(h, name, p.reg)
		}
		if _, ok := h.root.bound["service"]; !ok {
			r := e.aliasRoot(h, h.root.key+"|unnamed", map[string]string{"service": ""})
			p.root = r
			e.raise(r.frame, reach)
		}
		return
	}
	if name != "" {
		if p := e.byRegion(h); p != nil {
			e.serviceRegion(h, name, p.reg)
		}
	}
}

// serviceRegion adds the endpoint of one service of the gRPC health service that reg registers.
func (e *eval) serviceRegion(h *guardHit, name string, reg *registration) {
	n := len(e.probes)
	e.region(h, grpcHealth+"/"+name, "service", name, nil)
	for _, p := range e.probes[n:] {
		p.reg, p.named = reg, true
	}
}

// byRegion finds the probe whose handler was replaced by its unnamed service.
func (e *eval) byRegion(h *guardHit) *probe {
	for _, p := range e.probes {
		if p.root != nil && p.root.key == h.root.key+"|unnamed" {
			return p
		}
	}
	return nil
}

// asks reports whether a word of a query says what is asked for: a role, or how deep to look. ?format=json changes
// how the answer is written, not what it is.
func asks(word string) bool {
	if _, _, ok := catalog.RoleOfName(word); ok {
		return true
	}
	switch strings.ToLower(word) {
	case "deep", "full", "shallow", "detail", "details", "check", "checks", "probe", "type", "mode", "level":
		return true
	}
	return false
}

// query tells two modes of one path apart when a query value decides and names a role.
func (e *eval) query(h *guardHit, t test) {
	if _, fixed := h.root.bound[t.part]; fixed {
		return
	}
	name := strings.TrimPrefix(t.part, "query:")
	if !asks(name) && !asks(t.text) {
		return
	}
	for _, p := range e.probes {
		if p.root != h.root {
			continue
		}
		path := p.path + "?" + name + "=" + t.text
		e.region(h, path, t.part, t.text, h.root.bound)
		without := map[string]string{t.part: ""}
		for k, v := range h.root.bound {
			without[k] = v
		}
		p.root = e.rootOf("probe", h.root.ref.v, h.root.ref.method, without)
		e.raise(p.root.frame, reach)
		return
	}
}
