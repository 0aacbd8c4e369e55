package stress

import (
	"fmt"
	"strings"
)

// input is a program that is large in one way. Each has the probe /livez, which pings a database, so that a run which
// gave up is told from one that found its way.
type input struct {
	name  string
	n     int // size in the test
	files func(n int) files
	open  string // what the result must say is left out at size n; "" when nothing may be
	also  string // another path that pings at this size
}

// files holds the Go files of package main by name.
type files map[string]string

var inputs = []input{
	{name: "file of 5 MB, many functions", n: 12_000, files: manyFunctions},
	{name: "file of 5 MB, one table", n: 50_000, files: oneTable},
	{name: "10,000 blocks in a row", n: 10_000, files: blocksInARow, open: "branches of a function"},
	{name: "10,000 blocks, nested", n: 2_500, files: blocksNested, open: "branches of a function"},
	{name: "10,000 blocks, a switch over paths", n: 10_000, files: switchOfPaths, open: "branches of a function", also: "/healthz"},
	{name: "10,000 blocks, loops in a row", n: 3_000, files: loopsInARow, open: "branches of a function"},
	{name: "10,000 blocks, jumps", n: 5_000, files: jumps, open: "branches of a function"},
	{name: "26,000 blocks in a row", n: 26_000, files: blocksInARow, open: "it is not looked at"},
	{name: "10,000 goroutines waited for", n: 10_000, files: waitedFor},
	{name: "100,000 registrations in a function", n: 100_000, files: routesInAFunction},
	{name: "50,000 registrations in functions", n: 50_000, files: routesInFunctions},
	{name: "10,000 closures registered", n: 10_000, files: closuresRegistered},
	{name: "100,000 registrations in a table", n: 100_000, files: routesInATable, open: "elements of a loop"},
	{name: "10,000 registrations in a map", n: 10_000, files: routesInAMap, open: "elements of a loop"},
	{name: "10,000 registrations on groups", n: 10_000, files: routesOnGroups, open: "call sites of one function"},
	{name: "10,000 handlers with methods", n: 10_000, files: handlersWithMethods},
	{name: "10,000 functions over one library", n: 10_000, files: functionsOverALibrary, open: "call sites of one function"},
	{name: "2,000 probes", n: 2_000, files: manyProbes},
	{name: "1,000 routers in routers", n: 1_000, files: routersInRouters},
	{name: "named structs 1,000 deep", n: 1_000, files: structsNested, open: "depth of data"},
	{name: "embedded structs 1,000 deep", n: 1_000, files: structsEmbedded},
	{name: "types without names 1,000 deep", n: 1_000, files: typesNested},
	{name: "type arguments 1,000 deep", n: 1_000, files: typeArgumentsNested},
	{name: "calls 1,000 deep", n: 1_000, files: callsNested, open: "depth of calls"},
	{name: "generics that call one another", n: 400, files: genericsRecursive, open: "depth of calls"},
	{name: "3,000 implementations in a registry", n: 3_000, files: implementationsListed, open: "elements of a loop"},
	{name: "3,000 implementations of an open call", n: 3_000, files: implementationsOpen, open: "callees of a call"},
	{name: "30,000 methods", n: 300, files: wideTypes},
}

// program puts declarations into a package main with a database and a probe that pings it.
func program(imports, decls, body string) files {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"database/sql\"\n\t\"net/http\"\n")
	for _, i := range strings.Fields(imports) {
		fmt.Fprintf(&b, "\t%q\n", i)
	}
	b.WriteString(")\n\nvar db *sql.DB\n\nfunc live(w http.ResponseWriter, r *http.Request) { _ = db.PingContext(r.Context()) }\n\n")
	b.WriteString("func other(w http.ResponseWriter, r *http.Request) {}\n\n")
	b.WriteString(decls)
	b.WriteString("\nfunc main() {\n\tmux := http.NewServeMux()\n")
	b.WriteString(body)
	b.WriteString("\t_ = http.ListenAndServe(\":8080\", mux)\n}\n")
	return files{"main.go": b.String()}
}

