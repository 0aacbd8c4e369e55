package callgraph

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// Package is the summary of one package together with what the facts of its imports say.
type Package struct {
	w      *world
	isMain bool
}

// Summarise extracts the summary of src and adds the facts of its direct imports, which fact gives by import
// path (nil for none). It panics only where building SSA does; callers recover.
func Summarise(src Source, fact func(path string) []byte) (*Package, error) {
	w := newWorld(extract(src))
	imports := slices.Clone(src.Pkg.Imports())
	sort.Slice(imports, func(i, j int) bool { return imports[i].Path() < imports[j].Path() })
	for _, imp := range imports {
		if buf := fact(imp.Path()); buf != nil {
			if err := w.merge(buf); err != nil {
				return nil, fmt.Errorf("fact of %s: %w", imp.Path(), err)
			}
		}
	}
	return &Package{w: w, isMain: src.Pkg.Name() == "main"}, nil
}

// Findings holds what one package knows of its probes.
type Findings struct {
	Probes  []inventory.Probe
	Pending []inventory.Open // probes that only a caller can complete
	Open    []inventory.Open
}

// Fact encodes what importers can need; reported are the hashes of what this package reports.
func (p *Package) Fact(reported []uint64) []byte { return p.w.export(reported) }

// Failed lists the packages in the closure whose analysis failed, sorted.
func (p *Package) Failed() []string { return sortedKeys(p.w.failed) }

// Reported tells whether a fact of an import holds this hash: the package there reported it.
func (p *Package) Reported(h uint64) bool { return p.w.reported[h] }

// FailedFact is the fact of a package that could not be analysed.
func FailedFact(path string) []byte {
	return encode(&wireFact{Version: factVersion, Path: path, Failed: []string{path}})
}

// Hash makes the number under which a finding is remembered in facts.
func Hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Evaluate finds the probes that are registered in p and, for a package main, in all of its program.
func (p *Package) Evaluate() Findings {
	e := newEval(p.w)
	if !p.isMain && !p.w.anyRegisters() {
		return Findings{Open: p.w.leftOut(false)}
	}
	e.relevant = e.newRelevance()
	if p.isMain {
		e.program(p.w.own.Path)
	} else {
		e.library()
	}
	out := e.findings()
	for range 8 { // what the report itself reads, addresses above all, has to be wired as well
		if !e.extend() {
			break
		}
		e.discover()
		out = e.findings()
	}
	return out
}

// program evaluates from main and the initialisers; what stays open afterwards is resolved by the
// conversions that the program contains.
func (e *eval) program(path string) {
	e.waiting = append(slices.Clone(e.w.inits), path+".init")
	e.runPending()
	e.run()
	for _, k := range sortedKeys(e.w.own.Funcs) {
		if k == path+".main" || strings.HasPrefix(k, path+".init#") {
			e.root(k)
		}
	}
	e.discover()
	e.final = true
	for range 32 {
		if !e.fallback() {
			break
		}
		e.discover()
	}
}

// runPending runs the initialisers that matter by now; others wait until something reads what they store.
func (e *eval) runPending() {
	left := e.waiting[:0]
	for _, k := range e.waiting {
		if fn := e.w.fn(k); fn == nil {
			continue
		} else if e.acts(fn, wire) {
			e.runInit(k)
		} else {
			left = append(left, k)
		}
	}
	e.waiting = left
}

func (e *eval) root(key string) {
	if fn := e.w.fn(key); fn != nil {
		if f := e.newFrame(fn, nil, nil); f != nil {
			e.raise(f, wire)
		}
	}
}

// library evaluates a package that is no program from the functions that lead to registrations.
func (e *eval) library() {
	e.partial = true
	called := map[string]bool{}
	keys := sortedKeys(e.w.own.Funcs)
	for _, k := range keys {
		if !e.w.registers(k) {
			continue
		}
		for _, n := range e.w.own.Funcs[k].leadsTo() {
			if n != k {
				called[n] = true
			}
		}
	}
	for _, k := range keys {
		if e.w.registers(k) && !called[k] {
			e.root(k)
		}
	}
	e.discover()
	for _, k := range keys { // functions that only call one another
		if e.w.registers(k) && called[k] && !e.hasFrame(k) {
			e.root(k)
			e.discover()
		}
	}
}

func (e *eval) hasFrame(k string) bool {
	for _, f := range e.frames {
		if f.fn.Key == k {
			return true
		}
	}
	return false
}

