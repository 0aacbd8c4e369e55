package htmlreport

import (
	_ "embed" // for the template
	"fmt"
	"html/template"
	"io"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/lab"
	"github.com/healthlint/healthlint/internal/names"
	"github.com/healthlint/healthlint/internal/picture"
	"github.com/healthlint/healthlint/internal/report"
)

// Options of a report.
type Options struct {
	View    report.View
	Summary string // the closing line of the run
	// Source reads a file by the name that positions have. The error says why it can't be shown.
	Source func(file string) ([]byte, error)
}

//go:embed report.html
var page string

//go:embed report.css
var style string

var tmpl = template.Must(template.New("report").Funcs(template.FuncMap{"position": report.Position}).Parse(page))

// document is what the template shows.
type document struct {
	Style    template.CSS
	Patterns template.HTML
	Summary  string
	Graph    template.HTML
	Probes   []probeRow
	Findings []finding
	Costs    []bill
	Open     []inventory.Open
	Errors   []inventory.Failure
}

type probeRow struct{ Program, Path, Role, Handler, Registered, Reaches string }

// finding is one finding with its code.
type finding struct {
	ID, Rule, Level, Message, Position, Fingerprint string
	Steps                                           []step
	Code                                            []excerpt
	CostID, Cost, Fixed                             string // the two are one line each; empty when there is no cost
}

// step is one call of a chain.
type step struct{ Arrow, Text, Place string }

// Write writes the report.
func Write(w io.Writer, res *inventory.Result, o Options) error {
	d := &document{
		Style: template.CSS(picture.Stylesheet + style), Patterns: template.HTML(picture.Patterns),
		Summary: o.Summary, Graph: graph(res, o.View.Shown(res)), Open: res.Open, Errors: res.Errors,
	}
	for i := range res.Probes {
		p := &res.Probes[i]
		d.Probes = append(d.Probes, probeRow{p.Program, p.Shown(), string(p.Role), names.Func(p.Handler), report.Position(p.Registered), report.Reaches(p)})
	}
	code := &reader{source: o.Source, files: map[string]file{}}
	bills := &bills{}
	shown := o.View.Shown(res)
	for i := range shown {
		f, err := describe(&shown[i], i, res, code, bills)
		if err != nil {
			return err
		}
		d.Findings = append(d.Findings, f)
	}
	d.Costs = bills.list
	return tmpl.Execute(w, d)
}

func describe(f *inventory.Finding, i int, res *inventory.Result, code *reader, bills *bills) (finding, error) {
	out := finding{ID: fmt.Sprintf("finding-%d", i+1), Rule: f.Rule, Level: string(f.Level), Message: f.Message,
		Position: report.Position(f.Position), Fingerprint: f.Fingerprint}
	for _, id := range f.Probes {
		if id >= 0 && id < len(res.Probes) {
			p := &res.Probes[id]
			out.Steps = append(out.Steps, step{"", "registered: " + p.Shown() + " (" + string(p.Role) + ")", report.Position(p.Registered)})
			out.Code = code.add(out.Code, p.Registered, "registration")
		}
	}
	out.Code = code.add(out.Code, f.Position, "finding")
	for i := range out.Code {
		out.Code[i].Open = out.Code[i].Place == out.Position
	}
	for n, s := range f.Chain {
		out.Steps = append(out.Steps, step{report.Arrow(n, s), names.Step(s, f.HandlerPackage), report.Position(s.Position)})
		out.Code = code.add(out.Code, s.Position, names.Step(s, f.HandlerPackage))
	}
	if s := lab.FromFinding(f, res.Probes); s != nil {
		c, err := bills.add(s, out.ID)
		if err != nil {
			return finding{}, fmt.Errorf("the cost of %s at %s: %w", f.Rule, out.Position, err)
		}
		out.CostID, out.Cost, out.Fixed = c.ID, f.Cost.Text, c.Fixed.Headline
	}
	return out, nil
}
