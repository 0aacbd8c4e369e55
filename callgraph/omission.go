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

// leftOut makes open entries: of all that is missing for a program, of what the package lacks itself otherwise.
func (w *world) leftOut(whole bool) []inventory.Open {
	list := w.own.Left
	if whole {
		list = w.omissions()
	}
	var out []inventory.Open
	for _, o := range list {
		out = append(out, inventory.Open{What: o.What, Why: o.Why})
	}
	return out
}