// fallback resolves open interface calls of handlers by the types that the program converts to the
// interface. It reports whether it found anything new.
func (e *eval) fallback() bool {
	byIface := map[string][]string{}
	for _, c := range e.w.sortedConvs() {
		byIface[c.Iface] = append(byIface[c.Iface], c.Type)
	}
	found := false
	for i := 0; i < len(e.frames); i++ {
		f := e.frames[i]
		if f.root == nil || f.level != reach {
			continue
		}
		for _, ci := range f.order {
			s := &f.fn.Stmts[ci.key.stmt]
			if !ci.open || s.Mode != callInvoke || s.Amb || ci.level != reach {
				continue
			}
			found = e.candidates(f, ci, byIface[s.Iface]) || found
		}
	}
	return found
}

func (e *eval) candidates(f *frame, ci *callInfo, types []string) bool {
	s := &f.fn.Stmts[ci.key.stmt]
	n := len(ci.targets) + len(ci.direct)
	for _, t := range types {
		info := e.w.typ(t)
		if info == nil || info.Fake {
			continue
		}
		for i := range info.Methods {
			m := &info.Methods[i]
			if m.Name != s.Method || m.Eff == nil && (m.Ext || m.Iface == "" && e.w.flags(m.Fn) == 0) {
				continue
			}
			v := value{k: vSym, l: loc{e.typed(t), ""}, typ: t}
			e.method(ci, v, m, link{from: f, env: ci.key.env, stmt: ci.key.stmt}, true)
		}
	}
	for _, t := range ci.targets {
		e.raise(t.f, reach)
	}
	return len(ci.targets)+len(ci.direct) > n
}

// typed is an unknown object of a type.
func (e *eval) typed(t string) *object {
	k := "type:" + t
	o := e.global[k]
	if o == nil {
		o = e.newObject(objSym, t, "some "+t)
		e.global[k] = o
	}
	return o
}

// anyRegisters reports whether any function of the package leads to a registration.
func (w *world) anyRegisters() bool {
	for _, k := range sortedKeys(w.own.Funcs) {
		if w.registers(k) {
			return true
		}
	}
	return false
}

func (f *function) registersItself() bool {
	if !f.Main {
		return false
	}
	for i := range f.Nodes {
		if registersByValue(&f.Nodes[i]) {
			return true
		}
	}
	for i := range f.Stmts {
		if s := &f.Stmts[i]; s.Rule != "" {
			if strings.HasPrefix(s.Rule, shapeRule) {
				return true
			}
			if registering(catalog.Rules().Rule(s.Rule).Kind) {
				return true
			}
		}
	}
	return false
}

// registering reports whether calls under a rule of kind k register, or serve what others registered.
func registering(k catalog.RuleKind) bool {
	switch k {
	case catalog.KindRoute, catalog.KindHandler, catalog.KindServe, catalog.KindCheck, catalog.KindGRPCHealth, catalog.KindSelf, catalog.KindInstall, catalog.KindMount:
		return true
	}
	return false
}

// findings makes the inventory of what was evaluated.
func (e *eval) findings() Findings {
	var out Findings
	shaped, routes := e.shapedPaths(), e.answeredChecks()
	for _, p := range e.probes {
		e.apart(func() {
			fn, at := e.site(p)
			if fn.Main && !e.moved(p) && !e.staleProbe(p) && (p.hit == nil || !shaped[p.path]) && !e.elsewhere(p, routes) {
				e.finding(&out, p, fn, at)
			}
		})
	}
	if !e.partial {
		e.apart(func() { out.Open = append(out.Open, e.namelessRoutes()...) })
		e.apart(func() { out.Open = append(out.Open, e.emptyRoutes()...) })
	}
	out.Open = append(out.Open, e.w.leftOut(true)...)
	for _, b := range sortedKeys(e.bounds) {
		out.Open = append(out.Open, inventory.Open{What: "analysis of " + e.w.own.Path, Why: fmt.Sprintf("bound on %s was hit %d times; what lies beyond is not looked at", b, e.bounds[b])})
	}
	out.Probes = mergeProbes(sameService(out.Probes))
	sortOpen(out.Open)
	sortOpen(out.Pending)
	return out
}

// shapedPaths gives the paths of routes that are known by their shape alone: the router behind them keeps its routes
// somewhere and compares the request with them later.
func (e *eval) shapedPaths() map[string]bool {
	out := map[string]bool{}
	for _, p := range e.probes {
		if p.reg != nil && strings.HasPrefix(p.reg.f.fn.Stmts[p.reg.stmt].Rule, shapeRule) {
			out[p.path] = true
		}
	}
	return out
}

