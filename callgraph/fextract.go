package callgraph

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// iterKey identifies one iteration variable of a loop.
type iterKey struct {
	container int
	by        ssa.Value
}

// funcExtractor extracts one function.
type funcExtractor struct {
	x        *extractor
	fn       *ssa.Function
	out      *function
	val      map[ssa.Value]int
	same     map[string]int // see sameKey
	tuples   map[[2]any]int
	calls    map[ssa.Instruction]int // call instruction to statement index
	asked    map[int]bool            // nodes ofRequest has looked at
	loops    loops
	iters    map[iterKey]int         // opIter node
	iterIn   map[int]*loop           // its loop
	allocIn  map[int]*ssa.BasicBlock // block of an opAlloc
	allocs   map[int]*ssa.Alloc      // variable of an opAlloc
	captures map[*ssa.Alloc]*captured
	stmtIn   []*ssa.BasicBlock        // block of a statement
	retIn    []*ssa.BasicBlock        // block of a return
	guards   map[*ssa.BasicBlock]int  // guard of a block
	guarded  map[*ssa.BasicBlock]bool // in progress
	done     map[ssa.Instruction]bool // calls that were extracted
}

func newFuncExtractor(x *extractor, fn *ssa.Function) *funcExtractor {
	f := &funcExtractor{
		x: x, fn: fn,
		out: &function{Key: fnKey(fn), Name: shortName(fn), Pkg: x.src.Pkg.Path(), Main: x.src.Main},
		val: map[ssa.Value]int{}, same: map[string]int{}, tuples: map[[2]any]int{}, calls: map[ssa.Instruction]int{},
		iters: map[iterKey]int{}, iterIn: map[int]*loop{}, allocIn: map[int]*ssa.BasicBlock{},
		allocs: map[int]*ssa.Alloc{}, captures: map[*ssa.Alloc]*captured{},
		guards: map[*ssa.BasicBlock]int{}, guarded: map[*ssa.BasicBlock]bool{}, done: map[ssa.Instruction]bool{},
	}
	f.out.Pos = f.out.pos(x.src.Fset, fn.Pos())
	for _, p := range fn.Params {
		f.out.Params = append(f.out.Params, typeKey(p.Type()))
	}
	f.out.NFree = len(fn.FreeVars)
	f.out.TParams = typeParams(fn)
	f.loops = loopsOf(fn)
	return f
}

// typeParams lists the names of the type parameters in scope of fn, those of a closure's parents included.
func typeParams(fn *ssa.Function) []string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	var out []string
	if obj, ok := fn.Object().(*types.Func); ok {
		sig := obj.Type().(*types.Signature)
		for _, l := range []*types.TypeParamList{sig.RecvTypeParams(), sig.TypeParams()} {
			for i := range l.Len() {
				out = append(out, l.At(i).Obj().Name())
			}
		}
	}
	return out
}

// run extracts the statements of all blocks, then says which of them loops repeat.
func (f *funcExtractor) run() {
	for _, b := range f.fn.Blocks {
		for _, ins := range b.Instrs {
			f.instr(b, ins)
		}
	}
	f.pathGuards()
	f.noteWaits()
	f.findIters()
}

// matters reports whether an importer or the evaluation of a handler can ever need the function.
func (f *funcExtractor) matters() bool {
	if len(f.out.Stmts) > 0 {
		return true
	}
	for _, p := range f.out.Params { // a handler that does nothing is still one
		if requestTypes[p] {
			return true
		}
	}
	for _, r := range f.out.Rets {
		for _, v := range r.Vals {
			if f.out.Nodes[v].Op != opUnknown {
				return true
			}
		}
	}
	return false
}

func (f *funcExtractor) add(n node) int {
	f.out.Nodes = append(f.out.Nodes, n)
	return len(f.out.Nodes) - 1
}

func (f *funcExtractor) stmt(b *ssa.BasicBlock, s stmt, p token.Pos) int {
	s.Guard = f.guardOf(b)
	s.Pos = f.out.pos(f.x.src.Fset, p)
	f.out.Stmts = append(f.out.Stmts, s)
	f.stmtIn = append(f.stmtIn, b)
	return len(f.out.Stmts) - 1
}

