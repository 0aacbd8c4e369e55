package wiregen

// inMany are checks that are kept together with others: slices, maps, registries, iterators.
var inMany = []*gadget{
	{
		name: "variadic", in: two, out: check,
		decl: "func All$(fs ...func() error) func() error { return func() error { for _, f := range fs { if err := f(); err != nil { return err } }; return nil } }\n" +
			"func Each$(fs []func() error, visit func(func() error) error) error { for i := range fs { if err := visit(fs[i]); err != nil { return err } }; return nil }\n" +
			"func First$(fs ...func() error) func() error { return fs[0] }\nfunc At$(i int, fs ...func() error) func() error { return func() error { return fs[i]() } }",
		loud: []variant{
			say("=> @All$(%0, %1)"), say("l# := []func() error{%0}\nl# = append(l#, %1)\n=> @All$(l#...)"),
			say("l# := []func() error{%0, %1}\n=> func() error { return @Each$(l#, func(f func() error) error { return f() }) }"),
			say("var l# []func() error\nfor _, f := range []func() error{%0, %1} { l# = append(l#, func() error { return f() }) }\n=> @All$(l#...)"),
			{text: "=> @First$(%0, %1)", drop: []int{1}}, {text: "=> @At$(0, %0, %1)", drop: []int{1}}, {text: "=> @At$(1, %0, %1)", drop: []int{0}},
			{text: "l# := [2]func() error{%0, %1}\n=> l#[1]", drop: []int{0}},
			{text: "l# := []func() error{%0}\nl# = append(l#, %1)\n=> l#[1]", drop: []int{0}, may: []int{0}},
			{text: "l# := append([]func() error{%0}, %1)\n=> func() error { return l#[0]() }", drop: []int{1}, may: []int{1}},
			{text: "l# := []func() error{%0, %1}[1:]\n=> l#[0]", drop: []int{0}, may: []int{0}},
			{text: "l# := make([]func() error, 2)\ncopy(l#[1:], []func() error{%0, %1})\n=> l#[1]", drop: []int{1}, may: []int{1}},
			{text: "var l# [2]func() error\nfor i, f := range []func() error{%0, %1} { l#[i] = f }\n=> l#[1]", drop: []int{0}, may: []int{0}},
			say("l# := slices.Concat([]func() error{%0}, []func() error{%1})\n=> @All$(slices.Clone(l#)...)"),
			say("l# := [][]func() error{{%0}, {%1}}\n=> func() error { for _, fs := range l# { for _, f := range fs { if err := f(); err != nil { return err } } }; return nil }"),
		},
		mute: []variant{{drop: all, text: "l# := []func() error{%0, %1}\n=> func() error { return @Each$(l#, func(f func() error) error { if f == nil { return errors.New(\"nil\") }; return nil }) }"}},
	},
	{
		name: "registry", in: tri, out: check,
		decl: "type named$ struct { name string; run func() error }\ntype Reg$ struct { mu sync.Mutex; list []named$; byName map[string]*named$ }\n" +
			"func NewReg$() *Reg$ { return &Reg${byName: map[string]*named${}} }\n" +
			"func (r *Reg$) Add(name string, f func() error) *Reg$ { r.mu.Lock(); defer r.mu.Unlock(); r.list = append(r.list, named${name, f}); return r }\n" +
			"func (r *Reg$) Put(name string, f func() error) { r.byName[name] = &named${name: name, run: f} }\n" +
			"func (r *Reg$) Run() error { for _, n := range r.list { if err := n.run(); err != nil { return fmt.Errorf(\"%s: %w\", n.name, err) } }; return nil }\n" +
			"func (r *Reg$) RunNamed() error { for _, n := range r.byName { if err := n.run(); err != nil { return err } }; return nil }",
		loud: []variant{
			{text: "q#, r# := @NewReg$(), @NewReg$()\nq#.Add(\"a\", %0)\nr#.Add(\"b\", %1).Add(\"c\", %2)\n=> r#.Run", drop: []int{0}},
			{text: "q#, r# := @NewReg$(), @NewReg$()\nx# := q#.Run\nq#.Add(\"a\", %0)\nr#.Add(\"b\", %1)\nq#.Add(\"c\", %2)\n=> x#", drop: []int{1}},
			{text: "r# := @NewReg$()\nr#.Add(\"a\", %0)\nr#.Put(\"b\", %1)\nr#.Put(\"c\", %2)\n=> r#.RunNamed", drop: []int{0}},
			{text: "r# := @NewReg$()\nfor n, f := range map[string]func() error{\"a\": %0, \"b\": %1} { r#.Add(n, f) }\nr#.Put(\"x\", %2)\n=> r#.Run", drop: []int{2}},
		},
	},
	{
		name: "maps", in: two, out: check,
		decl: "func RunMap$(m map[string]func() error) error { for _, f := range m { if err := f(); err != nil { return err } }; return nil }\n" +
			"func RunSorted$(m map[string]func() error) error { for _, k := range slices.Sorted(maps.Keys(m)) { if err := m[k](); err != nil { return err } }; return nil }\n" +
			"type Roles$ struct{ m map[string][]func() error }\nfunc (r *Roles$) Add(role string, f func() error) { if r.m == nil { r.m = map[string][]func() error{} }; r.m[role] = append(r.m[role], f) }\n" +
			"func (r *Roles$) Run(role string) error { for _, f := range r.m[role] { if err := f(); err != nil { return err } }; return nil }",
		loud: []variant{
			say("m# := map[string]func() error{\"a\": %0, \"b\": %1}\n=> func() error { return @RunMap$(m#) }"),
			say("m# := map[string]func() error{}\nm#[\"a\"] = %0\nm#[\"b\"] = %1\n=> func() error { return @RunSorted$(m#) }"),
			{text: "m# := map[string]func() error{\"a\": %0, \"b\": %1}\n=> m#[\"b\"]", drop: []int{0}},
			{text: "r# := &@Roles${}\nr#.Add(\"live\", %0)\nr#.Add(\"ready\", %1)\n=> func() error { return r#.Run(\"ready\") }", drop: []int{0}},
			{text: "r# := &@Roles${}\nr#.Add(\"live\", %0)\nr#.Add(\"ready\", %1)\n=> func() error { return r#.Run(\"live\") }", drop: []int{1}},
			{text: "m# := map[string]map[int]func() error{\"x\": {1: %0}, \"y\": {1: %1}}\n=> func() error { for _, f := range m#[\"x\"] { return f() }; return nil }", drop: []int{1}},
		},
	},
	{
		name: "collecting helper", in: two, out: check,
		decl: "func Collect$(l *[]func() error, f func() error) { *l = append(*l, f) }\nfunc Fill$(m map[string]func() error, name string, f func() error) { m[name] = f }\n" +
			"func Plus$(l []func() error, f func() error) []func() error { return append(l, f) }\nfunc Put$(l []func() error, i int, f func() error) { l[i] = f }\n" +
			"func RunAll$(l []func() error) error { for _, f := range l { if f != nil { if err := f(); err != nil { return err } } }; return nil }",
		loud: []variant{
			{text: "var l#, k# []func() error\n@Collect$(&l#, %0)\n@Collect$(&k#, %1)\n_ = k#\n=> func() error { return @RunAll$(l#) }", drop: []int{1}},
			{text: "m#, n# := map[string]func() error{}, map[string]func() error{}\n@Fill$(m#, \"a\", %0)\n@Fill$(n#, \"a\", %1)\n=> func() error { for _, f := range n# { if err := f(); err != nil { return err } }; return nil }", drop: []int{0}},
			say("l# := @Plus$(@Plus$(nil, %0), %1)\n=> func() error { return @RunAll$(l#) }"),
			{text: "l#, k# := make([]func() error, 2), make([]func() error, 2)\n@Put$(l#, 0, %0)\n@Put$(k#, 0, %1)\n=> func() error { return @RunAll$(k#) }", drop: []int{0}},
		},
	},
	{
		name: "iterators", in: two, out: check,
		decl: "type Set$ struct{ fs []func() error }\nfunc (s *Set$) Items() iter.Seq[func() error] { return func(yield func(func() error) bool) { for _, f := range s.fs { if !yield(f) { return } } } }\n" +
			"func Both$(a, b func() error) iter.Seq2[int, func() error] { return func(yield func(int, func() error) bool) { if yield(0, a) { yield(1, b) } } }\n" +
			"func NewSet$(fs ...func() error) Set$ { return Set${fs} }\n" +
			"func Only$(a, b func() error) iter.Seq[func() error] { return func(yield func(func() error) bool) { if b != nil { yield(a) } } }",
		loud: []variant{
			say("s# := &@Set${}\n*s# = @NewSet$(%0, %1)\n=> func() error { for f := range s#.Items() { if err := f(); err != nil { return err } }; return nil }"),
			say("=> func() error { for _, f := range @Both$(%0, %1) { if err := f(); err != nil { return err } }; return nil }"),
			{text: "=> func() error { for f := range @Only$(%0, %1) { if err := f(); err != nil { return err } }; return nil }", drop: []int{1}},
			say("l# := []func() error{%0, %1}\n=> func() error { for _, f := range slices.Backward(l#) { if err := f(); err != nil { return err } }; return nil }"),
			say("m# := map[string]func() error{\"a\": %0, \"b\": %1}\n=> func() error { for f := range maps.Values(m#) { if err := f(); err != nil { return err } }; return nil }"),
		},
		mute: []variant{hush("=> func() error { for i, f := range @Both$(%0, %1) { if f == nil { return fmt.Errorf(\"%d\", i) } }; return nil }")},
	},
	{
		name: "generics", in: two, out: check,
		decl: "type List$[T any] struct{ items []T }\nfunc (l *List$[T]) Add(x T) { l.items = append(l.items, x) }\nfunc (l *List$[T]) Each(f func(T) error) error { for _, x := range l.items { if err := f(x); err != nil { return err } }; return nil }\n" +
			"type Opt$[T any] func(*T)\nfunc Build$[T any](opts ...Opt$[T]) *T { t := new(T); for _, o := range opts { o(t) }; return t }\ntype Pair$ struct { A, B func() error }\n" +
			"func With$[T any, V any](set func(*T, V), v V) Opt$[T] { return func(t *T) { set(t, v) } }\n" +
			"func call$(f func() error) error { return f() }\nfunc (l *List$[T]) Call() error { return l.Each(func(x T) error { if f, ok := any(x).(func() error); ok { return f() }; return nil }) }",
		loud: []variant{
			{text: "var l#, k# @List$[func() error]\nl#.Add(%0)\nk#.Add(%1)\n=> func() error { return l#.Each(func(f func() error) error { return f() }) }", drop: []int{1}},
			{text: "l#, k# := &@List$[func() error]{}, &@List$[func() error]{}\nl#.Add(%0)\nk#.Add(%1)\n=> k#.Call", drop: []int{0}},
			{text: "p# := @Build$(func(p *@Pair$) { p.A = %0 }, func(p *@Pair$) { p.B = %1 })\n=> func() error { return p#.B() }", drop: []int{0}},
			{text: "p# := @Build$(@With$(func(p *@Pair$, f func() error) { p.A = f }, %0), @With$(func(p *@Pair$, f func() error) { p.B = f }, %1))\n=> p#.A", drop: []int{1}},
		},
	},
	{
		name: "recursion", in: two, out: check,
		decl: "type Tree$ struct { F func() error; Kids []*Tree$ }\nfunc (t *Tree$) Run() error { if t.F != nil { if err := t.F(); err != nil { return err } }; for _, k := range t.Kids { if err := k.Run(); err != nil { return err } }; return nil }\n" +
			"func Down$(n int, f func() error) error { if n <= 0 { return f() }; return Down$(n-1, f) }\nfunc even$(n int, f, g func() error) error { if n == 0 { return f() }; return odd$(n-1, f, g) }\nfunc odd$(n int, f, g func() error) error { if n == 0 { return g() }; return even$(n-1, f, g) }\nfunc Even$(f, g func() error) func() error { return func() error { return even$(len(os.Args), f, g) } }\n" +
			"type Node$ struct { f func() error; next *Node$ }\nfunc Cons$(f func() error, n *Node$) *Node$ { return &Node${f, n} }\nfunc (n *Node$) Run() error { for x := n; x != nil; x = x.next { if err := x.f(); err != nil { return err } }; return nil }",
		loud: []variant{
			say("t# := &@Tree${Kids: []*@Tree${{F: %0}, {Kids: []*@Tree${{F: %1}}}}}\n=> t#.Run"),
			{text: "t#, u# := &@Tree${F: %0}, &@Tree${F: %1}\nt#.Kids = append(t#.Kids, &@Tree${})\nu#.Kids = append(u#.Kids, &@Tree${})\n=> t#.Run", drop: []int{1}},
			{text: "_ = %1\nf# := %0\n=> func() error { return @Down$(3, f#) }", drop: []int{1}},
			say("=> @Even$(%0, %1)"),
			say("=> @Cons$(%0, @Cons$(%1, nil)).Run"),
			{text: "l# := @Cons$(%0, nil)\nk# := @Cons$(%1, nil)\n_ = l#\n=> k#.Run", drop: []int{0}},
		},
	},
}
