package picture

import (
	"fmt"

	"github.com/healthlint/healthlint/internal/outage"
)

var processStates = []State{
	{outage.CondHealthy, "serves everything", Good},
	{outage.CondNoDependency, "serves /search, dependency down", Part},
	{outage.CondWarming, "warming up: refuses everything", Bad},
	{outage.CondGone, "no process: is being restarted", Restart},
}

// Combined runs one process under a controller and draws it.
func Combined(c *outage.Combined) (*View, error) {
	v := empty()
	v.Axis = Axis{"ticks", 0, c.Ticks}
	rec := &recorder{}
	lost := Plot{Title: "Requests lost", Unit: "requests a tick", XName: "ticks", Timed: true, Stacked: true,
		Series: []Series{{Name: "/loan, needs the dependency", Look: Part}, {Name: "/search, never needs it", Look: Bad}}}
	restarts := Plot{Title: "Restarts so far", Unit: "restarts", XName: "ticks", Timed: true, Series: []Series{{Name: "restarts", Look: Restart}}}
	before := outage.CombinedResult{}
	r, err := c.Watch(func(t int, now outage.ReplicaState, sofar outage.CombinedResult) {
		rec.add(0, t, "process", now.Condition)
		if sofar.Restarts > before.Restarts {
			v.Trace = append(v.Trace, Change{t, "controller", "restarts the process"})
		}
		lost.add(float64(t), float64(sofar.DroppedLoan-before.DroppedLoan), float64(sofar.DroppedSearch-before.DroppedSearch))
		restarts.add(float64(t), float64(sofar.Restarts))
		before = sofar
	})
	if err != nil {
		return nil, err
	}
	extend(&lost, c.Ticks)
	extend(&restarts, c.Ticks)
	if c.DownFrom < min(c.DownTo, c.Ticks) {
		v.Bands = append(v.Bands, Band{c.DownFrom, min(c.DownTo, c.Ticks), "dependency down"})
	}
	v.Result, v.Figures = r, figures(r.Metrics())
	v.Headline = fmt.Sprintf("%d of %d requests are dropped, %d of them although they never needed the dependency; the process is restarted %s.",
		r.DroppedSearch+r.DroppedLoan, r.Offered, r.DroppedSearch, times(r.Restarts))
	if r.Restarts == 0 {
		v.Headline = fmt.Sprintf("%d of %d requests are dropped, %d of them although they never needed the dependency; nothing is restarted.",
			r.DroppedSearch+r.DroppedLoan, r.Offered, r.DroppedSearch)
	}
	v.Lanes = []Lanes{{Title: "Process", States: processStates, Rows: rec.rows}}
	v.Plots = []Plot{lost, restarts}
	v.Trace = append(v.Trace, replicaTrace(rec.rows, processStates)...)
	sortChanges(v.Trace)
	return v, nil
}
