package callgraph

import (
	"path"
	"strings"
)

// stringLimit bounds the combinations of alternatives that make up one string.
const stringLimit = 32

// textLimit bounds the bytes of a text that is put together. It is the length of a path on Linux (PATH_MAX), more than
// servers take for one of a URL; a function that passes longer and longer texts to itself would use up the memory.
const textLimit = 4096

// texts gives the strings that node n can be; unknown parts are holes. A string of nothing but a hole is
// left out when others are known: a flag's default says more than that it can be changed.
func (e *eval) texts(f *frame, en *env, n int) []string {
	var out []string
	add := func(s string) {
		for _, o := range out {
			if o == s {
				return
			}
		}
		if len(out) < stringLimit {
			out = append(out, s)
		}
	}
	unknown := false
	for _, v := range e.vals(f, en, n) {
		switch {
		case v.k == vConst && strings.HasPrefix(v.s, "s:"):
			add(v.s[2:])
		case v.k == vConst && strings.HasPrefix(v.s, "i:"):
			add(v.s[2:])
		case v.k == vConst && zero(v.s):
		default:
			unknown = true
		}
	}
	if len(out) == 0 && unknown {
		return []string{hole}
	}
	return out
}

func (q *query) concat(f *frame, en *env, parts []int) {
	acc := []string{""}
	for _, p := range parts {
		acc = q.e.cross(acc, q.e.textsOrHole(f, en, p), "")
	}
	q.addTexts(f, en, parts, acc)
}

func (e *eval) textsOrHole(f *frame, en *env, n int) []string {
	if t := e.texts(f, en, n); len(t) > 0 {
		return t
	}
	return []string{""} // nobody wrote it: the zero value
}

// cross joins each of a with each of b. What gets too long is not known.
func (e *eval) cross(a, b []string, sep string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			switch {
			case len(out) >= stringLimit:
			case len(x)+len(sep)+len(y) > textLimit:
				e.bounded("length of a text")
				out = append(out, hole)
			default:
				out = append(out, glue(x, sep, y))
			}
		}
	}
	return out
}

// glue joins two texts; two unknown parts in a row are one.
func glue(x, sep, y string) string {
	if sep == "" && strings.HasSuffix(x, hole) {
		y = strings.TrimPrefix(y, hole)
	}
	return x + sep + y
}

// stringCall gives the strings that a modelled string function returns.
func (e *eval) stringCall(f *frame, en *env, s *stmt) []string {
	arg := func(i int) []string {
		if i < len(s.A) {
			return e.textsOrHole(f, en, s.A[i])
		}
		return []string{hole}
	}
	switch stringModels[s.Callee] {
	case "sprintf":
		return e.sprintf(arg(0), e.rest(f, en, s, 1))
	case "concat":
		acc := []string{""}
		for _, p := range e.rest(f, en, s, 0) {
			acc = e.cross(acc, p, "")
		}
		return acc
	case "join":
		return e.joinPath(f, en, s)
	case "joinsep":
		return []string{hole}
	case "hostport":
		return e.cross(arg(0), arg(1), ":")
	case "trimsuffix", "trimprefix", "trimright", "trimleft", "trim":
		return trimmed(stringModels[s.Callee], arg(0), arg(1))
	case "trimspace", "lower", "upper":
		var out []string
		for _, t := range arg(0) {
			switch stringModels[s.Callee] {
			case "trimspace":
				t = strings.TrimSpace(t)
			case "lower":
				t = strings.ToLower(t)
			case "upper":
				t = strings.ToUpper(t)
			}
			out = append(out, t)
		}
		return out
	}
	return []string{hole}
}

func (e *eval) joinPath(f *frame, en *env, s *stmt) []string {
	first := 0
	acc := []string{""}
	if s.Callee == "net/url.JoinPath" {
		first, acc = 1, e.textsOrHole(f, en, s.A[0])
		for i := range acc {
			acc[i] = strings.TrimSuffix(acc[i], "/")
		}
	}
	for _, p := range e.rest(f, en, s, first) {
		acc = e.cross(acc, p, "/")
	}
	if first == 1 {
		return acc
	}
	for i, a := range acc {
		acc[i] = path.Clean(strings.TrimPrefix(a, "/"))
		if strings.HasPrefix(a, "//") {
			acc[i] = path.Clean(strings.TrimPrefix(a, "/"))
		}
	}
	return acc
}

// rest gives the texts of the variadic arguments from operand i on.
func (e *eval) rest(f *frame, en *env, s *stmt, i int) [][]string {
	if i >= len(s.A) {
		return nil
	}
	var out [][]string
	for _, v := range e.vals(f, en, s.A[len(s.A)-1]) {
		l, ok := deref(v)
		if !ok {
			continue
		}
		for _, el := range e.elements(l) {
			var have set
			e.read(el, &have, &places{})
			out = append(out, textsOf(have.list))
		}
	}
	return out
}

func textsOf(vs []value) []string {
	var out []string
	for _, v := range vs {
		if v.k == vConst && (strings.HasPrefix(v.s, "s:") || strings.HasPrefix(v.s, "i:")) {
			out = append(out, v.s[2:])
		}
	}
	if len(out) == 0 {
		return []string{hole}
	}
	return out
}

func trimmed(how string, texts, cuts []string) []string {
	var out []string
	for _, t := range texts {
		for _, c := range cuts {
			switch how {
			case "trimsuffix":
				t = strings.TrimSuffix(t, c)
			case "trimprefix":
				t = strings.TrimPrefix(t, c)
			case "trimright":
				t = strings.TrimRight(t, c)
			case "trimleft":
				t = strings.TrimLeft(t, c)
			case "trim":
				t = strings.Trim(t, c)
			}
		}
		out = append(out, t)
	}
	return out
}

// sprintf fills %s, %v, %d and %q of a format; anything else is a hole.
func (e *eval) sprintf(formats []string, args [][]string) []string {
	var out []string
	for _, f := range formats {
		acc := []string{""}
		for n := 0; f != ""; {
			plain, rest, verb := strings.Cut(f, "%")
			acc = e.cross(acc, []string{plain}, "")
			if f = rest; !verb || f == "" {
				break
			}
			switch {
			case f[0] == '%':
				acc = e.cross(acc, []string{"%"}, "")
			case strings.IndexByte("svdq", f[0]) >= 0 && n < len(args):
				acc = e.cross(acc, args[n], "")
				n++
			default:
				acc = e.cross(acc, []string{hole}, "")
				for len(f) > 1 && strings.IndexByte("0123456789.+-# ", f[0]) >= 0 {
					f = f[1:]
				}
				n++
			}
			f = f[1:]
		}
		out = append(out, acc...)
	}
	return out
}
