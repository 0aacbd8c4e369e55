package callgraph

import (
	"sort"
	"strings"
)

// probeRoot is one evaluation of a handler: a synthetic function that calls it with an unknown request.
type probeRoot struct {
	key    string
	ref    ref
	frame  *frame
	bound  map[string]string // assumed parts of the request
	tests  bool              // evaluated only for the tests it makes on the request
	region *guardHit         // the handler is a region of this function
	given  map[int]string    // nodes of that function that are assumed to be this text; see given
	waits  map[int]*awaited  // what the handler waits for, or may
}

// resultNode is the node of a root function that stands for what the handler returns.
const resultNode = 6

var rootCall = &function{
	Key: "call", Name: "call",
	Nodes: []node{{Op: opParam}, {}, {}, {}, {}, {}, {Op: opResult, S: 0}},
	Stmts: []stmt{{Kind: stCall, Mode: callDynamic, A: []int{0, 1, 2, 3, 4, 5}, Guard: -1}},
}

// rootMethods are root functions by the method they invoke.
func rootInvoke(method string) *function {
	return &function{
		Key: "invoke " + method, Name: "invoke",
		Nodes: rootCall.Nodes,
		Stmts: []stmt{{Kind: stCall, Mode: callInvoke, Method: method, A: []int{0, 1, 2, 3, 4, 5}, Guard: -1}},
	}
}

// rootOf makes the root that calls v, or its method, under assumptions on the request.
func (e *eval) rootOf(kind string, v value, method string, bound map[string]string) *probeRoot {
	key := kind + "|" + e.valueKey(v) + "|" + method + "|" + boundKey(bound)
	if r := e.rootIx[key]; r != nil {
		return r
	}
	fn := rootCall
	if method != "" {
		if fn = e.invokers[method]; fn == nil {
			fn = rootInvoke(method)
			e.invokers[method] = fn
		}
	}
	r := &probeRoot{key: key, ref: ref{v: v, method: method}, bound: bound}
	f := e.newFrame(fn, nil, nil)
	if f == nil { // the bound on frames: an idle frame stands for what is not looked at
		f = &frame{fn: fn}
	}
	f.root = r
	f.links = []link{{vals: [][]value{{v}}}}
	r.frame = f
	e.rootIx[key] = r
	e.roots = append(e.roots, r)
	return r
}

func boundKey(b map[string]string) string {
	var ks []string
	for k, v := range b {
		ks = append(ks, k+"="+v)
	}
	sort.Strings(ks)
	return strings.Join(ks, ";")
}

// valueKey identifies a value within one evaluation.
func (e *eval) valueKey(v value) string {
	k := itoa(int(v.k)) + v.s + "/" + v.typ
	if v.l.o != nil {
		k += "/" + itoa(v.l.o.id) + v.l.path
	}
	if v.c != nil {
		k += "/c" + itoa(v.c.id)
	}
	return k
}

// requestTypes are the parameters that carry the request, by type key.
var requestTypes = map[string]bool{
	"*net/http.Request": true,
	"*google.golang.org/grpc/health/grpc_health_v1.HealthCheckRequest": true,
	"*github.com/valyala/fasthttp.RequestCtx":                          true,
	"*github.com/gin-gonic/gin.Context":                                true,
	"github.com/labstack/echo/v4.Context":                              true,
	"*github.com/labstack/echo/v5.Context":                             true,
	"*github.com/gofiber/fiber/v2.Ctx":                                 true,
	"github.com/gofiber/fiber/v3.Ctx":                                  true,
}

// requestParam gives the assumed request when parameter i of a region's frame carries it.
func (e *eval) requestParam(f *frame, i int) (value, bool) {
	if i < len(f.fn.Params) && requestTypes[f.fn.Params[i]] {
		return e.symParam(f, i), true
	}
	return value{}, false
}
