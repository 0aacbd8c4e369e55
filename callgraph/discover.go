package callgraph

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// probe is one discovered endpoint before it is judged: where it was registered and what answers it.
type probe struct {
	reg     *registration
	hit     *guardHit // found by a test on the request instead
	named   bool      // hit tests the service of a gRPC health registration: reg
	path    string
	check   string
	role    string
	source  string
	root    *probeRoot
	before  []*probeRoot // middleware of the route
	library bool
	pending bool // path is not known

	background bool // it only reads the last result of its check
	terms      terms
	via        string
}

// guardHit is a test on the request that a handler under evaluation makes.
type guardHit struct {
	f    *frame
	env  *env
	stmt int
	root *probeRoot
}

// guardHit notes the test of statement i when a handler is evaluated.
func (e *eval) guardHit(f *frame, en *env, i int) {
	k := regKey{f, en, i}
	if f.root == nil || e.hitIdx[k] {
		return
	}
	e.hitIdx[k] = true
	e.hits = append(e.hits, &guardHit{f, en, i, f.root})
}

// discover turns registrations into probes and their handlers into roots, and runs what that makes
// necessary, until nothing is new.
func (e *eval) discover() {
	for round := 0; ; round++ {
		e.run()
		n := len(e.probes) + len(e.roots)
		e.eachRegistration(e.adopt)
		e.apart(e.findRouters)
		e.apart(e.findMethods)
		e.eachRegistration(e.mountAll) // mounts first: they make prefixes
		e.eachRegistration(e.registered)
		for i := 0; i < len(e.hits); i++ {
			e.apart(func() { e.guarded(e.hits[i]) })
		}
		if !e.extend() && len(e.first)+len(e.queue)+len(e.pending) == 0 && n == len(e.probes)+len(e.roots) {
			return
		}
		if round > 64 {
			e.bounded("rounds of discovery")
			return
		}
	}
}

// eachRegistration looks at the registrations, those that are found meanwhile included.
func (e *eval) eachRegistration(look func(*registration)) {
	for i := 0; i < len(e.regs); i++ {
		e.apart(func() { look(e.regs[i]) })
	}
}

// apart looks at something with the visits of one value, whatever others took: the bound on those is not one on all
// routes of a program together.
func (e *eval) apart(look func()) {
	spent := e.visits
	e.visits = 0
	look()
	e.visits = spent
}

// registered looks at one registration.
func (e *eval) registered(r *registration) {
	switch k := r.rule.Kind; k {
	case catalog.KindRoute, catalog.KindHandler, catalog.KindMount:
		e.route(r)
	case catalog.KindServe:
		for _, rf := range e.refs(e.operand(r, r.rule.Handler), r.rule.As, 0) {
			e.dispatch(rf, flagGuard|flagPass)
		}
	case catalog.KindMiddleware:
		e.mountedHandlers(r)
		hs := e.unchained(e.handlers(r))
		for _, rf := range e.refs(e.guarding(hs), r.rule.As, 0) {
			e.dispatch(rf, flagGuard)
		}
		for _, rf := range e.refs(hs, r.rule.As, 0) {
			e.loosely(r.f, rf)
		}
	case catalog.KindCheck:
		e.check(r)
	case catalog.KindGRPCHealth:
		for _, rf := range e.refs(e.operand(r, r.rule.Handler), r.rule.As, 0) {
			e.addProbe(r, r.rule.DefaultPath, "", rf, true)
		}
	case catalog.KindSelf, catalog.KindInstall:
		e.constant(r)
	}
}

// guarding keeps the functions that test the request somewhere: only those can be endpoints themselves.
func (e *eval) guarding(vals []value) []value {
	var out []value
	for _, v := range vals {
		if v.k == vFunc && v.c.op == opFunc && e.w.flags(v.c.key)&flagGuard != 0 {
			out = append(out, v)
		}
	}
	return out
}

// route looks at a path and its handlers.
func (e *eval) route(r *registration) {
	if e.switchedOff(r) {
		return
	}
	recvs := e.receivers(r)
	for _, it := range e.items(r) {
		full := e.fullPaths(r, recvs, it.paths)
		for _, v := range it.vals {
			if e.isMount(v, recvs) {
				continue
			}
			for _, rf := range e.refs([]value{v}, it.as, 0) {
				e.bind(r, full, it.methods, rf)
			}
		}
	}
}

// fullPaths puts what the router and the options of r say before paths.
func (e *eval) fullPaths(r *registration, recvs []value, paths []string) []string {
	if r.rule.Path == catalog.None && r.rule.PathField == "" {
		paths = []string{r.rule.DefaultPath}
	}
	return e.under(recvs, e.prefixed(r, paths), 0)
}

// mountedHandlers looks at middleware that is given with texts: it serves what is under them.
func (e *eval) mountedHandlers(r *registration) {
	paths, vals := e.mountsBehind(r)
	if paths == nil {
		return
	}
	recvs := e.receivers(r)
	full := e.under(recvs, paths, 0)
	for _, v := range vals {
		if e.isMount(v, recvs) {
			continue
		}
		for _, rf := range e.refs([]value{v}, r.rule.As, 0) {
			e.bind(r, full, []string{""}, rf)
		}
	}
}

