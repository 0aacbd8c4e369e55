package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// siteDepth bounds the routers of a program that stand on one another.
const siteDepth = 6

// site gives the function and the place where p is registered. A router that the program writes itself takes path and
// handler as arguments: the registration is the call that names them.
func (e *eval) site(p *probe) (*function, inventory.Position) {
	if p.hit != nil {
		return p.hit.f.fn, p.hit.f.fn.place(p.hit.f.fn.Stmts[p.hit.stmt].Pos)
	}
	f, i := p.reg.f, p.reg.stmt
	path, handler := siteOperands(p.reg)
	for range siteDepth {
		if path < 0 || handler < 0 || len(f.links) != 1 || f.crowd {
			break
		}
		ln := f.links[0]
		if ln.from == nil || ln.vals != nil || ln.box > 0 || ln.from.fn.Pkg == "" || f.fn.Main && !ln.from.fn.Main {
			break
		}
		ps, hs := arguments(f.fn, path), arguments(f.fn, handler)
		if len(ps) == 0 || len(hs) != 1 {
			break
		}
		p, h := ps[len(ps)-1], hs[0] // a method may stand in front of the path
		if p == h || p >= len(f.fn.Params) || f.fn.Params[p] != "string" {
			break
		}
		args := ln.from.fn.Stmts[ln.stmt].A
		if p, h = p+ln.off, h+ln.off; max(p, h) >= len(args) || min(p, h) < 0 {
			break
		}
		path, handler = args[p], args[h]
		f, i = ln.from, ln.stmt
	}
	return f.fn, f.fn.place(f.fn.Stmts[i].Pos)
}

// siteOperands gives the nodes of the path and the handler of r, -1 for what it has not.
func siteOperands(r *registration) (path, handler int) {
	if r.value || r.rule.Kind != catalog.KindRoute {
		return -1, -1
	}
	s := &r.f.fn.Stmts[r.stmt]
	at := func(a int) int {
		if a += recvOff(s); r.rule.Path != catalog.None && a < len(s.A) {
			return s.A[a]
		}
		return -1
	}
	if r.rule.Path == catalog.None || r.rule.Handler == catalog.None {
		return -1, -1
	}
	return at(r.rule.Path), at(r.rule.Handler)
}

// arguments lists the parameters, but for the receiver, that node n of fn is made of, in the order of a text.
func arguments(fn *function, n int) []int {
	method := strings.HasPrefix(fn.Key, "(") && !strings.Contains(fn.Key, "$")
	var params []int
	seen := map[int]bool{}
	var walk func(n, depth int)
	walk = func(n, depth int) {
		if seen[n] || depth > siteDepth*2 {
			return
		}
		seen[n] = true
		next := fn.Nodes[n].A
		switch nd := &fn.Nodes[n]; nd.Op {
		case opParam:
			if nd.N > 0 || !method {
				params = append(params, nd.N)
			}
		case opAlloc:
			next = stored(fn, n)
		case opResult:
			next = fn.Stmts[nd.S].A
		}
		for _, a := range next {
			walk(a, depth+1)
		}
	}
	walk(n, 0)
	return params
}

// stored lists what fn stores into its variable at node alloc.
func stored(fn *function, alloc int) []int {
	var out []int
	for i := range fn.Stmts {
		if s := &fn.Stmts[i]; s.Kind == stStore && s.A[0] == alloc {
			out = append(out, s.A[1])
		}
	}
	return out
}
