// Package report prints results. Each format is a view of inventory.Result: it decides what to leave out and
// how to say it, never what is true.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// View is how a person wants to see a result.
type View struct {
	Level inventory.Level // findings below are left out
	Color bool
}

// Shown are the findings that the view does not leave out, in their order.
func (v View) Shown(res *inventory.Result) []inventory.Finding {
	var out []inventory.Finding
	for _, f := range res.Findings {
		if f.Suppressed == nil && f.Level.Rank() >= v.Level.Rank() {
			out = append(out, f)
		}
	}
	return out
}

// JSON prints all of the result, one object.
func JSON(w io.Writer, res *inventory.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(res)
}

// Position prints a position the way compilers do, with what is known of it.
func Position(p inventory.Position) string {
	s := inventory.Printable(p.File) // a line directive may name anything
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	}
	return s
}

// Errors prints what failed, a line each.
func (v View) Errors(w io.Writer, res *inventory.Result) error {
	for _, e := range res.Errors {
		var parts []string
		switch pos := Position(e.Position); {
		case pos != "":
			parts = append(parts, pos)
		case e.Package == "":
			parts = append(parts, "healthlint")
		}
		if e.Package != "" && !slices.Contains(strings.Fields(e.Message), e.Package) {
			parts = append(parts, e.Package)
		}
		parts = append(parts, e.Message)
		if _, err := fmt.Fprintf(w, "%s\n", strings.Join(parts, ": ")); err != nil {
			return err
		}
	}
	return nil
}

// Counts is what the closing line tells beside the result.
type Counts struct {
	Packages, Programs int
	Pending            int      // endpoints that only a program can complete
	Everything         bool     // the run named all packages of its module
	Lookalikes         []string // what read like a health endpoint, of use when there is none
}

// Closing is the one line that ends a run.
func (v View) Closing(res *inventory.Result, c Counts) string {
	findings := names.Count(len(v.Shown(res)), "finding") + v.levels(res)
	return c.scope(res) + ", " + findings + ", " + outcome(res) + c.nothing(res)
}

// ClosingProbes is the line that ends a list of probes, which shows no findings.
func (v View) ClosingProbes(res *inventory.Result, c Counts) string {
	line := c.scope(res) + ", " + outcome(res) + c.nothing(res)
	switch n := len(v.Shown(res)); n {
	case 0:
		return line
	case 1:
		return line + "; 1 finding (run healthlint to see it)"
	default:
		return line + fmt.Sprintf("; %d findings (run healthlint to see them)", n)
	}
}

func (c Counts) scope(res *inventory.Result) string {
	return names.Count(c.Packages, "package") + ", " + names.Count(c.Programs, "program") + ", " + names.Count(len(res.Probes), "probe")
}

// outcome says what stayed open and what failed.
func outcome(res *inventory.Result) string {
	line := strconv.Itoa(len(res.Open)) + " open"
	if len(res.Errors) > 0 {
		line += ", " + names.Count(len(res.Errors), "load error")
	}
	return line
}

// nothing explains why no probe is listed. After an error nobody knows.
func (c Counts) nothing(res *inventory.Result) string {
	switch {
	case len(res.Probes) > 0 || len(res.Errors) > 0:
		return ""
	case c.Pending > 0:
		return "; " + c.pending()
	case len(c.Lookalikes) > 0:
		return noEndpoint + ", though this looks like one: " + strings.Join(c.Lookalikes, ", ")
	}
	return noEndpoint
}

const noEndpoint = "; no health endpoint was found (docs/endpoints.md lists the names that count)"

func (c Counts) pending() string {
	line := names.Count(c.Pending, "endpoint") + " are registered here, but what they call is only known in a program"
	if c.Pending == 1 {
		line = "1 endpoint is registered here, but what it calls is only known in a program"
	}
	if c.Everything {
		return line + " that uses the package"
	}
	return line + "; name its main package too (healthlint ./...)"
}

// levels says how many findings of each level are shown, and how many are not, and why.
func (v View) levels(res *inventory.Result) string {
	of := map[inventory.Level]int{}
	for _, f := range v.Shown(res) {
		of[f.Level]++
	}
	var parts []string
	for _, l := range []inventory.Level{inventory.Error, inventory.Warning, inventory.Note} {
		if of[l] > 0 {
			parts = append(parts, names.Count(of[l], string(l)))
		}
	}
	all := strings.Join(parts, ", ")
	if left := v.left(res); left != "" {
		all = strings.TrimPrefix(all+"; "+left, "; ")
	}
	if all == "" {
		return ""
	}
	return " (" + all + ")"
}

// left says how many findings are not shown, and why.
func (v View) left(res *inventory.Result) string {
	below, suppressed := 0, 0
	for _, f := range res.Findings {
		switch {
		case f.Suppressed != nil:
			suppressed++
		case f.Level.Rank() < v.Level.Rank():
			below++
		}
	}
	var parts []string
	if below > 0 {
		parts = append(parts, fmt.Sprintf("%d below %s", below, v.Level))
	}
	if suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", suppressed))
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, " and ") + " not shown"
}
