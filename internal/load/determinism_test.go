package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
)

// steady are fixtures whose results are made in different ways: by wiring, by conversions, by loops over
// routes, by order of initialisers, by several programs.
var steady = []string{"open_falls_back_to_conversions", "programs_fallback_apart", "registry_map_of_checks", "routes_nested_loops", "wire_global_set_elsewhere"}

// TestDeterminism asks for the same bytes from two runs, from one and from two processors, and with the
// patterns the other way round.
func TestDeterminism(t *testing.T) {
	cases, err := fixture.Load("../../testdata/callgraph")
	if err != nil {
		t.Fatal(err)
	}
	some := slices.DeleteFunc(cases, func(c *fixture.Case) bool { return !slices.Contains(steady, c.Name) })
	if len(some) != len(steady) {
		t.Fatalf("%d of the fixtures %v are there", len(some), steady)
	}
	dir := t.TempDir()
	if err := fixture.Workspace(some, dir, "../../testdata/stubs"); err != nil {
		t.Fatal(err)
	}
	patterns := make([]string, len(steady))
	for i, name := range steady {
		patterns[i] = "./" + name + "/..."
	}
	t.Run("fixtures", func(t *testing.T) {
		sameBytes(t, Options{Dir: dir, Patterns: patterns, Env: append(fixture.Env(), "GOWORK=")})
	})
	t.Run("example", func(t *testing.T) {
		sameBytes(t, Options{Dir: filepath.Join("..", "..", "testdata", "example"), Patterns: []string{".", "./app", "./fixed/...", "./store"}})
	})
}

// TestPackageOrder works on the packages of all fixtures in other orders, each of which has every import before its
// importers, on one to four processors. It asks for the same bytes.
func TestPackageOrder(t *testing.T) {
	dir := t.TempDir()
	if err := fixture.All("../..", dir); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: dir, Patterns: []string{"example.com/..."}, Env: append(fixture.Env(), "GOWORK=")}
	l, err := list(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var want string
	for i, procs := range []int{1, 2, 4} {
		g := newGraph(l)
		if i > 0 {
			shuffle(g, rand.New(rand.NewPCG(uint64(i), 0)))
		}
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			res, stats, err := analyse(context.Background(), l, g, o)
			if err != nil || len(res.Errors) > 0 || stats.Findings == 0 {
				t.Fatal(err, res.Errors, stats)
			}
			got := asJSON(t, res)
			if i == 0 {
				want = got
			}
			if got != want {
				t.Errorf("order %d on %d processors: %s", i, procs, firstDifference(want, got))
			}
		}()
	}
}

// shuffle changes the order in which packages are asked for, and so that in which they are worked on.
func shuffle(g *graph, r *rand.Rand) {
	swap := func(ns []*node) { r.Shuffle(len(ns), func(i, j int) { ns[i], ns[j] = ns[j], ns[i] }) }
	for _, n := range g.nodes {
		swap(n.deps)
	}
	swap(g.nodes)
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nnot\n%s", i+1, b[i], a[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(b), len(a))
}

func sameBytes(t *testing.T, o Options) {
	t.Helper()
	run := func(procs int) string {
		t.Helper()
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		res, stats, err := Run(context.Background(), o)
		if err != nil || len(res.Errors) > 0 {
			t.Fatal(err, res.Errors)
		}
		if stats.Probes == 0 {
			t.Fatal("nothing was found, so nothing was compared")
		}
		return asJSON(t, res)
	}
	want := run(1)
	if got := run(1); got != want {
		t.Errorf("a second run gives\n%s\nnot\n%s", got, want)
	}
	if got := run(2); got != want {
		t.Errorf("two processors give\n%s\nnot\n%s", got, want)
	}
	o.Patterns = slices.Clone(o.Patterns)
	slices.Reverse(o.Patterns)
	if got := run(2); got != want {
		t.Errorf("patterns the other way round give\n%s\nnot\n%s", got, want)
	}
}
