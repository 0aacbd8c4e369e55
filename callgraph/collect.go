package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// visit is a frame reached from a handler, and how.
type visit struct {
	f        *frame
	prev     *visit
	ci       *callInfo // call in prev that leads here
	dynamic  bool
	possible bool
	terms    terms
}

// reached walks breadth first over what a handler runs before it answers: shortest chains first, calls in
// the order of the code.
func (e *eval) reached(root *frame) []*visit {
	out := []*visit{{f: root}}
	seen := map[*frame]bool{root: true}
	for i := 0; i < len(out); i++ {
		v := out[i]
		for _, ci := range e.sorted(v.f) {
			if !e.counts(ci) {
				continue
			}
			for _, t := range ci.targets {
				if t.f.level < reach || seen[t.f] || ci.past(t.round) {
					continue
				}
				seen[t.f] = true
				out = append(out, &visit{t.f, v, ci, t.dynamic, t.possible || v.possible, t.terms})
			}
		}
	}
	return out
}

// counts reports whether what a call does happens before the handler answers.
func (e *eval) counts(ci *callInfo) bool {
	s := &ci.from.fn.Stmts[ci.key.stmt]
	return ci.level == reach && (!s.Go || ci.from.waited(s) || e.awaited(ci.from, s)) && !e.staleEnv(ci.key.env)
}

// sorted gives the calls of f in the order of the code.
func (e *eval) sorted(f *frame) []*callInfo {
	out := make([]*callInfo, len(f.order))
	copy(out, f.order)
	sortStable(out, func(a, b *callInfo) bool {
		if a.key.stmt != b.key.stmt {
			return a.key.stmt < b.key.stmt
		}
		return envID(a.key.env) < envID(b.key.env)
	})
	return out
}

func envID(e *env) int {
	if e == nil {
		return 0
	}
	return int(e.id)
}

// dependencies collects what the handler of p reaches. open lists the calls that stayed unresolved and, in a package
// that is no program, those that talk to what a caller of the package hands in.
func (e *eval) dependencies(p *probe, handler *frame) (deps []inventory.Dependency, open []inventory.Open) {
	seen := map[string]bool{}
	add := func(v *visit, ci *callInfo, eff *effect, recvs []value, possible, dynamic bool, t terms) {
		d, ok := e.dependency(v, ci, eff, recvs, possible, dynamic, handler)
		if !ok {
			return
		}
		if e.partial && e.handed(v, ci, eff, recvs) {
			open = append(open, openCall(v.f, &v.f.fn.Stmts[ci.key.stmt]))
		}
		e.applyTerms(&d, t.and(p.terms).and(termsOfVisit(v)))
		key := d.Kind + "|" + d.Product + "|" + d.Callee + "|" + posKey(d.Chain[0].Position)
		if !seen[key] {
			seen[key] = true
			deps = append(deps, d)
		}
	}
	visits := e.reached(p.root.frame)
	own := len(visits)
	for _, b := range p.before {
		visits = append(visits, e.reached(b.frame)...)
	}
	for n, v := range visits {
		for _, ci := range e.sorted(v.f) {
			if !e.counts(ci) {
				continue
			}
			s := &v.f.fn.Stmts[ci.key.stmt]
			for _, d := range ci.direct {
				if ci.past(d.round) {
					continue
				}
				add(v, ci, d.eff, []value{d.recv}, d.possible, true, d.terms)
			}
			if s.Eff > 0 && e.effectCounts(v.f, ci) {
				eff := &v.f.fn.Effects[s.Eff-1]
				add(v, ci, eff, e.receiversOf(v.f, ci), strings.HasPrefix(eff.ID, "shape:"), s.Mode != callStatic, terms{})
			} else if n < own && ci.open && s.Mode == callStatic && ci.noBody {
				open = append(open, brokenCall(v.f, s))
			} else if n < own && couldReach(s) && (ci.open || e.partial && e.unset(v.f, ci)) {
				open = append(open, openCall(v.f, s))
			}
		}
	}
	return deps, open
}

// couldReach reports whether a call that stayed unresolved could reach a dependency: not the methods of most interfaces
// of libraries that are not followed, but another handler could.
func couldReach(s *stmt) bool {
	return s.Mode != callStatic && !s.Amb && (!s.Ext || s.Mode == callInvoke && s.Method == "ServeHTTP")
}