const serveLive = "\tmux.HandleFunc(\"/livez\", live)\n"

// repeat writes a format for each number below n.
func repeat(n int, format string, args func(i int) []any) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, args(i)...)
	}
	return b.String()
}

func number(i int) []any { return []any{i} }

// message is what generators of clients and messages write: types, getters, nil checks.
const message = `
type Message%[1]d struct {
	Name  string
	Count int
	Next  *Message%[1]d
	Items []string
	Attrs map[string]string
}

func (m *Message%[1]d) GetName() string {
	if m == nil {
		return "message %[1]d"
	}
	return m.Name
}

func (m *Message%[1]d) Each(f func(string) error) error {
	for _, item := range m.Items {
		if err := f(item + m.Attrs[item]); err != nil {
			return err
		}
	}
	return nil
}
`

func manyFunctions(n int) files {
	f := program("", "", serveLive)
	f["generated.go"] = "package main\n" + repeat(n, message, number)
	return f
}

// oneTable is a variable with n entries: time zones, icons, error texts.
func oneTable(n int) files {
	f := program("", "", serveLive+"\t_ = table\n\t_ = names\n")
	f["table.go"] = "package main\n\ntype entry struct {\n\tname string\n\tcode int\n\tcheck func() error\n}\n\nfunc check() error { return nil }\n\nvar table = []entry{\n" +
		repeat(n, "\t{name: \"entry number %[1]d of a generated table\", code: %[1]d, check: check},\n", number) + "}\n\nvar names = map[string]string{\n" +
		repeat(n, "\t\"key %[1]d\": \"value of key %[1]d\",\n", number) + "}\n"
	return f
}

func blocksInARow(n int) files {
	return program("", "func long(x int, s string) string {\n"+
		repeat(n, "\tif x > %[1]d {\n\t\ts = \"%[1]d\"\n\t}\n", number)+"\treturn s\n}\n", "\t_ = long(1, \"\")\n"+serveLive)
}

func blocksNested(n int) files {
	var b strings.Builder
	b.WriteString("func deep(r *http.Request, ok bool) string {\n")
	for i := range n {
		fmt.Fprintf(&b, "if ok && r.URL.Path != \"/x%d\" {\nfor ok {\n", i)
	}
	b.WriteString("_ = db.Ping()\n")
	b.WriteString(strings.Repeat("}\n}\n", n))
	b.WriteString("\treturn \"\"\n}\n\nfunc deepest(w http.ResponseWriter, r *http.Request) { _ = deep(r, true) }\n")
	return program("", b.String(), "\tmux.HandleFunc(\"/healthz\", deepest)\n"+serveLive)
}

// switchOfPaths is a handler that tests the path of the request itself, n times.
func switchOfPaths(n int) files {
	decls := "func serve(w http.ResponseWriter, r *http.Request) {\n\tswitch r.URL.Path {\n\tcase \"/healthz\":\n\t\tlive(w, r)\n" +
		repeat(n, "\tcase \"/page/%[1]d\":\n\t\tw.WriteHeader(%[1]d)\n", number) + "\tdefault:\n\t\tw.WriteHeader(404)\n\t}\n}\n"
	return program("", decls, "\tmux.HandleFunc(\"/\", serve)\n"+serveLive)
}

func loopsInARow(n int) files {
	return program("", "func long(mux *http.ServeMux, xs []string, hs []http.HandlerFunc) {\n"+
		repeat(n, "\tfor i := range xs {\n\t\txs[i] += \"%d\"\n\t\tif hs[i] != nil {\n\t\t\tbreak\n\t\t}\n\t}\n", number)+"}\n", "\tlong(mux, nil, nil)\n"+serveLive)
}

