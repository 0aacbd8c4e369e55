package callgraph

import "golang.org/x/tools/go/ssa"

// loop is a natural loop: the blocks that reach a back edge to its head without leaving it.
type loop struct{ blocks map[*ssa.BasicBlock]bool }

// loopsOf finds the natural loops of fn; loops that share a head are one.
func loopsOf(fn *ssa.Function) []*loop {
	heads := map[*ssa.BasicBlock]*loop{}
	var out []*loop
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			l := heads[s]
			if l == nil {
				l = &loop{map[*ssa.BasicBlock]bool{s: true}}
				heads[s] = l
				out = append(out, l)
			}
			l.grow(b)
		}
	}
	for head, l := range heads {
		l.leave(fn, head)
	}
	return out
}

// leave adds the blocks that the loop is left to from the middle of an iteration: what a body does before it returns
// or breaks, it does for the element at hand.
func (l *loop) leave(fn *ssa.Function, head *ssa.BasicBlock) {
	for _, b := range fn.DomPreorder() {
		if d := b.Idom(); d != nil && d != head && l.blocks[d] {
			l.blocks[b] = true
		}
	}
}

func (l *loop) grow(b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		work = append(work, b.Preds...)
	}
}

// innermost gives the smallest loop that holds b, nil when there is none.
func innermost(loops []*loop, b *ssa.BasicBlock) *loop {
	var best *loop
	for _, l := range loops {
		if l.blocks[b] && (best == nil || len(l.blocks) < len(best.blocks)) {
			best = l
		}
	}
	return best
}
