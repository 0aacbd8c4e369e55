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
	s := p.File
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
	Lookalikes         []string // what read like a health endpoint, of use when there is none
}

// Closing is the one line that ends a run.
func (v View) Closing(res *inventory.Result, c Counts) string {
	shown := len(v.Shown(res))
	parts := []string{
		count(c.Packages, "package"), count(c.Programs, "program"), count(len(res.Probes), "probe"),
		count(shown, "finding"), strconv.Itoa(len(res.Open)) + " open",
	}
	parts[3] += v.left(res)
	if len(res.Errors) > 0 {
		parts = append(parts, count(len(res.Errors), "error"))
	}
	line := strings.Join(parts, ", ")
	if len(res.Probes) > 0 {
		return line
	}
	line += "; no health endpoint was found"
	if len(c.Lookalikes) > 0 {
		line += ", though this looks like one: " + strings.Join(c.Lookalikes, ", ")
	}
	return line
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
	return " (" + strings.Join(parts, " and ") + " not shown)"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
