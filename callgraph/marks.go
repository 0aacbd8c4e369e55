package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Marks are what some code of a program does, as demand keys: that it hands the address of a field or of a
// package variable around, so that a store through a pointer may write it, and that it puts a value into a
// context under a key (see carrier.go). They are collected up the import graph.

// mark notes which addresses fn hands around.
func (x *extractor) mark(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if fa, ok := ins.(*ssa.FieldAddr); ok && x.writable(fa.Type()) && leaks(fa) {
				field, _ := fieldDemand(fa.X.Type(), fa.Field)
				x.marks[field] = true
			}
			x.leakGlobals(ins)
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
