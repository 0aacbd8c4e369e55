package callgraph_test

import (
	"context"
	"os/exec"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/load"
)

const (
	fixtures = "../testdata/callgraph"
	stubs    = "../testdata/stubs"
)

func loadFixtures(t *testing.T) []*fixture.Case {
	t.Helper()
	cases, err := fixture.Load(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// TestFixtures runs each program on its own and compares the whole set of probes.
func TestFixtures(t *testing.T) {
	for _, c := range loadFixtures(t) {
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

// TestFixturesCompile holds the corpus to the compiler and to vet, as one workspace: a program that does
// not type-check says nothing about the engine.
func TestFixturesCompile(t *testing.T) {
	dir := t.TempDir()
	if err := fixture.Workspace(loadFixtures(t), dir, stubs); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(fixture.Env(), "GOWORK=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
