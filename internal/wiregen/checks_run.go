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
			"func Or$(f, g func() error) func() error { return func() error { if err := f(); err != nil { return g() }; return nil } }\n" +
			"type Key$ struct{}\nfunc Ctx$(f func() error) func() error { ctx := context.WithValue(context.Background(), Key${}, f); return func() error { if f, ok := ctx.Value(Key${}).(func() error); ok { return f() }; return nil } }",
		loud: []variant{
			{text: "_ = %1\n=> @Retry$(3, %0)", drop: []int{1}}, say("=> @Or$(%0, %1)"), {text: "_ = %1\n=> @Ctx$(%0)", drop: []int{1}},
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
