package callgraph

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// waits reports whether the function waits for work that call c starts in a goroutine: it receives from a
// channel, or calls Wait on a group, that the started code holds too. handed: it returns such a channel, so that its
// caller may wait.
func (f *funcExtractor) waits(c ssa.CallInstruction) (waits, handed bool) {
	common := c.Common()
	if _, isGo := c.(*ssa.Go); !isGo {
		fn := common.StaticCallee()
		if fn == nil {
			return false, false
		}
		obj, ok := fn.Object().(*types.Func)
		if !ok || !startsGoroutine(f.x.cat.HigherOrder(fullName(obj))) {
			return false, false
		}
	}
	held := map[ssa.Value]bool{}
	hold := func(v ssa.Value) {
		held[root(v)] = true
		if mc, ok := v.(*ssa.MakeClosure); ok {
			for _, b := range mc.Bindings {
				held[root(b)] = true
			}
		}
	}
	hold(common.Value)
	for _, a := range common.Args {
		hold(a)
	}
	return waitsFor(f.fn, held) || outerWaits(f.fn, held) || f.groupWaits(held), returned(f.fn, held)
}

// waitsFor reports whether fn waits for one of the channels or groups in held, by their root.
func waitsFor(fn *ssa.Function, held map[ssa.Value]bool) bool {
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if v := waitedOn(ins); v != nil && held[root(v)] {
				return true
			}
		}
	}
	return false
}

// outerWaits reports whether the function around fn waits for what fn captures and hands on.
func outerWaits(fn *ssa.Function, held map[ssa.Value]bool) bool {
	for range 4 {
		outer := map[ssa.Value]bool{}
		for _, v := range fn.FreeVars {
			if held[v] {
				if b := bound(v); b != nil {
					outer[root(b)] = true
				}
			}
		}
		if fn = fn.Parent(); fn == nil || len(outer) == 0 {
			return false
		}
		if waitsFor(fn, outer) {
			return true
		}
		held = outer
	}
	return false
}

// returned reports whether fn returns a channel that the started code holds: whoever asked for it receives from it.
func returned(fn *ssa.Function, held map[ssa.Value]bool) bool {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range r.Results {
			if _, ch := v.Type().Underlying().(*types.Chan); ch && held[root(v)] {
				return true
			}
		}
	}
	return false
}

// holds reports whether parameter p is in held, or the variable that it was put into to be captured.
func holds(held map[ssa.Value]bool, p *ssa.Parameter) bool {
	if held[p] {
		return true
	}
	for _, r := range *p.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Val == p && held[s.Addr] {
			return true
		}
	}
	return false
}

// received reports whether the function receives from the channel that call c returns, or returns it in turn.
func received(c ssa.CallInstruction) bool {
	v, ok := c.(*ssa.Call)
	if !ok {
		return false
	}
	if _, ch := v.Type().Underlying().(*types.Chan); !ch {
		return false
	}
	held := map[ssa.Value]bool{v: true}
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Val == v {
			held[root(s.Addr)] = true
		}
	}
	return waitsFor(v.Parent(), held) || returned(v.Parent(), held)
}

// groupWaits reports whether f is a method of a group written by hand: it runs a function that it is given, and a
// method Wait of its type waits for what it starts.
func (f *funcExtractor) groupWaits(held map[ssa.Value]bool) bool {
	recv := f.fn.Signature.Recv()
	if recv == nil || len(f.fn.Params) < 2 || !holds(held, f.fn.Params[0]) {
		return false
	}
	given := false
	for _, p := range f.fn.Params[1:] {
		_, isFunc := p.Type().Underlying().(*types.Signature)
		given = given || isFunc && holds(held, p)
	}
	if !given {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, f.x.src.Pkg, "Wait")
	m, ok := obj.(*types.Func)
	if !ok || m.Pkg() != f.x.src.Pkg {
		return false
	}
	wait := f.fn.Prog.FuncValue(m)
	return wait != nil && len(wait.Params) > 0 && waitsFor(wait, map[ssa.Value]bool{wait.Params[0]: true})
}

func startsGoroutine(hs []catalog.HigherOrder) bool {
	for _, h := range hs {
		if h.When == "goroutine" {
			return true
		}
	}
	return false
}

// waitedOn gives the channel or group that ins waits for, nil when it does not wait.
func waitedOn(ins ssa.Instruction) ssa.Value {
	switch i := ins.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return i.X
		}
	case *ssa.Select:
		if !i.Blocking {
			return nil
		}
		for _, s := range i.States {
			if s.Dir == types.RecvOnly {
				return s.Chan
			}
		}
	case *ssa.Call, *ssa.Defer:
		c := i.(ssa.CallInstruction).Common()
		fn := c.StaticCallee()
		if fn == nil || fn.Name() != "Wait" || fn.Signature.Recv() == nil || len(c.Args) == 0 {
			return nil
		}
		return c.Args[0]
	}
	return nil
}

// root strips loads, fields, conversions and slices off v: what is left is a variable or an allocation.
func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Slice:
			v = x.X
		default:
			return v
		}
	}
}
