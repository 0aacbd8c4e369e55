package load

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

// The result has the same bytes however many packages are worked on at a time, in whatever order they are named, and
// from wherever the run starts.
func TestSameBytes(t *testing.T) {
	example := filepath.Join("..", "..", "testdata", "example")
	run := func(o Options) string {
		t.Helper()
		o.Dir = example
		o.Env = nil
		res, _, err := Run(context.Background(), o)
		if err != nil || len(res.Errors) > 0 {
			t.Fatal(err, res.Errors)
		}
		return asJSON(t, res)
	}
	want := run(Options{Patterns: []string{"./..."}, Workers: 1})
	for range 3 {
		if got := run(Options{Patterns: []string{"./fixed", "./store", "./app", "./fixed/app", "."}, Workers: 4}); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func asJSON(t *testing.T, res *inventory.Result) string {
	t.Helper()
	out, err := json.MarshalIndent(res, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, _, err := Run(ctx, Options{Dir: filepath.Join("..", "..", "testdata", "example")})
	if err == nil || len(res.Errors) != 1 {
		t.Errorf("err %v, errors %v", err, res.Errors)
	}
}
