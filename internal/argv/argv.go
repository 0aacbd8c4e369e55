// Package argv reads the arguments of a subcommand: flags before, between and after the other words.
package argv

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/healthlint/healthlint/internal/nearest"
)

// Parse reads flags into fs and returns the other words. "--" ends the flags. The error of -h is [flag.ErrHelp].
func Parse(fs *flag.FlagSet, args []string) (words []string, err error) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, explain(fs, err)
		}
		rest := fs.Args()
		ended := len(rest) < len(args) && args[len(args)-len(rest)-1] == "--"
		if ended || len(rest) == 0 {
			return append(words, rest...), nil
		}
		words = append(words, rest[0])
		args = rest[1:]
	}
}

// explain turns the words of package flag into ours: a proposal for a slip, the reason alone for a wrong value.
func explain(fs *flag.FlagSet, err error) error {
	msg := err.Error()
	if name, ok := strings.CutPrefix(msg, "flag provided but not defined: -"); ok {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
		if best := nearest.To(name, known); best != "" {
			return fmt.Errorf("unknown flag -%s; did you mean -%s?", name, best)
		}
		return fmt.Errorf("unknown flag -%s; -h lists them", name)
	}
	if _, reason, ok := strings.Cut(msg, ": "); ok && strings.HasPrefix(msg, "invalid ") {
		return errors.New(reason)
	}
	return err
}

// Usage lists the flags of fs, aligned, in the order of their names.
func Usage(fs *flag.FlagSet) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fs.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		if bool, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && bool.IsBoolFlag() {
			arg = ""
		}
		if strings.Contains(arg, "|") { // a choice: the first column says it already
			text = strings.TrimLeft(strings.TrimPrefix(text, arg), ": ")
		}
		fmt.Fprintf(w, "  %s\t%s\n", strings.TrimSpace("-"+f.Name+" "+arg), text)
	})
	w.Flush()
	return b.String()
}
