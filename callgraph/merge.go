package callgraph

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/healthlint/healthlint/internal/inventory"
)

// mergeProbes makes one of the probes that one registration gave under several chains of calls.
func mergeProbes(in []inventory.Probe) []inventory.Probe {
	index := map[string]int{}
	var out []inventory.Probe
	for _, p := range in {
		k := posKey(p.Registered) + "|" + p.Path + "|" + p.Check + "|" + string(p.Role)
		i, ok := index[k]
		if !ok {
			index[k] = len(out)
			out = append(out, p)
			continue
		}
		if within(&p, &out[i]) || !within(&out[i], &p) && handlerLess(&p, &out[i]) {
			out[i].Handler, out[i].HandlerPosition = p.Handler, p.HandlerPosition
			out[i].HandlerID, out[i].HandlerPackage = p.HandlerID, p.HandlerPackage
		}
		out[i].Open = out[i].Open || p.Open
		out[i].Constant = out[i].Constant && p.Constant
		for _, d := range p.Dependencies {
			if !hasDependency(out[i].Dependencies, d) {
				out[i].Dependencies = append(out[i].Dependencies, d)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return probeLess(&out[i], &out[j]) })
	for i := range out {
		out[i].ID = i
		out[i].Dependencies = unwrapped(out[i].Dependencies)
		sort.SliceStable(out[i].Dependencies, func(a, b int) bool {
			return dependencyKey(out[i].Dependencies[a]) < dependencyKey(out[i].Dependencies[b])
		})
	}
	return out
}

// handlerLess says whose handler stands for both: the order in which handlers are found is no reason.
func handlerLess(a, b *inventory.Probe) bool {
	return cmp.Or(cmp.Compare(a.HandlerPosition.File, b.HandlerPosition.File), cmp.Compare(a.HandlerPosition.Line, b.HandlerPosition.Line),
		cmp.Compare(a.HandlerPosition.Column, b.HandlerPosition.Column), cmp.Compare(a.Handler, b.Handler)) < 0
}

// within reports whether the handler of a runs inside the one of b: b is middleware around it.
func within(a, b *inventory.Probe) bool {
	return slices.ContainsFunc(b.Dependencies, func(d inventory.Dependency) bool {
		return slices.ContainsFunc(d.Chain[1:], func(s inventory.Step) bool {
			return s.Func == a.Handler && s.Package == a.HandlerPackage
		})
	})
}

// unwrapped leaves out the dependencies that are another one with middleware around it, which handlers that are wrapped
// in a loop over a list of middleware give.
func unwrapped(ds []inventory.Dependency) []inventory.Dependency {
	var out []inventory.Dependency
	for i := range ds {
		if !slices.ContainsFunc(ds, func(o inventory.Dependency) bool { return wrapsChain(&ds[i], &o) }) {
			out = append(out, ds[i])
		}
	}
	return out
}

// wrapsChain reports whether a is b with more calls in front.
func wrapsChain(a, b *inventory.Dependency) bool {
	n := len(a.Chain) - len(b.Chain)
	return n > 0 && a.Callee == b.Callee && a.Product == b.Product &&
		slices.EqualFunc(a.Chain[n:], b.Chain, func(x, y inventory.Step) bool { return x.Position == y.Position && x.Func == y.Func })
}

func hasDependency(ds []inventory.Dependency, d inventory.Dependency) bool {
	for _, o := range ds {
		if dependencyKey(o) == dependencyKey(d) {
			return true
		}
	}
	return false
}

func dependencyKey(d inventory.Dependency) string {
	return fmt.Sprintf("%s|%08d|%08d|%s|%s", d.Chain[0].Position.File, d.Chain[0].Position.Line, d.Chain[0].Position.Column, d.Callee, d.Product)
}
