package callgraph

import (
	"go/types"
	"iter"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// call extracts a call, a go or a defer statement.
func (f *funcExtractor) call(b *ssa.BasicBlock, ins ssa.CallInstruction) {
	if f.done[ins] {
		return
	}
	f.done[ins] = true
	c := ins.Common()
	if bi, ok := c.Value.(*ssa.Builtin); ok {
		if bi.Name() == "copy" {
			f.stmt(b, stmt{Kind: stExtend, D: writeBox(c.Args[0]), A: []int{f.node(c.Args[0]), f.node(c.Args[1])}}, ins.Pos())
		}
		return
	}
	if fn := c.StaticCallee(); fn != nil && fn.Synthetic == "package initializer" {
		return // the initialisers of imports run on their own
	}
	f.carry(b, c, ins)
	s := f.callee(c)
	if s.Ext && f.dropped(&s, ins) {
		return
	}
	switch g := ins.(type) {
	case *ssa.Go:
		s.Go = true
		s.Waits, s.Hands = f.waits(g)
		if !s.Waits {
			s.Done = signals(g)
		}
	case *ssa.Defer:
		s.Defer = true
	case *ssa.Call:
		s.Waits, s.Hands = f.waits(g)
		s.Recvs = f.x.received(g)
	}
	s.Kind = stCall
	s.NRes = c.Signature().Results().Len()
	if s.Rule != "" || f.x.cat.AddressOf(s.Callee) != nil {
		s.Gives = gives(c)
	}
	s.Var = c.Signature().Variadic()
	p := ins.Pos()
	if !p.IsValid() {
		p = c.Pos()
	}
	// The index is known before operands are built: a result may feed the call itself through a loop.
	if m, ok := valueModels[s.Callee]; ok && m.store != nil {
		_, s.D = keptKeys(c.Args[0])
	}
	i := f.stmt(b, s, p)
	f.calls[ins] = i
	var args []int
	if s.Mode != callStatic {
		args = append(args, f.node(c.Value))
	}
	for _, a := range c.Args {
		if s.Ext && (takesCode(a.Type()) || f.takesAny(s.Callee, a.Type())) {
			f.out.Stmts[i].Code = append(f.out.Stmts[i].Code, len(args))
			f.out.Stmts[i].Asks = append(f.out.Stmts[i].Asks, f.asks(a.Type()))
		}
		args = append(args, f.node(a))
	}
	f.out.Stmts[i].A = args
	if !s.Ext {
		for _, a := range c.Args {
			if f.decodes(s.Callee, a) {
				f.stmt(b, stmt{Kind: stTaint, A: []int{f.node(a)}}, p)
			}
		}
	}
	if s.Ext && s.Rule == "" && pkgOfFull(s.Callee) != "sync/atomic" {
		for _, a := range written(c, s.Eff == 0) {
			f.stmt(b, stmt{Kind: stTaint, A: []int{f.node(a)}}, p)
		}
	}
}

// callee fills in what a call names.
func (f *funcExtractor) callee(c *ssa.CallCommon) stmt {
	s := stmt{}
	if c.IsInvoke() {
		return f.invoke(c, s)
	}
	fn := c.StaticCallee()
	if _, closure := c.Value.(*ssa.MakeClosure); fn == nil || closure || dynamicWrapper(fn) {
		s.Mode = callDynamic
		s.Sig = sigKey(c.Signature())
		if e := f.fieldEffect(c.Value); e != nil {
			s.Eff = f.effect(e)
		}
		return s
	}
	s.Mode = callStatic
	obj, _ := fn.Object().(*types.Func)
	s.Callee = fnKey(fn)
	if obj != nil && !f.x.follow(obj.Pkg()) {
		s.Ext, s.Callee = true, fullName(obj)
	}
	if obj != nil {
		if e := f.x.effectOfCall(c, obj); e != nil {
			s.Eff = f.effect(e)
		}
		s.Rule = f.x.ruleOf(fullName(obj))
	}
	s.TArgs = f.typeArgs(fn)
	return s
}

func dynamicWrapper(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "thunk") || strings.HasPrefix(fn.Synthetic, "bound")
}

