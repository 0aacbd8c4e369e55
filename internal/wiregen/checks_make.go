package wiregen

import "strings"

// nestedFields declares a chain of structs, one to four deep, each by value or by pointer, around a function.
func nestedFields(seed uint64) string {
	depth := 1 + pick(seed, 1, 4)
	var b strings.Builder
	path, build := "f", "f"
	typ := "func() error"
	for i := range depth {
		name := "L" + string(rune('0'+i)) + "$"
		field := [...]string{"f", "in", "sub", "deep", "x"}[i]
		b.WriteString("type " + name + " struct { " + field + " " + typ + "; n int }\n")
		build = name + "{" + field + ": " + build + "}"
		typ = name
		if pick(seed, 10+i, 2) == 0 {
			build, typ = "&"+build, "*"+name
		}
		if i > 0 {
			path = field + "." + path
		}
	}
	b.WriteString("type F$ struct { top " + typ + "; calls int }\nfunc NewF$(f func() error) *F$ { return &F${top: " + build + "} }\n")
	b.WriteString("func (x *F$) Run() error { x.calls++; return x.top." + path + "() }\nfunc (x *F$) Idle() error { if x.top." + path + " == nil { return errors.New(\"nil\") }; return nil }")
	return b.String()
}
