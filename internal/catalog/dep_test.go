package catalog

import "testing"

func TestDefaultParses(t *testing.T) {
	c := Default()
	if len(c.blocks) < 150 || len(c.families) < 10 || len(c.runs) < 50 || len(c.checks) < 30 {
		t.Errorf("too little: %d packages, %d families, %d runs, %d checks", len(c.blocks), len(c.families), len(c.runs), len(c.checks))
	}
}
