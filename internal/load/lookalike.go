package load

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// maxLookalikes is how many are kept: they are a hint where to look, not a report.
const maxLookalikes = 5

// lookalikesIn finds string constants that read like the path of a health endpoint.
func lookalikesIn(fset *token.FileSet, files []*ast.File) []Lookalike {
	var out []Lookalike
	for _, f := range files {
		ast.Inspect(f, func(x ast.Node) bool {
			if _, ok := x.(*ast.ImportSpec); ok {
				return false
			}
			lit, ok := x.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || len(lit.Value) > 80 || len(out) == maxLookalikes {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil && likeProbe(text) {
				out = append(out, Lookalike{Position: fromToken(fset.Position(lit.Pos())), Path: text})
			}
			return true
		})
	}
	return out
}

func likeProbe(text string) bool {
	if !strings.Contains(text, "/") || strings.ContainsAny(text, "%\n") || strings.Count(text, " ") > 1 {
		return false
	}
	_, p, ok := catalog.RoleOf("", text)
	return ok && p > 0.5
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
