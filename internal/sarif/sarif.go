package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// Rule is what a viewer shows about a rule.
type Rule struct {
	ID       string
	Level    inventory.Level
	Summary  string // goes on after "Fires when"
	Finds    string
	Why      string
	Remedy   string
	Markdown string // the page of the rule
	Page     string // where that is, from the root of the repository
}

// Options of a log.
type Options struct {
	Version string          // of healthlint
	Rules   []Rule          // all that may have findings, in the order of tables
	Level   inventory.Level // findings below are left out, suppressed ones of that level are not
	// Source reads a file of the result by its name there. It may be nil or fail: columns then count bytes and regions
	// end where viewers end them.
	Source func(name string) ([]byte, error)
}

const (
	schema     = "https://json.schemastore.org/sarif-2.1.0.json"
	repository = "https://github.com/healthlint/healthlint"
	page       = repository + "/blob/main/"

	fingerprint = "healthlint/v1" // the name of a finding's fingerprint in a log
)

// Write prints res as a log with one run. A run that failed in part or in whole is an unsuccessful one.
func Write(w io.Writer, res *inventory.Result, o Options) error {
	p := &printer{Options: o, res: res, files: map[string][]string{}}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: schema, Version: "2.1.0", Runs: []run{{
		Tool:               tool{p.driver()},
		Invocations:        []invocation{{ExecutionSuccessful: len(res.Errors) == 0, Notifications: p.notifications()}},
		OriginalURIBaseIDs: baseIDs(),
		ColumnKind:         "utf16CodeUnits",
		Results:            p.results(),
	}}})
}

// printer is one Write.
type printer struct {
	Options
	res   *inventory.Result
	files map[string][]string // lines of files that were read, nil for those that can't be
}

// The kinds of notifications, in the order of the driver's list.
var kinds = []descriptor{
	{ID: "failure", ShortDescription: &text{Text: "A package could not be analysed."}},
	{ID: "open", ShortDescription: &text{Text: "A call or a registration could not be resolved, so that something may be missing."}},
}

var semantic = regexp.MustCompile(`^v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)$`)

func (p *printer) driver() driver {
	d := driver{Name: "healthlint", Version: p.Version, InformationURI: repository, Rules: []descriptor{}, Notifications: kinds}
	if m := semantic.FindStringSubmatch(p.Version); m != nil {
		d.SemanticVersion = m[1]
	}
	for _, r := range p.Rules {
		d.Rules = append(d.Rules, r.descriptor())
	}
	return d
}

func (r Rule) descriptor() descriptor {
	severity := map[inventory.Level]string{inventory.Note: "recommendation", inventory.Warning: "warning", inventory.Error: "error"}
	return descriptor{
		ID: r.ID, Name: pascal(r.ID),
		ShortDescription:     &text{Text: sentence(r.Summary)},
		FullDescription:      &text{Text: r.Finds},
		Help:                 &text{Text: r.Why + "\n\n" + r.Remedy, Markdown: r.Markdown},
		HelpURI:              page + r.Page,
		DefaultConfiguration: &configuration{string(r.Level)},
		Properties:           &descriptorHints{Tags: []string{"reliability", "health-check"}, Precision: "high", ProblemSeverity: severity[r.Level]},
	}
}

// pascal is liveness-dependency as LivenessDependency.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func (p *printer) notifications() []notification {
	out := []notification{}
	for _, e := range p.res.Errors {
		message := e.Message
		if e.Package != "" && !strings.Contains(message, e.Package) {
			message = e.Package + ": " + message
		}
		out = append(out, p.notification(0, "error", message, e.Position))
	}
	for _, o := range p.res.Open {
		out = append(out, p.notification(1, "note", o.What+": "+o.Why, o.Position))
	}
	return out
}

func (p *printer) notification(kind int, level, message string, at inventory.Position) notification {
	n := notification{Descriptor: reference{kinds[kind].ID, kind}, Level: level, Message: text{Text: message}}
	if l := p.location(at, ""); l.Physical != nil {
		n.Locations = []location{l}
	}
	return n
}

func (p *printer) results() []result {
	out := []result{}
	for i := range p.res.Findings {
		if f := &p.res.Findings[i]; f.Level.Rank() >= p.Level.Rank() {
			out = append(out, p.result(f))
		}
	}
	return out
}

func (p *printer) result(f *inventory.Finding) result {
	r := result{
		RuleID: f.Rule, RuleIndex: slices.IndexFunc(p.Rules, func(r Rule) bool { return r.ID == f.Rule }),
		Level: string(f.Level), Message: text{Text: escape(f.Message)},
		Locations: []location{p.location(f.Position, "")}, CodeFlows: p.flows(f),
		PartialFingerprints: map[string]string{fingerprint: f.Fingerprint},
	}
	for i, rel := range f.Related {
		l := p.location(rel.Position, rel.Message)
		l.ID = i + 1
		r.RelatedLocations = append(r.RelatedLocations, l)
	}
	if s := f.Suppressed; s != nil {
		r.Suppressions = []suppression{{suppressionKind(s.By), s.Reason}}
	}
	if f.Cost != nil {
		r.Properties = &properties{f.Cost}
	}
	return r
}

// suppressionKind tells what stands in the code from what stands elsewhere.
func suppressionKind(by string) string {
	if by == "comment" {
		return "inSource"
	}
	return "external"
}

// escape keeps viewers from taking code for a placeholder, {0}, or for a link, [T](x).
func escape(message string) string {
	message = placeholder.ReplaceAllString(message, "{{$1}}")
	return strings.ReplaceAll(message, "](", `\](`)
}

var placeholder = regexp.MustCompile(`\{(\d+)\}`)

// flows is the chain of calls, from the handler to the call that leaves the process.
func (p *printer) flows(f *inventory.Finding) []codeFlow {
	if len(f.Chain) == 0 {
		return nil
	}
	var steps []flowLocation
	for i, s := range f.Chain {
		name := names.Step(s, f.HandlerPackage)
		l := p.location(s.Position, how(i, len(f.Chain), s.Edge, name))
		l.Logical = []logicalLocation{{Name: names.Step(s, ""), Kind: "function"}}
		steps = append(steps, flowLocation{l})
	}
	return []codeFlow{{[]threadFlow{{steps}}}}
}

func how(i, n int, edge, name string) string {
	switch {
	case i == 0:
		return "the handler " + name
	case edge == "dynamic":
		return fmt.Sprintf("%s, called through an interface or a function value", name)
	case i == n-1:
		return name + " leaves the process"
	}
	return name + " is called"
}
