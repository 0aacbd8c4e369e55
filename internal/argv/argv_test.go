package argv

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
)

func flags(n *int) *flag.FlagSet {
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	fs.IntVar(n, "count", 1, "how `many`")
	fs.Bool("loud", false, "say more")
	fs.Duration("wait", 0, "for a `duration`")
	fs.Float64("share", 1, "a `part`")
	fs.Func("pick", "`a|b`: one of two", func(s string) error { return errors.New(s + ": is no choice") })
	fs.String("tone", "low", "`low|high` (default low): of the voice")
	return fs
}

func TestParse(t *testing.T) {
	var n int
	words, err := Parse(flags(&n), []string{"a", "-count", "3", "b", "-loud", "--", "-c"})
	if err != nil || n != 3 || !slices.Equal(words, []string{"a", "b", "-c"}) {
		t.Errorf("%v %d %v", words, n, err)
	}
	for args, want := range map[string]string{
		"-cuont=1":                    "unknown flag -cuont; did you mean -count?",
		"-zzzzzz":                     "unknown flag -zzzzzz; -h lists them",
		"-count=x":                    `-count takes a whole number, as in 3, not "x"`,
		"-count=":                     `-count takes a whole number, as in 3, not ""`,
		"-count=9e99":                 `-count takes a whole number, as in 3, not "9e99"`,
		"-count=99999999999999999999": `-count: "99999999999999999999" is out of range`,
		"-loud=x":                     `-loud takes true or false, or nothing, not "x"`,
		"-wait=5":                     `-wait takes a duration, as in 5s or 1m30s, not "5"`,
		`-wait=a":b\`:                 `-wait takes a duration, as in 5s or 1m30s, not "a\":b\\"`,
		"-wait=two\nlines":            `-wait takes a duration, as in 5s or 1m30s, not "two\nlines"`,
		"-share=half":                 `-share takes a number, as in 0.5, not "half"`,
		"-pick=c":                     "c: is no choice", // the flag's own reason, colon and all
		"-count":                      "flag needs an argument: -count",
	} {
		if _, err := Parse(flags(&n), []string{args}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", args, err, want)
		}
	}
	if _, err := Parse(flags(&n), []string{"-h"}); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
}

func TestUsage(t *testing.T) {
	var n int
	if got := Usage(flags(&n)); got != "  -count many     how many\n  -loud           say more\n  -pick a|b       one of two\n  -share part     a part\n"+
		"  -tone low|high  (default low): of the voice\n  -wait duration  for a duration\n" || strings.Contains(got, "\t") {
		t.Errorf("%q", got)
	}
}
