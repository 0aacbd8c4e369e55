package wiregen

// Shrink looks for a smaller program for which bad still holds, by leaving out probes and parts of terms.
func (p *Program) Shrink(bad func(*Program) bool) *Program {
	for changed := true; changed; {
		changed = false
		for _, s := range p.spec.smaller() {
			if q := write(s); bad(q) {
				p, changed = q, true
				break
			}
		}
	}
	return p
}

// smaller lists specs that are one step smaller than s.
func (s *spec) smaller() []*spec {
	var out []*spec
	for i := range s.probes {
		if len(s.probes) > 1 {
			c := s.copy()
			c.probes = append(c.probes[:i], c.probes[i+1:]...)
			out = append(out, c)
		}
	}
	if s.form != 0 {
		c := s.copy()
		c.form = 0
		out = append(out, c)
	}
	if s.group != nil {
		out = append(out, s.ungrouped())
	}
	for i, p := range s.probes {
		for j := range p.adds {
			if len(p.adds) > 1 {
				c := s.copy()
				c.probes[i].adds = append(c.probes[i].adds[:j], c.probes[i].adds[j+1:]...)
				out = append(out, c)
			}
		}
		for j := range p.terms() {
			out = append(out, s.lesser(i, j)...)
		}
	}
	return out
}

// ungrouped has each probe run its first check in a handler of its own.
func (s *spec) ungrouped() *spec {
	c := s.copy()
	c.group = nil
	in := &instance{g: handlers[0], id: 700, pkg: "lib"}
	for _, p := range c.probes {
		p.root = &term{in: in, kids: p.adds[:1]}
		p.adds = nil
	}
	return c
}

// terms lists places of terms in p: all of its roots, and below them.
func (p *probe) terms() []**term {
	var out []**term
	var walk func(t **term)
	walk = func(t **term) {
		out = append(out, t)
		for i := range (*t).kids {
			walk(&(*t).kids[i])
		}
	}
	if p.root != nil {
		walk(&p.root)
	}
	for i := range p.adds {
		walk(&p.adds[i])
	}
	return out
}

// lesser lists specs with something smaller in place of term j of probe i.
func (s *spec) lesser(i, j int) []*spec {
	var out []*spec
	try := func(change func(t **term)) {
		c := s.copy()
		change(c.probes[i].terms()[j])
		out = append(out, c)
	}
	t := *s.probes[i].terms()[j]
	for k, kid := range t.kids {
		if kid.kind() == t.kind() {
			try(func(t **term) { *t = (*t).kids[k] })
		}
	}
	if t.outline != 0 {
		try(func(t **term) { (*t).outline = 0 })
	}
	if len(t.in.g.in) == 0 {
		return out
	}
	for _, g := range leavesOf[t.kind()] {
		if len(t.kids) > 0 || g.deps < t.in.g.deps {
			in := s.leafInstance(g)
			try(func(t **term) { *t = &term{in: in} })
		}
	}
	return out
}

func (s *spec) leafInstance(g *gadget) *instance {
	for i, l := range leaves {
		if l == g {
			return &instance{g: g, id: 600 + i, pkg: "lib"}
		}
	}
	return nil
}

func (s *spec) copy() *spec {
	c := *s
	c.probes = nil
	for _, p := range s.probes {
		q := &probe{path: p.path}
		if p.root != nil {
			q.root = p.root.clone()
		}
		for _, t := range p.adds {
			q.adds = append(q.adds, t.clone())
		}
		c.probes = append(c.probes, q)
	}
	return &c
}
