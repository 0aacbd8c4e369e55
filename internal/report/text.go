package report

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// Arrows of a chain.
const (
	called  = "→" // a call whose target stands in the code
	decided = "⇢" // a call through an interface or a function value
)

// What decided means, by what is known of its targets.
const (
	legendTarget    = decided + " is a call through an interface or a function value; the target is the one that this program puts there."
	legendInterface = decided + " is a call through an interface, which is all that is known of its target."
	legendBoth      = decided + " is a call through an interface or a function value; the target is the one that this program puts there, or the interface itself where no more is known."
)

// Text prints the findings: a first line as compilers print it, so that editors can jump, then the chain of
// calls below it, each with the place where it leads on, then the fingerprint, and the cost where there is one. What
// all findings have in common stands at the end.
func (v View) Text(w io.Writer, res *inventory.Result) error {
	shown := v.Shown(res)
	var b strings.Builder
	costs := newCosts(shown)
	target, unknown := false, false
	for i, f := range shown {
		if i > 0 {
			b.WriteByte('\n')
		}
		v.finding(&b, f, res.Probes, costs)
		t, u := targets(f.Chain)
		target, unknown = target || t, unknown || u
	}
	for _, end := range []string{legendOf(target, unknown), costs.end()} {
		if end != "" {
			fmt.Fprintf(&b, "\n%s\n", v.paint(end, color.Faint))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// onInterface matches the method of an exported type that is no pointer: of the last call of a chain, that is an
// interface of a client.
var onInterface = regexp.MustCompile(`^\((\w+\.)?[A-Z]\w*\)\.`)

// targets reports whether a chain has calls through something whose target is known, and one whose target is not.
func targets(chain []inventory.Step) (known, unknown bool) {
	for i, s := range chain {
		switch {
		case s.Edge != "dynamic":
		case i == len(chain)-1 && onInterface.MatchString(s.Func):
			unknown = true
		default:
			known = true
		}
	}
	return known, unknown
}

func legendOf(target, unknown bool) string {
	switch {
	case target && unknown:
		return legendBoth
	case target:
		return legendTarget
	case unknown:
		return legendInterface
	}
	return ""
}

func (v View) finding(b *strings.Builder, f inventory.Finding, probes []inventory.Probe, costs *costs) {
	message := f.Message
	if rest, ok := strings.CutPrefix(message, f.Rule); ok {
		message = v.paint(f.Rule, levelColor(f.Level), color.Bold) + rest
	}
	fmt.Fprintf(b, "%s: %s\n", v.paint(Position(f.Position), color.Bold), message)
	rows := append([]row{{" ", "level: " + string(f.Level), ""}}, registrations(f, probes)...)
	for i, s := range f.Chain {
		rows = append(rows, row{Arrow(i, s), names.Step(s, f.HandlerPackage), Position(s.Position)})
	}
	v.rows(b, rows)
	if f.Fingerprint != "" {
		fmt.Fprintf(b, "      fingerprint: %s\n", f.Fingerprint)
	}
	if f.Cost != nil {
		fmt.Fprintf(b, "      cost: %s\n", costs.line(&f))
	}
}

// row is one line below a finding.
type row struct{ mark, text, place string }

// Arrow says how a step of a chain is reached.
func Arrow(i int, s inventory.Step) string {
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
		r := row{" ", fmt.Sprintf("registered: %s (%s)", cmp.Or(p.Shown(), names.Func(p.Handler)), p.Role), Position(p.Registered)}
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
