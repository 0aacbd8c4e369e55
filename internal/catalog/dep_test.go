package catalog

import (
	"strings"
	"testing"
)

func TestDefaultParses(t *testing.T) {
	c := Default()
	if len(c.blocks) < 150 || len(c.families) < 20 || len(c.runs) < 100 || len(c.checks) < 80 {
		t.Errorf("too little: %d packages, %d families, %d runs, %d checks", len(c.blocks), len(c.families), len(c.runs), len(c.checks))
	}
}

// TestPredicatesAreUsed: a shape that no line asks for is dead code.
func TestPredicatesAreUsed(t *testing.T) {
	files, err := depData.ReadDir("data/deps")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		data, err := depData.ReadFile("data/deps/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for name := range predicates {
		if !strings.Contains(all.String(), "sig="+name+"\n") {
			t.Errorf("no line has sig=%s", name)
		}
	}
}

// TestBlocksSayMore: a package that a family covers must add to it, or it is a leftover.
func TestBlocksSayMore(t *testing.T) {
	c := Default()
	for path, b := range c.blocks {
		for _, f := range c.families {
			if f.match.MatchString(path) && f.kind == b.kind && f.product == b.product && f.shared == b.shared {
				t.Errorf("%s: the family at %s has all this", b.where, f.where)
			}
		}
	}
}
