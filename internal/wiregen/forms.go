package wiregen

// form registers the handlers. Texts hold, besides what those of a gadget hold, %i for the number of the probe, %p
// for its path and %h for its handler.
type form struct {
	name             string
	decl             string
	head, each, tail string // declarations for this use: each once a probe
	before           string
	bind             string // once a probe
	after            string
	serve            string // what is served instead of mux
}

const routeType = "type Route$ struct { Path string; H http.Handler }\n"

var forms = []*form{
	{name: "Handle", bind: "mux.Handle(\"%p\", %h)"},
	{name: "HandleFunc", bind: "mux.HandleFunc(\"GET %p\", %h.ServeHTTP)"},
	{name: "helper", decl: "func Register$(mux *http.ServeMux, path string, h http.Handler) { mux.Handle(path, h) }", bind: "@Register$(mux, \"%p\", %h)"},
	{name: "closure", bind: "h%i := %h\nmux.HandleFunc(\"%p\", func(w http.ResponseWriter, r *http.Request) { h%i.ServeHTTP(w, r) })"},
	{name: "table", decl: routeType, before: "rs := []@Route${", bind: "{\"%p\", %h},", after: "}\nfor _, r := range rs { mux.Handle(r.Path, r.H) }"},
	{name: "map", before: "rs := map[string]http.Handler{", bind: "\"%p\": %h,", after: "}\nfor p, h := range rs { mux.Handle(p, h) }"},
	{
		name: "switch", head: "type Switch# struct { H [4]http.Handler }\nfunc (s *Switch#) ServeHTTP(w http.ResponseWriter, r *http.Request) { switch r.URL.Path {", each: "case \"%p\": s.H[%i].ServeHTTP(w, r)", tail: "default: http.NotFound(w, r) } }",
		before: "sw := &@Switch#{}\nmux.Handle(\"/\", sw)", bind: "sw.H[%i] = %h",
	},
	{
		name: "routes method", head: "type Server# struct { H0, H1, H2, H3 http.Handler }\nfunc (s *Server#) Routes(mux *http.ServeMux) {", each: "mux.Handle(\"%p\", s.H%i)", tail: "}",
		before: "srv := &@Server#{}", bind: "srv.H%i = %h", after: "srv.Routes(mux)",
	},
	{name: "default mux", bind: "http.Handle(\"%p\", %h)", after: "_ = mux", serve: "nil"},
	{name: "variadic", decl: routeType + "func Mount$(mux *http.ServeMux, rs ...Route$) { for _, r := range rs { mux.Handle(r.Path, r.H) } }", before: "@Mount$(mux,", bind: "@Route${\"%p\", %h},", after: ")"},
	{name: "interface", decl: "type Mux$ interface{ Handle(string, http.Handler) }\nfunc On$(m Mux$, p string, h http.Handler) { m.Handle(p, h) }", bind: "@On$(mux, \"%p\", %h)"},
	{name: "built path", bind: "mux.Handle(fmt.Sprintf(\"%s%s\", \"/\", strings.TrimPrefix(\"%p\", \"/\")), %h)"},
	{name: "inner mux", before: "in := http.NewServeMux()", bind: "in.Handle(\"%p\", %h)", after: "mux.Handle(\"/\", in)"},
	{
		name: "router", decl: "type Router$ struct { mux *http.ServeMux; wrap func(http.Handler) http.Handler }\nfunc NewRouter$(mux *http.ServeMux) *Router$ { return &Router${mux: mux, wrap: func(h http.Handler) http.Handler { return h }} }\nfunc (r *Router$) Get(path string, h http.Handler) { r.mux.Handle(\"GET \"+path, r.wrap(h)) }",
		before: "rt := @NewRouter$(mux)", bind: "rt.Get(\"%p\", %h)",
	},
	{name: "late table", decl: routeType + "type Table$ struct{ rs []Route$ }\nfunc (t *Table$) Add(p string, h http.Handler) { t.rs = append(t.rs, Route${p, h}) }\nfunc (t *Table$) Install(mux *http.ServeMux) { for i := range t.rs { mux.Handle(t.rs[i].Path, t.rs[i].H) } }", before: "var tb @Table$", bind: "tb.Add(\"%p\", %h)", after: "tb.Install(mux)"},
	{name: "table of methods", head: "type Server# struct { H [4]http.Handler }\ntype route# struct { path string; h http.HandlerFunc }\nfunc (s *Server#) Routes(mux *http.ServeMux) { for _, r := range []route#{", each: "{\"%p\", s.serve%i},", tail: "} { mux.HandleFunc(r.path, r.h) } }\nfunc (s *Server#) serve0(w http.ResponseWriter, r *http.Request) { s.H[0].ServeHTTP(w, r) }\nfunc (s *Server#) serve1(w http.ResponseWriter, r *http.Request) { s.H[1].ServeHTTP(w, r) }\nfunc (s *Server#) serve2(w http.ResponseWriter, r *http.Request) { s.H[2].ServeHTTP(w, r) }\nfunc (s *Server#) serve3(w http.ResponseWriter, r *http.Request) { s.H[3].ServeHTTP(w, r) }", before: "srv := &@Server#{}", bind: "srv.H[%i] = %h", after: "srv.Routes(mux)"},
	{name: "factories", decl: "type Lazy$ struct { Path string; New func() http.Handler }\nfunc Mount$(mux *http.ServeMux, ls []Lazy$) { for _, l := range ls { mux.Handle(l.Path, l.New()) } }", before: "var ls []@Lazy$", bind: "h%i := %h\nls = append(ls, @Lazy${\"%p\", func() http.Handler { return h%i }})", after: "@Mount$(mux, ls)"},
	{
		name: "handlers by value", head: "type Deps# struct { H [4]http.Handler; Name string }\nfunc Add#(mux *http.ServeMux, d Deps#) {", each: "mux.HandleFunc(\"%p\", " + body + " { d.H[%i].ServeHTTP(w, r) })", tail: "}",
		before: "d := @Deps#{Name: \"a\"}", bind: "d.H[%i] = %h", after: "@Add#(mux, d)",
	},
	{
		name: "value receiver", head: "type Deps# struct { H0, H1, H2, H3 http.Handler }\nfunc (d Deps#) Add(mux *http.ServeMux) {", each: "mux.HandleFunc(\"%p\", d.serve%i)", tail: "}\nfunc (d Deps#) serve0(w http.ResponseWriter, r *http.Request) { d.H0.ServeHTTP(w, r) }\nfunc (d Deps#) serve1(w http.ResponseWriter, r *http.Request) { d.H1.ServeHTTP(w, r) }\nfunc (d Deps#) serve2(w http.ResponseWriter, r *http.Request) { d.H2.ServeHTTP(w, r) }\nfunc (d Deps#) serve3(w http.ResponseWriter, r *http.Request) { d.H3.ServeHTTP(w, r) }",
		before: "var d @Deps#", bind: "d.H%i = %h", after: "d.Add(mux)",
	},
	{
		name: "package variable", head: "var h# struct { h0, h1, h2, h3 http.Handler }\nfunc Set0#(h http.Handler) { h#.h0 = h }\nfunc Set1#(h http.Handler) { h#.h1 = h }\nfunc Set2#(h http.Handler) { h#.h2 = h }\nfunc Set3#(h http.Handler) { h#.h3 = h }\nfunc Add#(mux *http.ServeMux) {", each: "mux.HandleFunc(\"%p\", " + body + " { h#.h%i.ServeHTTP(w, r) })", tail: "}",
		bind: "@Set%i#(%h)", after: "@Add#(mux)",
	},
	{
		name: "single object", head: "type server# struct { h0, h1, h2, h3 http.Handler }\nvar std# = &server#{}\nfunc Use0#(h http.Handler) { std#.h0 = h }\nfunc Use1#(h http.Handler) { std#.h1 = h }\nfunc Use2#(h http.Handler) { std#.h2 = h }\nfunc Use3#(h http.Handler) { std#.h3 = h }\nfunc Routes#() http.Handler { mux := http.NewServeMux()", each: "mux.HandleFunc(\"%p\", " + body + " { std#.h%i.ServeHTTP(w, r) })", tail: "return mux }",
		bind: "@Use%i#(%h)", after: "mux.Handle(\"/\", @Routes#())",
	},
	{name: "default path", decl: "func Serve$(mux *http.ServeMux, path string, h http.Handler) { if path == \"\" { path = \"/healthz\" }; mux.Handle(path, h) }", bind: "@Serve$(mux, \"%p\", %h)"},
	{name: "path in a group", decl: "func At$(mux *http.ServeMux, group, path string, h http.Handler) { full := path; if len(group) > 0 { full = \"/\" + group + path }; mux.Handle(\"GET \"+full, h) }", bind: "@At$(mux, \"\", \"%p\", %h)"},
	{name: "other methods", before: "var hs []http.Handler", bind: "h%i := %h\nhs = append(hs, h%i)\nmux.HandleFunc(\"%p\", " + body + " { if r.Method != http.MethodGet { hs[0].ServeHTTP(w, r); return }; h%i.ServeHTTP(w, r) })"},
	{
		name: "part of a text", decl: "func Cut$(mux *http.ServeMux, pattern string, h http.Handler) { mux.Handle(pattern[len(\"http:\"):], h) }", bind: "@Cut$(mux, \"http:%p\", %h)",
	},
}