// moved reports whether p was found under a path that its router turned out not to serve.
func (e *eval) moved(p *probe) bool {
	if p.reg == nil {
		return false
	}
	var paths []string
	switch p.reg.rule.Kind {
	case catalog.KindRoute, catalog.KindHandler:
		if p.library || e.switchedOff(p.reg) {
			return e.switchedOff(p.reg)
		}
		paths = e.routePaths(p.reg)
	case catalog.KindCheck, catalog.KindInstall:
		for _, ep := range e.endpoints(p.reg) {
			paths = append(paths, ep.Path)
		}
		if e.switchedOff(p.reg) {
			return true
		}
	default:
		return false
	}
	for _, full := range paths {
		if _, plain := catalog.SplitPattern(full); plain == p.path || full == p.path {
			return false
		}
	}
	return true
}

// namelessRoutes says which routes could be anything.
func (e *eval) namelessRoutes() []inventory.Open {
	var out []inventory.Open
	seen := map[string]bool{}
	for _, r := range e.regs {
		at := r.f.fn.place(r.f.fn.Stmts[r.stmt].Pos)
		if !e.nameless[r] || e.staleEnv(r.env) || !e.stillNameless(r) || !r.f.fn.Main || seen[posKey(at)] {
			continue
		}
		seen[posKey(at)] = true
		out = append(out, inventory.Open{Position: at, What: "registration with " + ShortCallee(r.rule.Func), Why: "its path is not known, so it could be a probe"})
	}
	return out
}

// emptyRoutes says which probe paths are registered with a handler that nothing is known of.
func (e *eval) emptyRoutes() []inventory.Open {
	var out []inventory.Open
	for _, r := range e.regs {
		if r.rule.Kind != catalog.KindRoute && r.rule.Kind != catalog.KindHandler || !r.f.fn.Main || r.value || len(e.operand(r, r.rule.Handler)) > 0 || e.staleEnv(r.env) {
			continue
		}
		at := r.f.fn.place(r.f.fn.Stmts[r.stmt].Pos)
		for _, p := range e.routePaths(r) {
			if _, _, ok := catalog.RoleOf("", p); ok && r.rule.Path != catalog.None && r.rule.Handler != catalog.None {
				out = append(out, inventory.Open{Position: at, What: "registration of " + strings.ReplaceAll(p, hole, "*"), Why: "nothing that is analysed says what its handler is"})
			}
		}
	}
	return out
}

// staleProbe reports whether p was found with values that have become known since.
func (e *eval) staleProbe(p *probe) bool {
	if p.root != nil && p.root.region == nil && e.stale(p.root.ref.v) {
		return true
	}
	return p.reg != nil && e.staleEnv(p.reg.env)
}

// staleEnv reports whether en binds an element of what a variable was not known to hold when the loop was looked at.
func (e *eval) staleEnv(en *env) bool {
	for b := range en.outward {
		if i := strings.IndexByte(b.el.path, '^'); i >= 0 && e.known1(value{k: vSym, l: loc{b.el.o, b.el.path[:i]}}) {
			return true
		}
	}
	return false
}

func (e *eval) stillNameless(r *registration) bool {
	for _, p := range e.routePaths(r) {
		if strings.Trim(p, hole+"/") == "" && strings.Contains(p, hole) {
			return true
		}
	}
	return false
}

func (e *eval) finding(out *Findings, p *probe, fn *function, at inventory.Position) {
	h := e.handlerFrame(p)
	q := inventory.Probe{
		Path: strings.ReplaceAll(p.path, hole, "*"), Check: p.check, Role: inventory.Role(p.role), RoleSource: p.source,
		Registered: at, Via: p.via, Package: fn.Pkg, Library: p.library,
	}
	e.describe(&q, p, h)
	var open []inventory.Open
	if p.root != nil && !p.background {
		q.Dependencies, open = e.dependencies(p, h)
	}
	broken := e.brokenHandler(p)
	if broken {
		open = []inventory.Open{{Position: at, What: "handler of " + cmp.Or(q.Path, q.Handler), Why: whyBroken}}
	}
	q.Open = len(open) > 0
	unknown := p.pending || e.openHandler(p)
	if e.partial && (unknown || !onlyBroken(open)) {
		why := "its handler calls what only a caller of this package can fill in"
		if unknown {
			why = "its path or handler is known to callers of this package alone"
		}
		out.Pending = append(out.Pending, inventory.Open{Position: at, What: "probe " + cmp.Or(q.Path, q.Handler), Why: why})
		return
	}
	if unknown {
		out.Open = append(out.Open, inventory.Open{Position: at, What: "registration of " + cmp.Or(q.Path, q.Handler), Why: "its path or handler is not known"})
	}
	if p.root != nil && !e.partial && e.fromLibrary(p.root.ref.v) && !broken {
		out.Open = append(out.Open, inventory.Open{Position: at, What: "handler of " + q.Path, Why: "it comes from " + q.Handler + ", which is not followed"})
	}
	out.Open = append(out.Open, open...)
	out.Probes = append(out.Probes, q)
}

