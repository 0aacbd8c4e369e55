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
		"-cuont=1": "unknown flag -cuont; did you mean -count?",
		"-zzzzzz":  "unknown flag -zzzzzz; -h lists them",
		"-count=x": "parse error",
		"-count":   "flag needs an argument: -count",
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
	if got := Usage(flags(&n)); got != "  -count many     how many\n  -loud           say more\n  -tone low|high  (default low): of the voice\n" || strings.Contains(got, "\t") {
		t.Errorf("%q", got)
	}
}
