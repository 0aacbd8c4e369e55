package callgraph

import (
	"go/types"
	"hash/fnv"

	"golang.org/x/tools/go/ssa"
)

// Demand. Most of what a program stores no probe ever reads. A store is run, and a function is entered for
// its stores, only when something that matters reads a place of the same name: a field of a struct type, a
// package variable, or, where a pointer, slice or map of unknown origin is used, anything of its type. Names
// are kept as hashes; a collision makes the evaluation do more, never less.

func demandKey(name string) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	return int(h.Sum32())
}

// keptDemand is the demand key of everything that containers of libraries keep.
var keptDemand = []int{demandKey("K:")}

func typeDemand(t types.Type) int { return demandKey("P:" + originKey(typeKey(t))) }

func fieldDemand(t types.Type, i int) (field, whole int) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	// By package and name: one struct can have several type names, which are converted into each other.
	name, pkg := fieldName(t, i), ""
	if st, _ := structOf(t); st != nil && st.Field(i).Pkg() != nil {
		pkg = st.Field(i).Pkg().Path()
	}
	return demandKey("F:" + pkg + "." + name), demandKey("P:" + originKey(typeKey(t)))
}

// readField lists what reading field i of a struct of type t needs.
func readField(t types.Type, i int) []int {
	field, whole := fieldDemand(t, i)
	st, _ := structOf(t)
	if st == nil {
		return []int{field, whole}
	}
	return []int{field, whole, typeDemand(st.Field(i).Type())}
}

// readAddr lists what reading through address a needs: the field or variable, each struct it lies in, and
// stores through pointers to its type.
func readAddr(a ssa.Value) []int {
	var out []int
	if p, ok := a.Type().Underlying().(*types.Pointer); ok {
		out = append(out, typeDemand(p.Elem()))
	}
	for {
		switch v := a.(type) {
		case *ssa.FieldAddr:
			field, whole := fieldDemand(v.X.Type(), v.Field)
			out = append(out, field, whole)
			a = v.X
		case *ssa.IndexAddr:
			out = append(out, readBox(v.X)...)
			return out
		case *ssa.Global:
			return append(out, demandKey("G:"+globalKey(v)))
		default:
			return out
		}
	}
}

// readBox lists what reading elements of container x needs.
func readBox(x ssa.Value) []int {
	out := []int{typeDemand(x.Type())}
	if u, ok := x.(*ssa.UnOp); ok {
		out = append(out, readAddr(u.X)...)
	}
	if p, ok := x.Type().Underlying().(*types.Pointer); ok { // array
		out = append(out, typeDemand(p.Elem()))
	}
	return out
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
	}
	return []int{typeDemand(t)}
}

// writeBox names what writing an element of container x writes.
func writeBox(x ssa.Value) []int {
	switch v := x.(type) {
	case *ssa.UnOp:
		if w := writeAddr(v.X, x.Type()); len(w) > 0 {
			return append(w, typeDemand(x.Type()))
		}
		return []int{typeDemand(x.Type())}
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return nil
	case *ssa.FieldAddr: // an array in a struct
		return writeAddr(v, x.Type())
	case *ssa.Slice:
		return writeBox(v.X)
	}
	return []int{typeDemand(x.Type())}
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
