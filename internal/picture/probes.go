package picture

import (
	"fmt"
	"strconv"

	"github.com/healthlint/healthlint/internal/outage"
)

var probeStates = []State{
	{served, "in the pool, healthy", Good},
	{wronglyIn, "in the pool, can't serve", Bad},
	{wronglyOut, "out of the pool, healthy", Out},
	{restarting, "out, starting", Restart},
	{rightlyOut, "out, stuck or without its dependency", Idle},
}

func probeState(s outage.ReplicaState) string {
	healthy := s.Condition == outage.CondHealthy
	switch {
	case s.InPool && healthy:
		return served
	case s.InPool:
		return wronglyIn
	case healthy:
		return wronglyOut
	case s.Condition == outage.CondStarting:
		return restarting
	}
	return rightlyOut
}

// Probes runs replicas under three probes and draws them.
func Probes(p *outage.Probes) (*View, error) {
	v := empty()
	v.Axis = Axis{"rounds", 0, p.Rounds}
	rec := &recorder{}
	size := Plot{Title: "Replicas that can serve, and the pool", Unit: "replicas", XName: "rounds", Timed: true,
		Series: []Series{{Name: "really healthy", Look: Good}, {Name: "in the pool", Look: Restart}}}
	failed := Plot{Title: "Requests that fail", Unit: "requests a round", XName: "rounds", Timed: true, Stacked: true,
		Series: []Series{{Name: "sent to a replica that is starting", Look: Restart}, {Name: "for another reason", Look: Bad}}}
	before := outage.ProbesResult{}
	var restarts []int
	r, err := p.Watch(func(t int, now []outage.ReplicaState, sofar outage.ProbesResult) {
		healthy, pool := 0, 0
		if restarts == nil {
			restarts = make([]int, len(now))
		}
		for i, s := range now {
			if s.Condition == outage.CondHealthy {
				healthy++
			}
			if s.InPool {
				pool++
			}
			name := "k" + strconv.Itoa(i+1)
			if s.Restarts > restarts[i] {
				v.Trace = append(v.Trace, Change{t, name, "restarted by a probe"})
			}
			restarts[i] = s.Restarts
			if i < MaxRows {
				rec.add(i, t, name, probeState(s))
			}
		}
		size.add(float64(t), float64(healthy), float64(pool))
		early := sofar.Early - before.Early
		failed.add(float64(t), float64(early), float64(sofar.Failed-before.Failed-early))
		before = sofar
	})
	if err != nil {
		return nil, err
	}
	extend(&size, p.Rounds)
	extend(&failed, p.Rounds)
	v.Result, v.Figures = r, figures(r.Metrics())
	v.Headline = fmt.Sprintf("%d of %d requests fail; %s, %d of them unnecessary; %.2f of %d replicas are really healthy on average.",
		r.Failed, r.Offered, plural(r.Restarts, "restart"), r.Unnecessary, r.Healthy, len(p.Startup))
	v.Lanes = []Lanes{{Title: "Replicas", States: probeStates, Rows: rec.rows, Note: firstOf(len(p.Startup), "replicas")}}
	v.Plots = []Plot{size, failed}
	v.Trace = append(v.Trace, replicaTrace(rec.rows, probeStates)...)
	sortChanges(v.Trace)
	return v, nil
}

// pick takes figures by their keys.
func pick(metrics []outage.Metric, keys ...string) []Figure {
	var list []Figure
	for _, k := range keys {
		for _, f := range figures(metrics) {
			if f.Key == k {
				list = append(list, f)
			}
		}
	}
	return list
}
