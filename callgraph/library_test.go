package callgraph_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
)

// TestTerms looks at what libraries say of how they run a check: in a time of its own, or for the body alone.
func TestTerms(t *testing.T) {
	cases, err := fixture.Load(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"check_hellofresh": "/readyz true null",
		"check_always_200": "/readyz null false",
		"wrap_pairs":       "/readyz null null",
	} {
		i := slices.IndexFunc(cases, func(c *fixture.Case) bool { return c.Name == name })
		if i < 0 {
			t.Errorf("no fixture %s", name)
			continue
		}
		if have := termsOf(runCase(t, cases[i]), "/readyz"); have != want {
			t.Errorf("%s: %q, want %q", name, have, want)
		}
	}
}

// termsOf prints deadline and decides of the one dependency of the probe at path.
func termsOf(res *inventory.Result, path string) string {
	for _, p := range res.Probes {
		if p.Path == path && len(p.Dependencies) == 1 {
			d := p.Dependencies[0]
			return fmt.Sprint(path, " ", optional(d.Deadline), " ", optional(d.Decides))
		}
	}
	return ""
}

func optional(b *bool) string {
	if b == nil {
		return "null"
	}
	return fmt.Sprint(*b)
}