// jumps is what compilers of grammars and state machines write: no loop has one entry.
func jumps(n int) files {
	return program("", "func machine(x int) int {\n\tgoto L0\n"+
		repeat(n, "L%[1]d:\n\tx++\n\tif x%%7 == %[2]d {\n\t\tgoto L%[3]d\n\t}\n\tif x == %[1]d {\n\t\tgoto L%[4]d\n\t}\n", func(i int) []any { return []any{i, i % 7, i * 7919 % n, (n - 1 - i) * 104_729 % n} })+
		"\treturn x\n}\n", "\t_ = machine(1)\n"+serveLive)
}

func waitedFor(n int) files {
	return program("sync", "func all(wg *sync.WaitGroup) {\n"+
		repeat(n, "\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t\tprintln(%d)\n\t}()\n", number)+"\twg.Wait()\n}\n", "\tall(&sync.WaitGroup{})\n"+serveLive)
}

func routesInAFunction(n int) files {
	return program("", "func routes(mux *http.ServeMux) {\n"+repeat(n, "\tmux.HandleFunc(\"/r/%d\", other)\n", number)+"}\n", "\troutes(mux)\n"+serveLive)
}

func routesInFunctions(n int) files {
	per := 100
	return program("", repeat(n/per, "func routes%d(mux *http.ServeMux) {\n%s}\n\n", func(i int) []any {
		return []any{i, repeat(per, "\tmux.HandleFunc(\"/r/%d/%d\", other)\n", func(j int) []any { return []any{i, j} })}
	}), repeat(n/per, "\troutes%d(mux)\n", number)+serveLive)
}

func closuresRegistered(n int) files {
	return program("", "func routes(mux *http.ServeMux, name string) {\n"+
		repeat(n, "\tmux.HandleFunc(\"/r/%[1]d\", func(w http.ResponseWriter, r *http.Request) { w.Header().Set(name, \"%[1]d\") })\n", number)+"}\n", "\troutes(mux, \"x\")\n"+serveLive)
}

func routesInATable(n int) files {
	return program("", "type route struct {\n\tpath    string\n\thandler http.HandlerFunc\n}\n\nvar routes = []route{\n\t{\"/livez\", live},\n"+
		repeat(n, "\t{\"/r/%d\", other},\n", number)+"}\n", "\tfor _, r := range routes {\n\t\tmux.HandleFunc(r.path, r.handler)\n\t}\n")
}

func routesInAMap(n int) files {
	return program("", "var routes = map[string]http.HandlerFunc{\n\t\"/livez\": live,\n"+
		repeat(n, "\t\"/r/%d\": other,\n", number)+"}\n", "\tfor path, h := range routes {\n\t\tmux.HandleFunc(path, h)\n\t}\n")
}

func routesOnGroups(n int) files {
	const routers = `
type group struct {
	mux    *http.ServeMux
	prefix string
}

func (g *group) group(p string) *group { return &group{g.mux, g.prefix + p} }

func (g *group) handle(p string, h http.HandlerFunc) { g.mux.HandleFunc(g.prefix+p, h) }
`
	return program("", routers, "\troot := &group{mux, \"\"}\n"+
		repeat(n/10, "\tg%[1]d := root.group(\"/g%[1]d\")\n%[2]s", func(i int) []any {
			return []any{i, repeat(10, "\tg%d.handle(\"/r%d\", other)\n", func(j int) []any { return []any{i, j} })}
		})+"\troot.handle(\"/livez\", live)\n")
}

// handlersWithMethods registers pointers, each of which could be a router.
func handlersWithMethods(n int) files {
	return program("", "type page struct{ name string }\n\nfunc (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(p.name)) }\n",
		repeat(n, "\tmux.Handle(\"/p/%[1]d\", &page{\"%[1]d\"})\n", number)+serveLive)
}

