package callgraph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const loopy = `package p

func nested(xs [][]int, f func(int) bool) (n int) {
	for i := range xs {
		for _, x := range xs[i] {
			if f(x) {
				continue
			}
			for f(n) {
				n++
			}
		}
		for range 3 {
			n--
		}
	}
	for {
		if f(1) {
			if f(2) {
				continue
			}
			break
		}
	}
	return n
}

func jumps(x int) int {
	if x > 3 {
		goto in
	}
out:
	x++
again:
	x += 2
in:
	if x == 7 {
		goto out
	}
	if x < 10 {
		goto again
	}
	if x < 20 {
		goto out
	}
	return x
}

func leaves(xs []int, f func(int) bool) (n int) {
	for _, x := range xs {
		if f(x) {
			for range x {
				if f(n) {
					for f(3) {
						n++
					}
					return n
				}
			}
			for {
				n--
				if f(n) {
					return x
				}
			}
		}
		if f(-x) {
			break
		}
	}
	for f(4) {
		n += 2
	}
	return n
}

func itself() {
again:
	goto again
}
`

// TestLoops compares with the definition: a loop holds the blocks that reach a back edge without passing its head, and
// those that a block of it other than the head dominates.
func TestLoops(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", loopy, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range []string{"nested", "jumps", "leaves", "itself"} {
		fn := pkg.Func(name)
		ls := loopsOf(fn)
		want := naturalLoops(fn)
		total += len(want)
		for _, b := range fn.Blocks {
			n := 0
			for head, blocks := range want {
				in := ls[head]
				if in == nil || in.head != head {
					t.Fatalf("%s: no loop at %v", name, head)
				}
				if ls.holds(in, b) != blocks[b] {
					t.Errorf("%s: block %v in the loop at %v: %v, want %v", name, b, head, !blocks[b], blocks[b])
				}
				if blocks[b] {
					n++
				}
			}
			if (ls.innermost(b) != nil) != (n > 0) {
				t.Errorf("%s: block %v is in %d loops, the innermost is %v", name, b, n, ls.innermost(b))
			}
		}
	}
	if total < 11 {
		t.Errorf("only %d loops were compared", total)
	}
}

func naturalLoops(fn *ssa.Function) map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			if out[head] == nil {
				out[head] = map[*ssa.BasicBlock]bool{head: true}
			}
			var back func(b *ssa.BasicBlock)
			back = func(b *ssa.BasicBlock) {
				if !out[head][b] {
					out[head][b] = true
					for _, p := range b.Preds {
						back(p)
					}
				}
			}
			back(b)
		}
	}
	for head, blocks := range out {
		for _, b := range fn.DomPreorder() {
			if d := b.Idom(); d != nil && d != head && blocks[d] {
				blocks[b] = true
			}
		}
	}
	return out
}
