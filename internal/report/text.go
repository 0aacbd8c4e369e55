package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/healthlint/healthlint/internal/inventory"
)

// Arrows of a chain.
const (
	called  = "→" // a call whose target stands in the code
	decided = "⇢" // a call through an interface or a function value
	legend  = decided + " is a call through an interface or a function value; the target is the one that this program puts there."
)

// Text prints the findings: a first line as compilers print it, so that editors can jump, then the chain of
// calls below it, each with the place where it leads on.
func (v View) Text(w io.Writer, res *inventory.Result) error {
	shown := v.Shown(res)
	var b strings.Builder
	dynamic := false
	for i, f := range shown {
		if i > 0 {
			b.WriteByte('\n')
		}
		v.finding(&b, f, res.Probes)
		for _, s := range f.Chain {
			dynamic = dynamic || s.Edge == "dynamic"
		}
	}
	if dynamic {
		fmt.Fprintf(&b, "\n%s\n", v.paint(legend, color.Faint))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v View) finding(b *strings.Builder, f inventory.Finding, probes []inventory.Probe) {
	message := f.Message
	if rest, ok := strings.CutPrefix(message, f.Rule); ok {
		message = v.paint(f.Rule, levelColor(f.Level), color.Bold) + rest
	}
	fmt.Fprintf(b, "%s: %s\n", v.paint(Position(f.Position), color.Bold), message)
	rows := registrations(f, probes)
	for i, s := range f.Chain {
		rows = append(rows, row{arrow(i, s), s.Func, Position(s.Position)})
	}
	v.rows(b, rows)
}

// row is one line below a finding.
type row struct{ mark, text, place string }

func arrow(i int, s inventory.Step) string {
	switch {
	case i == 0:
		return " "
	case s.Edge == "dynamic":
		return decided
	}
	return called
}

// registrations are the endpoints a finding is about.
func registrations(f inventory.Finding, probes []inventory.Probe) []row {
	var rows []row
	seen := map[row]bool{}
	for _, id := range f.Probes {
		if id < 0 || id >= len(probes) {
			continue
		}
		p := probes[id]
		r := row{" ", fmt.Sprintf("registered: %s (%s)", p.Path, p.Role), Position(p.Registered)}
		if !seen[r] { // once for each, however many programs register it
			seen[r] = true
			rows = append(rows, r)
		}
	}
	return rows
}

// rows aligns the places behind the longest text.
func (v View) rows(b *strings.Builder, rows []row) {
	width := 0
	for _, r := range rows {
		width = max(width, utf8.RuneCountInString(r.text))
	}
	for _, r := range rows {
		line := fmt.Sprintf("    %s %s", r.mark, r.text)
		if r.place != "" {
			line += strings.Repeat(" ", width-utf8.RuneCountInString(r.text)+2) + v.paint(r.place, color.Faint)
		}
		b.WriteString(line + "\n")
	}
}

func levelColor(l inventory.Level) color.Attribute {
	switch l {
	case inventory.Error:
		return color.FgRed
	case inventory.Warning:
		return color.FgYellow
	}
	return color.FgCyan
}

// paint colours a text when the view is in colour. It never asks the environment: the command has.
func (v View) paint(text string, attributes ...color.Attribute) string {
	if !v.Color {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
