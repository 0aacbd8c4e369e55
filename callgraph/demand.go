package callgraph

import (
	"go/types"
	"hash/fnv"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Demand. Most of what a program stores no probe ever reads. A store is run, and a function is entered for
// its stores, only when something that matters reads a place of the same name: a field of a struct type, a
// package variable, or, where a pointer, slice or map of unknown origin is used, anything of its type. Names
// are kept as hashes; a collision makes the evaluation do more, never less.

//
// A key is weak when nothing that a probe could run is ever stored under it: texts, numbers, errors and structs of
// them behind pointers and in containers of unknown origin, in captured variables, in fields that are no plain
// setting, and the parts of requests. Who reads such a key sees the stores that run, but no function is entered for
// their sake, and no branch is decided by what was read.

// weak marks the hash of a weak key.
const weak = 1 << 30

func demandKey(name string) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	return int(h.Sum32() % typed)
}

// typeDemand is the key of everything of type t that is reached through pointers or is in containers.
func typeDemand(t types.Type) int {
	if mentionsParam(t, 0) {
		return genericDemand
	}
	k := demandKey("P:" + originKey(typeKey(t)))
	if inert(t, 0) {
		return k | weak
	}
	return k | typed
}

// typed marks the hash of the key of a type that is not weak. Who reads one of them reads what generic code stores,
// whose types only its callers know.
const typed = 1 << 29

// genericDemand is the key of everything whose type mentions a type parameter.
var genericDemand = demandKey("P:$") | typed

func mentionsParam(t types.Type, depth int) bool {
	if depth > 6 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Slice:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Array:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Chan:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Map:
		return mentionsParam(t.Key(), depth+1) || mentionsParam(t.Elem(), depth+1)
	}
	return false
}

