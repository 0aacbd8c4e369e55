package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func costly(file string, line int, claim string, assumptions ...string) inventory.Finding {
	text := claim + "; assumptions: " + strings.Join(assumptions, ", ") + ")"
	return inventory.Finding{Rule: "r", Level: inventory.Error, Message: "r: x", Position: inventory.Position{File: file, Line: line},
		Cost: &inventory.Cost{Text: text, Assumptions: assumptions}}
}

// A cost stands once, and what all costs assume stands at the end.
func TestCosts(t *testing.T) {
	strange := inventory.Finding{Rule: "r", Position: inventory.Position{File: "z.go", Line: 1}, Cost: &inventory.Cost{Text: "so much", Assumptions: []string{"A"}}}
	for _, tt := range []struct {
		name     string
		findings []inventory.Finding
		want     []string // the lines of costs and of the end
	}{
		{"one", []inventory.Finding{costly("a.go", 1, "if (x", "A", "B")}, []string{"cost: if (x)", "The cost assumes: A, B."}},
		{"equal", []inventory.Finding{costly("a.go", 1, "if (x", "A"), costly("b.go", 2, "if (x", "A"), costly("b.go", 3, "if (x", "A")},
			[]string{"cost: if (x)", "cost: as at a.go:1", "cost: as at a.go:1", "The cost assumes: A."}},
		{"equal in one place", []inventory.Finding{costly("a.go", 1, "if (x", "A"), costly("a.go", 1, "if (x", "A")},
			[]string{"cost: if (x)", "cost: as above", "The cost assumes: A."}},
		{"different", []inventory.Finding{costly("a.go", 1, "if (x", "A", "B", "C"), costly("b.go", 2, "if (y", "A", "C", "D")},
			[]string{"cost: if (x; assumptions: B)", "cost: if (y; assumptions: D)", "All costs assume: A, C."}},
		{"one claim on two assumptions", []inventory.Finding{costly("a.go", 1, "if (x", "A", "B"), costly("b.go", 2, "if (x", "A")},
			[]string{"cost: if (x; assumptions: B)", "cost: if (x)", "All costs assume: A."}},
		{"nothing in common", []inventory.Finding{costly("a.go", 1, "if (x", "A"), costly("b.go", 2, "if (y", "B")},
			[]string{"cost: if (x; assumptions: A)", "cost: if (y; assumptions: B)"}},
		{"a text of another make", []inventory.Finding{costly("a.go", 1, "if (x", "A"), strange}, []string{"cost: if (x; assumptions: A)", "cost: so much"}},
		{"none", []inventory.Finding{{Rule: "r"}}, nil},
	} {
		var b bytes.Buffer
		if err := (View{Level: inventory.Note}).Text(&b, &inventory.Result{Findings: withLevel(tt.findings)}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "cost: ") || strings.Contains(line, "assume") && strings.HasSuffix(line, ".") {
				got = append(got, line)
			}
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

func withLevel(list []inventory.Finding) []inventory.Finding {
	for i := range list {
		list[i].Level = inventory.Error
	}
	return list
}