func (e *eval) bind(r *registration, paths, methods []string, rf ref) {
	if e.kindOf(rf.v) == catalog.KindNone {
		return
	}
	found := false
	for _, p := range paths {
		if strings.Trim(p, hole+"/") == "" && strings.Contains(p, hole) {
			e.unnamed(r, p, rf)
			e.nameless[r] = true
			continue
		}
		for _, m := range methods {
			if _, _, ok := catalog.RoleOf(m, p); ok {
				e.addProbe(r, p, m, rf, false)
				found = true
			}
		}
	}
	if !found {
		kinds := flagGuard
		if slices.Contains(paths, "/") {
			kinds |= flagPass
		}
		e.dispatch(rf, kinds)
		e.loosely(r.f, rf)
	}
}

// methods gives the HTTP methods of a route; "" is any. In a chain they may stand before or behind the route.
func (e *eval) methods(r *registration) []string {
	for _, v := range e.receivers(r) {
		if ms := e.chainMethods(v, 0); ms != nil {
			return ms
		}
	}
	if later := e.behind[regKey{r.f, r.env, r.stmt}]; later != nil {
		if ms := e.methodTexts(later); ms != nil {
			return ms
		}
		return []string{""} // methods that are not known can be all
	}
	if r.rule.MethodText != "" {
		return []string{r.rule.MethodText}
	}
	if ms := e.patternMethods(r); len(ms) > 0 {
		return ms
	}
	if r.rule.Method == catalog.None {
		return []string{""}
	}
	if ms := e.argTexts(r, r.rule.Method, r.rule.MethodField); len(ms) > 0 && !strings.Contains(ms[0], hole) {
		return ms
	}
	return []string{""}
}

// unnamed handles a route whose path is not known: a handler that is named for a role still is a probe, and
// the registration is open.
func (e *eval) unnamed(r *registration, path string, rf ref) {
	name := ""
	if rf.v.k == vFunc {
		name = lastName(rf.v.c)
	}
	role, p, ok := catalog.RoleOfName(name)
	if !ok || p < 0.8 || role == "combined" {
		return
	}
	if pr := e.addProbe(r, path, "", rf, false); pr != nil {
		pr.role, pr.source, pr.pending = role, "handler", true
	}
}

func lastName(c *closure) string {
	k := c.key
	if c.op != opFunc {
		k = c.f.fn.Nodes[c.n].Str2
	}
	k = k[strings.LastIndex(k, ".")+1:]
	k, _, _ = strings.Cut(k, "$")
	return k
}

// mountAll notes the routers that registration r serves.
func (e *eval) mountAll(r *registration) {
	recvs := e.receivers(r)
	switch r.rule.Kind {
	case catalog.KindMiddleware:
		paths, vals := e.mountsBehind(r)
		for _, v := range vals {
			e.mount(r, v, recvs, paths)
		}
		return
	case catalog.KindRoute, catalog.KindHandler, catalog.KindMount:
	default:
		return
	}
	for _, it := range e.items(r) {
		if r.rule.Path == catalog.None && r.rule.PathField == "" {
			it.paths = []string{""}
		}
		for _, v := range it.vals {
			e.mount(r, v, recvs, it.paths)
		}
	}
}

// isMount reports whether v is a router that mount took care of.
func (e *eval) isMount(v value, recvs []value) bool {
	w, _ := e.unwrapRouter(v)
	return w.l.o != nil && e.router(w.l.o)
}

// unwrapRouter takes wrappers off a handler; strip reports whether one of them removes the prefix.
func (e *eval) unwrapRouter(v value) (w value, strip bool) {
	for range 8 {
		o := v.l.o
		if v.k != vSym || o.kind != objExt || o.frame == nil || o.stmt < 0 {
			break
		}
		s := &o.frame.fn.Stmts[o.stmt]
		rule := e.rules.Rule(s.Rule)
		if rule == nil || rule.Kind != catalog.KindStrip && rule.Kind != catalog.KindWrap || rule.Handler == catalog.None {
			break
		}
		strip = strip || rule.Kind == catalog.KindStrip
		inner, _, _ := e.wrapped(v)
		if len(inner) != 1 {
			break
		}
		v = inner[0]
	}
	return v, strip
}

// mount records that v is a router served under paths. false: v is no router.
func (e *eval) mount(r *registration, v value, recvs []value, paths []string) bool {
	v, strip := e.unwrapRouter(v)
	strip = strip || r.rule.Kind != catalog.KindRoute && r.rule.Kind != catalog.KindHandler
	if v.l.o == nil || !e.router(v.l.o) {
		return false
	}
	if !strip {
		paths, recvs = []string{""}, e.behindSteps(recvs)
	}
	m := mounted{recvs, trimPatterns(paths)}
	for _, old := range e.mounts[v.l.o] {
		if strings.Join(old.paths, "|") == strings.Join(m.paths, "|") && len(old.parents) == len(m.parents) {
			return true
		}
	}
	for _, p := range recvs {
		if p.l.o == v.l.o {
			return true
		}
	}
	e.mounts[v.l.o] = append(e.mounts[v.l.o], m)
	return true
}