func (f *funcExtractor) instr(b *ssa.BasicBlock, ins ssa.Instruction) {
	switch i := ins.(type) {
	case *ssa.Store:
		f.store(b, i)
	case *ssa.MapUpdate:
		f.stmt(b, stmt{Kind: stMapSet, D: writeBox(i.Map), A: []int{f.node(i.Map), f.node(i.Key), f.node(i.Value)}}, i.Pos())
	case *ssa.Send:
		if interesting(i.X.Type()) {
			f.stmt(b, stmt{Kind: stSend, D: writeBox(i.Chan), A: []int{f.node(i.Chan), f.node(i.X)}}, i.Pos())
		}
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.SendOnly && interesting(s.Send.Type()) {
				f.stmt(b, stmt{Kind: stSend, D: writeBox(s.Chan), A: []int{f.node(s.Chan), f.node(s.Send)}}, s.Pos)
			}
		}
	case ssa.CallInstruction:
		f.call(b, i)
	case *ssa.Return:
		r := ret{Guard: f.guardOf(b), Void: void(i)}
		for _, v := range i.Results {
			r.Vals = append(r.Vals, f.node(v))
		}
		f.out.Rets = append(f.out.Rets, r)
		f.retIn = append(f.retIn, b)
	}
}

// store extracts a store. A function put into a field of a library's struct (cobra's Run, http.Server's
// Handler) is handed over with it.
func (f *funcExtractor) store(b *ssa.BasicBlock, i *ssa.Store) {
	if !interesting(i.Val.Type()) || zeroAggregate(i.Val) {
		return
	}
	s := stmt{Kind: stStore, A: []int{f.node(i.Addr), f.node(i.Val)}, D: writeAddr(i.Addr, i.Val.Type())}
	if _, global := i.Addr.(*ssa.Global); global && f.out.Nodes[s.A[1]].Op == opUnknown {
		return
	}
	if fa, ok := i.Addr.(*ssa.FieldAddr); ok {
		if n := namedOf(fa.X.Type()); n != nil && n.Obj().Pkg() != nil && !f.x.follow(n.Obj().Pkg()) {
			s.Ext = takesCode(i.Val.Type()) || functionInAny(i.Val)
			s.Rule = f.x.ruleOf(originKey(typeKey(n)) + "#" + fieldName(fa.X.Type(), fa.Field))
			if f.x.cat.AddressField(n.Obj().Pkg().Path(), n.Obj().Name(), fieldName(fa.X.Type(), fa.Field)) {
				at := f.add(node{Op: opField, Str: addressStep[1:], A: []int{f.node(fa.X)}})
				f.stmt(b, stmt{Kind: stStore, A: []int{at, s.A[1]}, D: []int{addressKey}}, i.Pos())
			}
		}
	}
	s.Made = f.fills(b, i.Addr)
	n := f.stmt(b, s, i.Pos())
	if c := f.survives(i); c >= 0 {
		f.out.Stmts[n].Guard, f.out.Stmts[n].Made = f.and(f.out.Stmts[n].Guard, c), false
	}
}

// fills reports whether a store in b into addr runs whenever what it stores into is allocated: both stand on the same
// branch.
func (f *funcExtractor) fills(b *ssa.BasicBlock, addr ssa.Value) bool {
	for range 16 {
		switch v := addr.(type) {
		case *ssa.Alloc:
			return f.guardOf(v.Block()) == f.guardOf(b)
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		default:
			return false
		}
	}
	return false
}

// interesting reports whether values of t can carry what the analysis follows. Numbers that are no integers
// cannot; integers and booleans can decide a branch.
func interesting(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0 || b.Kind() == types.UnsafePointer
	}
	return true
}

func zeroAggregate(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value != nil {
		return false
	}
	switch c.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func aggregate(t types.Type) int {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return 1
	}
	return 0
}

// node gives the node of v.
func (f *funcExtractor) node(v ssa.Value) int {
	if n, ok := f.val[v]; ok {
		return n
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if w := f.beforeReplaced(v); w != nil {
				return f.alias(v, w)
			}
		}
	case *ssa.ChangeType:
		return f.alias(v, v.X)
	case *ssa.ChangeInterface:
		return f.alias(v, v.X)
	case *ssa.Convert:
		return f.alias(v, v.X)
	case *ssa.MultiConvert:
		return f.alias(v, v.X)
	case *ssa.SliceToArrayPointer:
		return f.alias(v, v.X)
	case *ssa.Slice:
		if !movesIndex(v) && !isText(v.X) {
			return f.alias(v, v.X)
		}
	}
	n := f.add(node{})
	f.val[v] = n
	f.out.Nodes[n] = f.build(v, n)
	if k := sameKey(&f.out.Nodes[n]); k != "" {
		if old, ok := f.same[k]; ok {
			f.val[v] = old
			return old
		}
		f.same[k] = n
	}
	return n
}

