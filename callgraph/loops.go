package callgraph

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// loop is a natural loop, the blocks that reach a back edge to its head without leaving it, together with the blocks
// that it is left to from the middle of an iteration: what a body does before it returns or breaks, it does for the
// element at hand. Two of them are apart or one is inside of the other.
type loop struct {
	head  *ssa.BasicBlock
	outer *loop
	top   *loop // while loops are found: a loop around it
}

// loops holds the innermost loop of each block that is in one.
type loops map[*ssa.BasicBlock]*loop

// loopsOf finds the loops of fn; loops that share a head are one. Inner loops come first, so that an outer one steps
// over each of them at once and every block is looked at once.
func loopsOf(fn *ssa.Function) loops {
	ls := loops{}
	order := fn.DomPreorder()
	for _, head := range slices.Backward(order) {
		var l *loop
		for _, p := range head.Preds {
			if !head.Dominates(p) {
				continue
			}
			if l == nil {
				l = &loop{head: head}
			}
			ls.grow(l, p)
		}
		if l != nil {
			ls[head] = l
		}
	}
	for _, b := range order {
		ls.leave(b)
	}
	return ls
}

// grow puts b, and what leads from the head of l to b, into l.
func (ls loops) grow(l *loop, b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		switch inner := ls[b].outermost(); {
		case b == l.head || inner == l:
		case inner == nil:
			ls[b] = l
			work = append(work, b.Preds...)
		default:
			inner.outer, inner.top = l, l
			work = append(work, inner.head.Preds...)
		}
	}
}

// outermost gives the outermost loop around l that is known so far.
func (l *loop) outermost() *loop {
	if l == nil {
		return nil
	}
	out := l
	for out.top != nil {
		out = out.top
	}
	for l != out {
		l.top, l = out, l.top
	}
	return out
}

// leave puts b into the loop that it is left to from, if that is inside of the one that b is in already.
func (ls loops) leave(b *ssa.BasicBlock) {
	from := ls.around(b.Idom())
	l := ls[b]
	if l == nil || l.head != b {
		if l = inner(l, from); l != nil {
			ls[b] = l
		}
		return
	}
	l.outer = inner(l.outer, from)
}

// around gives the innermost loop that goes on behind b.
func (ls loops) around(b *ssa.BasicBlock) *loop {
	l := ls[b]
	if l != nil && l.head == b {
		return l.outer
	}
	return l
}

// inner gives the one of two loops around one block that is inside of the other.
func inner(a, b *loop) *loop {
	if a == nil || b != nil && a.head.Dominates(b.head) {
		return b
	}
	return a
}

// innermost gives the smallest loop that holds b, nil when there is none.
func (ls loops) innermost(b *ssa.BasicBlock) *loop { return ls[b] }

// holds reports whether b is in l.
func (ls loops) holds(l *loop, b *ssa.BasicBlock) bool {
	for in := ls[b]; in != nil; in = in.outer {
		if in == l {
			return true
		}
	}
	return false
}
