package callgraph

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// waits reports whether the function waits for work that call c starts in a goroutine: it receives from a
// channel, or calls Wait on a group, that the started code holds too.
func (f *funcExtractor) waits(c ssa.CallInstruction) bool {
	common := c.Common()
	if _, isGo := c.(*ssa.Go); !isGo {
		fn := common.StaticCallee()
		if fn == nil {
			return false
		}
		obj, ok := fn.Object().(*types.Func)
		if !ok || !startsGoroutine(f.x.cat.HigherOrder(fullName(obj))) {
			return false
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
	for _, b := range f.fn.Blocks {
		for _, ins := range b.Instrs {
			if v := waitedOn(ins); v != nil && held[root(v)] {
				return true
			}
		}
	}
	return false
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