// sameKey is equal for nodes that stand for the same values, since nodes know no order of execution: two
// loads of one variable, say. Then the fields that a loop body reads through them belong together. "" is never
// shared.
func sameKey(n *node) string {
	switch n.Op {
	case opConst, opGlobal, opLoad, opField, opFieldVal, opElem, opReqPath, opReqField, opIterVal, opIterKey, opIterAddr:
		k := strconv.Itoa(int(n.Op)) + "/" + strconv.Itoa(n.N) + "/" + n.Str
		for _, a := range n.A {
			k += "/" + strconv.Itoa(a)
		}
		return k
	}
	return ""
}

func (f *funcExtractor) alias(v, of ssa.Value) int {
	n := f.node(of)
	f.val[v] = n
	return n
}

func (f *funcExtractor) build(v ssa.Value, self int) node {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil && aggregate(v.Type()) == 1 { // a zero struct has methods all the same
			return node{Op: opLoad, A: []int{f.add(node{Op: opAlloc, Str: typeKey(v.Type())})}, N: 1}
		}
		return constNode(v)
	case *ssa.Parameter:
		for i, p := range f.fn.Params {
			if p == v {
				return node{Op: opParam, N: i}
			}
		}
	case *ssa.FreeVar:
		for i, p := range f.fn.FreeVars {
			if p == v {
				return node{Op: opFree, N: i}
			}
		}
	case *ssa.Global:
		return node{Op: opGlobal, Str: globalKey(v)}
	case *ssa.Function:
		return f.funcNode(v, nil)
	case *ssa.MakeClosure:
		return f.funcNode(v.Fn.(*ssa.Function), v.Bindings)
	case *ssa.Alloc:
		f.allocIn[self], f.allocs[self] = v.Block(), v
		return node{Op: opAlloc, Str: typeKey(v.Type().Underlying().(*types.Pointer).Elem())}
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		f.allocIn[self] = v.(ssa.Instruction).Block()
		return node{Op: opAlloc, Str: typeKey(v.Type())}
	case *ssa.FieldAddr:
		return node{Op: opField, Str: fieldName(v.X.Type(), v.Field), A: []int{f.node(v.X)}}
	case *ssa.Field:
		if reqField(v.X.Type(), v.Field) == "path" {
			return node{Op: opReqPath, A: []int{f.node(v.X)}}
		}
		return node{Op: opFieldVal, Str: fieldName(v.X.Type(), v.Field), A: []int{f.node(v.X)}, N: aggregate(v.Type()), D: readField(v.X.Type(), v.Field)}
	case *ssa.Slice: // what is written goes to the elements of X, what is read comes from any of them
		if n, ok := f.substring(v); ok {
			return n
		}
		x := f.node(v.X)
		return node{Op: opPhi, A: []int{x, f.add(node{Op: opAppend, A: []int{x}})}}
	case *ssa.IndexAddr:
		return f.index(v.X, v.Index, v.Block())
	case *ssa.Index:
		if aggregate(v.X.Type()) == 1 && !isConst(v.Index) {
			return node{Op: opLoad, A: []int{f.add(f.index(v.X, v.Index, v.Block()))}, N: aggregate(v.Type()), D: readBox(v.X)}
		}
		if c, ok := v.Index.(*ssa.Const); ok && c.Value != nil && aggregate(v.X.Type()) == 1 {
			return node{Op: opFieldVal, Str: "[" + c.Value.ExactString() + "]", A: []int{f.node(v.X)}, N: aggregate(v.Type())}
		}
	case *ssa.Lookup:
		if _, ok := v.X.Type().Underlying().(*types.Map); ok && !v.CommaOk {
			if n, ok := f.member(v); ok {
				return n
			}
			return node{Op: opLookup, A: []int{f.node(v.X), f.node(v.Index)}, N: aggregate(v.Type()), D: readBox(v.X)}
		}
	case *ssa.UnOp:
		return f.unop(v)
	case *ssa.BinOp:
		return f.binop(v)
	case *ssa.Phi:
		return f.phi(v)
	case *ssa.MakeInterface:
		n := node{Op: opIface, Str: f.x.converts(v.X.Type(), v.Type()), A: []int{f.node(v.X)}}
		n.S, n.Str2 = f.methodsOfFunc(v.X.Type())
		return n
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return f.assert(v)
		}
	case *ssa.Extract:
		return f.extract(v)
	case *ssa.Call:
		return f.callValue(v, 0)
	}
	return node{Op: opUnknown}
}

