package callgraph

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// substring makes a node of s[low:high] for a text s; Str and Str2 are the bounds, "" where there is none and "?" where
// it is not a constant.
func (f *funcExtractor) substring(v *ssa.Slice) (node, bool) {
	if b, ok := v.X.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return node{}, false
	}
	return node{Op: opSubstr, Str: cutAt(v.Low), Str2: cutAt(v.High), A: []int{f.node(v.X)}}, true
}

// cutAt names a bound.
func cutAt(v ssa.Value) string {
	if v == nil {
		return ""
	}
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		return c.Value.ExactString()
	}
	return "?"
}

// substring adds what is left of the texts of nd. What is no known text, a part of the request say, stands for its parts.
func (q *query) substring(f *frame, en *env, nd *node) {
	for _, v := range q.e.vals(f, en, nd.A[0]) {
		if s, ok := strings.CutPrefix(v.s, "s:"); ok && v.k == vConst {
			v = value{k: vConst, s: "s:" + cut(s, nd.Str, nd.Str2)}
		}
		q.out.add(v)
	}
}

// cut gives s[low:high], a hole where that is not known.
func cut(s, low, high string) string {
	i, j := 0, len(s)
	var err error
	if low != "" {
		i, err = strconv.Atoi(low)
	}
	if high != "" && err == nil {
		j, err = strconv.Atoi(high)
	}
	if err != nil || i < 0 || i > j || j > len(s) || strings.Contains(s, hole) {
		return hole
	}
	return s[i:j]
}