// inert reports whether values of t hold neither code nor anything that could.
func inert(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return depth > 0 && t.Empty()
	case *types.Pointer:
		return inert(t.Elem(), depth+1)
	case *types.Chan:
		return inert(t.Elem(), depth+1)
	case *types.Slice:
		return inert(t.Elem(), depth+1)
	case *types.Array:
		return inert(t.Elem(), depth+1)
	case *types.Map:
		return inert(t.Key(), depth+1) && inert(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if !inert(f.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// fieldKey names field i of a struct of type t by package and name: one struct can have several type names, which
// are converted into each other. A struct type without a name is the same in all packages.
func fieldKey(t types.Type, i int) string {
	pkg := ""
	if st, _ := structOf(t); st != nil && namedOf(t) != nil && st.Field(i).Pkg() != nil {
		pkg = st.Field(i).Pkg().Path()
	}
	return "F:" + pkg + "." + fieldName(t, i)
}

func fieldDemand(t types.Type, i int) (field, whole int) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	field = demandKey(fieldKey(t, i))
	if st, _ := structOf(t); message(t) || st != nil && !basic(st.Field(i).Type()) && inert(st.Field(i).Type(), 0) {
		field |= weak
	}
	return field, typeDemand(t)
}

func basic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// message reports whether t is a request or an answer of net/http, or part of one.
func message(t types.Type) bool {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
	case "net/http.Request", "net/http.Response", "net/http.Cookie", "net/url.URL":
		return true
	}
	return false
}

// readField lists what reading field i of a struct of type t needs. A negative key counts only when the address of
// the field that the first key names is handed around somewhere; see world.marks.
func readField(t types.Type, i int) []int {
	field, whole := fieldDemand(t, i)
	st, _ := structOf(t)
	if st == nil {
		return []int{field, whole}
	}
	return []int{field, whole, -typeDemand(st.Field(i).Type())}
}

// readAddr lists what reading through address a needs: the field or variable, each struct it lies in, and
// stores through pointers to its type where somebody can have one.
func readAddr(a ssa.Value) []int {
	var out []int
	pointed := 0
	if p, ok := a.Type().Underlying().(*types.Pointer); ok {
		pointed = typeDemand(p.Elem())
	}
	switch v := a.(type) {
	case *ssa.FieldAddr:
		field, _ := fieldDemand(v.X.Type(), v.Field)
		out = append(out, field, -pointed)
	case *ssa.IndexAddr:
		return append(readBox(v.X), typeDemand(a.Type().Underlying().(*types.Pointer).Elem()))
	case *ssa.Global:
		return []int{demandKey("G:" + globalKey(v)), -pointed}
	case *ssa.Alloc:
		return variableKeys(v, boxKeys(a.Type()))
	case *ssa.FreeVar:
		return capturedKeys(v, boxKeys(a.Type()))
	default:
		out = append(out, pointed)
	}
	for {
		switch v := a.(type) {
		case *ssa.FieldAddr:
			field, whole := fieldDemand(v.X.Type(), v.Field)
			out = append(out, field, whole)
			a = v.X
		case *ssa.IndexAddr:
			return append(out, readBox(v.X)...)
		case *ssa.Global:
			return append(out, demandKey("G:"+globalKey(v)))
		default:
			return out
		}
	}
}

// variableKeys names the stores into a variable of a function by others: by closures that capture it, and by whoever
// else has its address.
func variableKeys(v *ssa.Alloc, pointed []int) []int {
	k := demandKey("V:" + fnKey(v.Parent()) + "." + v.Name())
	if inert(v.Type(), 0) {
		k |= weak
	}
	out := []int{k}
	if leaks(v) {
		out = append(out, pointed...)
	}
	return out
}

// capturedKeys is variableKeys for a captured variable.
func capturedKeys(v *ssa.FreeVar, pointed []int) []int {
	for range 16 {
		switch b := bound(v).(type) {
		case *ssa.Alloc:
			return variableKeys(b, pointed)
		case *ssa.FreeVar:
			v = b
			continue
		}
		break
	}
	return pointed
}

// bound gives what the function that makes a closure puts into its variable v; nil when that is not known.
func bound(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || i < 0 {
		return nil
	}
	for _, ins := range *fn.Referrers() {
		if m, ok := ins.(*ssa.MakeClosure); ok {
			return m.Bindings[i]
		}
	}
	return nil
}

// manyUses is how many uses of an address are looked at; one with more counts as handed around, which is never wrong.
const manyUses = 1_000

// leaks reports whether address a is used for more than loads, stores and the capture by closures.
func leaks(a ssa.Value) bool {
	if len(*a.Referrers()) > manyUses {
		return true
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == a {
				return true
			}
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeClosure, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// readBox lists what reading elements of container x needs.
func readBox(x ssa.Value) []int {
	out := boxKeys(x.Type())
	switch x := x.(type) {
	case *ssa.UnOp:
		out = append(out, positive(readAddr(x.X))...)
	case *ssa.Alloc, *ssa.FreeVar, *ssa.FieldAddr, *ssa.Global: // an array
		out = append(out, positive(readAddr(x))...)
	}
	return out
}

// boxKeys are the keys of the elements of a container of type t, a pointer to an array among them: all arrays and
// slices of one element type can be parts of each other.
func boxKeys(t types.Type) []int {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch a := t.Underlying().(type) {
	case *types.Array:
		return []int{typeDemand(t), typeDemand(types.NewSlice(a.Elem()))}
	case *types.Slice:
		return []int{typeDemand(t), typeDemand(types.NewSlice(a.Elem()))}
	}
	return []int{typeDemand(t)}
}

// positive drops the keys that count for the first one only.
func positive(keys []int) []int {
	return slices.DeleteFunc(keys, func(k int) bool { return k < 0 })
}

// certain makes all keys count.
func certain(keys []int) []int {
	for i, k := range keys {
		keys[i] = max(k, -k)
	}
	return keys
}

// writeAddr names what a store of a value of type t through a writes.
func writeAddr(a ssa.Value, t types.Type) []int {
	switch v := a.(type) {
	case *ssa.FieldAddr:
		field, _ := fieldDemand(v.X.Type(), v.Field)
		return []int{field}
	case *ssa.IndexAddr:
		return writeBox(v.X)
	case *ssa.Global:
		return []int{demandKey("G:" + globalKey(v))}
	case *ssa.Alloc:
		return nil
	case *ssa.FreeVar:
		return capturedKeys(v, []int{typeDemand(t)})
	}
	return []int{typeDemand(t)}
}

// writeBox names what writing an element of container x writes.
func writeBox(x ssa.Value) []int {
	switch v := x.(type) {
	case *ssa.UnOp:
		return append(writeAddr(v.X, x.Type()), boxKeys(x.Type())...)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return nil
	case *ssa.FieldAddr: // an array in a struct
		return writeAddr(v, x.Type())
	case *ssa.FreeVar: // an array
		return capturedKeys(v, boxKeys(x.Type()))
	case *ssa.Slice:
		return writeBox(v.X)
	}
	return boxKeys(x.Type())
}

// anyKept is the demand key of everything that containers of libraries keep.
var anyKept = demandKey("K:")

// keptKeys names what the container of a library at a keeps: own is the key of the container, or of those that
// are not known by name.
func keptKeys(a ssa.Value) (own int, writes []int) {
	name := "K:?"
	switch v := a.(type) {
	case *ssa.FieldAddr:
		name = "K:" + fieldKey(v.X.Type(), v.Field)
	case *ssa.Global:
		name = "K:G:" + globalKey(v)
	}
	if name == "K:?" {
		return anyKept, []int{demandKey(name), anyKept}
	}
	return demandKey(name), []int{demandKey(name), anyKept}
}

// hasTypeParam reports whether a signature mentions type parameters.
func hasTypeParam(sig *types.Signature) bool {
	found := false
	var visit func(t types.Type, depth int)
	visit = func(t types.Type, depth int) {
		if depth > 6 || found {
			return
		}
		switch t := types.Unalias(t).(type) {
		case *types.TypeParam:
			found = true
		case *types.Pointer:
			visit(t.Elem(), depth+1)
		case *types.Slice:
			visit(t.Elem(), depth+1)
		case *types.Map:
			visit(t.Key(), depth+1)
			visit(t.Elem(), depth+1)
		case *types.Signature:
			for _, tu := range []*types.Tuple{t.Params(), t.Results()} {
				for i := range tu.Len() {
					visit(tu.At(i).Type(), depth+1)
				}
			}
		case *types.Named:
			for i := range t.TypeArgs().Len() {
				visit(t.TypeArgs().At(i), depth+1)
			}
		}
	}
	visit(sig, 0)
	return found
}
