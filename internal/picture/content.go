package picture

import (
	"fmt"
	"strconv"

	"github.com/healthlint/healthlint/internal/outage"
)

// States of a replica whose membership in the pool an endpoint decides: what it is, against what the endpoint says.
const (
	served     = "served"
	wronglyIn  = "wrongly-in"
	silentIn   = "silent"
	wronglyOut = "wrongly-out"
	rightlyOut = "rightly-out"
	rounds     = "rounds"
)

var replicaStates = []State{
	{served, "in the pool", Good},
	{silentIn, "in the pool, loses writes silently", Part},
	{wronglyIn, "in the pool, can't serve", Bad},
	{wronglyOut, "out, though it can serve", Out},
	{rightlyOut, "out, can't serve", Idle},
}

// Content runs a pool of replicas and draws it.
func Content(c *outage.Content) (*View, error) {
	v := empty()
	v.Axis = Axis{rounds, 1, c.Rounds + 1}
	rec := &recorder{}
	lost := Plot{Title: "Requests lost", Unit: "requests a round", XName: rounds, Timed: true, Stacked: true, Series: contentLosses()}
	pool := Plot{Title: "Pool", Unit: "replicas", XName: rounds, Timed: true, Series: []Series{{Name: "in the pool", Look: Good}}}
	before := outage.ContentResult{}
	r, err := c.Watch(func(t int, now []outage.ReplicaState, sofar outage.ContentResult) {
		size := 0
		for i, s := range now {
			if s.InPool {
				size++
			}
			if i < MaxRows {
				rec.add(i, t, "k"+strconv.Itoa(i+1), replicaState(s))
			}
		}
		lost.add(float64(t), contentLoss(&sofar, &before)...)
		pool.add(float64(t), float64(size))
		before = sofar
	})
	if err != nil {
		return nil, err
	}
	extend(&lost, c.Rounds+1)
	extend(&pool, c.Rounds+1)
	v.Result, v.Figures, v.Headline = r, figures(r.Metrics()), contentHeadline(r)
	v.Bands = append(windows(c.StateStore, c.Rounds, "store down"), windows(c.BillingStore, c.Rounds, "billing down")...)
	v.Lanes = []Lanes{{Title: "Replicas", States: replicaStates, Rows: rec.rows, Note: firstOf(c.Replicas, "replicas")}}
	v.Plots = []Plot{lost, pool}
	v.Trace = replicaTrace(rec.rows, replicaStates)
	return v, nil
}

func contentHeadline(r *outage.ContentResult) string {
	lost := r.Offered - r.Served
	return fmt.Sprintf("%d of %d requests are lost: %d reads are refused although a replica could have answered, and %s silently.",
		lost, r.Offered, r.WastedReject, plural(r.Silent, "write")+" lost")
}

func contentLosses() []Series {
	return []Series{{Name: "reads dropped", Look: Bad}, {Name: "writes dropped", Look: Restart}, {Name: "batch dropped", Look: Out},
		{Name: "writes lost silently", Look: Part}}
}

// contentLoss is what was lost since before.
func contentLoss(r, before *outage.ContentResult) []float64 {
	return []float64{float64(r.DroppedReads - before.DroppedReads), float64(r.DroppedWrites - before.DroppedWrites),
		float64(r.DroppedBatch - before.DroppedBatch), float64(r.Silent - before.Silent)}
}

func replicaState(s outage.ReplicaState) string {
	able := s.Condition == outage.CondHealthy || s.Condition == outage.CondHalfFailed
	switch {
	case s.InPool && s.Condition == outage.CondHalfFailed:
		return silentIn
	case s.InPool && able:
		return served
	case s.InPool:
		return wronglyIn
	case s.Condition == outage.CondHealthy:
		return wronglyOut
	}
	return rightlyOut
}

// extend repeats the last values at the end of the time.
func extend(p *Plot, end int) {
	n := len(p.X)
	if n == 0 {
		return
	}
	var last []float64
	for _, s := range p.Series {
		last = append(last, s.Values[n-1])
	}
	p.add(float64(end), last...)
}

// windows are bands; To is the last round of a window.
func windows(ws outage.Windows, rounds int, label string) []Band {
	bands := []Band{}
	for _, w := range ws {
		if w.From <= rounds {
			bands = append(bands, Band{w.From, min(w.To+1, rounds+1), label})
		}
	}
	return bands
}

// replicaTrace lists the changes of lanes, in the order of time and then of rows.
func replicaTrace(rows []Row, states []State) []Change {
	labels := map[string]string{}
	for _, s := range states {
		labels[s.Key] = s.Label
	}
	list := []Change{}
	for _, row := range rows {
		for i, s := range row.Spans {
			if i > 0 {
				list = append(list, Change{s.From, row.Name, labels[s.State]})
			}
		}
	}
	sortChanges(list)
	return list
}

func texts(values ...int) []string {
	list := make([]string, len(values))
	for i, n := range values {
		list[i] = strconv.Itoa(n)
	}
	return list
}