func constNode(c *ssa.Const) node {
	if c.Value == nil {
		if _, ok := types.Unalias(c.Type()).(*types.TypeParam); ok {
			return node{Op: opConst, Str: "z:"} // var zero T may be "" or 0 as well as nil
		}
		return node{Op: opConst, Str: "n:"}
	}
	switch c.Value.Kind() {
	case constant.String:
		return node{Op: opConst, Str: "s:" + constant.StringVal(c.Value)}
	case constant.Bool:
		return node{Op: opConst, Str: "b:" + c.Value.ExactString()}
	case constant.Int:
		return node{Op: opConst, Str: "i:" + c.Value.ExactString()}
	}
	return node{Op: opUnknown}
}

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }

func globalKey(g *ssa.Global) string { return g.Pkg.Pkg.Path() + "." + g.Name() }

func fieldName(t types.Type, i int) string {
	st, _ := structOf(t)
	if st == nil {
		return strconv.Itoa(i)
	}
	return st.Field(i).Name()
}

// funcNode is a function used as a value: a closure, a bound method, a method expression, a function.
func (f *funcExtractor) funcNode(fn *ssa.Function, bindings []ssa.Value) node {
	obj, _ := fn.Object().(*types.Func)
	switch {
	case strings.HasPrefix(fn.Synthetic, "bound method wrapper") && obj != nil && len(bindings) == 1:
		recv := bindings[0]
		n := node{Op: opBound, Str: f.x.typ(recv.Type()), Str2: obj.Id(), A: []int{f.node(recv)}, S: sigKey(fn.Signature)}
		if types.IsInterface(recv.Type()) {
			n.Str = ""
		}
		if e := f.x.effectOn(recv.Type(), obj); e != nil && !f.x.follow(obj.Pkg()) {
			n.Eff = f.effect(e)
		}
		n.Rule = f.x.ruleOf(fullName(obj))
		return n
	case strings.HasPrefix(fn.Synthetic, "thunk") && obj != nil:
		recv := fn.Signature.Params().At(0).Type()
		n := node{Op: opThunk, Str: f.x.typ(recv), Str2: obj.Id(), S: sigKey(fn.Signature)}
		if types.IsInterface(recv) {
			n.Str = ""
		}
		return n
	}
	n := node{Op: opFunc, Str: fnKey(fn), S: sigKey(fn.Signature)}
	if obj != nil && !f.x.follow(obj.Pkg()) {
		n.Str = fullName(obj)
		n.Rule = f.x.ruleOf(n.Str)
		if e := f.x.effectOf(obj); e != nil {
			n.Eff = f.effect(e)
		}
	}
	for _, b := range bindings {
		n.A = append(n.A, f.node(b))
	}
	return n
}

func (f *funcExtractor) effect(e *effect) int {
	f.out.Effects = append(f.out.Effects, *e)
	return len(f.out.Effects)
}

func (f *funcExtractor) unop(v *ssa.UnOp) node {
	switch v.Op {
	case token.MUL:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			switch kind := reqField(fa.X.Type(), fa.Field); kind {
			case "":
			case "path":
				return node{Op: opReqPath, A: []int{f.node(fa.X)}}
			default:
				return node{Op: opReqField, Str: kind, A: []int{f.node(fa.X)}}
			}
		}
		return node{Op: opLoad, A: []int{f.node(v.X)}, N: aggregate(v.Type()), D: readAddr(v.X)}
	case token.NOT:
		return node{Op: opNot, A: []int{f.node(v.X)}}
	case token.ARROW:
		if !v.CommaOk {
			return node{Op: opRecv, A: []int{f.node(v.X)}, N: aggregate(v.Type()), D: readBox(v.X)}
		}
	}
	return node{Op: opUnknown}
}

func (f *funcExtractor) binop(v *ssa.BinOp) node {
	switch v.Op {
	case token.ADD:
		if isText(v) {
			return node{Op: opConcat, A: []int{f.node(v.X), f.node(v.Y)}}
		}
	case token.AND, token.OR, token.AND_NOT:
		return node{Op: opBits, Str: v.Op.String(), A: []int{f.node(v.X), f.node(v.Y)}}
	case token.EQL, token.NEQ:
		if types.Identical(v.X.Type(), types.Universe.Lookup("error").Type()) {
			return node{Op: opUnknown}
		}
		if n, ok := f.lengthTest(v); ok {
			return n
		}
		if n, ok := f.byteTest(v); ok {
			return n
		}
		return node{Op: opCompare, Str: v.Op.String(), A: []int{f.node(v.X), f.node(v.Y)}}
	case token.GTR, token.LSS, token.GEQ, token.LEQ:
		if n, ok := f.lengthTest(v); ok {
			return n
		}
	}
	return node{Op: opUnknown}
}

