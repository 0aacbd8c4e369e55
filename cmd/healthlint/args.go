package main

import (
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/nearest"
)

// What a run does.
const (
	verbCheck   = "check"
	verbProbes  = "probes"
	verbReport  = "report"
	verbHelp    = "help"
	verbVersion = "version"
)

// Formats of the result.
const (
	formatText  = "text"
	formatJSON  = "json"
	formatSARIF = "sarif"
)

// invocation is what the arguments say.
type invocation struct {
	verb     string
	format   string
	output   string // the file of a report
	rules    []string
	level    inventory.Level
	tags     string
	dir      string
	cost     cost.Settings
	patterns []string
}

// flags declares the flags and binds them to inv. Their texts are also those of the help.
func (inv *invocation) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("healthlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	if inv.verb == verbReport {
		fs.StringVar(&inv.output, "o", "", "write the report to this `file`")
		inv.commonFlags(fs)
		return fs
	}
	fs.Func("format", "`text|json|sarif` (default text): how to print the result; JSON holds findings of all levels", oneOf("format", &inv.format, formatText, formatJSON, formatSARIF))
	inv.commonFlags(fs)
	fs.BoolFunc("version", "print the version", func(string) error { inv.verb = verbVersion; return nil })
	return fs
}

func (inv *invocation) commonFlags(fs *flag.FlagSet) {
	fs.Func("rules", "run only the rules with these `ids`, separated by commas", inv.setRules)
	fs.Func("level", "`note|warning|error` (default warning): the least level that is shown and fails", inv.setLevel)
	fs.StringVar(&inv.tags, "tags", "", "build `tags`, separated by commas, as for go build")
	fs.StringVar(&inv.dir, "C", "", "run in this `directory`")
	fs.Func("cost", "compute the cost of findings with these `inputs`, as in instances=12,fall=5; docs/cost.md lists them", inv.setCost)
}

// parseArgs reads the arguments. Flags may stand before, between and after packages; "--" ends them.
func parseArgs(args []string) (*invocation, error) {
	inv := &invocation{verb: verbCheck, format: formatText, level: inventory.Warning}
	if len(args) > 0 && slices.Contains([]string{verbProbes, verbReport, verbHelp, verbVersion}, args[0]) {
		inv.verb, args = args[0], args[1:]
	}
	fs := inv.flags()
	for {
		switch err := fs.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			if inv.verb == verbProbes || inv.verb == verbReport {
				inv.patterns = []string{inv.verb}
			}
			inv.verb = verbHelp
			return inv, nil
		case err != nil:
			return nil, inv.explain(fs, err)
		}
		rest := fs.Args()
		if ended := len(rest) < len(args) && args[len(args)-len(rest)-1] == "--"; ended {
			inv.patterns = append(inv.patterns, rest...)
			return inv, inv.check()
		}
		if len(rest) == 0 {
			return inv, inv.check()
		}
		inv.patterns = append(inv.patterns, rest[0])
		args = rest[1:]
	}
}

// explain knows the flags that another command has.
func (inv *invocation) explain(fs *flag.FlagSet, err error) error {
	switch name := argv.UnknownFlag(err); {
	case name == "o":
		return errors.New("unknown flag -o; the command that writes a file is healthlint report -o FILE")
	case inv.verb == verbReport && name == "format":
		return errors.New("unknown flag -format: a report is HTML; other formats come from healthlint without report, as in healthlint -format=json")
	}
	return argv.Explain(fs, err, "healthlint help")
}

// check looks at what belongs together.
func (inv *invocation) check() error {
	if inv.verb == verbReport && inv.output == "" {
		return errors.New("which file? As in healthlint report -o report.html ./...")
	}
	return nil
}

func oneOf(kind string, to *string, known ...string) func(string) error {
	return func(value string) error {
		for _, k := range known {
			if value == k {
				*to = value
				return nil
			}
		}
		return nearest.Unknown(kind, value, known)
	}
}

func (inv *invocation) setRules(list string) (err error) {
	inv.rules, err = analyzer.ParseRules(list)
	return err
}

func (inv *invocation) setLevel(value string) (err error) {
	inv.level, err = analyzer.ParseLevel(value)
	return err
}
