package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Path guards. A handler that compares the path of the request itself serves several endpoints without
// registering any. For each branch on such a comparison a stGuard statement says whether the guarded region
// answers the request; one that only passes the request on to the same handler as the rest of the function
// is a filter (authentication, logging) and no endpoint.

func (f *funcExtractor) pathGuards() {
	responder := f.responders()
	if len(responder) == 0 || !f.readsRequest() {
		return
	}
	var rs *regions
	for _, b := range f.fn.Blocks {
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		c := f.node(i.Cond)
		yes := f.requestTest(c, 0)
		if yes == 0 {
			continue
		}
		region := b.Succs[0]
		if yes < 0 {
			region = b.Succs[1]
		}
		s := stmt{Kind: stGuard, A: []int{c}, Sig: region.Index + 1}
		if rs == nil {
			rs = f.newRegions(responder)
		}
		s.Answers, s.Handler = f.answers(b, region, rs)
		p := i.Cond.Pos()
		if !p.IsValid() {
			p = f.fn.Pos()
		}
		f.stmt(b, s, p)
	}
}

// readsRequest reports whether anything in the function is a part of a request.
func (f *funcExtractor) readsRequest() bool {
	for i := range f.out.Nodes {
		if nd := &f.out.Nodes[i]; nd.Op == opReqPath || nd.Op == opReqField && nd.Str != "method" {
			return true
		}
	}
	return false
}

// requestTest reports whether condition n tests the request: 1 when it is true for the tested value, -1
// when it is false for it, 0 when it tests something else.
func (f *funcExtractor) requestTest(n, depth int) int {
	if depth > 4 {
		return 0
	}
	nd := f.out.Nodes[n]
	switch nd.Op {
	case opNot:
		return -f.requestTest(nd.A[0], depth+1)
	case opCompare:
		if l := nilLookup(f.out.Nodes, &nd); l >= 0 {
			if nd.Str == "==" {
				return -f.requestTest(l, depth+1)
			}
			return f.requestTest(l, depth+1)
		}
		if !f.ofRequest(nd.A[0], 0) && !f.ofRequest(nd.A[1], 0) {
			return 0
		}
		if nd.Str == "!=" {
			return -1
		}
		return 1
	case opMatch:
		if f.ofRequest(nd.A[0], 0) {
			return 1
		}
	case opMember:
		if f.ofRequest(nd.A[1], 0) {
			return 1
		}
	case opLookup:
		if f.ofRequest(nd.A[1], 0) {
			return 1
		}
	}
	return 0
}

// ofRequest reports whether n is the path or another tested part of a request, also behind string helpers
// and local variables.
func (f *funcExtractor) ofRequest(n, depth int) bool {
	if depth == 0 {
		f.asked = map[int]bool{}
	}
	if depth > 5 || f.asked[n] {
		return false
	}
	f.asked[n] = true
	nd := f.out.Nodes[n]
	switch nd.Op {
	case opReqPath:
		return true
	case opReqField:
		return nd.Str != "method" // alone it tells no endpoints apart
	case opWhen, opSubstr:
		return f.ofRequest(nd.A[0], depth)
	case opPhi, opAssert, opConcat:
		for _, a := range nd.A {
			if f.ofRequest(a, depth+1) {
				return true
			}
		}
	case opResult:
		s := f.out.Stmts[nd.S]
		if s.Ext && stringModel(s.Callee) && len(s.A) > 0 {
			return f.ofRequest(s.A[0], depth+1)
		}
	}
	return false
}

// responders collects the values that answer a request: parameters and captured variables of the response
// writer or context types of routers, and cells that hold them.
func (f *funcExtractor) responders() map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	for _, p := range f.fn.Params {
		if responderType(p.Type()) {
			out[p] = true
		}
	}
	for _, v := range f.fn.FreeVars {
		if p, ok := v.Type().Underlying().(*types.Pointer); ok && responderType(p.Elem()) {
			out[v] = true
		}
	}
	for _, b := range f.fn.Blocks {
		for _, ins := range b.Instrs {
			if s, ok := ins.(*ssa.Store); ok && out[s.Val] {
				out[root(s.Addr)] = true
			}
		}
	}
	return out
}

