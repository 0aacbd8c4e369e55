package callgraph

import (
	"sort"

	"golang.org/x/tools/go/ssa"
)

// regions knows what the blocks that a block dominates do with a request. It looks at a function once, since a
// handler can test for thousands of paths.
type regions struct {
	first, end map[*ssa.BasicBlock]int // what a block dominates is [first, end) in preorder
	acts       []act                   // in preorder
	forwards   map[place]int           // by handler: how often the request is passed on to it
	plain      bool                    // the responder is a writer
	refuses    bool                    // see refusesOthers
}

// act is a call that answers the request or passes it on.
type act struct {
	block   *ssa.BasicBlock
	call    ssa.CallInstruction
	answers bool
	passes  bool  // to a handler
	to      place // of the handler
}

func (f *funcExtractor) newRegions(responder map[ssa.Value]bool) *regions {
	r := &regions{first: map[*ssa.BasicBlock]int{}, end: map[*ssa.BasicBlock]int{}, forwards: map[place]int{}}
	r.plain, r.refuses = f.plainFor(responder), f.refusesOthers(responder)
	order := f.fn.DomPreorder()
	for i, b := range order {
		r.first[b] = i
		for _, ins := range b.Instrs {
			c, ok := ins.(ssa.CallInstruction)
			if !ok {
				continue
			}
			a := act{block: b, call: c, answers: usesResponder(c.Common(), responder)}
			if h := handsOn(c); h != nil {
				a.passes, a.to = true, placeOf(h)
				r.forwards[a.to]++
			}
			if a.answers || a.passes {
				r.acts = append(r.acts, a)
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		b := order[i]
		r.end[b] = max(r.end[b], i+1)
		if d := b.Idom(); d != nil {
			r.end[d] = max(r.end[d], r.end[b])
		}
	}
	return r
}

// in lists what the blocks that head dominates do.
func (r *regions) in(head *ssa.BasicBlock) []act {
	from := func(n int) int {
		return sort.Search(len(r.acts), func(i int) bool { return r.first[r.acts[i].block] >= n })
	}
	return r.acts[from(r.first[head]):from(r.end[head])]
}

// answers judges the region that starts at head and is entered from b.
func (f *funcExtractor) answers(b, head *ssa.BasicBlock, r *regions) (bool, string) {
	if !r.plain || r.refuses {
		return true, ""
	}
	if len(head.Preds) > 1 && !onlyTests(head, b) {
		return false, ""
	}
	acts := r.in(head)
	inside := map[place]int{}
	for _, a := range acts {
		if a.passes {
			inside[a.to]++
		}
	}
	ok, name, at := false, "", 0
	for _, a := range acts {
		if !a.answers {
			continue
		}
		if a.passes && r.forwards[a.to] > inside[a.to] {
			return false, "" // a filter in front of the same handler
		}
		ok = true
		if fn := a.call.Common().StaticCallee(); fn != nil && fn.Pkg == f.fn.Pkg && (name == "" || a.block.Index < at) {
			name, at = shortName(fn), a.block.Index
		}
	}
	return ok, name
}
