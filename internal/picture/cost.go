package picture

import (
	"fmt"

	"github.com/healthlint/healthlint/internal/outage"
)

// costIntervals is how many intervals a bill is drawn for.
const costIntervals = 16

// CheckCost computes what checks cost, and draws the bill for other intervals.
func CheckCost(c *outage.CheckCost) (*View, error) {
	r, err := c.Run()
	if err != nil {
		return nil, err
	}
	v := empty()
	v.Result, v.Figures = r, figures(r.Metrics())
	v.Axis = Axis{"rounds between checks", 1, costIntervals + 1}
	v.Headline = fmt.Sprintf("Checks add %.2f %% to the load of the dependency; %.1f false evictions a month, each takes %.1f %% of the capacity for up to %g s.",
		r.StoreLoadPercent, r.FalseEvictions, r.CapacityPercent, r.IntervalS)
	load := Plot{Title: "Load added to the dependency", Unit: "%", XName: "rounds between checks", Timed: true, Bars: true, Series: []Series{{Name: "load added", Look: Part}}}
	evicted := Plot{Title: "False evictions", Unit: "a month", XName: "rounds between checks", Timed: true, Bars: true, Series: []Series{{Name: "false evictions", Look: Out}}}
	t := Table{Title: "Figures of all intervals", Head: []string{"interval_rounds", "interval", "checks/s", "store load added", "checks/day", "false evictions/month"}}
	for n := 1; n <= costIntervals; n++ {
		other := *c
		other.Interval = n
		o, err := other.Run()
		if err != nil {
			return nil, err
		}
		label := fmt.Sprint(n)
		load.Labels, evicted.Labels = append(load.Labels, label), append(evicted.Labels, label)
		load.add(float64(n)+0.5, o.StoreLoadPercent)
		evicted.add(float64(n)+0.5, o.FalseEvictions)
		row := []string{label}
		for _, f := range pick(o.Metrics(), "interval_s", "checks_per_s", "store_load_percent", "checks_per_day", "false_evictions") {
			row = append(row, f.Text)
		}
		t.Rows = append(t.Rows, row)
		v.Trace = append(v.Trace, Change{n, fmt.Sprintf("a check every %g s", o.IntervalS),
			fmt.Sprintf("%.2f %% load, %.1f false evictions a month", o.StoreLoadPercent, o.FalseEvictions)})
	}
	v.Plots, v.Tables = []Plot{load, evicted}, []Table{t}
	return v, nil
}
