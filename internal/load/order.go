package load

import (
	"cmp"
	"slices"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/inventory"
)

// order puts a result into the order of the contract, numbers its probes, and makes one of what is equal.
// It runs on the final names of files: sorting by directories of this machine would show.
func order(res *inventory.Result) {
	ids := orderProbes(res)
	for i := range res.Findings {
		f := &res.Findings[i]
		f.Probes = slices.Clone(f.Probes)
		for j, id := range f.Probes {
			f.Probes[j] = ids[id]
		}
		slices.Sort(f.Probes)
		f.Probes = slices.Compact(f.Probes)
	}
	res.Findings = nonNil(analyzer.Merge(res.Findings))
	slices.SortFunc(res.Open, func(a, b inventory.Open) int {
		return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why))
	})
	res.Open = slices.Compact(res.Open)
	slices.SortFunc(res.Errors, compareFailures)
	res.Errors = slices.Compact(res.Errors)
	fillLists(res)
}

// orderProbes sorts and numbers the probes and returns the new number of each old one.
func orderProbes(res *inventory.Result) []int {
	slices.SortStableFunc(res.Probes, func(a, b inventory.Probe) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), comparePositions(a.Registered, b.Registered),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Handler, b.Handler),
			comparePositions(a.HandlerPosition, b.HandlerPosition), cmp.Compare(a.Via, b.Via))
	})
	ids := make([]int, len(res.Probes))
	for i := range res.Probes {
		ids[res.Probes[i].ID] = i
		res.Probes[i].ID = i
	}
	return ids
}

// fillLists makes empty lists of nil ones: JSON shows them as [], never as null.
func fillLists(res *inventory.Result) {
	for i := range res.Probes {
		p := &res.Probes[i]
		p.Dependencies = nonNil(p.Dependencies)
		for j := range p.Dependencies {
			p.Dependencies[j].Chain = nonNil(p.Dependencies[j].Chain)
		}
	}
	for i := range res.Findings {
		f := &res.Findings[i]
		f.Probes, f.Chain, f.Related = nonNil(f.Probes), nonNil(f.Chain), nonNil(f.Related)
	}
}

func nonNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
