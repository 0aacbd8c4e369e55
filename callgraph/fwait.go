package callgraph

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// waits reports whether the function waits for work that call c starts in a goroutine: it receives from a
// channel, or calls Wait on a group, that the started code holds too. handed: it returns such a channel, or
// got it from its caller, so that its caller may wait.
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
	return f.x.waitsFor(f.fn, held) || f.x.outerWaits(f.fn, held), f.x.returned(f.fn, held) || givenGroup(f.fn, held)
}

// givenGroup reports whether the started code holds a channel or group that fn got as a parameter: its caller may
// wait for it.
func givenGroup(fn *ssa.Function, held map[ssa.Value]bool) bool {
	for _, p := range fn.Params {
		if !isGroup(p.Type()) {
			continue
		}
		if held[p] {
			return true
		}
		for _, r := range *p.Referrers() { // the variable that it is put into to be captured
			if s, ok := r.(*ssa.Store); ok && s.Val == p && held[s.Addr] {
				return true
			}
		}
	}
	return false
}

// isGroup reports whether a value of t can tell that work is done.
func isGroup(t types.Type) bool {
	_, ch := t.Underlying().(*types.Chan)
	return ch || typeKey(t) == "*sync.WaitGroup"
}

// waitsFor reports whether fn waits for one of the channels or groups in held, by their root.
func (x *extractor) waitsFor(fn *ssa.Function, held map[ssa.Value]bool) bool {
	return intersect(held, x.joins(fn).on)
}

// outerWaits reports whether the function around fn waits for what fn captures and hands on.
func (x *extractor) outerWaits(fn *ssa.Function, held map[ssa.Value]bool) bool {
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
		if x.waitsFor(fn, outer) {
			return true
		}
		held = outer
	}
	return false
}

// returned reports whether fn returns a channel that the started code holds: whoever asked for it receives from it.
func (x *extractor) returned(fn *ssa.Function, held map[ssa.Value]bool) bool {
	return intersect(held, x.joins(fn).returned)
}

// received reports whether the function receives from the channel that call c returns, or returns it in turn, or waits
// for a channel or a group that it hands to c.
func (x *extractor) received(c ssa.CallInstruction) bool {
	v, ok := c.(*ssa.Call)
	if !ok {
		return false
	}
	handed := map[ssa.Value]bool{}
	for _, a := range v.Call.Args {
		if isGroup(a.Type()) {
			handed[root(a)] = true
		}
	}
	if len(handed) > 0 && x.waitsFor(v.Parent(), handed) {
		return true
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
	return x.waitsFor(v.Parent(), held) || x.returned(v.Parent(), held)
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
