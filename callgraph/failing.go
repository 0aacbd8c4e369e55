package callgraph

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// void tells, as bits, which results of a return that fails are zero: what stands beside an error is never used, and
// a method called on it would be one call too many. The first eight results are looked at.
func void(r *ssa.Return) uint8 {
	last := len(r.Results) - 1
	if last < 1 || !isError(r.Results[last].Type()) || !fails(r.Block(), r.Results[last]) {
		return 0
	}
	var out uint8
	for i, v := range r.Results[:min(last, 8)] {
		if isZeroValue(v) {
			out |= 1 << i
		}
	}
	return out
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// fails reports whether the error that is returned in b is certainly none that is nil.
func fails(b *ssa.BasicBlock, err ssa.Value) bool {
	switch v := err.(type) {
	case *ssa.Const:
		return false
	case *ssa.MakeInterface:
		return true
	case *ssa.UnOp: // an error that a package declares
		if _, global := v.X.(*ssa.Global); global {
			return true
		}
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Object() != nil {
			switch fullName(fn.Object().(*types.Func)) {
			case "errors.New", "fmt.Errorf":
				return true
			}
		}
	}
	return failed(b)
}

// failed reports whether b only runs where some error is not nil.
func failed(b *ssa.BasicBlock) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		c, ok := cond.Cond.(*ssa.BinOp)
		if !ok || !isError(c.X.Type()) || !nilConst(c.X) && !nilConst(c.Y) {
			continue
		}
		if c.Op == token.NEQ && d.Succs[0] == b || c.Op == token.EQL && d.Succs[1] == b {
			return true
		}
	}
	return false
}

func nilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// isZeroValue reports whether v is nil, zero, or a struct that nothing was put into.
func isZeroValue(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil || v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value)
	case *ssa.MakeInterface:
		return isZeroValue(v.X)
	case *ssa.ChangeInterface:
		return isZeroValue(v.X)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && untouched(a)
	case *ssa.Alloc:
		return untouched(v)
	}
	return false
}

// untouched reports whether nothing but loads and returns is done with what a makes.
func untouched(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.Return, *ssa.DebugRef:
		case *ssa.MakeInterface:
			for _, u := range *r.Referrers() {
				if _, ok := u.(*ssa.Return); !ok {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}
