package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/docs"
	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/nearest"
	"github.com/healthlint/healthlint/internal/simulate"
)

// help prints the usage text, or what the named rules and commands are about.
func (c *command) help(words []string) error {
	if len(words) == 0 {
		_, err := fmt.Fprint(c.stdout, helpText())
		return err
	}
	if len(words) == 2 && words[0] == "simulate" {
		if err := c.helpOnPreset(words[1]); !errors.Is(err, errNoPreset) {
			return err
		}
	}
	for i, word := range words {
		if i > 0 {
			if _, err := fmt.Fprintln(c.stdout); err != nil {
				return err
			}
		}
		if err := c.helpOn(word); err != nil {
			return err
		}
	}
	return nil
}

// helpOn prints what one rule or one command is about.
func (c *command) helpOn(word string) (err error) {
	text := ""
	switch run, isTool := tools[word]; {
	case isTool:
		if run(c, []string{"-h"}) != exitClean {
			err = fmt.Errorf("no help for %s", word)
		}
		return err
	case word == verbProbes:
		text = probesText()
	case word == verbReport:
		text = reportText()
	case word == verbHelp, word == verbVersion:
		text = helpText()
	default:
		text, err = ruleText(word)
	}
	if err == nil {
		_, err = fmt.Fprint(c.stdout, text)
	}
	return err
}

// errNoPreset is given for what is a rule or a command.
var errNoPreset = errors.New("no preset")

// helpOnPreset prints the inputs of a preset of simulate.
func (c *command) helpOnPreset(word string) error {
	if _, err := ruleText(word); err == nil || slices.Contains(commands, word) {
		return errNoPreset
	}
	if presets := simulate.Presets(); !slices.Contains(presets, word) {
		return nearest.Unknown("preset", word, presets)
	}
	if tools["simulate"](c, []string{word, "-h"}) != exitClean {
		return fmt.Errorf("no help for %s", word)
	}
	return nil
}

func probesText() string {
	return "usage: healthlint probes [flags] [packages]\n\nLists every health endpoint, the good ones too, and what stayed open. " +
		"The flags are those of\nhealthlint itself; the exit status is 0 whatever the endpoints reach. The columns:\n\n" + columns
}

// helpText fills the flags and the rules into the usage text: neither is written down twice.
func helpText() string {
	flags := argv.Usage((&invocation{}).flags())
	rules := table(func(row func(...string)) {
		for _, r := range analyzer.Rules() {
			row("  "+r.ID, string(r.Level), r.Summary)
		}
	})
	return strings.NewReplacer("{{flags}}", flags, "{{rules}}", rules).Replace(usage)
}

func table(fill func(row func(cells ...string))) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")) })
	w.Flush()
	return b.String()
}

// ruleText is the page of a rule, whose heading becomes one line.
func ruleText(id string) (string, error) {
	var ids []string
	for _, r := range analyzer.Rules() {
		if r.ID == id {
			_, page, _ := strings.Cut(docs.Rule(id), "\n## ")
			return fmt.Sprintf("%s (%s): %s\n\n## %s", r.ID, r.Level, r.Summary, page), nil
		}
		ids = append(ids, r.ID)
	}
	return "", nearest.Unknown("rule or command", id, append(ids, commands...))
}

// versionLine says which build this is, from what the go command put into the binary.
func versionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "healthlint (unknown version)"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "(devel)" {
			version += " " + s.Value
		}
	}
	return fmt.Sprintf("healthlint %s, built with %s", version, info.GoVersion)
}
