package wiregen

var (
	one = []kind{check}
	two = []kind{check, check}
	tri = []kind{check, check, check}
)

// inData are checks that are kept in data: fields, copies, options, globals.
var inData = []*gadget{
	{
		name: "closure factory", in: one, out: check,
		decl: "func Wrap$(f func() error) func() error { return func() error { return f() } }\n" +
			"func Drop$(f func() error) func() error { return func() error { if f == nil { return errors.New(\"nil\") }; return nil } }",
		loud: []variant{say("=> @Wrap$(%0)"), say("f# := %0\n=> func() error { return f#() }"), say("=> func() error { return %0() }")},
		mute: []variant{hush("=> @Drop$(%0)"), hush("f# := %0\n=> func() error { _ = f#; return nil }")},
	},
	{
		name: "nested fields", in: one, out: check, make: nestedFields,
		loud: []variant{say("=> @NewF$(%0).Run"), say("x# := @NewF$(%0)\n=> func() error { return x#.Run() }")},
		mute: []variant{hush("=> @NewF$(%0).Idle")},
	},
	{
		name: "struct copy", in: two, out: check,
		decl: "type C$ struct { F func() error; n int }\nfunc (c *C$) Run() error { c.n++; return c.F() }\nfunc (c C$) With(f func() error) C$ { c.F = f; return c }\n" +
			"func Copy$(c *C$) *C$ { d := *c; return &d }",
		loud: []variant{
			{text: "a# := @C${F: %0}\nb# := a#\nb#.F = %1\n=> a#.Run", drop: []int{1}},
			{text: "a# := @C${F: %0}\nb# := a#\na#.F = %1\n=> b#.Run", drop: []int{1}, may: []int{1}},
			{text: "a# := @C${F: %0}\nb# := a#.With(%1)\n_ = b#\n=> a#.Run", drop: []int{1}},
			{text: "a# := &@C${F: %0}\nb# := @Copy$(a#)\nb#.F = %1\n=> a#.Run", drop: []int{1}},
			{text: "a# := @C${F: %0}\nb# := a#.With(%1)\n=> b#.Run", drop: []int{0}, may: []int{0}},
			{text: "a# := &@C${F: %0}\nb# := @Copy$(a#)\nb#.F = %1\n=> b#.Run", drop: []int{0}, may: []int{0}},
		},
	},
	{
		name: "function options", in: two, out: check,
		decl: "type O$ struct { f, g func() error; name string }\ntype Option$ func(*O$)\n" +
			"func WithF$(f func() error) Option$ { return func(o *O$) { o.f = f } }\nfunc WithG$(f func() error) Option$ { return func(o *O$) { o.g = f } }\n" +
			"func WithName$(s string) Option$ { return func(o *O$) { o.name = s } }\n" +
			"func NewO$(opts ...Option$) *O$ { o := &O${name: \"none\"}; for _, opt := range opts { opt(o) }; return o }\n" +
			"func (o *O$) RunF() error { if o.f == nil { return nil }; return o.f() }\nfunc (o *O$) RunG() error { if o.g == nil { return nil }; return o.g() }",
		loud: []variant{
			{text: "=> @NewO$(@WithName$(\"a\"), @WithF$(%0), @WithG$(%1)).RunF", drop: []int{1}},
			{text: "=> @NewO$(@WithG$(%1), @WithF$(%0)).RunG", drop: []int{0}},
			{text: "o# := []@Option${@WithF$(%0)}\no# = append(o#, @WithG$(%1))\nx# := @NewO$(o#...)\n=> func() error { return x#.RunG() }", drop: []int{0}},
		},
		mute: []variant{hush("=> @NewO$(@WithName$(\"b\"), @WithG$(%0), @WithG$(%1)).RunF")},
	},
	{
		name: "interface options", in: two, out: check,
		decl: "type OI$ interface{ Apply(*P$) }\ntype P$ struct { a, b func() error }\ntype A$ struct{ F func() error }\ntype B$ struct{ F func() error }\n" +
			"func (o A$) Apply(p *P$) { p.a = o.F }\nfunc (o B$) Apply(p *P$) { p.b = o.F }\n" +
			"func NewP$(opts ...OI$) *P$ { p := &P${}; for _, o := range opts { o.Apply(p) }; return p }\nfunc (p *P$) Run() error { return p.a() }",
		loud: []variant{{text: "=> @NewP$(@A${%0}, @B${%1}).Run", drop: []int{1}}, {text: "=> @NewP$(@B${%0}, @A${%1}).Run", drop: []int{0}}},
	},
	{
		name: "setters", in: two, out: check,
		decl: "type S$ struct { f, g func() error }\nfunc (s *S$) SetF(f func() error) { s.f = f }\nfunc (s *S$) SetG(f func() error) *S$ { s.g = f; return s }\n" +
			"func (s *S$) Run() error { return s.f() }\nfunc Set$(s *S$, f func() error) { s.f = f }",
		loud: []variant{
			{text: "s# := &@S${}\ns#.SetF(%0)\ns#.SetG(%1)\n=> s#.Run", drop: []int{1}},
			{text: "var s# @S$\n@Set$(&s#, %0)\n=> s#.SetG(%1).Run", drop: []int{1}},
			{text: "s#, t# := &@S${}, &@S${}\ns#.SetF(%0)\nt#.SetF(%1)\n=> s#.Run", drop: []int{1}},
			{text: "s#, t# := &@S${}, &@S${}\ns#.SetF(%0)\nt#.SetF(%1)\n=> t#.Run", drop: []int{0}},
			{text: "s# := &@S${}\nr# := s#.Run\ns#.SetF(%1)\n_ = s#.SetG(%0)\n=> r#", drop: []int{0}},
		},
	},
	{
		name: "globals", in: two, out: check,
		decl: "func call$(f func() error) error { return f() }",
		loud: []variant{
			{decl: "var G#, H# func() error\nfunc RunG#() error { if G# == nil { return nil }; return call$(G#) }", text: "@G# = %0\n@H# = %1\n=> @RunG#", drop: []int{1}},
			{decl: "var G# struct { a, b func() error }\nfunc Set#(a, b func() error) { G#.a = a; G#.b = b }\nfunc RunG#() error { return G#.b() }", text: "@Set#(%0, %1)\n=> @RunG#", drop: []int{0}},
			{decl: "var G# = map[string]func() error{}\nfunc RunG#() error { return call$(G#[\"a\"]) }", text: "@G#[\"a\"] = %0\n@G#[\"b\"] = %1\n=> @RunG#", drop: []int{1}},
			{decl: "type g# struct{ fs []func() error }\nvar G# = &g#{}\nfunc (g *g#) Run() error { for _, f := range g.fs { if err := f(); err != nil { return err } }; return nil }\nfunc Add#(f func() error) { G#.fs = append(G#.fs, f) }", text: "@Add#(%0)\n@Add#(%1)\n=> @G#.Run"},
		},
	},
	{
		name: "config defaults", in: two, out: check,
		decl: "type Config$ struct { F func() error; Retries int; Inner struct{ F func() error } }\n" +
			"func setDefaults$(c *Config$, f func() error) { if c.Inner.F == nil { c.Inner.F = f }; if c.Retries == 0 { c.Retries = 3 } }\n" +
			"func NewC$(c Config$, f func() error) *R$ { setDefaults$(&c, f); return &R${cfg: c} }\ntype R$ struct{ cfg Config$ }\n" +
			"func (r *R$) Run() error { return r.cfg.F() }\nfunc (r *R$) Inner() error { return r.cfg.Inner.F() }",
		loud: []variant{
			{text: "=> @NewC$(@Config${F: %0}, %1).Run", drop: []int{1}},
			{text: "=> @NewC$(@Config${F: %0}, %1).Inner", drop: []int{0}},
			{text: "c# := @Config${Retries: 1}\nc#.Inner.F = %0\n=> @NewC$(c#, %1).Inner", drop: []int{1}, may: []int{1}},
		},
	},
	{
		name: "captured and reassigned", in: two, out: check,
		loud: []variant{
			{text: "f# := %0\nf# = %1\n=> func() error { return f#() }", drop: []int{0}, may: []int{0}},
			{text: "f# := %0\ng# := f#\nf# = %1\n_ = f#\n=> func() error { return g#() }", drop: []int{1}},
			{text: "f# := %0\np# := &f#\n*p# = %1\n=> func() error { return (*p#)() }", drop: []int{0}, may: []int{0}},
			{text: "var f#, g# func() error\nset# := func() { f# = %0; g# = %1 }\nset#()\n_ = f#\n=> func() error { return g#() }", drop: []int{0}},
		},
	},
	{
		name: "promoted method", in: two, out: check,
		decl: "type In$ struct{ F func() error }\nfunc (i *In$) Run() error { return i.F() }\ntype Mid$ struct{ *In$ }\ntype Out$ struct { Mid$; G func() error }\n" +
			"func (o *Out$) Alone() error { return o.G() }\ntype Over$ struct{ *In$ }\nfunc (o Over$) Run() error { if o.In$ == nil { return errors.New(\"nil\") }; return nil }",
		loud: []variant{
			{text: "o# := &@Out${Mid$: @Mid${&@In${%0}}, G: %1}\n=> o#.Run", drop: []int{1}},
			{text: "o# := &@Out${Mid$: @Mid${&@In${%0}}, G: %1}\n=> o#.Alone", drop: []int{0}},
			{text: "o# := @Out${G: %1}\no#.In$ = &@In${F: %0}\n=> func() error { return o#.Mid$.In$.Run() }", drop: []int{1}},
		},
		mute: []variant{{text: "_ = %1\n=> @Over${&@In${%0}}.Run", drop: all}},
	},
	{
		name: "holders", in: two, out: check,
		decl: "type Check$ func() error\nfunc (c Check$) Run() error { return c() }\ntype Cell$[T any] struct{ p atomic.Pointer[T] }\nfunc (c *Cell$[T]) Put(v T) { c.p.Store(&v) }\nfunc (c *Cell$[T]) Get() T { return *c.p.Load() }",
		loud: []variant{
			{text: "var v#, u# atomic.Value\nv#.Store(@Check$(%0))\nu#.Store(@Check$(%1))\n=> func() error { return v#.Load().(@Check$)() }", drop: []int{1}},
			{text: "var v#, u# atomic.Pointer[@Check$]\na#, b# := @Check$(%0), @Check$(%1)\nv#.Store(&a#)\nu#.Store(&b#)\n=> func() error { return u#.Load().Run() }", drop: []int{0}},
			{text: "var m#, n# sync.Map\nm#.Store(\"a\", @Check$(%0))\nn#.Store(\"a\", @Check$(%1))\n=> func() error { if c, ok := m#.Load(\"a\"); ok { return c.(@Check$)() }; return nil }", drop: []int{1}},
			{text: "var m# sync.Map\nm#.Store(\"a\", @Check$(%0))\nm#.Store(\"b\", @Check$(%1))\n=> func() (err error) { m#.Range(func(_, c any) bool { err = c.(@Check$).Run(); return err == nil }); return err }"},
			{text: "var v#, u# @Cell$[func() error]\nv#.Put(%0)\nu#.Put(%1)\n=> func() error { return v#.Get()() }", drop: []int{1}},
			{text: "c#, d# := make(chan func() error, 1), make(chan func() error, 1)\nc# <- %0\nd# <- %1\nf# := <-c#\n_ = d#\n=> f#", drop: []int{1}},
			{text: "a# := []any{@Check$(%0), @Check$(%1)}\n=> func() error { for _, x := range a# { if c, ok := x.(@Check$); ok { if err := c(); err != nil { return err } } }; return nil }"},
		},
	},
}
