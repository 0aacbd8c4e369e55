package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/healthlint/healthlint/internal/inventory"
)

// Probes prints the inventory as a table, then what stayed open.
func (v View) Probes(w io.Writer, res *inventory.Result) error {
	var b strings.Builder
	if len(res.Probes) > 0 {
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "PROGRAM\tPATH\tROLE\tSOURCE\tHANDLER\tREGISTERED\tREACHES")
		for i := range res.Probes {
			p := &res.Probes[i]
			fmt.Fprintln(t, strings.Join([]string{orDash(p.Program), orDash(p.Path), orDash(string(p.Role)),
				orDash(p.RoleSource), orDash(p.Handler), orDash(Position(p.Registered)), reaches(p)}, "\t"))
		}
		t.Flush()
	}
	if len(res.Open) > 0 {
		fmt.Fprintf(&b, "%sopen, so that the table may lack something:\n", gap(b.Len()))
		for _, o := range res.Open {
			fmt.Fprintf(&b, "  %s: %s: %s\n", Position(o.Position), o.What, o.Why)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func gap(before int) string {
	if before > 0 {
		return "\n"
	}
	return ""
}

func orDash(s string) string { return cmp.Or(s, "-") }

// reaches names the products, each once: certain ones first, then those that are only possible, and says
// when a call stayed open.
func reaches(p *inventory.Probe) string {
	var names []string
	for i := range p.Dependencies {
		d := &p.Dependencies[i]
		name := fmt.Sprintf("%s (%s)", d.Product, d.Kind)
		if d.Product == "" {
			name = d.Kind
		}
		if !d.Shared {
			name += " local"
		}
		if d.Confidence == inventory.Possible {
			name += "?"
		}
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	names = slices.DeleteFunc(names, func(n string) bool {
		sure, possible := strings.CutSuffix(n, "?")
		return possible && slices.Contains(names, sure)
	})
	if p.Open {
		names = append(names, "open calls")
	}
	return orDash(strings.Join(names, ", "))
}