// unset reports whether nothing in the package sets what a call runs: an importer may.
func (e *eval) unset(f *frame, ci *callInfo) bool {
	s := &f.fn.Stmts[ci.key.stmt]
	return len(s.A) > 0 && len(ci.targets)+len(ci.direct) == 0 && len(e.vals(f, ci.key.env, s.A[0])) == 0
}

// effectCounts reports whether the catalogued effect of a call is what happens: not when the receiver is
// known to be code that is followed.
func (e *eval) effectCounts(f *frame, ci *callInfo) bool {
	s := &f.fn.Stmts[ci.key.stmt]
	if s.Mode == callStatic {
		return true
	}
	if strings.HasPrefix(f.fn.Effects[s.Eff-1].ID, "shape:") && !e.final {
		return false
	}
	return len(ci.targets) == 0 && len(ci.direct) == 0 && !ci.known && e.someReceiver(f, ci)
}

// someReceiver reports whether any value can be what the method is called on.
func (e *eval) someReceiver(f *frame, ci *callInfo) bool {
	for _, v := range e.receiversOf(f, ci) {
		if v.k != vConst {
			return true
		}
	}
	return false
}

func (e *eval) receiversOf(f *frame, ci *callInfo) []value {
	s := &f.fn.Stmts[ci.key.stmt]
	if recvOff(s) == 1 && len(s.A) > 0 {
		return e.vals(f, ci.key.env, s.A[0])
	}
	return nil
}

func openCall(f *frame, s *stmt) inventory.Open {
	what := "call of a function value"
	if s.Mode == callInvoke {
		what = "call of " + ShortFunc(s.Callee)
	}
	return inventory.Open{Position: f.fn.place(s.Pos), What: what + " in " + f.fn.Name, Why: "nothing that is analysed says what it runs"}
}

// place makes a position of p.
func (f *function) place(p pos) inventory.Position {
	if p.Line == 0 || p.File >= len(f.Files) {
		return inventory.Position{}
	}
	return inventory.Position{File: f.Files[p.File], Line: p.Line, Column: p.Col}
}

func posKey(p inventory.Position) string { return p.File + ":" + itoa(p.Line) + ":" + itoa(p.Column) }

