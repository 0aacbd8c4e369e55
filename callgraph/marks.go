package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Marks are what some code of a program does, as demand keys: that it hands the address of a field or of a
// package variable around, so that a store through a pointer may write it, and that it puts a value into a
// context under a key. They are collected up the import graph.

// mark notes the marks that fn makes.
func (x *extractor) mark(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if fa, ok := ins.(*ssa.FieldAddr); ok && x.writable(fa.Type()) && leaks(fa) {
				field, _ := fieldDemand(fa.X.Type(), fa.Field)
				x.marks[field] = true
			}
			x.leakGlobals(ins)
			if c, ok := ins.(ssa.CallInstruction); ok {
				x.contextSet(c.Common())
			}
		}
	}
}

// writable reports whether code that is followed could store through pointer type t: into a type of a library, a
// mutex above all, only the library does.
func (x *extractor) writable(t types.Type) bool {
	n := namedOf(t)
	return n == nil || n.Obj().Pkg() == nil || x.follow(n.Obj().Pkg())
}

// leakGlobals notes the package variables whose address ins hands around.
func (x *extractor) leakGlobals(ins ssa.Instruction) {
	var own *ssa.Value
	switch ins := ins.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		return
	case *ssa.Store:
		own = &ins.Addr
	}
	for _, op := range ins.Operands(nil) {
		if g, ok := (*op).(*ssa.Global); ok && op != own {
			x.marks[demandKey("G:"+globalKey(g))] = true
		}
	}
}

// contextKeys are the marks of a key of context values: of its type, and of its value where that is constant or
// could be any. nil: not known.
func contextKeys(k ssa.Value) []int {
	m, ok := k.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	name := "C:" + typeKey(m.X.Type())
	if c, ok := m.X.(*ssa.Const); ok && c.Value != nil {
		return []int{demandKey(name), demandKey(name + "=" + c.Value.ExactString())}
	}
	return []int{demandKey(name), demandKey(name + "=?")}
}

// anyContextKey is the mark of a key that only the run knows.
var anyContextKey = demandKey("C:")

func (x *extractor) contextSet(c *ssa.CallCommon) {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "context" || fn.Name() != "WithValue" || len(c.Args) != 3 {
		return
	}
	keys := contextKeys(c.Args[1])
	if keys == nil {
		keys = []int{anyContextKey}
	}
	for _, k := range keys {
		x.marks[k] = true
	}
}

// contextGet gives the marks that say that a call of Value on a context can find something; nil when it is no such
// call or the key is not known.
func contextGet(c *ssa.CallCommon) []int {
	if !c.IsInvoke() || c.Method.FullName() != "(context.Context).Value" {
		return nil
	}
	keys := contextKeys(c.Args[0])
	if keys == nil {
		return nil
	}
	m := c.Args[0].(*ssa.MakeInterface)
	if k, ok := m.X.(*ssa.Const); ok && k.Value != nil {
		return []int{anyContextKey, keys[1], demandKey("C:" + typeKey(m.X.Type()) + "=?")}
	}
	return []int{anyContextKey, keys[0]}
}

// unset reports whether nothing in the program makes any of the marks.
func (w *world) unset(marks []int) bool {
	for _, k := range marks {
		if w.marks[k] {
			return false
		}
	}
	return true
}
