package wiregen

// pingers are implementations of an interface that another package declares.
var pingers = []*gadget{
	{
		name: "adapter", in: one, out: pinger,
		decl: "type Func$ func() error\nfunc (f Func$) Ping() error { return f() }\ntype Struct$ struct { F func() error }\nfunc (s *Struct$) Ping() error { return s.F() }\nfunc Make$(f func() error) api.Pinger { return &Struct${F: f} }",
		loud: []variant{say("=> @Func$(%0)"), say("=> (&@Struct${F: %0})"), say("=> @Make$(%0)"), {decl: "type Local# struct{ f func() error }\nfunc (l Local#) Ping() error { return l.f() }\nfunc New#(f func() error) Local# { return Local#{f} }", text: "=> @New#(%0)"}},
	},
	{
		name: "decorator", in: []kind{pinger}, out: pinger,
		decl: "type Log$ struct { next api.Pinger; n int }\nfunc NewLog$(p api.Pinger) *Log$ { return &Log${next: p} }\nfunc (l *Log$) Ping() error { l.n++; return l.next.Ping() }\n" +
			"type Emb$ struct { api.Pinger; name string }\ntype Quiet$ struct{ api.Pinger }\nfunc (q Quiet$) Ping() error { if q.Pinger == nil { return errors.New(\"nil\") }; return nil }\ntype Deep$ struct { *Emb$ }",
		loud: []variant{say("=> @NewLog$(%0)"), say("=> @Emb${Pinger: %0}"), say("=> (&@Emb${Pinger: @NewLog$(%0)})"), say("=> @Deep${&@Emb${Pinger: %0}}")},
		mute: []variant{hush("=> @Quiet${%0}"), hush("=> @Emb${Pinger: @Quiet${%0}}")},
	},
	{
		name: "pinger fields", in: []kind{pinger, pinger}, out: pinger,
		decl: "type Two$ struct { a, b api.Pinger }\nfunc (t *Two$) Ping() error { return t.a.Ping() }\nfunc NewTwo$(a, b api.Pinger) *Two$ { t := new(Two$); t.a, t.b = a, b; return t }\nfunc (t *Two$) Other() api.Pinger { return t.b }\n" +
			"func Swap$(a, b api.Pinger) (api.Pinger, api.Pinger) { return b, a }\ntype Maker$ interface{ Make() api.Pinger }\ntype maker$ struct{ p api.Pinger }\nfunc (m maker$) Make() api.Pinger { return m.p }\nfunc MakerOf$(p api.Pinger) Maker$ { return maker${p} }\nfunc From$(m Maker$) api.Pinger { return m.Make() }",
		loud: []variant{
			{text: "=> @NewTwo$(%0, %1)", drop: []int{1}}, {text: "=> @NewTwo$(%0, %1).Other()", drop: []int{0}},
			{text: "p#, q# := @Swap$(%0, %1)\n_ = q#\n=> p#", drop: []int{0}}, {text: "m#, n# := @MakerOf$(%0), @MakerOf$(%1)\n_ = n#\n=> @From$(m#)", drop: []int{1}},
		},
	},
	{
		name: "generic pinger", in: []kind{pinger, pinger}, out: pinger,
		decl: "type Box$[T interface{ Ping() error }] struct{ v T }\nfunc (b Box$[T]) Ping() error { return b.v.Ping() }\nfunc BoxOf$[T interface{ Ping() error }](v T) *Box$[T] { return &Box$[T]{v} }\ntype Set$[K comparable, V any] struct{ m map[K]V }\nfunc (s *Set$[K, V]) Put(k K, v V) *Set$[K, V] { if s.m == nil { s.m = map[K]V{} }; s.m[k] = v; return s }\nfunc (s *Set$[K, V]) Get(k K) V { return s.m[k] }",
		loud: []variant{
			{text: "_ = %1\n=> @BoxOf$[~Pinger](%0)", drop: []int{1}},
			{text: "s# := (&@Set$[string, ~Pinger]{}).Put(\"a\", %0).Put(\"b\", %1)\n=> s#.Get(\"b\")", drop: []int{0}},
			{text: "s#, t# := &@Set$[int, ~Pinger]{}, &@Set$[int, ~Pinger]{}\ns#.Put(1, %0)\nt#.Put(1, %1)\n=> s#.Get(1)", drop: []int{1}},
		},
	},
	{
		name: "list of pingers", in: []kind{pinger, pinger}, out: pinger,
		decl: "type List$ []api.Pinger\nfunc (l List$) Ping() error { for _, p := range l { if err := p.Ping(); err != nil { return err } }; return nil }\ntype ByName$ map[string]api.Pinger\nfunc (m ByName$) Ping() error { for n, p := range m { if err := p.Ping(); err != nil { return fmt.Errorf(\"%s: %w\", n, err) } }; return nil }\nfunc (m ByName$) Of(n string) api.Pinger { return m[n] }",
		loud: []variant{say("=> @List${%0, %1}"), say("=> @ByName${\"a\": %0, \"b\": %1}"), {text: "=> @ByName${\"a\": %0, \"b\": %1}.Of(\"a\")", drop: []int{1}}, say("l# := @List${%0}\nl# = append(l#, %1)\n=> l#")},
	},
}
