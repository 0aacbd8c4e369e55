package wiregen

var libs = []string{"lib", "kit", "parts"}

// probe is one endpoint of a program.
type probe struct {
	path string
	root *term   // its handler, or nil
	adds []*term // the checks that its group runs
}

// spec is a program before it is written.
type spec struct {
	seed   uint64
	probes []*probe
	group  *group // how the checks of all probes are kept together, or nil
	form   int    // how the probes are registered
	pool   []*instance
}

var paths = []string{"/livez", "/readyz", "/startupz", "/health/live", "/health/ready"}

// builder makes a spec from choices.
type builder struct {
	c    *choices
	s    *spec
	left int // terms that may still be made
}

// plan makes the spec that data stands for.
func plan(data []byte) *spec {
	b := &builder{c: &choices{data}, s: &spec{}, left: 40}
	s := b.s
	s.seed = b.c.seed()
	n := 2 + b.c.n(3)
	s.form = b.c.n(len(forms))
	if i := b.c.n(2 * (len(groups) + 1)); i > 0 && i <= len(groups) {
		s.group = groups[i-1]
	}
	twins := b.c.n(2) == 0
	for i := range n {
		p := &probe{path: paths[i]}
		if i > 0 && twins {
			p = b.twin(s.probes[0], paths[i])
		} else if s.group != nil {
			for range 1 + b.c.n(2) {
				p.adds = append(p.adds, b.term(check, b.c.n(5)))
			}
		} else {
			p.root = b.term(handler, 1+b.c.n(6))
		}
		s.probes = append(s.probes, p)
	}
	return s
}

// twin is a probe of the same shape with other leaves and details.
func (b *builder) twin(p *probe, path string) *probe {
	q := &probe{path: path}
	if p.root != nil {
		q.root = b.vary(p.root)
	}
	for _, t := range p.adds {
		q.adds = append(q.adds, b.vary(t))
	}
	return q
}

func (b *builder) vary(t *term) *term {
	if len(t.in.g.in) == 0 {
		return b.leaf(t.kind())
	}
	c := *t
	c.quiet = b.c.n(4) == 3
	if b.c.n(3) == 0 {
		c.seed = b.c.seed()
	}
	c.kids = nil
	for _, k := range t.kids {
		c.kids = append(c.kids, b.vary(k))
	}
	return &c
}

// term makes a term of a kind, at most depth deep.
func (b *builder) term(k kind, depth int) *term {
	b.left--
	if depth <= 0 || b.left <= 0 || len(b.c.data) == 0 {
		return b.leaf(k)
	}
	g := grammar[k][b.c.n(len(grammar[k]))]
	t := &term{in: b.instance(g), seed: b.c.seed(), quiet: b.c.n(5) == 4}
	if o := b.c.n(8); o >= 4 {
		t.outline = o - 3
	}
	for i, in := range g.in {
		d := depth - 1
		if i > 0 {
			d = min(d, b.c.n(depth))
		}
		t.kids = append(t.kids, b.term(in, d))
	}
	return t
}

func (b *builder) leaf(k kind) *term {
	ls := leavesOf[k]
	return &term{in: b.instance(ls[b.c.n(len(ls))]), seed: b.c.seed()}
}

// instance gives a gadget of the program: mostly one that is there already, so that probes share it.
func (b *builder) instance(g *gadget) *instance {
	for _, in := range b.s.pool {
		if in.g == g && b.c.n(4) < 3 {
			return in
		}
	}
	in := &instance{g: g, id: len(b.s.pool) + 1, pkg: libs[b.c.n(len(libs))], seed: b.c.seed()}
	b.s.pool = append(b.s.pool, in)
	return in
}

// grammar lists the gadgets with operands by kind, leavesOf those without.
var grammar, leavesOf = func() (g, l map[kind][]*gadget) {
	g, l = map[kind][]*gadget{}, map[kind][]*gadget{}
	for _, x := range leaves {
		l[x.out] = append(l[x.out], x)
	}
	for _, xs := range [][]*gadget{inData, inMany, inRuns, inTurns, pingers, handlers} {
		for _, x := range xs {
			g[x.out] = append(g[x.out], x)
		}
	}
	return g, l
}()