func (f *funcExtractor) assert(v *ssa.TypeAssert) node {
	n := node{Op: opAssert, A: []int{f.node(v.X)}}
	if types.IsInterface(v.AssertedType) {
		n.Str2 = typeKey(v.AssertedType)
	} else {
		n.Str = typeKey(v.AssertedType)
	}
	return n
}

func (f *funcExtractor) extract(v *ssa.Extract) node {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return f.callValue(t, v.Index)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return f.assert(t)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return node{Op: opLookup, A: []int{f.node(t.X), f.node(t.Index)}, N: aggregate(v.Type()), D: readBox(t.X)}
		}
		return node{Op: opMember, A: []int{f.node(t.X), f.node(t.Index)}, D: readBox(t.X)}
	case *ssa.UnOp:
		if t.Op == token.ARROW && v.Index == 0 {
			return node{Op: opRecv, A: []int{f.node(t.X)}, N: aggregate(v.Type()), D: readBox(t.X)}
		}
	case *ssa.Next:
		return f.next(t, v)
	case *ssa.Select:
		if v.Index >= 2 {
			i := 1
			for _, s := range t.States {
				if s.Dir != types.RecvOnly {
					continue
				}
				if i++; i == v.Index {
					return node{Op: opRecv, A: []int{f.node(s.Chan)}, N: aggregate(v.Type()), D: readBox(s.Chan)}
				}
			}
		}
	}
	return node{Op: opUnknown}
}

// next is a key or a value of a range over a map.
func (f *funcExtractor) next(t *ssa.Next, v *ssa.Extract) node {
	r, ok := t.Iter.(*ssa.Range)
	if !ok || t.IsString {
		return node{Op: opUnknown}
	}
	it := f.iter(f.node(r.X), t, "map", t.Block())
	f.out.Nodes[it].D = readBox(r.X)
	switch v.Index {
	case 1:
		return node{Op: opIterKey, A: []int{it}}
	case 2:
		return node{Op: opIterVal, A: []int{it}, N: aggregate(v.Type())}
	}
	return node{Op: opUnknown}
}

// index is the address of an element: a known one, that of a loop's iteration, or any.
func (f *funcExtractor) index(x, idx ssa.Value, b *ssa.BasicBlock) node {
	if c, ok := idx.(*ssa.Const); ok && c.Value != nil {
		return node{Op: opElem, Str: c.Value.ExactString(), A: []int{f.node(x)}}
	}
	if l := f.loops.innermost(b); l != nil {
		if ins, ok := idx.(ssa.Instruction); ok && f.loops.holds(l, ins.Block()) {
			it := f.iter(f.node(x), idx, "slice", b)
			f.out.Nodes[it].D = readBox(x)
			return node{Op: opIterAddr, A: []int{it}}
		}
	}
	out := node{Op: opElem, A: []int{f.node(x)}}
	if n := f.node(idx); givenIndex(f.out.Nodes[n].Op) {
		out.A = append(out.A, n)
	}
	return out
}

// movesIndex reports whether the elements of slice v have other indexes than in what it is a slice of.
func movesIndex(v *ssa.Slice) bool {
	if v.Low == nil {
		return false
	}
	c, ok := v.Low.(*ssa.Const)
	return !ok || c.Value == nil || c.Value.ExactString() != "0"
}

// givenIndex reports whether a node can be an index that a caller gives.
func givenIndex(op op) bool {
	return op == opParam || op == opFree || op == opLoad || op == opFieldVal
}

func (f *funcExtractor) iter(container int, by ssa.Value, kind string, b *ssa.BasicBlock) int {
	k := iterKey{container, by}
	if n, ok := f.iters[k]; ok {
		return n
	}
	n := f.add(node{Op: opIter, Str: kind, A: []int{container}})
	f.iters[k] = n
	f.iterIn[n] = f.loops.innermost(b)
	return n
}

// reqField names what field i of t carries of a request: path for the URL path, service for the name in a
// gRPC health request, "" for anything else.
func reqField(t types.Type, i int) string {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + st.Field(i).Name() {
	case "net/url.URL.Path", "net/url.URL.RawPath", "net/http.Request.RequestURI", "net/http.Request.Pattern":
		return "path"
	case "net/http.Request.Method":
		return "method"
	case "google.golang.org/grpc/health/grpc_health_v1.HealthCheckRequest.Service":
		return "service"
	}
	return ""
}

// member is a map lookup that answers whether the path of the request is in a set of paths.
func (f *funcExtractor) member(v *ssa.Lookup) (node, bool) {
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return node{}, false
	}
	k := f.node(v.Index)
	if f.out.Nodes[k].Op != opReqPath {
		return node{}, false
	}
	return node{Op: opMember, A: []int{f.node(v.X), k}}, true
}