// functionsOverALibrary has functions that register, each behind a look at the same many that do not.
func functionsOverALibrary(n int) files {
	return program("", "func help0(i int) int { return i }\n\n"+repeat(n, "func help%[2]d(i int) int { return help%[1]d(i) + 1 }\n\n", func(i int) []any { return []any{i, i + 1} })+
		repeat(n, "func route%[1]d(mux *http.ServeMux) { mux.HandleFunc(\"/r/%[1]d\", other) }\n\nfunc routes%[1]d(mux *http.ServeMux) {\n\troute%[1]d(mux)\n\tprintln(help%[2]d(1))\n}\n\n", func(i int) []any { return []any{i, n} }),
		repeat(n, "\troutes%d(mux)\n", number)+serveLive)
}

func manyProbes(n int) files {
	return program("", "func ready(w http.ResponseWriter, r *http.Request) { live(w, r) }\n",
		repeat(n, "\tmux.HandleFunc(\"/tenant%[1]d/livez\", live)\n\tmux.HandleFunc(\"/tenant%[1]d/readyz\", ready)\n", number)+serveLive)
}

func routersInRouters(n int) files {
	return program("", "", "\tm0 := mux\n"+
		repeat(n, "\tm%[2]d := http.NewServeMux()\n\tm%[2]d.HandleFunc(\"/x\", other)\n\tm0.Handle(\"/m%[2]d/\", http.StripPrefix(\"/m%[2]d\", m%[2]d))\n", func(i int) []any { return []any{i, i + 1} })+serveLive)
}

func structsNested(n int) files {
	decls := "type t0 struct{ db *sql.DB }\n\n" + repeat(n, "type t%[2]d struct {\n\tf t%[1]d\n\tp *t%[1]d\n}\n\n", func(i int) []any { return []any{i, i + 1} })
	return program("", decls, fmt.Sprintf("\tx := new(t%d)\n\tx%s.db = db\n\tmux.HandleFunc(\"/healthz\", func(w http.ResponseWriter, r *http.Request) { _ = x%[2]s.db.Ping() })\n", n, strings.Repeat(".f", n))+serveLive)
}

func structsEmbedded(n int) files {
	decls := "type t0 struct{ db *sql.DB }\n\nfunc (t *t0) serve(w http.ResponseWriter, r *http.Request) { _ = t.db.Ping() }\n\n" +
		repeat(n, "type t%[2]d struct{ t%[1]d }\n\n", func(i int) []any { return []any{i, i + 1} })
	return program("", decls, fmt.Sprintf("\tx := new(t%d)\n\tx.db = db\n\tmux.HandleFunc(\"/other\", x.serve)\n", n)+serveLive)
}

