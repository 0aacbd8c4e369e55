package picture

import (
	"fmt"
	"strconv"

	"github.com/healthlint/healthlint/internal/outage"
)

// Depths draws a pool and, beside it, what all five depths lose over the same schedule.
func Depths(c *outage.Content) (*View, error) {
	v, err := Content(c)
	if err != nil {
		return nil, err
	}
	p := Plot{Title: "All five depths", Unit: "requests lost", XName: "depth", Stacked: true, Bars: true, Series: contentLosses()}
	t := Table{Title: "Figures of all five depths", Head: []string{"depth", "out of pool", "dropped reads", "dropped writes", "dropped batch", "silent lost updates", "wasted rejects"}}
	for i, d := range outage.Depths {
		other := *c
		other.Depth = d
		r, err := other.Run()
		if err != nil {
			return nil, err
		}
		p.Labels = append(p.Labels, string(d))
		p.add(float64(i), contentLoss(r, &outage.ContentResult{})...)
		t.Rows = append(t.Rows, append([]string{string(d)}, texts(r.OutOfPool, r.DroppedReads, r.DroppedWrites, r.DroppedBatch, r.Silent, r.WastedReject)...))
	}
	v.Plots, v.Tables = append(v.Plots, p), append(v.Tables, t)
	return v, nil
}

// Intervals are those that [CheckInterval] compares.
var Intervals = []int{1, 2, 4, 8}

// CheckInterval draws a pool and, beside it, what longer intervals cost and spare.
func CheckInterval(c *outage.Content) (*View, error) {
	v, err := Content(c)
	if err != nil {
		return nil, err
	}
	lost := Plot{Title: "Longer intervals lose more", Unit: "requests lost", XName: "rounds between checks", Stacked: true, Bars: true, Series: contentLosses()}
	evicted := Plot{Title: "Shorter intervals evict falsely", Unit: "false evictions", XName: "rounds between checks", Bars: true,
		Series: []Series{{Name: "false evictions", Look: Out}}}
	t := Table{Title: "Figures of all intervals", Head: []string{"interval_rounds", "checks", "detection delay", "false evictions", "dropped reads", "silent lost updates"}}
	for i, n := range Intervals {
		other := *c
		other.Interval = n
		r, err := other.Run()
		if err != nil {
			return nil, err
		}
		label := strconv.Itoa(n)
		lost.Labels, evicted.Labels = append(lost.Labels, label), append(evicted.Labels, label)
		lost.add(float64(i), contentLoss(r, &outage.ContentResult{})...)
		evicted.add(float64(i), float64(r.FalseEviction))
		delay := "-"
		if r.Detection != nil {
			delay = strconv.Itoa(*r.Detection) + " rounds"
		}
		t.Rows = append(t.Rows, []string{label, strconv.Itoa(r.Checks), delay, strconv.Itoa(r.FalseEviction), strconv.Itoa(r.DroppedReads), strconv.Itoa(r.Silent)})
	}
	v.Headline = intervalHeadline(v.Result.(*outage.ContentResult))
	v.Plots, v.Tables = append(v.Plots, lost, evicted), append(v.Tables, t)
	return v, nil
}

func intervalHeadline(r *outage.ContentResult) string {
	seen := "the stop is never seen"
	if r.Detection != nil {
		seen = fmt.Sprintf("the stop is seen after %s", plural(*r.Detection, "round"))
	}
	return fmt.Sprintf("%s; %s; %s dropped, %s lost silently.", capital(seen), plural(r.FalseEviction, "false eviction"),
		plural(r.DroppedReads, "read"), plural(r.Silent, "write"))
}
