package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/healthlint/healthlint/internal/outage"
)

// Periods and Thresholds of liveness are those that [ProbeSweep] tries.
var (
	Periods    = []int{2, 5, 10}
	Thresholds = []int{2, 3, 6}
)

// ProbeSweep tries periods and thresholds of liveness, from the least tolerant to the most.
func ProbeSweep(p *outage.Probes) (*View, error) {
	tried, err := sweep(p)
	if err != nil {
		return nil, err
	}
	v := empty()
	v.Axis = Axis{"settings tried", 0, len(tried)}
	bars := func(title, unit, name string, look Look) Plot {
		return Plot{Title: title, Unit: unit, XName: "period x threshold", Timed: true, Bars: true, Series: []Series{{Name: name, Look: look}}}
	}
	killed := bars("Killed while starting", "restarts", "killed while starting", Restart)
	healthy := bars("Really healthy", "replicas", "really healthy, on average", Good)
	detect := bars("Until a stuck replica is restarted", "rounds", "rounds to detect, the longest", Out)
	t := Table{Title: "Figures of all settings", Head: []string{"period", "threshold", "tolerance", "rounds to detect stuck", "during startup", "in a loop", "really healthy"}}
	for i, s := range tried {
		label := fmt.Sprintf("%d×%d", s.LivenessPeriod, s.LivenessThreshold)
		longest := 0
		if len(s.result.Detect) > 0 {
			longest = slices.Max(s.result.Detect)
		}
		for plot, value := range map[*Plot]float64{&killed: float64(s.result.DuringStartup), &healthy: s.result.Healthy, &detect: float64(longest)} {
			plot.Labels = append(plot.Labels, label)
			plot.add(float64(i)+0.5, value)
		}
		row := []string{strconv.Itoa(s.LivenessPeriod), strconv.Itoa(s.LivenessThreshold)}
		for _, f := range pick(s.result.Metrics(), "tolerance_rounds", "detect", "during_startup", "loop", "average_healthy") {
			row = append(row, f.Text)
		}
		t.Rows = append(t.Rows, row)
		v.Trace = append(v.Trace, Change{i, "every " + plural(s.LivenessPeriod, "round") + ", " + plural(s.LivenessThreshold, "failure"),
			fmt.Sprintf("%d killed while starting, %.2f really healthy", s.result.DuringStartup, s.result.Healthy)})
	}
	v.summary(tried)
	v.Plots, v.Tables = []Plot{killed, healthy, detect}, []Table{t}
	return v, nil
}

// trial is one run of a sweep.
type trial struct {
	outage.Probes
	result *outage.ProbesResult
}

// sweep runs all pairs, sorted by their tolerance.
func sweep(p *outage.Probes) ([]trial, error) {
	var tried []trial
	for _, period := range Periods {
		for _, threshold := range Thresholds {
			one := trial{Probes: *p}
			one.LivenessPeriod, one.LivenessThreshold = period, threshold
			r, err := one.Run()
			if err != nil {
				return nil, err
			}
			one.result = r
			tried = append(tried, one)
		}
	}
	slices.SortStableFunc(tried, func(a, b trial) int { return cmp.Compare(a.result.Tolerance, b.result.Tolerance) })
	return tried, nil
}

// summary fills the sentence, the figures and the result of a sweep.
func (v *View) summary(tried []trial) {
	killed, best, worst := 0, tried[0], tried[0]
	var results []*outage.ProbesResult
	for _, s := range tried {
		killed += s.result.DuringStartup
		if s.result.Healthy > best.result.Healthy {
			best = s
		}
		if s.result.Healthy < worst.result.Healthy {
			worst = s
		}
		results = append(results, s.result)
		name := fmt.Sprintf("%d×%d", s.LivenessPeriod, s.LivenessThreshold)
		for _, f := range pick(s.result.Metrics(), "detect", "during_startup", "average_healthy") {
			v.Figures = append(v.Figures, Figure{f.Key + "_" + name, name + ": " + f.Head, f.Text})
		}
	}
	v.Result = results
	v.Headline = fmt.Sprintf("%s while starting in all %d settings together; between %.2f and %.2f replicas are really healthy; best is a probe every %s with %s.",
		plural(killed, "kill"), len(tried), worst.result.Healthy, best.result.Healthy, plural(best.LivenessPeriod, "round"), plural(best.LivenessThreshold, "failure"))
}
