package callgraph

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Groups. A type of the program may start work in one method and wait for it in another. The work tells that it is
// done: it calls Done, sends or closes. What it tells is known by the field that holds it. A handler that comes by a
// wait for the same field waits for the work.

// signals lists the keys of what the work that g starts tells when it is done.
func signals(g *ssa.Go) []int {
	var out []int
	var scan func(fn *ssa.Function, depth int)
	scan = func(fn *ssa.Function, depth int) {
		if fn == nil || depth > 2 {
			return
		}
		for _, b := range fn.Blocks {
			for _, ins := range b.Instrs {
				if v := tells(ins); v != nil {
					if k := groupKey(v); k != 0 {
						out = append(out, k)
					}
				} else if c, ok := ins.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil && depth < 2 {
					scan(c.Common().StaticCallee(), depth+1)
				}
			}
		}
	}
	scan(g.Call.StaticCallee(), 0)
	slices.Sort(out)
	return slices.Compact(out)
}

// tells gives the group or channel through which ins says that something is done; nil when it does not.
func tells(ins ssa.Instruction) ssa.Value {
	switch i := ins.(type) {
	case *ssa.Send:
		return i.Chan
	case *ssa.Call, *ssa.Defer:
		c := i.(ssa.CallInstruction).Common()
		if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return c.Args[0]
		}
		if fn := c.StaticCallee(); fn != nil && fn.String() == "(*sync.WaitGroup).Done" {
			return c.Args[0]
		}
	}
	return nil
}

// groupKey names the group or channel v by the field that it is in, 0 when it is in none.
func groupKey(v ssa.Value) int {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FieldAddr:
			t := x.X.Type()
			if n := namedOf(t); n != nil {
				return demandKey("W:" + originKey(typeKey(n)) + "." + fieldName(t, x.Field))
			}
			return demandKey("W:" + fieldKey(t, x.Field))
		default:
			return 0
		}
	}
}

// told collects what the goroutines of a package tell.
func told(fns []*ssa.Function) map[int]bool {
	out := map[int]bool{}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, ins := range b.Instrs {
				if g, ok := ins.(*ssa.Go); ok {
					for _, k := range signals(g) {
						out[k] = true
					}
				}
			}
		}
	}
	return out
}

// noteWaits writes a statement for each wait for something that goroutines of this package tell.
func (f *funcExtractor) noteWaits() {
	for _, b := range f.fn.Blocks {
		for _, ins := range b.Instrs {
			v := waitedOn(ins)
			if v == nil {
				continue
			}
			if k := groupKey(v); f.x.told[k] {
				f.stmt(b, stmt{Kind: stWait, Done: []int{k}}, ins.Pos())
			}
		}
	}
}

// awaited says whether a handler waits for something, and who asked.
type awaited struct {
	yes     bool
	readers readers
}

func (r *probeRoot) wait(key int) *awaited {
	if r.waits == nil {
		r.waits = map[int]*awaited{}
	}
	if r.waits[key] == nil {
		r.waits[key] = &awaited{}
	}
	return r.waits[key]
}

// awaits notes that the handler that f belongs to comes by the wait s.
func (e *eval) awaits(f *frame, s *stmt) {
	if f.root == nil || f.level != reach {
		return
	}
	for _, k := range s.Done {
		if w := f.root.wait(k); !w.yes {
			w.yes = true
			e.notify(&w.readers)
		}
	}
}

// awaited reports whether the handler that f belongs to waits for the work that s starts.
func (e *eval) awaited(f *frame, s *stmt) bool {
	if f.root == nil {
		return false
	}
	yes := false
	for _, k := range s.Done {
		w := f.root.wait(k)
		e.reads(&w.readers)
		yes = yes || w.yes
	}
	return yes
}
