package main

import (
	"runtime/debug"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/docs"
	"github.com/healthlint/healthlint/internal/sarif"
)

// sarifOptions is what a log has beside the result: the rules that ran, and the lines of the code for its columns.
func (c *command) sarifOptions(inv *invocation, mains []string) sarif.Options {
	o := sarif.Options{Level: inv.level, Source: c.sources(inv, mains)}
	if info, ok := debug.ReadBuildInfo(); ok {
		o.Version = info.Main.Version
	}
	for _, r := range analyzer.Rules() {
		if len(inv.rules) == 0 || slices.Contains(inv.rules, r.ID) {
			_, page, _ := strings.Cut(docs.Rule(r.ID), "-->\n\n") // behind the remark on who writes it
			o.Rules = append(o.Rules, sarif.Rule{ID: r.ID, Level: r.Level, Summary: r.Summary, Finds: r.Finds, Why: r.Why,
				Remedy: r.Remedy, Markdown: page, Page: r.Page()})
		}
	}
	return o
}
