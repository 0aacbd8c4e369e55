package wiregen

// group keeps the checks of all probes in objects that look alike. Texts hold, besides what those of a gadget
// hold, %i for the number of the probe and %0 for a check.
type group struct {
	name  string
	decl  string
	own   string // declarations for this use, once a probe
	once  string // statements before all
	each  string // statements for each probe
	add   string // adds a check to a probe
	seal  string // statements when all are added
	serve string // the handler of a probe
	early bool   // serve stands before seal and may stand before add
	first bool   // probe 0 does not run its checks
}

const (
	runList = "func run$(w http.ResponseWriter, fs []func() error) { for _, f := range fs { if err := f(); err != nil { http.Error(w, err.Error(), http.StatusServiceUnavailable); return } } }\n"
	regType = "type Reg$ struct { mu sync.Mutex; list []func() error }\nfunc NewReg$() *Reg$ { return &Reg${} }\n" +
		"func (r *Reg$) Add(f func() error) { r.mu.Lock(); defer r.mu.Unlock(); r.list = append(r.list, f) }\nfunc (r *Reg$) Serve(w http.ResponseWriter, _ *http.Request) { run$(w, r.list) }\n"
	fourLists = "type App$ struct { l0, l1, l2, l3 []func() error }\n" +
		"func (a *App$) Add0(f func() error) { a.l0 = append(a.l0, f) }\nfunc (a *App$) Add1(f func() error) { a.l1 = append(a.l1, f) }\nfunc (a *App$) Add2(f func() error) { a.l2 = append(a.l2, f) }\nfunc (a *App$) Add3(f func() error) { a.l3 = append(a.l3, f) }\n" +
		"func (a *App$) Serve0(w http.ResponseWriter, _ *http.Request) { run$(w, a.l0) }\nfunc (a *App$) Serve1(w http.ResponseWriter, _ *http.Request) { run$(w, a.l1) }\nfunc (a *App$) Serve2(w http.ResponseWriter, _ *http.Request) { run$(w, a.l2) }\nfunc (a *App$) Serve3(w http.ResponseWriter, _ *http.Request) { run$(w, a.l3) }\n"
	fourOptions = "type Option$ func(*App$)\nfunc New$(os ...Option$) *App$ { a := &App${}; for _, o := range os { o(a) }; return a }\n" +
		"func With0$(f func() error) Option$ { return func(a *App$) { a.Add0(f) } }\nfunc With1$(f func() error) Option$ { return func(a *App$) { a.Add1(f) } }\nfunc With2$(f func() error) Option$ { return func(a *App$) { a.Add2(f) } }\nfunc With3$(f func() error) Option$ { return func(a *App$) { a.Add3(f) } }\n"
)

