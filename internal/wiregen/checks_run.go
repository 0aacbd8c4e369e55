package wiregen

// inRuns are checks that are run in a way of their own: once, deferred, in goroutines, under conditions.
var inRuns = []*gadget{
	{
		name: "once", in: one, out: check,
		decl: "type Lazy$ struct { once sync.Once; f func() error; err error }\nfunc NewLazy$(f func() error) *Lazy$ { return &Lazy${f: f} }\nfunc (l *Lazy$) Run() error { l.once.Do(func() { l.err = l.f() }); return l.err }\n" +
			"func Once$(f func() error) func() error { var err error; do := sync.OnceFunc(func() { err = f() }); return func() error { do(); return err } }\n" +
			"func Never$(f func() error) func() error { var once sync.Once; return func() (err error) { once.Do(func() { if f == nil { err = errors.New(\"nil\") } }); return err } }",
		loud: []variant{say("=> @NewLazy$(%0).Run"), say("=> @Once$(%0)"), say("=> sync.OnceValue(%0)"), say("v# := sync.OnceValues(func() (int, error) { return 1, %0() })\n=> func() error { _, err := v#(); return err }")},
		mute: []variant{hush("=> @Never$(%0)")},
	},
	{
		name: "waited for", in: two, out: check,
		decl: "func Par$(fs ...func() error) func() error { return func() error { errs := make([]error, len(fs)); var wg sync.WaitGroup; for i, f := range fs { wg.Add(1); go func() { defer wg.Done(); errs[i] = f() }() }; wg.Wait(); return errors.Join(errs...) } }\n" +
			"func Chan$(f func() error) func() error { return func() error { c := make(chan error, 1); go func() { c <- f() }(); return <-c } }\n" +
			"func Timed$(f func() error) func() error { return func() error { c := make(chan error, 1); go func() { c <- f() }(); select { case err := <-c: return err; case <-time.After(time.Second): return errors.New(\"late\") } } }\n" +
			"func send$(c chan<- error, f func() error) { c <- f() }\nfunc Sent$(f func() error) func() error { return func() error { c := make(chan error); go send$(c, f); return <-c } }",
		loud: []variant{
			say("=> @Par$(%0, %1)"), {text: "_ = %1\n=> @Chan$(%0)", drop: []int{1}}, {text: "_ = %0\n=> @Timed$(%1)", drop: []int{0}}, {text: "_ = %1\n=> @Sent$(%0)", drop: []int{1}},
			say("f#, g# := %0, %1\n=> func() (err error) { var wg sync.WaitGroup; wg.Go(func() { err = f#() }); wg.Go(func() { _ = g#() }); wg.Wait(); return err }"),
		},
	},
	{
		name: "own group", in: two, out: check,
		decl: "type Group$ struct { wg sync.WaitGroup; once sync.Once; err error }\nfunc (g *Group$) Go(f func() error) { g.wg.Add(1); go func() { defer g.wg.Done(); if err := f(); err != nil { g.once.Do(func() { g.err = err }) } }() }\nfunc (g *Group$) Wait() error { g.wg.Wait(); return g.err }",
		loud: []variant{say("f#, g# := %0, %1\n=> func() error { var g @Group$; g.Go(f#); g.Go(g#); return g.Wait() }"), say("l# := []func() error{%0, %1}\n=> func() error { g := &@Group${}; for _, f := range l# { g.Go(f) }; return g.Wait() }")},
	},
	{
		name: "not waited for", in: two, out: check,
		decl: "func Kick$(f func() error) func() error { return func() error { go f(); return nil } }\nfunc Later$(f func() error) func() error { return func() error { time.AfterFunc(time.Hour, func() { _ = f() }); return nil } }\n" +
			"func Quit$(f, g func() error) func() error { return func() error { c := make(chan error, 1); go func() { c <- f() }(); return g() } }",
		loud: []variant{{text: "=> @Quit$(%0, %1)", drop: []int{0}}},
		mute: []variant{
			hush("_ = %1\n=> @Kick$(%0)"), hush("_ = %0\n=> @Later$(%1)"),
			hush("_ = %1\nf# := %0\n=> func() error { go func() { _ = f#() }(); return nil }"),
		},
	},
	{
		name: "deferred", in: two, out: check,
		decl: "func Def$(f func() error) func() error { return func() (err error) { defer func() { err = f() }(); return nil } }\n" +
			"func Both$(f, g func() error) func() error { return func() error { defer f(); defer func() { _ = recover() }(); return g() } }",
		loud: []variant{{text: "_ = %1\n=> @Def$(%0)", drop: []int{1}}, say("=> @Both$(%0, %1)")},
	},
	{
		name: "constant conditions", in: two, out: check,
		decl: "func If$(deep bool, f func() error) func() error { return func() error { if !deep { return nil }; return f() } }\n" +
			"const never$ = false\nfunc Const$(f, g func() error) func() error { return func() error { if never$ { return f() }; return g() } }\n" +
			"type Flag$ struct { Deep bool; F func() error }\nfunc (x *Flag$) Run() error { if x.Deep { return x.F() }; return nil }\n" +
			"type Mode$ int\nconst ( Live$ Mode$ = iota; Ready$ )\nfunc By$(m Mode$, f, g func() error) func() error { switch m { case Live$: return f; case Ready$: return g }; return nil }\n" +
			"func Named$(name string, f, g func() error) error { if name == \"live\" { return f() }; return g() }",
		loud: []variant{
			{text: "_ = %1\n=> @If$(true, %0)", drop: []int{1}}, {text: "=> @Const$(%0, %1)", drop: []int{0}},
			{text: "_ = %1\n=> (&@Flag${F: %0, Deep: true}).Run", drop: []int{1}},
			{text: "=> @By$(@Live$, %0, %1)", drop: []int{1}}, {text: "=> @By$(@Ready$, %0, %1)", drop: []int{0}},
			{text: "f#, g# := %0, %1\n=> func() error { return @Named$(\"live\", f#, g#) }", drop: []int{1}},
			{text: "f#, g# := %0, %1\n=> func() error { return @Named$(\"ready\", f#, g#) }", drop: []int{0}},
		},
		mute: []variant{hush("_ = %1\n=> @If$(false, %0)"), hush("_ = %1\n=> (&@Flag${F: %0}).Run"), hush("_ = %1\nx# := @Flag${}\nx#.F = %0\n=> x#.Run")},
	},
	{
		name: "choice by configuration", in: two, out: check,
		decl: "func Choose$(mode string, f, g func() error) (func() error, error) { switch mode { case \"a\": return f, nil; case \"b\": return g, nil }; return nil, fmt.Errorf(\"mode %s\", mode) }",
		loud: []variant{
			say("c#, err# := @Choose$(os.Getenv(\"MODE\"), %0, %1)\nif err# != nil { panic(err#) }\n=> c#"),
			{text: "c#, err# := @Choose$(\"b\", %0, %1)\nif err# != nil { panic(err#) }\n=> c#", drop: []int{0}},
			say("c# := %0\nif os.Getenv(\"DEEP\") != \"\" { c# = %1 }\n=> c#"),
		},
	},
	{
		name: "wrappers", in: two, out: check,
		decl: "func Retry$(n int, f func() error) func() error { return func() (err error) { for range n { if err = f(); err == nil { return nil } }; return err } }\n" +
			"type Cache$ struct { mu sync.Mutex; at time.Time; f func() error; err error }\nfunc NewCache$(f func() error) *Cache$ { return &Cache${f: f} }\nfunc (c *Cache$) Run() error { c.mu.Lock(); defer c.mu.Unlock(); if time.Since(c.at) > time.Minute { c.err, c.at = c.f(), time.Now() }; return c.err }\n" +
			"func Or$(f, g func() error) func() error { return func() error { if err := f(); err != nil { return g() }; return nil } }",
		loud: []variant{
			{text: "_ = %1\n=> @Retry$(3, %0)", drop: []int{1}}, say("=> @Or$(%0, %1)"),
			{text: "c# := @NewCache$(%0)\n_ = %1\n=> c#.Run", drop: []int{1}},
		},
	},
	{
		name: "pinged", in: []kind{pinger}, out: check,
		decl: "type Doer$ interface{ Ping() error }\nfunc Own$(d Doer$) func() error { return func() error { return d.Ping() } }\nfunc Gen$[T interface{ Ping() error }](t T) func() error { return t.Ping }\n" +
			"func Assert$(v any) error { if p, ok := v.(interface{ Ping() error }); ok { return p.Ping() }; return nil }\nfunc Apply$(f func(api.Pinger) error, p api.Pinger) error { return f(p) }\n" +
			"type Hold$ struct { p api.Pinger }\nfunc NewHold$(p api.Pinger) *Hold$ { return &Hold${p} }\nfunc (h *Hold$) Run() error { return h.p.Ping() }\nfunc (h *Hold$) Idle() error { if h.p == nil { return errors.New(\"nil\") }; return nil }\n" +
			"func Switch$(v any) error { switch x := v.(type) { case api.Pinger: return x.Ping(); case error: return x }; return nil }",
		loud: []variant{
			say("=> %0.Ping"), say("=> @Own$(%0)"), say("=> @Gen$[~Pinger](%0)"), say("p# := %0\n=> func() error { return @Assert$(p#) }"),
			say("var p# ~Pinger = %0\n=> func() error { return @Apply$(~Pinger.Ping, p#) }"), say("=> @NewHold$(%0).Run"), say("p# := %0\n=> func() error { return @Switch$(p#) }"),
		},
		mute: []variant{hush("=> @NewHold$(%0).Idle")},
	},
	{
		name: "method expression", in: two, out: check,
		decl: "type T$ struct { f, g func() error }\nfunc NewT$(f, g func() error) *T$ { return &T${f, g} }\nfunc (t *T$) A() error { return t.f() }\nfunc (t T$) B() error { return t.g() }\nfunc On$(t *T$, m func(*T$) error) func() error { return func() error { return m(t) } }",
		loud: []variant{
			{text: "=> @On$(@NewT$(%0, %1), (*@T$).A)", drop: []int{1}}, {text: "=> @On$(@NewT$(%0, %1), (*@T$).B)", drop: []int{0}},
			{text: "t# := @NewT$(%0, %1)\nm# := (*@T$).A\n=> func() error { return m#(t#) }", drop: []int{1}},
			{text: "m# := map[string]func(*@T$) error{\"a\": (*@T$).A}\nt# := @NewT$(%0, %1)\n=> func() error { for _, f := range m# { if err := f(t#); err != nil { return err } }; return nil }", drop: []int{1}},
		},
	},
}

