package wiregen

import (
	"fmt"
	"strings"
)

// String tells what a program is made of.
func (p *Program) String() string {
	s := p.spec
	var b strings.Builder
	fmt.Fprintf(&b, "registered by %s", forms[s.form].name)
	if s.group != nil {
		fmt.Fprintf(&b, ", kept in %s", s.group.name)
	}
	for _, pr := range s.probes {
		fmt.Fprintf(&b, "\n%s:", pr.path)
		if pr.root != nil {
			b.WriteString(" " + pr.root.String())
		}
		for _, t := range pr.adds {
			b.WriteString(" " + t.String())
		}
	}
	return b.String()
}

func (t *term) String() string {
	out := t.in.g.name
	if len(t.in.g.loud)+len(t.in.g.mute) > 1 {
		out += fmt.Sprintf("/%d", t.number())
	}
	if t.outline > 0 {
		out = fmt.Sprintf("outline%d ", t.outline) + out
	}
	if len(t.kids) == 0 {
		return out
	}
	var kids []string
	for _, k := range t.kids {
		kids = append(kids, k.String())
	}
	return out + "(" + strings.Join(kids, ", ") + ")"
}

// number is which variant t is, the mute ones behind the others.
func (t *term) number() int {
	v := t.variant()
	for i := range t.in.g.loud {
		if v == &t.in.g.loud[i] {
			return i
		}
	}
	for i := range t.in.g.mute {
		if v == &t.in.g.mute[i] {
			return len(t.in.g.loud) + i
		}
	}
	return -1
}
