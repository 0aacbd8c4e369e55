package stress

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/callgraph"
	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/load"
)

// service is one of the packages of the module that is measured: a store behind an interface, checks, routes.
const service = `package p%[1]d

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
%[2]s)

type Store interface {
	Get(ctx context.Context, id string) (string, error)
	Ping(ctx context.Context) error
}

type store struct{ db *sql.DB }

func NewStore(db *sql.DB) Store { return &store{db: db} }

func (s *store) Get(ctx context.Context, id string) (v string, err error) {
	err = s.db.QueryRowContext(ctx, "select v from t where id = $1", id).Scan(&v)
	return v, err
}

func (s *store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

type cached struct {
	Store
	mu   sync.Mutex
	seen map[string]string
}

func (c *cached) Get(ctx context.Context, id string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.seen[id]; ok {
		return v, nil
	}
	v, err := c.Store.Get(ctx, id)
	if err == nil {
		c.seen[id] = v
	}
	return v, err
}

type Option func(*Service)

func WithStore(s Store) Option { return func(x *Service) { x.store = s } }

type Service struct {
	store  Store
	checks []func(context.Context) error
}

func New(opts ...Option) *Service {
	s := &Service{}
	for _, o := range opts {
		o(s)
	}
	s.store = &cached{Store: s.store, seen: map[string]string{}}
	s.checks = append(s.checks, s.store.Ping)
%[3]s	return s
}

func (s *Service) Ready(ctx context.Context) error {
	for _, c := range s.checks {
		if err := c(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) get(w http.ResponseWriter, r *http.Request) {
	v, err := s.store.Get(r.Context(), r.URL.Query().Get("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(v))
}

func (s *Service) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.Ready(r.Context()); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (s *Service) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /p%[1]d", s.get)
	mux.HandleFunc("/p%[1]d/readyz", s.ready)
}
`

// manyPackages is a module of n packages, each of which uses the two before it, and a main that uses all.
func manyPackages(n int) files {
	f := files{}
	var imports, body strings.Builder
	for i := range n {
		uses, checks := "", ""
		for _, j := range []int{i - 1, i / 2} {
			if j >= 0 && j < i && !strings.Contains(uses, fmt.Sprintf("p%d\"", j)) {
				uses += fmt.Sprintf("\n\t\"example.com/stress/p%d\"\n", j)
				checks += fmt.Sprintf("\ts.checks = append(s.checks, p%d.NewStore(nil).Ping)\n", j)
			}
		}
		f[fmt.Sprintf("p%[1]d/p%[1]d.go", i)] = fmt.Sprintf(service, i, uses, checks)
		fmt.Fprintf(&imports, "example.com/stress/p%d ", i)
		fmt.Fprintf(&body, "\tp%[1]d.New(p%[1]d.WithStore(p%[1]d.NewStore(db))).Register(mux)\n", i)
	}
	for name, text := range program(imports.String(), "", body.String()+serveLive) {
		f[name] = text
	}
	return f
}

const packagesMeasured = 300

func TestManyPackages(t *testing.T) {
	dir := t.TempDir()
	manyPackages(40).write(t, dir)
	res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
	pings(t, res, "/livez")
	if len(res.Probes) != 41 {
		t.Errorf("%d probes, want 41", len(res.Probes))
	}
	if p := find(t, res, "/p39/readyz"); len(p.Dependencies) == 0 {
		t.Error("a check of another package was not found")
	}
}

// BenchmarkRun is all that the command does.
func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	manyPackages(packagesMeasured).write(b, dir)
	b.ReportAllocs()
	for b.Loop() {
		res, stats, err := load.Run(context.Background(), load.Options{Dir: dir, Env: fixture.Env()})
		if err != nil || len(res.Errors) > 0 {
			b.Fatal(err, res.Errors)
		}
		b.ReportMetric(float64(stats.Packages), "packages")
	}
}

// sources type-checks the module that is measured and gives its packages, every import before its importers.
func sources(b *testing.B) []callgraph.Source {
	b.Helper()
	dir := b.TempDir()
	manyPackages(packagesMeasured).write(b, dir)
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Env: fixture.Env()}, "./...")
	if err != nil || packages.PrintErrors(roots) > 0 {
		b.Fatal(err)
	}
	var out []callgraph.Source
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Module != nil && catalog.Default().Class(p.PkgPath) == catalog.Follow {
			out = append(out, callgraph.Source{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, Info: p.TypesInfo, Main: true})
		}
	})
	return out
}

// summarise makes the facts of all packages and gives the last one, which is main.
func summarise(b *testing.B, srcs []callgraph.Source) (main *callgraph.Package, bytes int) {
	b.Helper()
	facts := map[string][]byte{}
	for _, src := range srcs {
		p, err := callgraph.Summarise(src, func(path string) []byte { return facts[path] })
		if err != nil {
			b.Fatal(err)
		}
		if src.Pkg.Name() == "main" {
			return p, bytes
		}
		facts[src.Pkg.Path()] = p.Fact(nil)
		bytes += len(facts[src.Pkg.Path()])
	}
	b.Fatal("no main")
	return nil, 0
}

// BenchmarkSummarise makes the facts of all packages.
func BenchmarkSummarise(b *testing.B) {
	srcs := sources(b)
	b.ReportAllocs()
	for b.Loop() {
		_, bytes := summarise(b, srcs)
		b.ReportMetric(float64(bytes), "factbytes")
	}
}

// BenchmarkResolve finds the probes of the program and what they reach, from facts that are there.
func BenchmarkResolve(b *testing.B) {
	srcs := sources(b)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer() // an evaluation decodes what it needs
		main, _ := summarise(b, srcs)
		b.StartTimer()
		if f := main.Evaluate(); len(f.Probes) != packagesMeasured+1 {
			b.Fatalf("%d probes", len(f.Probes))
		}
	}
}
