package catalog

import (
	"os"
	"strings"
	"testing"
)

func TestBuiltinRules(t *testing.T) {
	if err := Rules().Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := roleTables(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rules", len(Rules().All()))
}

// The page about the format names every kind, and every key and flag that some kind takes.
func TestRoutePage(t *testing.T) {
	page, err := os.ReadFile("data/routes/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for kind, spec := range ruleKinds {
		for _, word := range append([]string{string(kind)}, spec.may...) {
			if !strings.Contains(string(page), "`"+word+"`") {
				t.Errorf("data/routes/README.md does not name %s", word)
			}
		}
	}
}
