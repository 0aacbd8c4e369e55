package callgraph_test

import (
	"context"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
)

const (
	fixtures = "../testdata/callgraph"
	stubs    = "../testdata/stubs"
)

// TestFixtures runs each program on its own and compares the whole set of probes.
func TestFixtures(t *testing.T) {
	cases, err := fixture.Load(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if diff := c.Check(runCase(t, c)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// runCase writes the files of c into a folder of their own and gives what the command finds there.
func runCase(t *testing.T, c *fixture.Case) *inventory.Result {
	t.Helper()
	dir := t.TempDir()
	if err := c.Extract(dir, stubs); err != nil {
		t.Fatal(err)
	}
	res, _, err := load.Run(context.Background(), load.Options{Dir: dir, Env: fixture.Env()})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
