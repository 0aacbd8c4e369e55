package analyzer

import (
	"bytes"
	"fmt"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// asTool makes the test binary be a vet tool with the toy in place of the engine.
const asTool = "HEALTHLINT_TEST_TOY"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) != "" {
		unitchecker.Main(newAnalyzer(Config{}, toy))
	}
	os.Exit(m.Run())
}

// module is a chain of packages main -> app -> pg, where main does not import pg, and a test that brings in fakes.
const module = `
-- go.mod --
module shop

go 1.26
-- main.go --
package main

import "shop/app"

func main() { app.New() }

func ProbeLive() {}

func FarLive() {}
-- main_test.go --
package main

import "shop/fake"

func CheckInTest() { fake.New() }

func ProbeInTest() {}
-- main_x_test.go --
package main_test

func ProbeOutside() {}
-- app/app.go --
package app

import "shop/pg"

func New() { pg.New() }
-- pg/pg.go --
package pg

func New() {}

func CheckPing() {}
-- fake/fake.go --
package fake

func New() {}

func CheckFake() {}
`

// vetter runs go vet with the toy over a module. Traps are about what is cached: the directory is part of the key, so
// each test starts without results of its own.
type vetter struct {
	t   *testing.T
	dir string
	env []string
}

func newVetter(t *testing.T, archive string) *vetter {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &vetter{t: t, dir: dir, env: append(os.Environ(), asTool+"=1", "GOFLAGS=",
		"GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0")}
}

// vet gives what go vet prints, without its headings, sorted, and whether it failed.
func (v *vetter) vet(args ...string) (string, bool) {
	v.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		v.t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + exe}, args...)...)
	cmd.Dir, cmd.Env = v.dir, v.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		v.t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimPrefix(line, "./"))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), err != nil
}

func (v *vetter) want(args []string, want string) {
	v.t.Helper()
	want = strings.TrimPrefix(want, "\n")
	if got, failed := v.vet(args...); got != want || failed != (want != "") {
		v.t.Errorf("go vet %s: failed %v, printed\n%swant\n%s", strings.Join(args, " "), failed, got, want)
	}
}

const moduleFindings = `
main.go:7:6: liveness-dependency: ProbeLive knows shop/pg.CheckPing
pg/pg.go:5:6: liveness-dependency: FarLive knows shop/pg.CheckPing
`

// Facts reach direct importers only (T13), positions in other packages print right, tests count for nothing: neither
// their functions nor what only they import. The second run shows the same out of the cache.
func TestVet(t *testing.T) {
	v := newVetter(t, module)
	v.want([]string{"./..."}, moduleFindings)
	v.want([]string{"./..."}, moduleFindings)
	v.want([]string{"-healthlint.rules=shared-handler", "./..."}, moduleFindings) // rules are the engine's matter
	if got, failed := v.vet("-healthlint.rules=shard-handler", "./..."); !failed || !strings.Contains(got, `did you mean "shared-handler"?`) {
		t.Errorf("unknown rule: failed %v, printed\n%s", failed, got)
	}
}

// A package that makes the analysis panic is named, again on the next run (T11), and importers go on (T5).
func TestVetPanic(t *testing.T) {
	v := newVetter(t, module+"-- pg/boom.go --\npackage pg\n\nfunc Boom() {}\n")
	want := `
app/own.go:3:6: liveness-dependency: FarLive knows shop/app.CheckOwn
main.go:7:6: liveness-dependency: ProbeLive knows shop/app.CheckOwn
pg/boom.go:1:9: analysis-failed: package shop/pg: boom; findings that depend on it are missing
`
	own := filepath.Join(v.dir, "app", "own.go")
	if err := os.WriteFile(own, []byte("package app\n\nfunc CheckOwn() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v.want([]string{"./..."}, want)
	v.want([]string{"./..."}, want)
}

// On Go 1.26 the go command keeps the facts-only result of a dependency and its full result under one key, so another
// pattern than before loses findings (T1) or adds those of packages nobody named (T12). Nothing a tool does changes
// that; the docs say to always use ./... This test says when the docs can drop it.
func TestVetOtherPattern(t *testing.T) {
	const probe = "-- lib/lib.go --\npackage lib\n\nfunc ProbeLib() {}\n-- cmd/main.go --\npackage main\n\nimport \"shop/lib\"\n\nfunc main() { lib.ProbeLib() }\n"
	const finding = "lib/lib.go:3:6: liveness-dependency: ProbeLib knows \n"
	fixed := version.Compare(runtime.Version(), "go1.27") >= 0
	v := newVetter(t, "-- go.mod --\nmodule shop\n\ngo 1.26\n"+probe)
	v.want([]string{"./cmd"}, "")
	if got, _ := v.vet("./..."); (got == finding) != fixed {
		t.Errorf("T1 on %s: after ./cmd, ./... prints %q", runtime.Version(), got)
	}
	v = newVetter(t, "-- go.mod --\nmodule shop\n\ngo 1.26\n"+probe)
	v.want([]string{"./..."}, finding)
	if got, _ := v.vet("./cmd"); (got == "") != fixed {
		t.Errorf("T12 on %s: after ./..., ./cmd prints %q", runtime.Version(), got)
	}
	v.want([]string{"./..."}, finding)
}

// The in-memory driver of x/tools gives the same, and with SanityCheck it fails on facts that do not encode to the
// same bytes twice (T7).
func TestChecker(t *testing.T) {
	v := newVetter(t, module)
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: v.dir, Env: v.env, Tests: true}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("load: %v", err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{newAnalyzer(Config{}, toy)}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			rel, _ := filepath.Rel(v.dir, pos.Filename)
			seen[fmt.Sprintf("%s:%d:%d: %s\n", rel, pos.Line, pos.Column, d.Message)] = true
		}
	}
	if got := strings.Join(slices.Sorted(maps.Keys(seen)), ""); "\n"+got != moduleFindings {
		t.Errorf("got\n%swant%s", got, moduleFindings)
	}
}