func typesNested(n int) files {
	nest := func(open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	decls := "var (\n\ta " + nest("struct{ f ", "int", " }") + "\n\tb " + nest("map[string]", "func()", "") + "\n\tc " + nest("[]", "func()", "") + "\n\td " + nest("*", "http.Handler", "") +
		"\n\te " + nest("func(", "int", ")") + "\n\tg " + nest("chan ", "error", "") + "\n\th interface{ m() " + nest("func() ", "int", "") + " }\n)\n"
	return program("", decls, "\t_, _, _, _, _, _, _ = a, b, c, d, e, g, h\n\tvar any interface{} = a\n\tprintln(any)\n\tany = e\n\tprintln(any, b[\"\"] != nil, c[0] != nil)\n"+serveLive)
}

func typeArgumentsNested(n int) files {
	decls := "type box[T any] struct {\n\tv T\n\tok bool\n}\n\nfunc (b *box[T]) get() T { return b.v }\n\n" +
		"func wrap[T any](v T) box[T] { return box[T]{v, true} }\n\ntype nested = " + strings.Repeat("box[", n) + "http.HandlerFunc" + strings.Repeat("]", n) + "\n"
	return program("", decls, "\tvar x nested\n\tvar any interface{} = &x\n\tprintln(any)\n\tprintln(wrap(x).ok, x.get().ok)\n"+serveLive)
}

func callsNested(n int) files {
	decls := "func f0(w http.ResponseWriter, r *http.Request) { _ = db.Ping() }\n\n" +
		repeat(n, "func f%[2]d(w http.ResponseWriter, r *http.Request) { f%[1]d(w, r) }\n\n", func(i int) []any { return []any{i, i + 1} })
	return program("", decls, fmt.Sprintf("\tmux.HandleFunc(\"/healthz\", f%d)\n", n)+serveLive)
}

// genericsRecursive has types and functions whose instances lead to one another.
func genericsRecursive(n int) files {
	const decls = `
type a%[1]d[T any] struct {
	other *b%[1]d[T]
	more  []map[string]a%[1]d[T]
	next  *a%[2]d[T]
	value T
}

type b%[1]d[T any] struct {
	other *a%[1]d[T]
	pair  func() *b%[1]d[T]
}

func (x *a%[1]d[T]) visit(f func(T)) {
	if x == nil {
		return
	}
	x.other.visit(f)
	x.next.visit(f)
	f(x.value)
}

func (x *b%[1]d[T]) visit(f func(T)) {
	if x != nil {
		x.other.visit(f)
	}
}

func left%[1]d[T any](v T, n int) {
	if n > 0 {
		right%[1]d(v, n-1)
	}
}

func right%[1]d[T any](v T, n int) {
	left%[1]d(v, n)
	left%[2]d(v, n)
}
`
	last := "type a%[1]d[T any] struct{ value T }\n\nfunc (x *a%[1]d[T]) visit(f func(T)) {}\n\nfunc left%[1]d[T any](v T, n int) {}\n"
	return program("", repeat(n, decls, func(i int) []any { return []any{i, i + 1} })+fmt.Sprintf(last, n),
		"\tvar x a0[http.Handler]\n\tx.visit(func(h http.Handler) { mux.Handle(\"/x\", h) })\n\tleft0(mux, 3)\n"+serveLive)
}

const checker = "type checker interface{ check() error }\n\n"

const implementation = "type impl%[1]d struct{ db *sql.DB }\n\nfunc (i *impl%[1]d) check() error { return i.db.Ping() }\n\n"

func implementationsListed(n int) files {
	return program("", checker+repeat(n, implementation, number)+"var all = []checker{\n"+repeat(n, "\t&impl%d{db},\n", number)+"}\n\nfunc ready(w http.ResponseWriter, r *http.Request) {\n\tfor _, c := range all {\n\t\t_ = c.check()\n\t}\n}\n",
		"\tmux.HandleFunc(\"/readyz\", ready)\n"+serveLive)
}

// implementationsOpen calls an interface of which only a file that is decoded says what is behind it.
func implementationsOpen(n int) files {
	return program("encoding/json", checker+repeat(n, implementation, number)+"func all() []checker {\n\treturn []checker{\n"+repeat(n, "\t\t&impl%d{db},\n", number)+"\t}\n}\n\n"+
		"type config struct{ Checker checker }\n\nvar conf config\n\nfunc ready(w http.ResponseWriter, r *http.Request) { _ = conf.Checker.check() }\n",
		"\t_ = json.Unmarshal(nil, &conf)\n\tprintln(len(all()))\n\tmux.HandleFunc(\"/readyz\", ready)\n"+serveLive)
}

// wideTypes have a hundred methods each and are all converted to interfaces.
func wideTypes(n int) files {
	f := program("", "var anything []interface{ M0() }\n", serveLive)
	f["wide.go"] = "package main\n" + repeat(n, "\ntype wide%[1]d struct{ x int }\n%[2]s\nfunc init() { anything = append(anything, &wide%[1]d{}) }\n", func(i int) []any {
		return []any{i, repeat(100, "\nfunc (w *wide%d) M%d() { w.x++ }\n", func(j int) []any { return []any{i, j} })}
	})
	return f
}
