package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
	"github.com/healthlint/healthlint/internal/report"
	"github.com/healthlint/healthlint/internal/sarif"
)

// The exit statuses.
const (
	exitClean = iota
	exitFindings
	exitFailed
)

// command is one run of healthlint, free of the process it runs in, so that tests run it where they are. It
// reads no standard input.
type command struct {
	args           []string
	stdout, stderr io.Writer
	env            []string
	dir            string // working directory, "" for that of the process
	terminal       bool   // stdout is one

	report *outputFile // of a run that makes one
}

func (c *command) run() int {
	if status, ok := c.tool(); ok {
		return status
	}
	inv, err := parseArgs(c.args)
	if err == nil {
		err = inv.checkCost()
	}
	if err == nil {
		err = c.mistaken(inv)
	}
	if err == nil {
		err = c.openReport(inv)
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "healthlint: %v\n", err)
		return exitFailed
	}
	switch inv.verb {
	case verbHelp:
		err = c.help(inv.patterns)
	case verbVersion:
		_, err = fmt.Fprintln(c.stdout, versionLine())
	default:
		return c.analyse(inv)
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "healthlint: %v\n", err)
		return exitFailed
	}
	return exitClean
}

// analyse runs the analysis and reports it. The exit status does not depend on the format.
func (c *command) analyse(inv *invocation) int {
	res, stats, err := load.Run(context.Background(), c.options(inv))
	failed := cost.Add(res, &inv.cost)
	view := report.View{Level: inv.level, Color: c.colored()}
	for _, note := range stats.Notes {
		fmt.Fprintf(c.stderr, "healthlint: note: %s\n", note)
	}
	if werr := errors.Join(failed, c.write(inv, view, res, stats), view.Errors(c.stderr, res)); werr != nil {
		fmt.Fprintf(c.stderr, "healthlint: %v\n", werr)
		return exitFailed
	}
	if err == nil {
		fmt.Fprintf(c.stderr, "healthlint: %s\n", closing(inv, view, res, stats))
	}
	switch {
	case err != nil || len(res.Errors) > 0:
		return exitFailed
	case inv.verb != verbProbes && len(view.Shown(res)) > 0:
		return exitFindings
	}
	return exitClean
}

// options is what a run is to load.
func (c *command) options(inv *invocation) load.Options {
	return load.Options{
		Dir:      joinDir(c.dir, inv.dir),
		Patterns: inv.patterns,
		Tags:     inv.tags,
		Env:      c.env,
		Config:   analyzer.Config{Rules: inv.rules, Level: inv.level},
	}
}

// write puts the result on stdout, and a report in its file.
func (c *command) write(inv *invocation, view report.View, res *inventory.Result, stats load.Stats) error {
	switch {
	case inv.verb == verbReport:
		return c.writeReport(inv, view, res, stats)
	case inv.format == formatJSON:
		return report.JSON(c.stdout, res)
	case inv.format == formatSARIF:
		return sarif.Write(c.stdout, res, c.sarifOptions(inv, stats.Dirs))
	case inv.verb == verbProbes:
		return view.Probes(c.stdout, res)
	}
	return view.Text(c.stdout, res)
}

// closing is the last line. That of the table of probes counts no findings, since it shows none.
func closing(inv *invocation, view report.View, res *inventory.Result, s load.Stats) string {
	counts := closingCounts(s)
	counts.Everything = len(inv.patterns) == 0 || slices.Contains(inv.patterns, "./...")
	if inv.verb == verbProbes && inv.format == formatText {
		return view.ClosingProbes(res, counts)
	}
	return view.Closing(res, counts)
}

func closingCounts(s load.Stats) report.Counts {
	counts := report.Counts{Packages: s.Packages, Programs: s.Programs, Pending: s.Pending}
	for _, l := range s.Lookalikes {
		counts.Lookalikes = append(counts.Lookalikes, fmt.Sprintf("%q at %s", l.Path, report.Position(l.Position)))
	}
	return counts
}

// colored follows https://no-color.org: any value but the empty one turns colour off.
func (c *command) colored() bool {
	return c.terminal && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

func (c *command) getenv(name string) string {
	for _, kv := range slices.Backward(c.env) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

func joinDir(dir, sub string) string {
	if sub == "" || filepath.IsAbs(sub) {
		return firstOf(sub, dir)
	}
	return filepath.Join(dir, sub)
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
