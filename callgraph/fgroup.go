package callgraph

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Groups. A type of the program, or a helper, may start work in one function and wait for it in another. The work
// tells that it is done: it calls Done, sends or closes. What it tells is known by the field that holds it, or by
// its type where a parameter does. A handler that comes by a wait for the same waits for the work.

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
					if keys := groupKeys(v); len(keys) > 1 || handedIn(v, g) {
						out = append(out, keys[0])
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

// handedIn reports whether v, in what g starts, came into the function of g as a parameter: its caller can wait.
func handedIn(v ssa.Value, g *ssa.Go) bool {
	for range 16 {
		switch x := root(v).(type) {
		case *ssa.FreeVar:
			if v = bound(x); v == nil {
				return false
			}
		case *ssa.Parameter:
			i := slices.Index(x.Parent().Params, x)
			if x.Parent() == g.Parent() || x.Parent() != g.Call.StaticCallee() || i >= len(g.Call.Args) {
				return x.Parent() == g.Parent()
			}
			v = g.Call.Args[i]
		case *ssa.Alloc:
			if v = stored(x); v == nil {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// stored gives the one value that is ever stored into variable a; nil when there are more.
func stored(a *ssa.Alloc) ssa.Value {
	var out ssa.Value
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			if out != nil {
				return nil
			}
			out = s.Val
		}
	}
	return out
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

// groupKeys names the group or channel v, by its field if it is in one, then by its type.
func groupKeys(v ssa.Value) []int {
	t := v.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	name := typeKey(t)
	if c, ok := t.Underlying().(*types.Chan); ok { // in whichever direction
		name = "chan " + typeKey(c.Elem())
	}
	out := []int{demandKey("W:" + name)}
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FieldAddr:
			t := x.X.Type()
			if n := namedOf(t); n != nil {
				return append([]int{demandKey("W:" + originKey(typeKey(n)) + "." + fieldName(t, x.Field))}, out...)
			}
			return append([]int{demandKey("W:" + fieldKey(t, x.Field))}, out...)
		default:
			return out
		}
	}
}

// told collects what the goroutines of a package tell, and the negative keys of the fields that it hands to
// functions: a helper knows those by their type.
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
				for _, k := range handed(ins) {
					out[-k] = true
				}
			}
		}
	}
	return out
}

// handed lists the keys of the fields whose groups or channels ins hands to a function.
func handed(ins ssa.Instruction) []int {
	c, ok := ins.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	args := c.Common().Args
	if !c.Common().IsInvoke() && c.Common().Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	var out []int
	for _, a := range args {
		_, ch := a.Type().Underlying().(*types.Chan)
		if keys := groupKeys(a); len(keys) > 1 && (ch || typeKey(a.Type()) == "*sync.WaitGroup") {
			out = append(out, keys[0])
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
			keys := groupKeys(v)
			if len(keys) > 1 && !f.x.told[-keys[0]] {
				keys = keys[:1]
			}
			keys = slices.DeleteFunc(keys, func(k int) bool { return !f.x.told[k] })
			if len(keys) > 0 {
				f.stmt(b, stmt{Kind: stWait, Done: keys}, ins.Pos())
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
