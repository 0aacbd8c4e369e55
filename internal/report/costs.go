package report

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

// costs are the cost lines of a text: each stands once, below the first finding that has it, and what all of them
// assume stands once, at the end.
type costs struct {
	common []string // assumptions of all
	lines  int
	seen   map[string]string // where the finding stands that has this text
}

func newCosts(shown []inventory.Finding) *costs {
	c := &costs{seen: map[string]string{}}
	texts := map[string]bool{}
	for _, f := range shown {
		if f.Cost == nil || texts[f.Cost.Text] {
			continue
		}
		if texts[f.Cost.Text] = true; len(texts) == 1 {
			c.common = slices.Clone(f.Cost.Assumptions)
		}
		_, told := known(f.Cost)
		c.common = slices.DeleteFunc(c.common, func(a string) bool { return !told || !slices.Contains(f.Cost.Assumptions, a) })
	}
	c.lines = len(texts)
	return c
}

// line is what stands below f.
func (c *costs) line(f *inventory.Finding) string {
	here := Position(f.Position)
	switch at, ok := c.seen[f.Cost.Text]; {
	case ok && at == here:
		return "as above"
	case ok:
		return "as at " + at
	}
	c.seen[f.Cost.Text] = here
	text, told := known(f.Cost)
	if !told || len(c.common) == 0 {
		return f.Cost.Text
	}
	own := slices.DeleteFunc(slices.Clone(f.Cost.Assumptions), func(a string) bool { return slices.Contains(c.common, a) })
	if len(own) > 0 {
		text += "; assumptions: " + strings.Join(own, ", ")
	}
	return text + ")"
}

// end says what all lines assume, "" for nothing.
func (c *costs) end() string {
	switch {
	case len(c.common) == 0:
		return ""
	case c.lines == 1:
		return "The cost assumes: " + strings.Join(c.common, ", ") + "."
	}
	return "All costs assume: " + strings.Join(c.common, ", ") + "."
}

// known is the text of a cost up to what it assumes, and whether it ends in that.
func known(c *inventory.Cost) (string, bool) {
	return strings.CutSuffix(c.Text, "; assumptions: "+strings.Join(c.Assumptions, ", ")+")")
}
