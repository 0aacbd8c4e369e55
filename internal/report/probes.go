package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// Probes prints the inventory as a table, then what stayed open.
func (v View) Probes(w io.Writer, res *inventory.Result) error {
	var b strings.Builder
	if len(res.Probes) > 0 {
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "PROGRAM\tPATH\tROLE\tSOURCE\tHANDLER\tREGISTERED\tREACHES")
		for i := range res.Probes {
			p := &res.Probes[i]
			fmt.Fprintln(t, strings.Join([]string{orDash(p.Program), orDash(p.Shown()), orDash(string(p.Role)),
				orDash(p.RoleSource), orDash(names.Func(p.Handler)), orDash(Position(p.Registered)), Reaches(p)}, "\t"))
		}
		t.Flush()
	}
	if len(res.Open) > 0 {
		fmt.Fprintf(&b, "%sopen, so that the table may lack something:\n", gap(b.Len()))
		for _, o := range res.Open {
			fmt.Fprintf(&b, "  %s: %s\n", strings.TrimPrefix(Position(o.Position)+": "+o.What, ": "), o.Why)
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

// Reaches names what a probe reaches, each once: what is shared first, then what is this replica's own. What is only
// possible has a question mark, unless the same is certain, and it says when a call stayed open.
func Reaches(p *inventory.Probe) string {
	var shared, local []string
	for i := range p.Dependencies {
		d := &p.Dependencies[i]
		name, list := names.InTable(d, p.HandlerPackage), &shared
		if !d.Shared {
			name, list = name+" local", &local
		}
		if d.Confidence == inventory.Possible {
			name += "?"
		}
		*list = append(*list, name)
	}
	all := append(distinct(shared), distinct(local)...)
	if p.Open {
		all = append(all, "open calls")
	}
	return orDash(strings.Join(all, ", "))
}

// distinct sorts, and drops doubles and doubts about what is certain.
func distinct(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	sure := slices.Clone(list)
	return slices.DeleteFunc(list, func(n string) bool {
		name, possible := strings.CutSuffix(n, "?")
		return possible && slices.Contains(sure, name)
	})
}
