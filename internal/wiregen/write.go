package wiregen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Module is the path of the module that generated packages belong to.
const Module = "example.com/gen"

// Program is a generated program: the text of its packages, every import before its importers, and the answers.
type Program struct {
	Packages []Package
	Want     []Answer
	spec     *spec
}

// Package is one package of a program, in one file.
type Package struct{ Path, Source string }

// New makes the program that data stands for. Any data will do.
func New(data []byte) *Program { return write(plan(data)) }

// order lists the packages by name, every import before its importers.
var order = []string{"api", "lib", "kit", "parts", "wire", "app", "main"}

// writer writes a spec.
type writer struct {
	decls map[string][]string
	done  map[*instance]bool
	apps  map[string]bool
	uses  int
}

// scope is the body of one function.
type scope struct {
	pkg   string
	lines []string
}

func (s *scope) add(lines string) {
	if lines != "" {
		s.lines = append(s.lines, lines)
	}
}

// answer is the part of an answer that a term makes up.
type answer struct{ must, may Deps }

func (a *answer) join(b answer) { a.must |= b.must; a.may |= b.may }

func write(s *spec) *Program {
	w := &writer{decls: map[string][]string{}, done: map[*instance]bool{}, apps: map[string]bool{}}
	w.decls["api"] = []string{"// Pinger is what packages agree on.\ntype Pinger interface{ Ping() error }"}
	p := &Program{spec: s}
	w.main(s, p)
	for _, name := range order {
		if len(w.decls[name]) > 0 {
			p.Packages = append(p.Packages, Package{Module + "/" + name, file(name, w.decls[name])})
		}
	}
	return p
}

// main writes function main and, through it, everything else.
func (w *writer) main(s *spec, p *Program) {
	sc := &scope{pkg: "main"}
	sc.add("db, err := sql.Open(\"postgres\", os.Getenv(\"DSN\"))\nif err != nil { log.Fatal(err) }\n_ = db\nmux := http.NewServeMux()")
	f := forms[s.form]
	bind := w.handlers(s, sc, p)
	w.register(s, f, sc, bind)
	served := "mux"
	if f.serve != "" {
		served = f.serve
	}
	sc.add("log.Fatal(http.ListenAndServe(\":8080\", " + served + "))")
	w.decls["main"] = append(w.decls["main"], "func main() {\n"+strings.Join(sc.lines, "\n")+"\n}")
}

// handlers writes what makes the handlers and gives their expressions; what is to follow the registration is kept.
func (w *writer) handlers(s *spec, sc *scope, p *Program) *bound {
	b := &bound{}
	if s.group != nil {
		w.group(s, sc, p, b)
		return b
	}
	for _, pr := range s.probes {
		expr, a := w.term(pr.root, sc)
		b.exprs = append(b.exprs, expr)
		p.Want = append(p.Want, Answer{pr.path, a.must, a.may})
	}
	return b
}

// bound holds the handlers and the statements that come after their registration.
type bound struct {
	exprs []string
	later []string
}

func (w *writer) register(s *spec, f *form, sc *scope, b *bound) {
	in := &instance{id: 900, pkg: "parts"}
	x := w.expander(in, sc.pkg)
	if f.decl != "" {
		w.declare(in, f.decl)
	}
	if f.head != "" {
		text := x.text(f.head) + "\n"
		for i, pr := range s.probes {
			text += x.probe(f.each, i, pr.path, "") + "\n"
		}
		w.decls[in.pkg] = append(w.decls[in.pkg], text+x.text(f.tail))
	}
	sc.add(x.text(f.before))
	for i, pr := range s.probes {
		sc.add(x.probe(f.bind, i, pr.path, b.exprs[i]))
	}
	sc.add(x.text(f.after))
	for _, l := range b.later {
		sc.add(l)
	}
}

// group writes the checks of all probes as the group keeps them.
func (w *writer) group(s *spec, sc *scope, p *Program, b *bound) {
	g := s.group
	in := &instance{id: 800, pkg: libs[pick(s.seed, 1, len(libs))]}
	w.declare(in, g.decl)
	x := w.expander(in, sc.pkg)
	sc.add(x.text(g.once))
	for i := range s.probes {
		if g.own != "" {
			w.decls[in.pkg] = append(w.decls[in.pkg], x.probe(g.own, i, "", ""))
		}
		sc.add(x.probe(g.each, i, "", ""))
		b.exprs = append(b.exprs, x.probe(g.serve, i, "", ""))
	}
	adds := &scope{pkg: sc.pkg}
	for i, pr := range s.probes {
		var a answer
		for _, t := range pr.adds {
			expr, ta := w.term(t, adds)
			adds.add(strings.ReplaceAll(x.probe(g.add, i, "", ""), "%0", expr))
			if !g.first || i > 0 {
				a.join(ta)
			}
		}
		p.Want = append(p.Want, Answer{pr.path, a.must, a.may})
	}
	if g.early && pick(s.seed, 2, 2) == 0 {
		b.later = adds.lines
		return
	}
	sc.lines = append(sc.lines, adds.lines...)
	sc.add(x.text(g.seal))
}