func (f *funcExtractor) typeArgs(fn *ssa.Function) []string {
	var out []string
	for _, t := range fn.TypeArgs() {
		out = append(out, f.x.typ(t))
	}
	if len(out) == 0 && fn.Signature.Recv() != nil {
		if n := namedOf(fn.Signature.Recv().Type()); n != nil {
			for i := range n.TypeArgs().Len() {
				out = append(out, f.x.typ(n.TypeArgs().At(i)))
			}
		}
	}
	return out
}

func (f *funcExtractor) invoke(c *ssa.CallCommon, s stmt) stmt {
	s.Mode = callInvoke
	s.Method = c.Method.Id()
	s.Callee = fullName(c.Method)
	t := c.Value.Type()
	s.Iface = typeKey(t)
	s.Amb = f.x.cat.AmbientInterface(c.Method)
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		s.Ext = !f.x.follow(n.Obj().Pkg())
	} else {
		s.Ext = c.Method.Pkg() != nil && !f.x.follow(c.Method.Pkg())
	}
	if e := f.x.effectOn(c.Value.Type(), c.Method); e != nil {
		s.Eff = f.effect(e)
	} else if e := f.x.cat.Shape(c.Method); e != nil {
		// A shape speaks only when nothing else resolves the call: its id says so.
		s.Eff = f.effect(&effect{ID: "shape:" + e.ID, Kind: e.Kind, Product: e.Product, IO: e.IO, Shared: e.Shared, Callee: s.Callee, Addr: e.Addr, Context: e.Context})
	}
	s.Rule = f.x.ruleOf(s.Callee)
	if s.Rule == "" && !s.Ext {
		s.Rule = verbShape(c.Method)
	}
	return s
}

// verbShape gives the rule for a method that looks like a route of a router the program declares itself: named
// like an HTTP verb, with a path and a handler. The rule's name holds all that the evaluator needs.
func verbShape(m *types.Func) string {
	method := strings.ToUpper(m.Name())
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE":
	case "HANDLE", "HANDLEFUNC", "ANY":
		method = ""
	default:
		return ""
	}
	sig := m.Type().(*types.Signature)
	if sig.Params().Len() < 2 {
		return ""
	}
	if b, ok := sig.Params().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
		return ""
	}
	as := handlerForm(sig.Params().At(1).Type())
	if as == "" {
		return ""
	}
	return shapeRule + method + "|" + as
}

// handlerForm says how a value of t handles a request, "" when it does not.
func handlerForm(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" && n.Obj().Name() == "Handler" {
		return catalog.AsIface + "ServeHTTP"
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return ""
	}
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i).Type(); requestTypes[typeKey(p)] {
			return catalog.AsFunc
		}
	}
	return ""
}

// fieldEffect knows calls of function-typed fields that a client fills in, such as es.Ping of Elasticsearch.
func (f *funcExtractor) fieldEffect(v ssa.Value) *effect {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	n := namedOf(fa.X.Type())
	if n == nil || f.x.follow(n.Obj().Pkg()) {
		return nil
	}
	name := fieldName(fa.X.Type(), fa.Field)
	e := f.x.cat.FieldEffect(n, name)
	if e == nil {
		return nil
	}
	return &effect{ID: e.ID, Kind: e.Kind, Product: e.Product, IO: e.IO, Shared: e.Shared, Callee: typeKey(n) + "." + name, Addr: e.Addr, Context: e.Context}
}

// sigKey is the shape of a signature: a function value can be the callee of a dynamic call only when their
// shapes are equal. Shapes that type parameters make up are all one.
func sigKey(sig *types.Signature) int {
	k := "("
	for _, tu := range []*types.Tuple{sig.Params(), sig.Results()} { // without the names of parameters
		for i := range tu.Len() {
			k += typeKey(tu.At(i).Type()) + ","
		}
		k += ")"
	}
	if hasTypeParam(sig) {
		return genericSig
	}
	return demandKey("S:" + k)
}