// behindSteps gives the routers that chains of calls on a route begin at: what such a chain only matches, a router under
// it sees in full.
func (e *eval) behindSteps(vals []value) []value {
	var out []value
	for range 8 {
		var next []value
		for _, v := range vals {
			reg := e.madeByRule(v)
			if reg == nil || reg.rule.Kind != catalog.KindPath && reg.rule.Kind != catalog.KindPrefix && reg.rule.Kind != catalog.KindSame {
				out = append(out, v)
				continue
			}
			next = append(next, e.receivers(reg)...)
		}
		vals = next
	}
	return out
}

func trimPatterns(paths []string) []string {
	var out []string
	for _, p := range paths {
		_, p = catalog.SplitPattern(p)
		out = append(out, strings.TrimSuffix(strings.TrimSuffix(p, "*"), "/"))
	}
	return out
}

// router reports whether routes are registered on o.
func (e *eval) router(o *object) bool { return e.routed[o] }

// findRouters finds the objects that routes are registered on.
func (e *eval) findRouters() {
	for _, k := range []catalog.RuleKind{catalog.KindRoute, catalog.KindHandler, catalog.KindMount} {
		for _, r := range e.byKind[k] {
			for _, v := range e.receivers(r) {
				if v.l.o != nil {
					e.routed[v.l.o] = true
				}
			}
		}
	}
}

// addProbe adds the probe of one registration, path and handler; nil when it is there already.
func (e *eval) addProbe(r *registration, path, method string, rf ref, library bool) *probe {
	_, plain := catalog.SplitPattern(path)
	key := "probe|" + itoa(r.f.id) + "/" + itoa(r.stmt) + "|" + path + "|" + e.valueKey(rf.v) + "|" + rf.method
	if r.env != nil {
		key += "|" + itoa(int(r.env.id))
	}
	if e.known[key] {
		return nil
	}
	e.known[key] = true
	bound := map[string]string{"method": probeMethod(method)}
	if !strings.ContainsAny(plain, hole+"{}*:") && !strings.HasSuffix(plain, "/") && strings.HasPrefix(plain, "/") {
		bound["path"] = plain
	}
	pr := &probe{reg: r, path: plain, library: library, via: r.rule.Func}
	pr.role, _, _ = catalog.RoleOf(method, path)
	pr.source = "path"
	if r.rule.Role != "" {
		pr.role, pr.source = r.rule.Role, "library"
	}
	if rf.v.k != vNone {
		pr.root = e.rootOf("probe", rf.v, rf.method, bound)
		e.raise(pr.root.frame, reach)
		for _, m := range e.middleware(r) {
			if e.kindOf(m.v) != "" {
				continue
			}
			mr := e.rootOf("before", m.v, m.method, bound)
			pr.before = append(pr.before, mr)
			e.raise(mr.frame, reach)
		}
	}
	e.probes = append(e.probes, pr)
	return pr
}

// probeMethod is the HTTP method that a platform asks a route with: GET (Kubernetes knows no other, and it is the default
// of load balancers), unless the route takes only others. methods are comma separated, "" is any.
func probeMethod(methods string) string {
	all := strings.FieldsFunc(methods, func(r rune) bool { return r == ',' || r == ' ' })
	if len(all) == 0 || slices.Contains(all, "GET") {
		return "GET"
	}
	return all[0]
}

// dispatch evaluates a handler that is no probe by its path for the tests it makes on the request. kinds has flagGuard,
// and flagPass where the handler gets requests of any path: then what it passes them on to may test them.
func (e *eval) dispatch(rf ref, kinds uint8) {
	if e.testsRequest(rf, kinds) {
		r := e.rootOf("dispatch", rf.v, rf.method, nil)
		r.tests = true
		e.raise(r.frame, reach)
	}
}

func (e *eval) testsRequest(rf ref, kinds uint8) bool {
	v := rf.v
	if inner, _, ok := e.wrapped(v); ok {
		for _, w := range inner {
			if e.testsRequest(ref{v: w, method: rf.method}, kinds) {
				return true
			}
		}
		return false
	}
	if v.k == vFunc {
		if v.c.op == opFunc {
			return e.w.flags(v.c.key)&kinds != 0
		}
		nd := &v.c.f.fn.Nodes[v.c.n]
		typ := nd.Str
		if typ == "" {
			typ = v.c.recv.typ
		}
		return e.methodFlags(typ, nd.Str2)&kinds != 0
	}
	return v.typ != "" && e.methodFlags(v.typ, rf.method)&kinds != 0
}

func (e *eval) methodFlags(typ, name string) uint8 {
	if info := e.w.typ(typ); info != nil {
		for _, m := range info.Methods {
			if m.Name == name && !m.Ext && m.Iface == "" {
				return e.w.flags(m.Fn)
			} else if m.Name == name && len(m.Path) > 0 {
				return flagGuard // an embedded handler: look
			}
		}
	}
	return 0
}
