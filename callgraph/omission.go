package callgraph

import (
	"cmp"
	"maps"
	"slices"

	"github.com/healthlint/healthlint/internal/inventory"
)

// omission says what a summary lacks because of a bound, in the words of an open entry. Facts hand it on: every
// program that the package is part of lacks it.
type omission struct{ What, Why string }

func sortOmissions(os []omission) {
	slices.SortFunc(os, func(a, b omission) int { return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why)) })
}

// omissions lists what is missing in the summaries that w is made of.
func (w *world) omissions() []omission {
	out := slices.Collect(maps.Keys(w.left))
	sortOmissions(out)
	return out
}

// leftOut makes open entries of what is missing: all for a program and for a package that registers something, what the
// package lacks itself for others.
func (w *world) leftOut(all bool) []inventory.Open {
	list := w.own.Left
	if all {
		list = w.omissions()
	}
	var out []inventory.Open
	by := map[string]int{}
	for _, o := range list {
		if by[o.Why]++; by[o.Why] == 1 {
			out = append(out, inventory.Open{What: o.What, Why: o.Why})
		}
	}
	for i := range out { // a fact that is too large makes those of all importers too large
		if n := by[out[i].Why]; n > 1 {
			out[i].What += " and " + itoa(n-1) + " more"
		}
	}
	return out
}
