package callgraph_test

import (
	"context"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
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
			dir := t.TempDir()
			if err := c.Extract(dir, stubs); err != nil {
				t.Fatal(err)
			}
			res, _, err := load.Run(context.Background(), load.Options{Dir: dir, Env: fixture.Env()})
			if err != nil {
				t.Fatal(err)
			}
			if diff := c.Check(res); diff != "" {
				t.Error(diff)
			}
		})
	}
}
