package wiregen

const body = "func(w http.ResponseWriter, r *http.Request)"

// handlers make handlers of checks.
var handlers = []*gadget{
	{
		name: "handler of a check", in: one, out: handler,
		decl: "func Serve$(f func() error) http.HandlerFunc { return " + body + " { Answer$(w, f()) } }\nfunc Answer$(w http.ResponseWriter, err error) { if err != nil { http.Error(w, err.Error(), http.StatusServiceUnavailable) } }\n" +
			"type H$ struct { check func() error }\nfunc NewH$(f func() error) *H$ { return &H${f} }\nfunc (h *H$) ServeHTTP(w http.ResponseWriter, r *http.Request) { Answer$(w, h.check()) }\n" +
			"type V$ struct { F func() error }\nfunc (v V$) Ready(w http.ResponseWriter, r *http.Request) { if err := v.F(); err != nil { w.WriteHeader(http.StatusServiceUnavailable) } }\nfunc (v V$) Live(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) }\n" +
			"func JSON$[T any](f func(context.Context) (T, error)) http.HandlerFunc { return " + body + " { _, err := f(r.Context()); Answer$(w, err) } }",
		loud: []variant{
			say("=> @Serve$(%0)"), say("=> @NewH$(%0)"), say("=> http.HandlerFunc(@V${%0}.Ready)"),
			say("f# := %0\n=> http.HandlerFunc(" + body + " { if err := f#(); err != nil { w.WriteHeader(http.StatusServiceUnavailable) } })"),
			say("f# := %0\n=> @JSON$(func(ctx context.Context) (int, error) { return 0, f#() })"),
		},
		mute: []variant{hush("=> http.HandlerFunc(@V${%0}.Live)"), hush("f# := %0\n=> http.HandlerFunc(" + body + " { if f# == nil { w.WriteHeader(http.StatusServiceUnavailable) } })")},
	},
	{
		name: "handler of two checks", in: two, out: handler,
		decl: "type App$ struct { live, ready []func() error }\nfunc (a *App$) OnLive(f func() error) *App$ { a.live = append(a.live, f); return a }\nfunc (a *App$) OnReady(f func() error) *App$ { a.ready = append(a.ready, f); return a }\n" +
			"func run$(w http.ResponseWriter, fs []func() error) { for _, f := range fs { if err := f(); err != nil { http.Error(w, err.Error(), http.StatusServiceUnavailable); return } } }\n" +
			"func (a *App$) Live(w http.ResponseWriter, r *http.Request) { run$(w, a.live) }\nfunc (a *App$) Ready(w http.ResponseWriter, r *http.Request) { run$(w, a.ready) }\n" +
			"func Probe$(fs ...func() error) http.HandlerFunc { return " + body + " { run$(w, fs) } }\n" +
			"func Deep$(f, g func() error, deep bool) http.Handler { return http.HandlerFunc(" + body + " { if deep { run$(w, []func() error{f}) }; run$(w, []func() error{g}) }) }",
		loud: []variant{
			{text: "a# := (&@App${}).OnLive(%0).OnReady(%1)\n=> http.HandlerFunc(a#.Ready)", drop: []int{0}},
			{text: "a# := (&@App${}).OnLive(%0).OnReady(%1)\n=> http.HandlerFunc(a#.Live)", drop: []int{1}},
			say("=> @Probe$(%0, %1)"), {text: "=> @Deep$(%0, %1, false)", drop: []int{0}}, say("=> @Deep$(%0, %1, true)"),
		},
	},
	{
		name: "handler of a pinger", in: []kind{pinger, check}, out: handler,
		decl: "type Srv$ struct { store api.Pinger; extra func() error }\nfunc NewSrv$(p api.Pinger, f func() error) *Srv$ { return &Srv${store: p, extra: f} }\n" +
			"func (s *Srv$) Ready() http.HandlerFunc { return s.ready }\nfunc (s *Srv$) ready(w http.ResponseWriter, r *http.Request) { if err := s.store.Ping(); err != nil { w.WriteHeader(http.StatusServiceUnavailable) } }\n" +
			"func (s *Srv$) Handler(name string) http.Handler { m := map[string]http.HandlerFunc{\"ready\": s.ready, \"extra\": func(w http.ResponseWriter, r *http.Request) { if s.extra() != nil { w.WriteHeader(http.StatusServiceUnavailable) } }}; return m[name] }",
		loud: []variant{{text: "=> @NewSrv$(%0, %1).Ready()", drop: []int{1}}, {text: "=> @NewSrv$(%0, %1).Handler(\"extra\")", drop: []int{0}}},
	},
	{
		name: "middleware", in: []kind{handler}, out: handler,
		decl: "func Log$(next http.Handler) http.Handler { return http.HandlerFunc(" + body + " { defer func() { _ = recover() }(); next.ServeHTTP(w, r) }) }\ntype Mid$ struct { Next http.Handler }\nfunc (m Mid$) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.Next.ServeHTTP(w, r) }\ntype Emb$ struct { http.Handler; name string }\n" +
			"func Chain$(h http.Handler, ms ...func(http.Handler) http.Handler) http.Handler { for i := len(ms) - 1; i >= 0; i-- { h = ms[i](h) }; return h }\nfunc With$(name string) func(http.Handler) http.Handler { return func(next http.Handler) http.Handler { return http.HandlerFunc(" + body + " { w.Header().Set(\"X-Name\", name); next.ServeHTTP(w, r) }) } }\n" +
			"func Stop$(next http.Handler) http.Handler { return http.HandlerFunc(" + body + " { if next == nil { return }; w.WriteHeader(http.StatusOK) }) }",
		loud: []variant{
			say("=> @Log$(%0)"), say("=> @Mid${%0}"), say("=> (&@Emb${Handler: %0})"), say("=> @Chain$(%0, @Log$, @With$(\"a\"))"), say("=> @With$(\"b\")(%0)"), say("=> http.TimeoutHandler(%0, time.Second, \"late\")"),
			say("=> @Chain$(%0)"), say("h# := %0\n=> http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h#.ServeHTTP(w, r) })"), say("=> http.HandlerFunc(%0.ServeHTTP)"),
		},
		mute: []variant{hush("=> @Stop$(%0)"), {text: "=> @Chain$(%0, @Log$, @Stop$)", drop: all, may: all}},
	},
	{
		name: "guarding middleware", in: []kind{handler, check}, out: handler,
		decl: "func Guard$(f func() error) func(http.Handler) http.Handler { return func(next http.Handler) http.Handler { return http.HandlerFunc(" + body + " { if f() != nil { w.WriteHeader(http.StatusServiceUnavailable); return }; next.ServeHTTP(w, r) }) } }\n" +
			"func Either$(deep bool, a, b http.Handler) http.Handler { if deep { return a }; return b }\nfunc Of$(f func() error) http.Handler { return http.HandlerFunc(" + body + " { if f() != nil { w.WriteHeader(http.StatusServiceUnavailable) } }) }",
		loud: []variant{say("=> @Guard$(%1)(%0)"), {text: "=> @Either$(true, %0, @Of$(%1))", drop: []int{1}}, {text: "=> @Either$(false, %0, @Of$(%1))", drop: []int{0}}},
	},
}
