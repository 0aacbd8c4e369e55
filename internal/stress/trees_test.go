package stress

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
)

// tree writes the files of a txtar archive into a new directory.
func tree(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		put(t, dir, f.Name, string(f.Data))
	}
	return dir
}

// small is a module with a liveness probe that pings; tests change it.
const small = `
-- go.mod --
module example.com/stress

go 1.26
-- main.go --
package main

import (
	"database/sql"
	"net/http"
)

var db *sql.DB

func live(w http.ResponseWriter, r *http.Request) { _ = db.PingContext(r.Context()) }

func main() {
	http.HandleFunc("/livez", live)
	_ = http.ListenAndServe(":8080", nil)
}
`

// TestIdentifiers has names in several scripts. Combining marks are no letters to Go, so they are in texts alone.
func TestIdentifiers(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/stress

go 1.26
-- сервер.go --
package main

import (
	"database/sql"
	"net/http"
)

type Сервер struct{ база *sql.DB }

func (с *Сервер) живой(ответ http.ResponseWriter, запрос *http.Request) { _ = с.база.Ping() }

type 検査 interface{ 実行() error }

type データ検査[Τ any] struct {
	接続 *sql.DB
	値  Τ
}

func (検 *データ検査[Τ]) 実行() error { return 検.接続.Ping() }

var ελέγχους = map[string]検査{}

func جاهز(w http.ResponseWriter, r *http.Request) {
	for _, ἔλεγχος := range ελέγχους {
		_ = ἔλεγχος.実行()
	}
}

func main() {
	db, _ := sql.Open("postgres", "")
	с := &Сервер{база: db}
	ελέγχους["проверка"] = &データ検査[int]{接続: db}
	http.HandleFunc("/api/cafe\u0301/livez", с.живой)
	http.HandleFunc("/здоровье/readyz", جاهز)
	_ = http.ListenAndServe(":8080", nil)
}
`)
	res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
	pings(t, res, "/api/cafe\u0301/livez")
	if p := find(t, res, "/api/cafe\u0301/livez"); p.Handler != "(*Сервер).живой" || p.Registered.File != "сервер.go" {
		t.Errorf("handler %q at %v", p.Handler, p.Registered)
	}
	if p := find(t, res, "/здоровье/readyz"); p.Dependencies[0].Chain[1].Func != "(*データ検査).実行" {
		t.Errorf("chain %v", p.Dependencies[0].Chain)
	}
}

func find(t *testing.T, res *inventory.Result, path string) *inventory.Probe {
	t.Helper()
	i := slices.IndexFunc(res.Probes, func(p inventory.Probe) bool { return p.Path == path && len(p.Dependencies) > 0 })
	if i < 0 {
		t.Fatalf("no probe on %s that reaches anything", path)
	}
	return &res.Probes[i]
}

// TestLineDirectives has a handler that a generator took from another file, in all forms of the comment.
func TestLineDirectives(t *testing.T) {
	for directive, want := range map[string]inventory.Position{
		"//line health.tmpl:100":                {File: "health.tmpl", Line: 100},
		"//line ../outside/health.tmpl:100:20":  {File: "../outside/health.tmpl", Line: 100, Column: 20},
		"//line :100":                           {File: "main.go"}, // takes the name away
		"//line :100:20":                        {File: "main.go", Line: 100, Column: 20},
		"//line health.tmpl:100000000":          {File: "health.tmpl", Line: 100_000_000},
		"//line C:\\templates\\health.tmpl:100": {Line: 100},
	} {
		dir := tree(t, strings.Replace(small, "\nfunc live", directive+"\nfunc live", 1))
		res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
		got := find(t, res, "/livez").HandlerPosition
		if want.Line == 0 {
			want.Line = got.Line
		}
		if got.Line != want.Line || want.File != "" && got.File != want.File {
			t.Errorf("%s: handler at %+v, want %+v", directive, got, want)
		}
	}
}

// TestLineEnds has the same positions whatever ends the lines, and behind a byte order mark.
func TestLineEnds(t *testing.T) {
	want := find(t, run(t, load.Options{Dir: tree(t, small), Env: fixture.Env()}), "/livez")
	for name, change := range map[string]func(string) string{
		"CRLF":            func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"byte order mark": func(s string) string { return "\ufeff" + s },
		"both":            func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") },
	} {
		dir := tree(t, small)
		text, err := os.ReadFile(filepath.Join(dir, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		put(t, dir, "main.go", change(string(text)))
		got := find(t, run(t, load.Options{Dir: dir, Env: fixture.Env()}), "/livez")
		if got.Registered != want.Registered || got.Dependencies[0].Call != want.Dependencies[0].Call {
			t.Errorf("%s: registered at %v, call at %v, want %v and %v", name, got.Registered, got.Dependencies[0].Call, want.Registered, want.Dependencies[0].Call)
		}
	}
}

const modules = `
-- app/go.mod --
module example.com/app

go 1.26
-- app/main.go --
package main

import (
	"net/http"

	"example.com/health"
)

func main() {
	health.Register()
	_ = http.ListenAndServe(":8080", nil)
}
-- health/go.mod --
module example.com/health

go 1.26
-- health/health.go --
package health

import (
	"database/sql"
	"net/http"
)

var db *sql.DB

func Register() {
	http.HandleFunc("/livez", func(w http.ResponseWriter, r *http.Request) { _ = db.Ping() })
}
`

// TestModules has two modules in a repository, tied by a workspace or by a replace; the user owns both, so findings
// stand in either.
func TestModules(t *testing.T) {
	const replace = "\nrequire example.com/health v0.0.0\n\nreplace example.com/health => ../health\n"
	replaced := strings.Replace(modules, "module example.com/app\n\ngo 1.26\n", "module example.com/app\n\ngo 1.26\n"+replace, 1)
	t.Run("replace", func(t *testing.T) {
		dir := tree(t, replaced)
		res := run(t, load.Options{Dir: filepath.Join(dir, "app"), Env: fixture.Env()})
		pings(t, res, "/livez")
		if at := find(t, res, "/livez").Registered.File; at != "../health/health.go" {
			t.Errorf("registered at %s", at)
		}
		if len(res.Findings) == 0 {
			t.Error("no finding in the module that stands in")
		}
	})
	t.Run("workspace", func(t *testing.T) {
		dir := tree(t, modules+"-- go.work --\ngo 1.26\n\nuse (\n\t./app\n\t./health\n)\n")
		res := run(t, load.Options{Dir: dir, Patterns: []string{"./app/...", "./health/..."}, Env: append(fixture.Env(), "GOWORK=")})
		pings(t, res, "/livez")
	})
	t.Run("apart", func(t *testing.T) { // ./... ends at the border of a module
		dir := tree(t, replaced+small)
		res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
		pings(t, res, "/livez")
		if at := find(t, res, "/livez").Registered.File; at != "main.go" {
			t.Errorf("registered at %s", at)
		}
	})
}

// TestImportCycleThroughTests has tests of a in package a_test that import b, which imports a. Neither the command nor
// go vet, which sees the tests, may take that for a cycle or what they register for a probe.
func TestImportCycleThroughTests(t *testing.T) {
	dir := tree(t, small+`
-- a/a.go --
package a

import "net/http"

func Ready(w http.ResponseWriter, r *http.Request) {}
-- a/a_test.go --
package a_test

import (
	"net/http"
	"testing"

	"example.com/stress/a"
	"example.com/stress/b"
)

func TestReady(t *testing.T) {
	http.HandleFunc("/readyz", a.Ready)
	b.Register()
}
-- a/in_test.go --
package a

import "net/http"

func init() { http.HandleFunc("/startupz", Ready) }
-- b/b.go --
package b

import (
	"net/http"

	"example.com/stress/a"
)

func Register() { http.HandleFunc("/health", a.Ready) }
`)
	res := run(t, load.Options{Dir: dir, Env: fixture.Env()})
	pings(t, res, "/livez")
	for _, p := range res.Probes {
		if p.Path == "/readyz" || p.Path == "/startupz" {
			t.Errorf("a test made a probe: %s at %v", p.Path, p.Registered)
		}
	}
	if out := vet(t, dir); strings.Count(out, "liveness-dependency: ") != 1 || strings.Contains(out, "import cycle") || strings.Contains(out, "analysis-failed") {
		t.Errorf("go vet:\n%s", out)
	}
}

// TestCycles has code that does not compile for going round: it must be named, not followed for ever.
func TestCycles(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"imports":        {"-- a/a.go --\npackage a\n\nimport _ \"example.com/stress/b\"\n-- b/b.go --\npackage b\n\nimport _ \"example.com/stress/a\"\n", "import cycle"},
		"type arguments": {"-- a/a.go --\npackage a\n\nfunc F[T any](n int) { F[*T](n) }\n", "instantiation cycle"},
		"structs":        {"-- a/a.go --\npackage a\n\ntype T struct{ u U }\n\ntype U struct{ t [2]T }\n", "invalid recursive type"},
		"variables":      {"-- a/a.go --\npackage a\n\nvar x = y\n\nvar y = f()\n\nfunc f() int { return x }\n", "initialization cycle"},
	} {
		dir := tree(t, small+c.files)
		res, _, err := load.Run(t.Context(), load.Options{Dir: dir, Env: fixture.Env()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		pings(t, res, "/livez")
		if !slices.ContainsFunc(res.Errors, func(e inventory.Failure) bool { return strings.Contains(e.Message, c.want) }) {
			t.Errorf("%s: errors %v, want one with %q", name, res.Errors, c.want)
		}
	}
}

// TestVariants has a probe in a file for one system, one processor or one tag.
func TestVariants(t *testing.T) {
	const probe = "package main\n\nimport \"net/http\"\n\nfunc init() { http.HandleFunc(\"/readyz\", live) }\n"
	dir := tree(t, small+"-- probe_windows.go --\n"+probe+
		"-- probe_arm64.go --\n"+strings.Replace(probe, "/readyz", "/startupz", 1)+
		"-- tagged.go --\n//go:build extra && !plain\n\n"+strings.Replace(probe, "/readyz", "/healthz", 1))
	for _, c := range []struct {
		env  []string
		tags string
		want []string
	}{
		{[]string{"GOOS=linux", "GOARCH=amd64"}, "", []string{"/livez"}},
		{[]string{"GOOS=windows", "GOARCH=amd64"}, "", []string{"/livez", "/readyz"}},
		{[]string{"GOOS=windows", "GOARCH=arm64"}, "", []string{"/livez", "/readyz", "/startupz"}},
		{[]string{"GOOS=linux", "GOARCH=386"}, "extra", []string{"/healthz", "/livez"}},
		{[]string{"GOOS=linux", "GOARCH=amd64"}, "extra,plain", []string{"/livez"}},
		{[]string{"GOOS=darwin", "GOARCH=arm64", "GOFLAGS=-tags=extra"}, "", []string{"/healthz", "/livez", "/startupz"}},
		{[]string{"GOOS=js", "GOARCH=wasm"}, "", []string{"/livez"}},
	} {
		res := run(t, load.Options{Dir: dir, Tags: c.tags, Env: append(fixture.Env(), append(c.env, "CGO_ENABLED=0")...)})
		var got []string
		for _, p := range res.Probes {
			got = append(got, p.Path)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v -tags=%s: probes %v, want %v", c.env, c.tags, got, c.want)
		}
	}
}

// TestModFlags has GOFLAGS of teams that vendor, and of those that let go edit go.mod. The latter is not done: a run
// that needs it says what to do.
func TestModFlags(t *testing.T) {
	const replace = "module example.com/stress\n\ngo 1.26\n\nrequire example.com/health v0.0.0\n\nreplace example.com/health => ./health\n"
	uses := strings.NewReplacer("module example.com/stress\n\ngo 1.26\n", replace, "\t\"net/http\"\n)", "\t\"net/http\"\n\n\t_ \"example.com/health\"\n)").Replace(small)
	health := "-- health/go.mod --\nmodule example.com/health\n\ngo 1.26\n-- health/health.go --\npackage health\n\nimport \"net/http\"\n\nfunc init() { http.HandleFunc(\"/readyz\", func(http.ResponseWriter, *http.Request) {}) }\n"
	vendored := strings.ReplaceAll(health, "-- health/go.mod --\nmodule example.com/health\n\ngo 1.26\n", "") +
		"-- vendor/modules.txt --\n# example.com/health v0.0.0 => ./health\n## explicit; go 1.26\nexample.com/health\n# example.com/health => ./health\n"
	vendored = strings.ReplaceAll(vendored, "-- health/", "-- vendor/example.com/health/")
	for _, c := range []struct{ flags, files string }{
		{"-mod=mod", health}, {"-mod=readonly", health}, {"-mod=vendor", vendored}, {"", vendored}, {"-mod=mod -trimpath", health},
	} {
		dir := tree(t, uses+c.files)
		before := contents(t, dir)
		res := run(t, load.Options{Dir: dir, Env: append(fixture.Env(), "GOFLAGS="+c.flags)})
		pings(t, res, "/livez")
		if !slices.ContainsFunc(res.Probes, func(p inventory.Probe) bool { return p.Path == "/readyz" }) {
			t.Errorf("GOFLAGS=%q: no probe on /readyz: %v", c.flags, res.Open)
		}
		if after := contents(t, dir); after != before {
			t.Errorf("GOFLAGS=%q: the run changed the tree\n%s\nto\n%s", c.flags, before, after)
		}
	}
	dir := tree(t, strings.Replace(uses, replace, "module example.com/stress\n\ngo 1.26\n", 1)+health)
	before := contents(t, dir)
	res, _, err := load.Run(t.Context(), load.Options{Dir: dir, Env: append(fixture.Env(), "GOFLAGS=-mod=mod")})
	if err != nil || !slices.ContainsFunc(res.Errors, func(e inventory.Failure) bool { return strings.Contains(e.Message, "go get example.com/health") }) {
		t.Errorf("a missing module: %v, %v", err, res.Errors)
	}
	if after := contents(t, dir); after != before {
		t.Errorf("a missing module: the run changed the tree to\n%s", after)
	}
}

// contents gives the names, modes and texts of all files.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			b.WriteString(path + "\n")
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		b.WriteString(path + " " + info.Mode().String() + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReadOnly has a tree that nobody may write into. The superuser may, so what is there is compared as well.
func TestReadOnly(t *testing.T) {
	dir := tree(t, small)
	modes := func(dirs, files fs.FileMode) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, dirs)
			}
			return os.Chmod(path, files)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	modes(0o555, 0o444)
	defer modes(0o755, 0o644)
	before := contents(t, dir)
	pings(t, run(t, load.Options{Dir: dir, Env: fixture.Env()}), "/livez")
	if out := vet(t, dir); strings.Count(out, "liveness-dependency: ") != 1 {
		t.Errorf("go vet:\n%s", out)
	}
	if after := contents(t, dir); after != before {
		t.Errorf("the tree has changed to\n%s", after)
	}
}

// vet runs go vet with this test binary as the tool.
func vet(t *testing.T, dir string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "-vettool="+exe, "./...")
	cmd.Dir, cmd.Env = dir, append(fixture.Env(), asTool+"=1")
	out, _ := cmd.CombinedOutput() // fails when there are findings
	return string(out)
}