// term writes what makes t and gives its expression.
func (w *writer) term(t *term, sc *scope) (string, answer) {
	if t.outline == 0 {
		return w.inline(t, sc)
	}
	return w.outlined(t, sc)
}

// inline writes t into sc.
func (w *writer) inline(t *term, sc *scope) (string, answer) {
	v := t.variant()
	var kids []string
	a := answer{t.in.g.deps, t.in.g.deps}
	for i, k := range t.kids {
		expr, ka := w.term(k, sc)
		kids = append(kids, expr)
		if slices.Contains(v.drop, i) {
			ka.must = 0
			if !slices.Contains(v.may, i) {
				ka.may = 0
			}
		}
		a.join(ka)
	}
	if t.nests(t.in) {
		a.may |= t.leaves()
	}
	w.instance(t.in)
	x := w.expander(t.in, sc.pkg)
	if v.decl != "" {
		w.decls[t.in.pkg] = append(w.decls[t.in.pkg], x.within(v.decl))
	}
	text := x.text(v.text)
	stmts, expr, _ := strings.Cut(text, "=> ")
	sc.add(fill(strings.TrimSuffix(stmts, "\n"), kids))
	return fill(expr, kids), a
}

func fill(text string, kids []string) string {
	for i, k := range kids {
		text = strings.ReplaceAll(text, "%"+strconv.Itoa(i), k)
	}
	return text
}

// outlined writes t into a function of its own and gives the call.
func (w *writer) outlined(t *term, sc *scope) (string, answer) {
	w.uses++
	name := "Build" + strconv.Itoa(w.uses)
	in := &scope{pkg: sc.pkg}
	if t.outline >= 2 {
		in.pkg = lower(sc.pkg)
	}
	if t.outline == 3 {
		in.add("db := a.db")
	}
	expr, a := w.inline(t, in)
	in.add("_ = db")
	typ, q := t.kind().goType(), qualifier(in.pkg, sc.pkg)
	lines := strings.Join(in.lines, "\n")
	var decl, call string
	switch t.outline {
	case 3:
		w.app(in.pkg)
		decl = fmt.Sprintf("func (a *App) %s() %s {\n%s\nreturn %s\n}", name, typ, lines, expr)
		call = q + "NewApp(db)." + name + "()"
	case 4:
		v := "b" + name
		decl = fmt.Sprintf("func %s(db *sql.DB) (%s, error) {\nif db == nil { return nil, sql.ErrConnDone }\n%s\nreturn %s, nil\n}", name, typ, lines, expr)
		sc.add(fmt.Sprintf("%s, err%s := %s%s(db)\nif err%s != nil { panic(err%s) }", v, name, q, name, name, name))
		call = v
	default:
		decl = fmt.Sprintf("func %s(db *sql.DB) %s {\n%s\nreturn %s\n}", name, typ, lines, expr)
		call = q + name + "(db)"
	}
	w.decls[in.pkg] = append(w.decls[in.pkg], decl)
	return call, a
}

func (w *writer) app(pkg string) {
	if !w.apps[pkg] {
		w.apps[pkg] = true
		w.decls[pkg] = append(w.decls[pkg], "type App struct{ db *sql.DB }\n\nfunc NewApp(db *sql.DB) *App { return &App{db: db} }")
	}
}

// lower is the package below pkg that builds things.
func lower(pkg string) string {
	if pkg == "main" {
		return "app"
	}
	return "wire"
}

// instance writes the declarations of a gadget, once.
func (w *writer) instance(in *instance) {
	if w.done[in] {
		return
	}
	w.done[in] = true
	text := in.g.decl
	if in.g.make != nil {
		text = in.g.make(in.seed)
	}
	if text != "" {
		w.declare(in, text)
	}
}

func (w *writer) declare(in *instance, text string) {
	w.decls[in.pkg] = append(w.decls[in.pkg], strings.ReplaceAll(text, "$", strconv.Itoa(in.id)))
}