// openHandler reports whether the handler of p is an unknown value.
func (e *eval) openHandler(p *probe) bool {
	if p.root == nil || p.root.region != nil {
		return false
	}
	v := p.root.ref.v
	if v.k != vSym || v.typ != "" {
		return false
	}
	if v.l.o.kind == objExt {
		return false
	}
	return e.kindOf(v) == ""
}

// fromLibrary reports whether a handler is the result of a call that no table knows.
func (e *eval) fromLibrary(v value) bool {
	if v.k != vSym || v.l.o.kind != objExt || v.l.o.frame == nil || e.kindOf(v) != "" {
		return false
	}
	_, made := e.factoryOf(v)
	return !made && e.cat.Class(pkgOfFull(v.l.o.name)) != catalog.Ambient
}

// describe fills in who answers.
func (e *eval) describe(q *inventory.Probe, p *probe, h *frame) {
	switch {
	case h != nil:
		q.Handler, q.HandlerPackage, q.HandlerPosition = h.fn.Name, h.fn.Pkg, h.fn.place(h.fn.Pos)
		q.HandlerID = e.identity(h)
		q.Constant = len(h.fn.Stmts) == 0 && h.fn.NFree == 0
		if p.hit != nil {
			s := &h.fn.Stmts[p.hit.stmt]
			q.HandlerID += "@" + itoa(s.Sig)
			if s.Handler != "" {
				q.Handler = s.Handler
			}
		}
	case p.root != nil && p.root.ref.v.k == vFunc:
		c := p.root.ref.v.c
		q.Handler = ShortCallee(c.key)
		if c.op == opBound {
			nd := &c.f.fn.Nodes[c.n]
			q.Handler = nd.Str2[strings.LastIndex(nd.Str2, ".")+1:]
			if nd.Str != "" {
				q.Handler = "(" + ShortCallee(nd.Str) + ")." + q.Handler
			}
		}
		q.HandlerID = e.closureKey(c, 0)
		if c.op == opFunc && e.w.fn(c.key) == nil && !e.w.broken(c.key) {
			q.Constant = true
		}
	case p.root != nil:
		q.HandlerID = e.valueKey(p.root.ref.v)
		if o := p.root.ref.v.l.o; o != nil {
			q.Handler = ShortCallee(o.name)
		}
		q.Constant = e.kindOf(p.root.ref.v) == catalog.KindConstant
	default:
		q.Handler, q.Constant = ShortCallee(p.via), true
		q.HandlerID = p.via + q.Path
	}
}

// sameService leaves out gRPC services that say nothing of their own: a name that names no role, and the same
// dependencies as the unnamed service of the same registration.
func sameService(in []inventory.Probe) []inventory.Probe {
	unnamed := map[string]string{}
	for i := range in {
		if p := &in[i]; p.Path == grpcHealth {
			unnamed[posKey(p.Registered)] = dependencyKeys(p)
		}
	}
	var out []inventory.Probe
	for i := range in {
		p := &in[i]
		same, ok := unnamed[posKey(p.Registered)]
		if !ok || p.Role != "combined" || !strings.HasPrefix(p.Path, grpcHealth+"/") || dependencyKeys(p) != same {
			out = append(out, *p)
		}
	}
	return out
}

func dependencyKeys(p *inventory.Probe) string {
	var ks []string
	for _, d := range p.Dependencies {
		ks = append(ks, dependencyKey(d))
	}
	sort.Strings(ks)
	return strings.Join(ks, "\n")
}

func probeLess(a, b *inventory.Probe) bool {
	return cmp.Or(cmp.Compare(a.Registered.File, b.Registered.File), cmp.Compare(a.Registered.Line, b.Registered.Line),
		cmp.Compare(a.Registered.Column, b.Registered.Column), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Role, b.Role)) < 0
}

func sortOpen(os []inventory.Open) {
	sort.SliceStable(os, func(i, j int) bool {
		a, b := os[i], os[j]
		return cmp.Or(cmp.Compare(a.Position.File, b.Position.File), cmp.Compare(a.Position.Line, b.Position.Line),
			cmp.Compare(a.Position.Column, b.Position.Column), cmp.Compare(a.What, b.What)) < 0
	})
}

func sortStable[T any](s []T, less func(a, b T) bool) {
	sort.SliceStable(s, func(i, j int) bool { return less(s[i], s[j]) })
}