// genericSig is the shape of signatures that mention type parameters: any function value may be called by one.
var genericSig = demandKey("S:generic")

// dropped reports whether an external call can be left out: nothing is known of it, it takes no function
// and nobody needs to tell its results apart.
func (f *funcExtractor) dropped(s *stmt, ins ssa.CallInstruction) bool {
	if s.Eff > 0 || s.Rule != "" || modelled(s.Callee) || f.x.cat.HigherOrder(s.Callee) != nil || f.x.cat.Factory(s.Callee) != nil || f.x.cat.AddressOf(s.Callee) != nil {
		return false
	}
	c := ins.Common()
	if s.Mode == callInvoke && !s.Amb || len(written(c, false)) > 0 {
		return false
	}
	for _, a := range c.Args {
		if takesCode(a.Type()) && f.x.cat.Class(pkgOfFull(s.Callee)) != catalog.Ambient {
			return false
		}
		if tainting(a) || f.takesAny(s.Callee, a.Type()) {
			return false
		}
	}
	v, ok := ins.(*ssa.Call)
	if !ok {
		return true
	}
	return v.Referrers() == nil || len(*v.Referrers()) == 0 || f.x.cat.Class(pkgOfFull(s.Callee)) == catalog.Ambient
}

// takesCode reports whether a value of t can bring code along.
func takesCode(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return t.NumMethods() > 0
	case *types.Slice:
		return takesCode(t.Elem())
	}
	return false
}

// asks lists the methods of t, comma separated, where it is an interface of a library of the tables: whoever hands a
// value over as one (a manager.Runnable, a service.Interface) has the library call them. Those of the standard library
// are for reading, printing, sorting and requests.
func (f *funcExtractor) asks(t types.Type) string {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || !f.ofTables(namedOf(t)) {
		return ""
	}
	return idsOf(i.Methods())
}

// ofTables reports whether a library of the tables declares n.
func (f *funcExtractor) ofTables(n *types.Named) bool {
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() == f.x.src.Pkg {
		return false
	}
	return f.x.cat.Class(n.Obj().Pkg().Path()) == catalog.Table
}

// idsOf lists methods, comma separated.
func idsOf(methods iter.Seq[*types.Func]) string {
	var ids []string
	for m := range methods {
		ids = append(ids, m.Id())
	}
	return strings.Join(ids, ",")
}

// methodsOfFunc gives the shape of t and its methods, comma separated, where t is a function type of a library of the
// tables (manager.RunnableFunc): those call the function, and nothing else says which interface does.
func (f *funcExtractor) methodsOfFunc(t types.Type) (sig int, methods string) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !f.ofTables(n) {
		return 0, ""
	}
	s, ok := n.Underlying().(*types.Signature)
	if !ok || n.NumMethods() == 0 {
		return 0, ""
	}
	return sigKey(s), idsOf(n.Methods())
}

// functionInAny reports whether v is a function in an interface without methods. A library that accepts functions of
// several signatures (the Action of a command) declares its field as any.
func functionInAny(v ssa.Value) bool {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	_, ok = mi.X.Type().Underlying().(*types.Signature)
	return ok
}

// takesAny reports whether a library that runs functions later (fx, dig) can get one in an argument of type any.
// The standard library's uses of any are for printing and decoding.
func (f *funcExtractor) takesAny(callee string, t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0 && f.x.cat.Class(pkgOfFull(callee)) == catalog.Table
}

func pkgOfFull(full string) string {
	s := strings.TrimLeft(full, "(*")
	slash := strings.LastIndex(s, "/")
	dot := strings.Index(s[slash+1:], ".")
	if dot < 0 {
		return s
	}
	return s[:slash+1+dot]
}