// dependency describes one dependency call and the chain to it. Chains begin at the handler when they pass
// through it; what middleware does around it begins at the middleware.
func (e *eval) dependency(v *visit, ci *callInfo, eff *effect, recvs []value, possible, dynamic bool, handler *frame) (inventory.Dependency, bool) {
	s := &v.f.fn.Stmts[ci.key.stmt]
	at := v.f.fn.place(s.Pos)
	d := inventory.Dependency{Kind: eff.Kind, Product: eff.Product, Callee: eff.Callee, IO: eff.IO, Confidence: inventory.Certain}
	if d.IO == catalog.IODepends {
		if d.IO = e.origin(recvs); d.IO == catalog.IONone {
			return d, false
		}
	}
	if d.IO == catalog.IOAsync || d.IO == "" {
		return d, false
	}
	e.locate(&d, v, ci, eff, recvs)
	edge := "static"
	if dynamic {
		edge = "dynamic"
	}
	steps := []inventory.Step{{Func: ShortCallee(eff.Callee), Position: at, Edge: edge, Package: pkgOfFull(eff.Callee)}}
	for w := v; w.prev != nil; w = w.prev {
		edge := "static"
		if w.dynamic {
			edge = "dynamic"
		}
		steps = append(steps, inventory.Step{Func: w.f.fn.Name, Position: at, Edge: edge, Package: w.f.fn.Pkg, ID: e.identity(w.f)})
		possible = possible || w.possible
		at = w.prev.f.fn.place(w.prev.f.fn.Stmts[w.ci.key.stmt].Pos)
		if w.f == handler {
			break
		}
	}
	if v.prev == nil && v.f.fn.Pkg != "" { // a region is its own root
		steps = append(steps, inventory.Step{Func: v.f.fn.Name, Position: at, Edge: "static", Package: v.f.fn.Pkg, ID: e.identity(v.f)})
	} else if r := rootOfVisit(v); r.fn.Pkg != "" && r != handler {
		steps = append(steps, inventory.Step{Func: r.fn.Name, Position: at, Edge: "static", Package: r.fn.Pkg, ID: e.identity(r)})
	} else if r == handler && r.fn.Pkg != "" && v.prev != nil {
		steps = append(steps, inventory.Step{Func: r.fn.Name, Position: at, Edge: "static", Package: r.fn.Pkg, ID: e.identity(r)})
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	d.Call = steps[len(steps)-1].Position
	steps[0].Edge = "static"
	d.Chain = steps
	if possible {
		d.Confidence = inventory.Possible
	}
	return d, true
}

func rootOfVisit(v *visit) *frame {
	for v.prev != nil {
		v = v.prev
	}
	return v.f
}

// handlerFrame finds the frame of the handler itself: middleware that only passes the request on is walked
// through. nil when the handler has no body that is followed.
func (e *eval) handlerFrame(p *probe) *frame {
	if p.root == nil {
		return nil
	}
	f := p.root.frame
	if p.root.region != nil {
		return f
	}
	first := e.single(f, func(*stmt) bool { return true })
	if first == nil {
		return nil
	}
	f = first
	for range 12 {
		next := e.single(f, func(s *stmt) bool { return s.Mode != callStatic || s.Callee == "(net/http.HandlerFunc).ServeHTTP" })
		if next == nil || next == f || !samePurpose(f.fn, next.fn) {
			break
		}
		f = next
	}
	return f
}

// single gives the one frame that the calls of f that pass keep lead to.
func (e *eval) single(f *frame, keep func(*stmt) bool) *frame {
	var one *frame
	for _, ci := range f.order {
		if !keep(&f.fn.Stmts[ci.key.stmt]) {
			continue
		}
		for _, t := range ci.targets {
			if f.fn.Pkg != "" && !samePurpose(f.fn, t.f.fn) {
				continue
			}
			if one != nil && one != t.f {
				return nil
			}
			one = t.f
		}
	}
	return one
}

// samePurpose reports whether b takes the same request as a does.
func samePurpose(a, b *function) bool {
	ra, rb := requestOf(a), requestOf(b)
	return ra != "" && ra == rb
}

func requestOf(f *function) string {
	for _, p := range f.Params {
		if requestTypes[p] {
			return p
		}
	}
	return ""
}

// identity is equal for two frames exactly when they run one function on the same receiver and captured
// values.
func (e *eval) identity(f *frame) string {
	id := f.fn.Key
	if f.recv.l.o != nil || f.recv.c != nil {
		id += "|" + e.valueKey(f.recv)
	} else if len(f.fn.Params) > 0 && strings.HasPrefix(f.fn.Key, "(") {
		for _, v := range e.param0(f) {
			id += "|" + e.valueKey(v)
		}
	}
	if f.clo != nil && f.fn.NFree > 0 && f.clo.f != nil {
		for _, n := range f.clo.f.fn.Nodes[f.clo.n].A {
			for _, v := range e.vals(f.clo.f, f.clo.env, n) {
				id += "|" + e.contentKey(v, 0)
			}
		}
	}
	return id
}

func (e *eval) param0(f *frame) []value {
	q := &query{e: e}
	q.param(f, 0)
	return q.out.list
}

// contentKey looks through the cells that captured variables live in.
func (e *eval) contentKey(v value, depth int) string {
	if v.k == vPtr && v.l.o.kind == objAlloc && v.l.path == "" && depth < 3 && cellType(v.l.o.typ) {
		var have set
		e.read(v.l, &have, &places{})
		if len(have.list) > 0 {
			k := "("
			for _, w := range have.list {
				k += e.contentKey(w, depth+1) + ","
			}
			return k + ")"
		}
	}
	if v.k == vFunc {
		return e.closureKey(v.c, depth)
	}
	return e.valueKey(v)
}

// closureKey identifies a function value by what it captures.
func (e *eval) closureKey(c *closure, depth int) string {
	id := c.key + c.f.fn.Nodes[c.n].Str2
	if c.op == opBound {
		return id + "|" + e.valueKey(c.recv)
	}
	if depth < 3 {
		for _, n := range c.f.fn.Nodes[c.n].A {
			for _, v := range e.vals(c.f, c.env, n) {
				id += "|" + e.contentKey(v, depth+1)
			}
		}
	}
	return id
}

// cellType reports whether objects of type key t are variables that hold something else, rather than things
// with an identity of their own.
func cellType(t string) bool {
	return strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func(") || strings.HasPrefix(t, "map[") || strings.HasPrefix(t, "[]") ||
		strings.HasPrefix(t, "chan ") || strings.HasPrefix(t, "interface{") || t == "string" || t == "bool" || t == "int" || strings.Contains(t, ".") && !strings.HasPrefix(t, "struct")
}
