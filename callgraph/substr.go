package callgraph

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isText reports whether v is a string.
func isText(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// substring makes a node of s[low:high] for a text s; Str and Str2 are the bounds, "" where there is none and "?" where
// it is not a constant.
func (f *funcExtractor) substring(v *ssa.Slice) (node, bool) {
	if !isText(v.X) {
		return node{}, false
	}
	return node{Op: opSubstr, Str: cutAt(v.X, v.Low), Str2: cutAt(v.X, v.High), A: []int{f.node(v.X)}}, true
}

// cutAt names bound v of a part of text s; one that is counted from the end, len(s)-1, is negative.
func cutAt(s, v ssa.Value) string {
	if v == nil {
		return ""
	}
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		return c.Value.ExactString()
	}
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.SUB && lengthOf(b.X) == s {
		if k, ok := b.Y.(*ssa.Const); ok && k.Value != nil && constant.Sign(k.Value) > 0 {
			return "-" + k.Value.ExactString()
		}
	}
	return "?"
}

// lengthOf gives the s of len(s), nil for anything else.
func lengthOf(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return c.Call.Args[0]
		}
	}
	return nil
}

// lengthTests says what a comparison of a length with a number says of a text: that it is "" or that it is not.
var lengthTests = map[string]string{"== 0": "==", "!= 0": "!=", "> 0": "!=", "<= 0": "==", ">= 1": "!=", "< 1": "=="}

// lengthTest reads len(s) == 0 and the like as a comparison of text s with "".
func (f *funcExtractor) lengthTest(v *ssa.BinOp) (node, bool) {
	s := lengthOf(v.X)
	k, ok := v.Y.(*ssa.Const)
	if !ok || k.Value == nil || s == nil || !isText(s) {
		return node{}, false
	}
	test := lengthTests[v.Op.String()+" "+k.Value.ExactString()]
	if test == "" {
		return node{}, false
	}
	return node{Op: opCompare, Str: test, A: []int{f.node(s), f.add(node{Op: opConst, Str: "s:"})}}, true
}

// byteTest reads s[0] == '/' and s[len(s)-1] == '/' as tests of how text s begins and ends.
func (f *funcExtractor) byteTest(v *ssa.BinOp) (node, bool) {
	var s, at ssa.Value
	switch x := v.X.(type) {
	case *ssa.Index:
		s, at = x.X, x.Index
	case *ssa.Lookup:
		s, at = x.X, x.Index
	default:
		return node{}, false
	}
	k, ok := v.Y.(*ssa.Const)
	if !ok || k.Value == nil || !isText(s) {
		return node{}, false
	}
	c, ok := constant.Int64Val(k.Value)
	test := map[string]string{"0": "HasPrefix", "-1": "HasSuffix"}[cutAt(s, at)]
	if !ok || c < 0 || c > 127 || test == "" {
		return node{}, false
	}
	n := node{Op: opMatch, Str: test, A: []int{f.node(s), f.add(node{Op: opConst, Str: "s:" + string(rune(c))})}}
	if v.Op == token.NEQ {
		n = node{Op: opNot, A: []int{f.add(n)}}
	}
	return n, true
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
	i, err := textBound(low, 0, len(s))
	j, err2 := textBound(high, len(s), len(s))
	if err != nil || err2 != nil || i < 0 || i > j || j > len(s) || strings.Contains(s, hole) {
		return hole
	}
	return s[i:j]
}

// textBound gives the place in a text of n bytes that at names, without one otherwise.
func textBound(at string, otherwise, n int) (int, error) {
	if at == "" {
		return otherwise, nil
	}
	i, err := strconv.Atoi(at)
	if i < 0 {
		i += n
	}
	return i, err
}