// inTurns are checks that go through further hands: helpers of groups, builders, tables of functions, visitors.
var inTurns = []*gadget{
	{
		name: "group helpers", in: two, out: check,
		decl: "func start$(wg *sync.WaitGroup, f func() error) { wg.Add(1); go func() { defer wg.Done(); _ = f() }() }\n" +
			"func Started$(f func() error) func() error { return func() error { var wg sync.WaitGroup; start$(&wg, f); wg.Wait(); return nil } }\nfunc Left$(f func() error) func() error { return func() error { var wg sync.WaitGroup; start$(&wg, f); return nil } }\n" +
			"type Pool$ struct { wg sync.WaitGroup }\nfunc (p *Pool$) Go(f func() error) { p.wg.Add(1); go func() { defer p.wg.Done(); _ = f() }() }\nfunc (p *Pool$) Wait() { p.wg.Wait() }\n" +
			"func async$(f func() error) <-chan error { c := make(chan error, 1); go func() { defer close(c); c <- f() }(); return c }\nfunc Got$(f func() error) func() error { return func() error { return <-async$(f) } }\nfunc Lost$(f func() error) func() error { return func() error { async$(f); return nil } }",
		loud: []variant{{text: "_ = %1\n=> @Started$(%0)", drop: []int{1}}, {text: "_ = %0\n=> @Got$(%1)", drop: []int{0}}},
		mute: []variant{hush("_ = %1\n=> @Left$(%0)"), hush("_ = %0\n=> @Lost$(%1)"), hush("p# := &@Pool${}\nf#, g# := %0, %1\n=> func() error { p#.Go(f#); p#.Go(g#); return nil }")},
	},
	{
		name: "builder", in: two, out: check,
		decl: "type B$ struct { fs []func() error; name string }\nfunc From$(name string) B$ { return B${name: name} }\nfunc (b B$) With(f func() error) B$ { b.fs = append(b.fs, f); return b }\nfunc (b B$) Named(s string) B$ { b.name = s; return b }\n" +
			"func (b B$) Build() func() error { fs := b.fs; return func() error { for _, f := range fs { if err := f(); err != nil { return fmt.Errorf(\"%s: %w\", b.name, err) } }; return nil } }",
		loud: []variant{say("=> @From$(\"a\").With(%0).Named(\"b\").With(%1).Build()"), {text: "a# := @From$(\"a\").With(%0)\nb# := @From$(\"b\").With(%1)\n_ = b#\n=> a#.Build()", drop: []int{1}}},
	},
	{
		name: "table of functions", in: two, out: check,
		decl: "type Row$ struct { Name string; Deep bool; F func() error }\nfunc Deep$(rows []Row$) func() error { return func() error { for _, r := range rows { if !r.Deep { continue }; if err := r.F(); err != nil { return err } }; return nil } }\n" +
			"func Named$(rows map[string]Row$, name string) func() error { return func() error { if r, ok := rows[name]; ok { return r.F() }; return nil } }\nfunc Find$(rows []*Row$, name string) *Row$ { for _, r := range rows { if r.Name == name { return r } }; return nil }",
		loud: []variant{
			say("=> @Deep$([]@Row${{\"a\", true, %0}, {\"b\", true, %1}})"), {text: "=> @Deep$([]@Row${{\"a\", true, %0}, {\"b\", false, %1}})", drop: []int{1}},
			{text: "=> @Named$(map[string]@Row${\"a\": {F: %0}, \"b\": {F: %1}}, \"a\")", drop: []int{1}},
			{text: "r# := @Find$([]*@Row${{Name: \"a\", F: %0}, {Name: \"b\", F: %1}}, \"b\")\n=> func() error { return r#.F() }", drop: []int{0}},
		},
	},
	{
		name: "visitors", in: two, out: check,
		decl: "type Visit$ interface{ Visit(func() error) error }\ntype run$ struct{}\nfunc (run$) Visit(f func() error) error { return f() }\ntype skip$ struct{}\nfunc (skip$) Visit(f func() error) error { if f == nil { return errors.New(\"nil\") }; return nil }\nfunc Run$() Visit$ { return run${} }\nfunc Skip$() Visit$ { return skip${} }\n" +
			"type Items$ struct{ a, b func() error }\nfunc NewItems$(a, b func() error) *Items$ { return &Items${a, b} }\nfunc (i *Items$) Walk(v, w Visit$) error { if err := v.Visit(i.a); err != nil { return err }; return w.Visit(i.b) }\n" +
			"func Thunk$(f func() error) func() func() error { return func() func() error { return f } }\nfunc Then$(f func() error, next func(func() error) func() error) func() error { return next(f) }",
		loud: []variant{
			{text: "i# := @NewItems$(%0, %1)\n=> func() error { return i#.Walk(@Run$(), @Skip$()) }", drop: []int{1}}, {text: "i# := @NewItems$(%0, %1)\n=> func() error { return i#.Walk(@Skip$(), @Run$()) }", drop: []int{0}},
			{text: "_ = %1\n=> @Thunk$(%0)()", drop: []int{1}}, say("=> @Then$(%0, func(f func() error) func() error { g := %1; return func() error { if err := f(); err != nil { return err }; return g() } })"),
		},
		mute: []variant{hush("i# := @NewItems$(%0, %1)\n=> func() error { return i#.Walk(@Skip$(), @Skip$()) }")},
	},
	{
		name: "bits and enumerations", in: two, out: check,
		decl: "type Kind$ uint8\nconst ( Live$ Kind$ = 1 << iota; Ready$ )\nfunc Only$(k Kind$, f, g func() error) func() error { return func() error { if k&Live$ != 0 { if err := f(); err != nil { return err } }; if k&Ready$ != 0 { return g() }; return nil } }\n" +
			"type Set$ struct { byKind map[Kind$][]func() error }\nfunc (s *Set$) Add(k Kind$, f func() error) { if s.byKind == nil { s.byKind = make(map[Kind$][]func() error) }; s.byKind[k] = append(s.byKind[k], f) }\nfunc (s *Set$) Of(k Kind$) func() error { return func() error { for _, f := range s.byKind[k] { if err := f(); err != nil { return err } }; return nil } }",
		loud: []variant{
			{text: "=> @Only$(@Live$, %0, %1)", drop: []int{1}}, {text: "=> @Only$(@Ready$, %0, %1)", drop: []int{0}}, say("=> @Only$(@Live$|@Ready$, %0, %1)"),
			{text: "s# := &@Set${}\ns#.Add(@Live$, %0)\ns#.Add(@Ready$, %1)\n=> s#.Of(@Ready$)", drop: []int{0}},
		},
	},
	{
		name: "filled in loops", in: two, out: check,
		decl: "func Map$(in []func() error, f func(func() error) func() error) []func() error { out := make([]func() error, len(in)); for i, x := range in { out[i] = f(x) }; return out }\nfunc Filter$(in []func() error) []func() error { var out []func() error; for _, x := range in { if x != nil { out = append(out, x) } }; return out }\n" +
			"func Same$(f func() error) func() error { return func() error { return f() } }\nfunc Not$(f func() error) func() error { return func() error { if f == nil { return errors.New(\"nil\") }; return nil } }\nfunc AllOf$(fs []func() error) func() error { return func() error { for i := 0; i < len(fs); i++ { if err := fs[i](); err != nil { return err } }; return nil } }",
		loud: []variant{say("=> @AllOf$(@Map$([]func() error{%0, %1}, @Same$))"), say("=> @AllOf$(@Filter$([]func() error{%0, nil, %1}))"), say("=> @AllOf$(@Filter$(@Map$([]func() error{%0, %1}, @Same$)))")},
		mute: []variant{hush("=> @AllOf$(@Map$([]func() error{%0, %1}, @Not$))")},
	},
}
