// Package argv reads the arguments of a subcommand: flags before, between and after the other words.
package argv

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/healthlint/healthlint/internal/nearest"
)

// Parse reads flags into fs and returns the other words. "--" ends the flags. The error of -h is [flag.ErrHelp].
func Parse(fs *flag.FlagSet, args []string) (words []string, err error) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, Explain(fs, err, "-h")
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

// UnknownFlag is the flag that an error of package flag says there is none of, "" for another error.
func UnknownFlag(err error) string {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return ""
	}
	return name
}

// Explain turns the words of package flag into ours: a proposal for a slip; for a wrong value the reason that the flag
// gives, or which flag takes what. help is what lists the flags.
func Explain(fs *flag.FlagSet, err error, help string) error {
	if name := UnknownFlag(err); name != "" {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
		if best := nearest.To(name, known); best != "" {
			return fmt.Errorf("unknown flag -%s; did you mean -%s?", name, best)
		}
		return fmt.Errorf("unknown flag -%s; %s lists them", name, help)
	}
	m := wrongValue.FindStringSubmatch(err.Error())
	switch {
	case m == nil:
		return err
	case m[3] == "value out of range":
		return fmt.Errorf("-%s: %s is out of range", m[2], m[1])
	case m[3] == "parse error":
		return fmt.Errorf("-%s takes %s, not %s", m[2], takes(fs.Lookup(m[2])), m[1])
	}
	return errors.New(m[3])
}

// wrongValue matches what package flag says of a value that a flag refuses: the value in quotes, the flag, the reason.
var wrongValue = regexp.MustCompile(`(?s)^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-(\S+): (.*)$`)

// takes says what a flag of one of the types of package flag takes.
func takes(f *flag.Flag) string {
	var value any
	if g, ok := f.Value.(flag.Getter); ok {
		value = g.Get()
	}
	switch value.(type) {
	case bool:
		return "true or false, or nothing"
	case time.Duration:
		return "a duration, as in 5s or 1m30s"
	case int, int64:
		return "a whole number, as in 3"
	case uint, uint64:
		return "a whole number from 0, as in 3"
	case float64:
		return "a number, as in 0.5"
	}
	return "another value"
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