// tainting reports whether code that is not followed could write through argument a: an address of a
// variable or a field, or an interface made of one.
func tainting(a ssa.Value) bool {
	if mi, ok := a.(*ssa.MakeInterface); ok {
		a = mi.X
	}
	switch v := a.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.Global:
		p, ok := v.Type().Underlying().(*types.Pointer)
		if !ok {
			return false
		}
		switch p.Elem().Underlying().(type) {
		case *types.Basic, *types.Struct, *types.Map, *types.Slice, *types.Interface:
			return true
		}
	}
	return false
}

// written lists the arguments of an external call that it could write through; direct: also those that are no
// variadic arguments.
func written(c *ssa.CallCommon, direct bool) []ssa.Value {
	var out []ssa.Value
	for i, a := range c.Args {
		if i == 0 && c.Signature().Recv() != nil && !c.IsInvoke() {
			continue
		}
		if direct && tainting(a) {
			out = append(out, a)
		}
	}
	if c.Signature().Variadic() && len(c.Args) > 0 {
		for _, a := range listed(c.Args[len(c.Args)-1]) {
			if fills(a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// decodes reports whether a function that is followed gets address a as a value of type any: what it does with it goes
// through reflection. A function of the user's own may keep it as it is, unless it is plain data, or the function is
// named like one that reads into it.
func (f *funcExtractor) decodes(callee string, a ssa.Value) bool {
	mi, ok := a.(*ssa.MakeInterface)
	if !ok || !tainting(a) {
		return false
	}
	if i, ok := mi.Type().Underlying().(*types.Interface); !ok || !i.Empty() {
		return false
	}
	name := callee[strings.LastIndexByte(callee, '.')+1:]
	return moduleRoot(pkgOfFull(callee)) != moduleRoot(f.out.Pkg) || inert(mi.X.Type(), 0) || fillsByName(name)
}

// fillsByName reports whether functions of this name fill the variable they are handed, by the words that decoders,
// binders and readers of configuration use for it. Others (marshal, encode, print) only look at it.
func fillsByName(name string) bool {
	for _, verb := range []string{"unmarshal", "decode", "bind", "scan", "parse", "process", "populate", "load", "read"} {
		if len(name) < len(verb) || !strings.EqualFold(name[:len(verb)], verb) {
			continue
		}
		if rest := name[len(verb):]; rest == "" || rest[0] < 'a' || rest[0] > 'z' { // readyState reads nothing
			return true
		}
	}
	return false
}

// moduleRoot is what the import paths of one module have in common, by the shape of the path alone.
func moduleRoot(path string) string {
	parts := strings.SplitN(path, "/", 4)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// listed gives the variadic arguments that a call puts into slice v.
func listed(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *a.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			for _, w := range *at.Referrers() {
				if st, ok := w.(*ssa.Store); ok && st.Addr == at {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

// fills reports whether variadic argument a is the address of a plain variable or field, as for Scan. Other
// addresses are printed more often than filled.
func fills(a ssa.Value) bool {
	if mi, ok := a.(*ssa.MakeInterface); ok {
		a = mi.X
	}
	p, ok := a.Type().Underlying().(*types.Pointer)
	return ok && tainting(a) && basic(p.Elem())
}

// callValue is result n of a call.
func (f *funcExtractor) callValue(c *ssa.Call, n int) node {
	if bi, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch bi.Name() {
		case "append":
			if len(c.Call.Args) == 2 {
				return node{Op: opAppend, A: []int{f.node(c.Call.Args[0]), f.node(c.Call.Args[1])}}
			}
		case "ssa:wrapnilchk":
			return node{Op: opPhi, A: []int{f.node(c.Call.Args[0])}}
		}
		return node{Op: opUnknown}
	}
	if v, ok := f.requestOfContext(c); ok {
		return v
	}
	if v, ok := f.stringTest(c); ok {
		return v
	}
	i, ok := f.calls[c]
	if !ok {
		if f.seesLater(c) {
			f.call(c.Block(), c)
			i, ok = f.calls[c]
		}
		if !ok {
			return node{Op: opUnknown}
		}
	}
	agg := ""
	if t := resultType(c, n); t != nil && aggregate(t) == 1 {
		agg = "agg"
	}
	var d []int
	if m, ok := valueModels[f.out.Stmts[i].Callee]; ok && m.load > 0 {
		own, _ := keptKeys(c.Call.Args[m.load-1])
		d = []int{own}
	}
	if n == 0 {
		if loads, keys := f.found(c.Common()); len(keys) > 0 {
			return node{Op: opResult, S: i, A: loads, D: keys}
		}
	}
	return node{Op: opResult, S: i, N: n, Str2: agg, D: d}
}

func resultType(c *ssa.Call, n int) types.Type {
	r := c.Call.Signature().Results()
	if n < r.Len() {
		return r.At(n).Type()
	}
	return nil
}

// seesLater reports whether c lies in a block that is extracted later: a phi or a guard asks early.
func (f *funcExtractor) seesLater(c *ssa.Call) bool {
	return !f.done[c]
}

// requestOfContext reads the accessors of contexts of routers: what they give is as known as the context.
func (f *funcExtractor) requestOfContext(c *ssa.Call) (node, bool) {
	com := c.Common()
	obj, recv := com.Method, com.Value
	if fn := com.StaticCallee(); fn != nil && len(com.Args) > 0 {
		obj, _ = fn.Object().(*types.Func)
		recv = com.Args[0]
	}
	if obj == nil {
		return node{}, false
	}
	switch obj.Name() {
	case "Request", "Method", "Path":
	default:
		return node{}, false
	}
	switch fullName(obj) {
	case "(github.com/labstack/echo/v4.Context).Request", "(*github.com/labstack/echo/v5.Context).Request":
		return node{Op: opPhi, A: []int{f.node(recv)}}, true
	case "(*github.com/gofiber/fiber/v2.Ctx).Method", "(github.com/gofiber/fiber/v3.Ctx).Method":
		return node{Op: opReqField, Str: "method", A: []int{f.node(recv)}}, true
	case "(*github.com/gofiber/fiber/v2.Ctx).Path", "(github.com/gofiber/fiber/v3.Ctx).Path":
		return node{Op: opReqPath, A: []int{f.node(recv)}}, true
	}
	return node{}, false
}

// stringTest makes nodes of the tests on strings that path guards use.
func (f *funcExtractor) stringTest(c *ssa.Call) (node, bool) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return node{}, false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return node{}, false
	}
	args := c.Call.Args
	switch full := fullName(obj); full {
	case "strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "strings.EqualFold":
		return node{Op: opMatch, Str: obj.Name(), A: []int{f.node(args[0]), f.node(args[1])}}, true
	case "slices.Contains":
		return node{Op: opMember, N: 1, A: []int{f.node(args[0]), f.node(args[1])}}, true
	case "(*net/url.URL).EscapedPath", "(*net/url.URL).String", "(*net/url.URL).RequestURI":
		return node{Op: opReqPath, A: []int{f.node(args[0])}}, true
	case "(*google.golang.org/grpc/health/grpc_health_v1.HealthCheckRequest).GetService":
		return node{Op: opReqField, Str: "service", A: []int{f.node(args[0])}}, true
	case "(net/url.Values).Get":
		if k, ok := args[1].(*ssa.Const); ok && k.Value != nil {
			from := args[0]
			if q, ok := from.(*ssa.Call); ok && len(q.Call.Args) == 1 && q.Call.StaticCallee() != nil && q.Call.StaticCallee().Name() == "Query" {
				from = q.Call.Args[0]
			}
			return node{Op: opReqField, Str: "query:" + strings.Trim(k.Value.ExactString(), `"`), A: []int{f.node(from)}}, true
		}
	case "(*net/http.Request).FormValue":
		if k, ok := args[1].(*ssa.Const); ok && k.Value != nil {
			return node{Op: opReqField, Str: "query:" + strings.Trim(k.Value.ExactString(), `"`), A: []int{f.node(args[0])}}, true
		}
	}
	return node{}, false
}
