package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// joins is what a function waits for, or lets its caller wait for: the roots of channels and groups.
type joins struct {
	on       map[ssa.Value]bool
	returned map[ssa.Value]bool
}

// joins looks through fn once, since a function can start thousands of goroutines.
func (x *extractor) joins(fn *ssa.Function) *joins {
	if j := x.wait[fn]; j != nil {
		return j
	}
	j := &joins{map[ssa.Value]bool{}, map[ssa.Value]bool{}}
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if v := waitedOn(ins); v != nil {
				j.on[root(v)] = true
			}
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, v := range r.Results {
				if _, ch := v.Type().Underlying().(*types.Chan); ch {
					j.returned[root(v)] = true
				}
			}
		}
	}
	x.wait[fn] = j
	return j
}

// intersect reports whether some value is in both, the first of which is small.
func intersect(few, many map[ssa.Value]bool) bool {
	for v := range few {
		if many[v] {
			return true
		}
	}
	return false
}
