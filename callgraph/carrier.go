package callgraph

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A carrier is a function that puts a value under a key into what a request carries along, or looks for one. Values
// are followed by key, not by request: what one middleware puts under a key, a handler behind another one is taken to
// find as well.
type carrier struct {
	space    string // keys of different spaces are different
	key, val int    // arguments; no val: a look-up
}

const noValue = -1

// carriers are the functions by full name. Arguments of a static method count the receiver.
var carriers = map[string]carrier{
	"context.WithValue":       {"context", 1, 2},
	"(context.Context).Value": {"context", 0, noValue},

	"(*github.com/gin-gonic/gin.Context).Set":     {"gin", 1, 2},
	"(*github.com/gin-gonic/gin.Context).Get":     {"gin", 1, noValue},
	"(*github.com/gin-gonic/gin.Context).MustGet": {"gin", 1, noValue},

	"(github.com/labstack/echo/v4.Context).Set":  {"echo", 0, 1},
	"(github.com/labstack/echo/v4.Context).Get":  {"echo", 0, noValue},
	"(*github.com/labstack/echo/v5.Context).Set": {"echo", 1, 2},
	"(*github.com/labstack/echo/v5.Context).Get": {"echo", 1, noValue},
}

// carrierNames are the last parts of the names of carriers. Every call of a program is looked at, and a full name has to
// be put together.
var carrierNames = func() map[string]bool {
	out := map[string]bool{}
	for full := range carriers {
		out[full[strings.LastIndexByte(full, '.')+1:]] = true
	}
	return out
}()

// carrierOf gives the carrier that c calls.
func carrierOf(c *ssa.CallCommon) (carrier, bool) {
	obj := c.Method
	if fn := c.StaticCallee(); fn != nil {
		obj, _ = fn.Object().(*types.Func)
	}
	if obj == nil || !carrierNames[obj.Name()] {
		return carrier{}, false
	}
	k, ok := carriers[fullName(obj)]
	return k, ok
}

// carried names a key: by its type, and by what tells it from other keys of the type. Numbers and texts are told apart
// where they are constant, others (pointers, structs) by the package variable they come from. ok: the key is known.
func (c carrier) carried(k ssa.Value) (base, one string, ok bool) {
	if m, is := k.(*ssa.MakeInterface); is {
		k = m.X
	} else if types.IsInterface(k.Type()) {
		return "", "", false
	}
	base = c.space + " value " + typeKey(k.Type())
	_, basic := k.Type().Underlying().(*types.Basic)
	switch k := k.(type) {
	case *ssa.Const:
		if k.Value != nil {
			return base, base + "=" + k.Value.ExactString(), true
		}
	case *ssa.UnOp:
		if g, is := k.X.(*ssa.Global); is && !basic {
			return base, base + "@" + globalKey(g), true
		}
	}
	return base, base + "=?", true
}

// anyKey names what is put under a key that only the run knows.
func (c carrier) anyKey() string { return c.space + " value ?" }

// sets names what a call puts a value under.
func (c carrier) sets(call *ssa.CallCommon) []string {
	base, one, ok := c.carried(call.Args[c.key])
	if !ok {
		return []string{c.anyKey()}
	}
	return []string{base, one}
}

// gets names what a look-up can find; nil when its key is not known.
func (c carrier) gets(call *ssa.CallCommon) []string {
	base, one, ok := c.carried(call.Args[c.key])
	switch {
	case !ok:
		return nil
	case one == base+"=?":
		return []string{c.anyKey(), base}
	}
	return []string{c.anyKey(), base + "=?", one}
}

func carriedKey(name string) int { return demandKey("C:" + name) }

// carry marks the keys under which c puts a value, and extracts a store into the variable of each.
func (f *funcExtractor) carry(b *ssa.BasicBlock, c *ssa.CallCommon, ins ssa.Instruction) {
	k, ok := carrierOf(c)
	if !ok || k.val == noValue {
		return
	}
	v := f.node(c.Args[k.val])
	for _, name := range k.sets(c) {
		d := carriedKey(name)
		f.x.marks[d] = true
		if f.out.Nodes[v].Op != opUnknown {
			f.stmt(b, stmt{Kind: stStore, A: []int{f.carriedVar(name), v}, D: []int{d}}, ins.Pos())
		}
	}
}

// carriedVar is the node of the address of the variable of a key.
func (f *funcExtractor) carriedVar(name string) int {
	n := node{Op: opGlobal, Str: name}
	k := sameKey(&n)
	if old, ok := f.same[k]; ok {
		return old
	}
	at := f.add(n)
	f.same[k] = at
	return at
}

// found gives the nodes and the demand keys of what a look-up finds; none when c is no look-up or its key is not
// known.
func (f *funcExtractor) found(c *ssa.CallCommon) (loads, keys []int) {
	k, ok := carrierOf(c)
	if !ok || k.val != noValue {
		return nil, nil
	}
	for _, name := range k.gets(c) {
		d := carriedKey(name)
		keys = append(keys, d)
		loads = append(loads, f.add(node{Op: opLoad, A: []int{f.carriedVar(name)}, D: []int{d}}))
	}
	return loads, keys
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

// carriedResult adds what look-up nd of f finds. What nobody is known to put there stands for itself.
func (q *query) carriedResult(f *frame, en *env, nd *node) {
	if q.e.w.unset(nd.D) {
		q.out.add(value{k: vConst, s: "n:"})
		return
	}
	var unknown []value
	found := false
	for i, a := range nd.A {
		if !q.e.w.marks[nd.D[i]] {
			continue
		}
		for _, v := range q.e.vals(f, en, a) {
			if v.k == vSym && v.l == (loc{o: q.e.globalOf(f.fn.Nodes[f.fn.Nodes[a].A[0]].Str)}) {
				unknown = append(unknown, v)
				continue
			}
			q.out.add(v)
			found = true
		}
	}
	if !found && len(unknown) > 0 {
		q.out.add(unknown[len(unknown)-1])
	}
}
