package main

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/nearest"
)

// help prints the usage text, or what the named rules are about.
func (c *command) help(words []string) error {
	if len(words) == 0 {
		_, err := fmt.Fprint(c.stdout, helpText())
		return err
	}
	for i, id := range words {
		text, err := ruleText(id)
		if err != nil {
			return err
		}
		if i > 0 {
			text = "\n" + text
		}
		if _, err := fmt.Fprint(c.stdout, text); err != nil {
			return err
		}
	}
	return nil
}

// helpText fills the flags and the rules into the usage text: neither is written down twice.
func helpText() string {
	flags := table(func(row func(...string)) {
		(&invocation{}).flags().VisitAll(func(f *flag.Flag) {
			arg, text := flag.UnquoteUsage(f)
			if f.Name == "version" {
				arg = ""
			}
			row("  -"+strings.TrimSpace(f.Name+" "+arg), text)
		})
	})
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

func ruleText(id string) (string, error) {
	var ids []string
	for _, r := range analyzer.Rules() {
		if r.ID == id {
			return fmt.Sprintf("%s (%s): %s\n\n%s\n\n%s\n\n%s\n", r.ID, r.Level, r.Summary, r.Finds, r.Why, r.Remedy), nil
		}
		ids = append(ids, r.ID)
	}
	return "", nearest.Unknown("rule", id, ids)
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
