package cost

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
	"github.com/healthlint/healthlint/internal/outage"
)

// write fills in the words.
func (m *model) write(c *inventory.Cost, set *configuration) {
	var known []string
	c.Assumptions = []string{}
	for _, f := range append(m.numbers(c), set.facts()...) {
		if f.known {
			known = append(known, f.text)
		} else {
			c.Assumptions = append(c.Assumptions, f.text)
		}
	}
	basis := strings.Join(known, ", ")
	if len(c.Assumptions) > 0 {
		basis += "; assumptions: " + strings.Join(c.Assumptions, ", ")
	}
	c.Text = head(c, set) + ": " + strings.Join(effects(c), ", ") + " (" + basis + ")"
}

// head is the outage.
func head(c *inventory.Cost, set *configuration) string {
	who := outageName(set.dependency, set.home)
	if set.fault == outage.SharedFault {
		return fmt.Sprintf("if %s is down for %d s", who, c.AsIs.DependencyDownS)
	}
	if c.Inputs.Instances == 1 {
		return fmt.Sprintf("if %s fails on the only replica for %d s", who, c.AsIs.DependencyDownS)
	}
	return fmt.Sprintf("if %s fails on %d of %s for %d s", who, c.Inputs.LocalInstances, names.Count(c.Inputs.Instances, "replica"), c.AsIs.DependencyDownS)
}

// outageName is the product where that is one word, else what messages call it.
func outageName(d *inventory.Dependency, home string) string {
	if d.Product != "" && !names.Unnamed(d) && !strings.Contains(d.Product, " ") {
		return d.Product
	}
	return names.Dependency(d, home)
}

// effects say what happens, as far as it would not with the remedy. Shares of the requests are those of all requests.
func effects(c *inventory.Cost) []string {
	out := []string{restarts(c)}
	lost := func(asIs, fixed float64, more, all string) {
		switch worse := asIs - fixed; {
		case worse <= noise:
		case fixed > noise:
			out = append(out, percent(worse)+" more of "+more)
		default:
			out = append(out, percent(worse)+" of "+all)
		}
	}
	a, b := &c.AsIs, &c.Fixed
	lost(a.NoTargetPercent, b.NoTargetPercent, "all requests get no target", "requests get no target")
	lost(a.RestartingPercent, b.RestartingPercent, "all requests meet a replica that is restarting", "requests meet a replica that is restarting")
	lost(a.OverloadPercent, b.OverloadPercent, "all requests are too many for the replicas that are left", "requests are too many for the replicas that are left")
	lost(a.NeverNeededPercent, b.NeverNeededPercent, "all requests are turned away though they never needed it", "all requests are turned away though they never needed it")
	if len(out) > 1 {
		return out
	}
	switch {
	case a.Restarts > b.Restarts:
		return append(out, "no request is lost by that in this model")
	case a.Restarts > 0:
		return []string{out[0] + ", as with the remedy, and no request fails that would not fail with it"}
	}
	return []string{out[0] + " and no request fails that would not fail with a shallow check"}
}

// noise is what percentages may differ by without meaning anything: they have six decimals.
const noise = 2e-6

func restarts(c *inventory.Cost) string {
	least, most := c.AsIs.LeastRestarts, c.AsIs.MostRestarts
	times := fmt.Sprintf("%dx", most)
	if least != most {
		times = fmt.Sprintf("%d to %dx", least, most)
	}
	switch local := c.Inputs.Fault == outage.LocalFault; {
	case most == 0:
		return "no replica restarts"
	case local && c.Inputs.LocalInstances == 1 && c.Inputs.Instances > 1:
		return "that replica restarts " + times
	case local && c.Inputs.Instances > 1:
		return "these replicas restart " + times
	case c.Inputs.Instances == 1:
		return "the only replica restarts " + times
	case least == 0:
		return "replicas restart " + times
	}
	return "every replica restarts " + times
}

// percent shows one decimal, as the model's tables do; what is more than nothing is never shown as nothing.
func percent(p float64) string {
	if p < 0.05 {
		return "less than 0.1 %"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
