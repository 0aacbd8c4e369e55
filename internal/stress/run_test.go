package stress

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
)

const goMod = "module example.com/stress\n\ngo 1.26\n"

// write puts files and a go.mod into dir.
func (f files) write(t testing.TB, dir string) {
	t.Helper()
	put(t, dir, "go.mod", goMod)
	for name, text := range f {
		put(t, dir, name, text)
	}
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// scale makes the inputs larger: HEALTHLINT_STRESS is a percentage.
func scale(t testing.TB) int {
	s := os.Getenv("HEALTHLINT_STRESS")
	if s == "" {
		return 100
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestInputs runs all large inputs. Each must give the probe that pings, without an error, and say what it left out.
func TestInputs(t *testing.T) {
	percent := scale(t)
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			dir := t.TempDir()
			in.files(in.n*percent/100).write(t, dir)
			res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
			pings(t, res, "/livez")
			if in.also != "" && percent <= 100 {
				pings(t, res, in.also)
			}
			if in.open != "" && !saysOpen(res, in.open) {
				t.Errorf("nothing in open says %q: %v", in.open, res.Open)
			}
			for _, o := range res.Open {
				if in.open == "" && strings.Contains(o.Why, "bound on") {
					t.Errorf("a bound was hit: %v", o)
				}
			}
		})
		runtime.GC()
	}
}

func run(t testing.TB, o load.Options) *inventory.Result {
	t.Helper()
	res, _, err := load.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Errorf("%s: %v: %s", e.Package, e.Position, e.Message)
	}
	return res
}

// pings reports whether there is exactly one probe with this path, and it pings a database.
func pings(t testing.TB, res *inventory.Result, path string) {
	t.Helper()
	n := 0
	for i := range res.Probes {
		if p := &res.Probes[i]; p.Path == path {
			n++
			if len(p.Dependencies) != 1 || p.Dependencies[0].Kind != "database" {
				t.Errorf("%s has the dependencies %v", path, p.Dependencies)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d probes on %s, want 1; all: %d; open: %v", n, path, len(res.Probes), res.Open)
	}
}

func saysOpen(res *inventory.Result, text string) bool {
	for _, o := range res.Open {
		if strings.Contains(o.What+": "+o.Why, text) {
			return true
		}
	}
	return false
}

// TestFactLimit imports a package whose summaries are larger than a fact may be. What its importer needs most is there
// all the same: the routes, with what they reach.
func TestFactLimit(t *testing.T) {
	f := program("example.com/stress/generated", "", serveLive+"\tgenerated.Routes(mux, &generated.Store{DB: db})\n")
	f["generated/generated.go"] = "package generated\n" + repeat(7_000, "\nfunc Text%d() string { return \"%s\" }\n", func(i int) []any { return []any{i, strings.Repeat("text ", 1_000)} })
	f["generated/routes.go"] = `package generated

import (
	"database/sql"
	"net/http"
)

type Store struct{ DB *sql.DB }

func (s *Store) ready(w http.ResponseWriter, r *http.Request) { _ = s.DB.Ping() }

func Routes(mux *http.ServeMux, s *Store) { mux.HandleFunc("/readyz", s.ready) }
`
	dir := t.TempDir()
	f.write(t, dir)
	res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
	pings(t, res, "/livez")
	pings(t, res, "/readyz")
	if !saysOpen(res, "summary of example.com/stress/generated: bound on the size of a fact was hit") {
		t.Errorf("nothing in open says that the fact was too large: %v", res.Open)
	}
}