func responderType(t types.Type) bool {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
	case "net/http.ResponseWriter", "github.com/gin-gonic/gin.Context", "github.com/valyala/fasthttp.RequestCtx",
		"github.com/labstack/echo/v4.Context", "github.com/labstack/echo/v5.Context",
		"github.com/gofiber/fiber/v2.Ctx", "github.com/gofiber/fiber/v3.Ctx",
		"google.golang.org/grpc/health/grpc_health_v1.HealthCheckRequest":
		return true
	}
	return false
}

// refusesOthers reports whether the function answers by itself and gives 404 to what it does not know: then
// the paths that it tests for are those it serves, wherever it writes the answer.
func (f *funcExtractor) refusesOthers(responder map[ssa.Value]bool) bool {
	refuses := false
	for _, b := range f.fn.Blocks {
		for _, ins := range b.Instrs {
			if forwardsTo(ins) != nil {
				return false
			}
			c, ok := ins.(ssa.CallInstruction)
			if !ok || !usesResponder(c.Common(), responder) {
				continue
			}
			if fn := c.Common().StaticCallee(); fn != nil && fn.String() == "net/http.NotFound" {
				refuses = true
			}
			for _, a := range c.Common().Args {
				if k, ok := a.(*ssa.Const); ok && k.Value != nil && k.Value.ExactString() == "404" {
					refuses = true
				}
			}
		}
	}
	return refuses
}

// plainFor reports whether the responder is a writer; a gRPC handler answers by returning.
func (f *funcExtractor) plainFor(responder map[ssa.Value]bool) bool {
	for v := range responder {
		if n := namedOf(v.Type()); n != nil && n.Obj().Name() == "HealthCheckRequest" {
			return false
		}
	}
	return true
}

// onlyTests reports whether all ways into head are branches, as in a case with several values.
func onlyTests(head, b *ssa.BasicBlock) bool {
	for _, p := range head.Preds {
		if _, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); !ok {
			return false
		}
	}
	return true
}

// nexts are the methods of contexts that pass the request on.
var nexts = map[string]bool{
	"(*github.com/gin-gonic/gin.Context).Next": true,
	"(*github.com/gofiber/fiber/v2.Ctx).Next":  true,
	"(github.com/gofiber/fiber/v3.Ctx).Next":   true,
}

// forwardsTo gives the handler that ins passes the request on to: the receiver of ServeHTTP, or a called
// function value that takes a writer and a request.
func forwardsTo(ins ssa.Instruction) ssa.Value {
	ci, ok := ins.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	c := ci.Common()
	if c.IsInvoke() {
		if c.Method.Name() == "ServeHTTP" || nexts[fullName(c.Method)] {
			return c.Value
		}
		return nil
	}
	if fn := c.StaticCallee(); fn != nil {
		if fn.Name() == "ServeHTTP" && len(c.Args) > 0 {
			return c.Args[0]
		}
		if obj, ok := fn.Object().(*types.Func); ok && nexts[fullName(obj)] {
			return c.Args[0]
		}
		return nil
	}
	if c.Signature().Params().Len() >= 1 && responderType(c.Signature().Params().At(0).Type()) {
		return c.Value
	}
	return nil
}

// handsOn is forwardsTo, and gives the handler that c is given beside the response writer: something that measures or
// traces requests calls it (httpsnoop.CaptureMetrics(next, w, r)).
func handsOn(c ssa.CallInstruction) ssa.Value {
	if h := forwardsTo(c); h != nil {
		return h
	}
	var handler ssa.Value
	writer := false
	for _, a := range c.Common().Args {
		writer = writer || responderType(a.Type())
		if handler == nil && handlerForm(a.Type()) != "" {
			handler = a
		}
	}
	if !writer {
		return nil
	}
	return handler
}

// place is a variable or an allocation, and the way from it to a value.
type place struct {
	root ssa.Value
	path string
}

// placeOf tells values apart that lie in different fields or elements of one object.
func placeOf(v ssa.Value) place {
	path := ""
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FieldAddr:
			v, path = x.X, "."+itoa(x.Field)+path
		case *ssa.Field:
			v, path = x.X, "."+itoa(x.Field)+path
		case *ssa.IndexAddr:
			v, path = x.X, "["+x.Index.Name()+"]"+path
		default:
			return place{v, path}
		}
	}
}

func usesResponder(c *ssa.CallCommon, responder map[ssa.Value]bool) bool {
	if c.IsInvoke() && responder[root(c.Value)] {
		return true
	}
	for _, a := range c.Args {
		if responder[root(a)] {
			return true
		}
	}
	return false
}
