package callgraph

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// branchLimit bounds the branches of a function whose variables are told apart by where in the code they are read. That
// form takes memory by the square of the ways that meet in one place, as behind a long switch: 1 GB at 10,000. Code
// beyond the limit comes from generators; it is read as if each variable always held all that is ever stored in it.
const branchLimit = 4_000

// bodyLimit bounds the branches of a function that is looked at. Finding out which blocks come before which takes time
// by the square of their number: 4 s at the limit.
const bodyLimit = 25_000

// wideFunctions gives the branches of the functions of files that have more than branchLimit.
func wideFunctions(files []*ast.File) map[*ast.FuncDecl]int {
	out := map[*ast.FuncDecl]int{}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if n := widest(fn.Body); n > branchLimit {
					out[fn] = n
				}
			}
		}
	}
	return out
}

// widest counts the branches of body, or of the function literal in it that has the most.
func widest(body *ast.BlockStmt) int {
	n, most := 0, 0
	ast.Inspect(body, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			most = max(most, widest(x.Body))
			return false
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CommClause:
			n++
		case *ast.CaseClause:
			n += max(len(x.List), 1)
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return max(n, most)
}

// withBodies gives files in which only the functions that keep chooses have bodies.
func withBodies(files []*ast.File, keep func(*ast.FuncDecl) bool) []*ast.File {
	out := make([]*ast.File, len(files))
	for i, f := range files {
		g := *f
		g.Decls = make([]ast.Decl, len(f.Decls))
		for j, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !keep(fn) {
				bare := *fn
				bare.Body = nil
				d = &bare
			}
			g.Decls[j] = d
		}
		out[i] = &g
	}
	return out
}

// buildSSA builds the functions of src: most in the form in which variables are values, the wide ones, if there are
// any, in a program of their own without it.
func buildSSA(src Source, wide map[*ast.FuncDecl]int) (most, rest *ssa.Package) {
	if len(wide) == 0 {
		return buildFiles(src, src.Files, ssa.BareInits), nil
	}
	most = buildFiles(src, withBodies(src.Files, func(fn *ast.FuncDecl) bool { return wide[fn] == 0 }), ssa.BareInits)
	rest = buildFiles(src, withBodies(src.Files, func(fn *ast.FuncDecl) bool { return 0 < wide[fn] && wide[fn] <= bodyLimit }), ssa.BareInits|ssa.NaiveForm)
	return most, rest
}

func buildFiles(src Source, files []*ast.File, mode ssa.BuilderMode) *ssa.Package {
	prog := ssa.NewProgram(src.Fset, mode)
	for _, p := range src.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	sp := prog.CreatePackage(src.Pkg, files, src.Info, false)
	sp.Build()
	return sp
}

// omitWide says which functions are wide.
func (x *extractor) omitWide(branches map[*ast.FuncDecl]int) {
	for fn, n := range branches {
		limit, lost := branchLimit, "what is stored in a variable counts for all that read it"
		if n > bodyLimit {
			limit, lost = bodyLimit, "it is not looked at"
		}
		x.out.Left = append(x.out.Left, omission{
			What: "analysis of " + fn.Name.Name + " in " + x.src.Pkg.Path(),
			Why:  fmt.Sprintf("bound on branches of a function was hit: %d, more than %d; %s", n, limit, lost),
		})
	}
	sortOmissions(x.out.Left)
}