var groups = []*group{
	{name: "registries of one type", decl: runList + regType, each: "reg%i# := @NewReg$()", add: "reg%i#.Add(%0)", serve: "http.HandlerFunc(reg%i#.Serve)", early: true},
	{name: "lists of one object", decl: runList + fourLists, once: "app# := &@App${}", add: "app#.Add%i(%0)", serve: "http.HandlerFunc(app#.Serve%i)", early: true},
	{name: "options of one object", decl: runList + fourLists + fourOptions, once: "var os# []@Option$", add: "os# = append(os#, @With%i$(%0))", seal: "app# := @New$(os#...)", serve: "http.HandlerFunc(app#.Serve%i)"},
	{
		name: "map by role", once: "app# := @New$()", add: "app#.Add(\"role%i\", %0)", serve: "app#.Handler(\"role%i\")", early: true,
		decl: runList + "type Roles$ struct{ m map[string][]func() error }\nfunc New$() *Roles$ { return &Roles${m: make(map[string][]func() error)} }\nfunc (r *Roles$) Add(role string, f func() error) { r.m[role] = append(r.m[role], f) }\n" +
			"func (g *Roles$) Handler(role string) http.Handler { return http.HandlerFunc(" + body + " { run$(w, g.m[role]) }) }\n",
	},
	{
		name: "generic registries", each: "var reg%i# @List$[func() error]", add: "reg%i#.Add(%0)", serve: "@Serve$(&reg%i#)", early: true,
		decl: runList + "type List$[T any] struct{ items []T }\nfunc (l *List$[T]) Add(x T) { l.items = append(l.items, x) }\nfunc (l *List$[T]) All() []T { return l.items }\n" +
			"func Serve$(l *List$[func() error]) http.Handler { return http.HandlerFunc(" + body + " { run$(w, l.All()) }) }\n",
	},
	{
		name: "slices", each: "var l%i# []func() error", add: "l%i# = append(l%i#, %0)", serve: "@Serve$(l%i#...)",
		decl: runList + "func Serve$(fs ...func() error) http.Handler { return http.HandlerFunc(" + body + " { run$(w, fs) }) }\n",
	},
	{
		name: "slices by pointer", each: "var l%i# []func() error", add: "@Add$(&l%i#, %0)", serve: "@Serve$(&l%i#)", early: true,
		decl: runList + "func Add$(l *[]func() error, f func() error) { *l = append(*l, f) }\nfunc Serve$(l *[]func() error) http.HandlerFunc { return " + body + " { run$(w, *l) } }\n",
	},
	{name: "global registries", decl: runList + regType, own: "var Reg%i# = NewReg$()", add: "@Reg%i#.Add(%0)", serve: "http.HandlerFunc(@Reg%i#.Serve)", early: true},
	{
		name: "interface of a registry", each: "var reg%i# @Adder$ = @NewReg$()", add: "@Install$(reg%i#, %0)", serve: "reg%i#", early: true,
		decl: runList + regType + "type Adder$ interface { http.Handler; Add(func() error) }\nfunc (r *Reg$) ServeHTTP(w http.ResponseWriter, q *http.Request) { r.Serve(w, q) }\nfunc Install$(a Adder$, fs ...func() error) { for _, f := range fs { a.Add(f) } }\n",
	},
	{name: "callback", decl: runList + regType + "func Make$(fill func(add func(func() error))) *Reg$ { r := NewReg$(); fill(r.Add); return r }\n", each: "var add%i# func(func() error)\nreg%i# := @Make$(func(add func(func() error)) { add%i# = add })", add: "add%i#(%0)", serve: "http.HandlerFunc(reg%i#.Serve)", early: true},
	{
		name: "deep or not", each: "p%i# := @Make$(%i > 0)", add: "p%i#.Checks = append(p%i#.Checks, %0)", serve: "p%i#", early: true, first: true,
		decl: runList + "type Probe$ struct { deep bool; Checks []func() error }\nfunc Make$(deep bool) *Probe$ { return &Probe${deep: deep} }\nfunc (p *Probe$) ServeHTTP(w http.ResponseWriter, r *http.Request) { if !p.deep { return }; run$(w, p.Checks) }\n",
	},
	{
		name: "handlers of one server", once: "srv# := &@Server${}", add: "srv#.Lists[%i] = append(srv#.Lists[%i], %0)", serve: "srv#.Probe(%i)", early: true,
		decl: runList + "type Server$ struct{ Lists [4][]func() error }\nfunc (s *Server$) Probe(i int) http.HandlerFunc { return " + body + " { run$(w, s.Lists[i]) } }\n",
	},
	{
		name: "list filtered by role", once: "app# := &@App${}", add: "app#.Add(@Item${Role: \"role%i\", F: %0})", serve: "app#.Handler(\"role%i\")", early: true,
		decl: "type Item$ struct { Role string; F func() error }\ntype App$ struct{ items []Item$ }\nfunc (a *App$) Add(x Item$) { a.items = append(a.items, x) }\n" +
			"func (a *App$) Handler(role string) http.Handler { return http.HandlerFunc(" + body + " { for _, x := range a.items { if x.Role != role { continue }; if err := x.F(); err != nil { w.WriteHeader(http.StatusServiceUnavailable) } } }) }\n",
	},
}
