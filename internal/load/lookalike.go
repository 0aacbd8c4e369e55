package load

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// maxLookalikes is how many are kept: they are a hint where to look, not a report.
const maxLookalikes = 5

// lookalikesIn finds string constants that read like the path of a health endpoint. What a request is made of is
// somebody else's endpoint: arguments of calls that make one, and what is put behind another text.
func lookalikesIn(fset *token.FileSet, info *types.Info, files []*ast.File) []Lookalike {
	var out []Lookalike
	var visit func(x ast.Node) bool
	visit = func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			if x.Op == token.ADD {
				ast.Inspect(x.X, visit)
				return false
			}
		case *ast.CallExpr:
			if requests(info, x) {
				inFunctions(x, visit)
				return false
			}
		case *ast.BasicLit:
			if text, ok := probePath(x); ok && len(out) < maxLookalikes {
				out = append(out, Lookalike{Position: fromToken(fset.Position(x.Pos())), Path: text})
			}
		}
		return true
	}
	for _, f := range files {
		ast.Inspect(f, visit)
	}
	return out
}

// inFunctions goes on in the function literals of a call, whose code is a matter of its own.
func inFunctions(call *ast.CallExpr, visit func(ast.Node) bool) {
	ast.Inspect(call, func(x ast.Node) bool {
		if f, ok := x.(*ast.FuncLit); ok {
			ast.Inspect(f.Body, visit)
			return false
		}
		return true
	})
}

// requests reports whether a call makes or sends a request: it gives one, its answer or a URL, or it takes a context,
// which no registration does.
func requests(info *types.Info, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if isNamed(info.TypeOf(arg), "context.Context") {
			return true
		}
	}
	result := info.TypeOf(call)
	if tuple, ok := result.(*types.Tuple); ok && tuple.Len() > 0 {
		result = tuple.At(0).Type()
	}
	p, ok := result.(*types.Pointer)
	return ok && isNamed(p.Elem(), "net/http.Request", "net/http.Response", "net/url.URL")
}

func isNamed(t types.Type, names ...string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && slices.Contains(names, named.String())
}

// probePath gives the text of a literal that reads like the path of a health endpoint, with a method before it or
// without: no URL, no part of a sentence.
func probePath(lit *ast.BasicLit) (string, bool) {
	if lit.Kind != token.STRING || len(lit.Value) > 80 {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil || strings.ContainsAny(text, "%\n") {
		return "", false
	}
	method, path := catalog.SplitPattern(text)
	if path != strings.TrimLeft(text[len(method):], " ") || !strings.HasPrefix(path, "/") || strings.Contains(path, " ") {
		return "", false // a URL, a host, a sentence
	}
	_, p, ok := catalog.RoleOf("", text)
	return text, ok && p > 0.5
}

// lookalikes gathers those of all packages, the first of them by position.
func lookalikes(g *graph) []Lookalike {
	var all []Lookalike
	for _, n := range g.nodes {
		all = append(all, n.lookalikes...)
	}
	slices.SortFunc(all, func(a, b Lookalike) int {
		return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.Path, b.Path))
	})
	return all[:min(len(all), maxLookalikes)]
}
