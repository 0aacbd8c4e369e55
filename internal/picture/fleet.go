package picture

import (
	"fmt"
	"strconv"

	"github.com/healthlint/healthlint/internal/outage"
)

// States of an instance of a fleet.
const (
	inPool     = "in-pool"
	degraded   = "degraded"
	outOfPool  = "out"
	restarting = "restarting"
)

var instanceStates = []State{
	{inPool, "in the pool", Good},
	{degraded, "in the pool, dependency down", Part},
	{outOfPool, "out of the pool", Out},
	{restarting, "restarting", Restart},
}

var routingStates = []State{
	{outage.RouteHealthy, "to healthy targets", Good},
	{outage.RouteAll, "to all targets: health is ignored", Open},
	{outage.RouteNone, "to no target: everything fails", Bad},
}

// Fleet runs a fleet and draws it.
func Fleet(f *outage.Fleet) (*View, error) {
	r, err := f.Run()
	if err != nil {
		return nil, err
	}
	v := empty()
	v.Result, v.Figures = r, figures(r.Metrics())
	v.Axis = Axis{"seconds", 0, f.DurationS}
	for _, w := range f.Down {
		if w.From < f.DurationS && w.From < w.To {
			v.Bands = append(v.Bands, Band{w.From, min(w.To, f.DurationS), "dependency down"})
		}
	}
	v.Headline = fleetHeadline(f, r)
	end := known(f, r)
	v.Lanes = []Lanes{
		{Title: "Where requests go", States: routingStates, Rows: []Row{routingRow(r.Segments)}},
		{Title: "Instances", States: instanceStates, Rows: instanceRows(f, r, end), Note: firstOf(f.Instances, "instances")},
	}
	v.Plots = fleetPlots(f, r.Segments)
	v.Trace = changes(r.Trace)
	v.Tables = []Table{instanceTable(r)}
	if r.TraceDropped > 0 {
		v.Note = fmt.Sprintf("The trace ends early: %d more changes are beyond trace_limit. Figures cover the whole run.", r.TraceDropped)
	}
	return v, nil
}

func fleetHeadline(f *outage.Fleet, r *outage.FleetResult) string {
	p := r.Percent
	text := fmt.Sprintf("%.1f %% of the requests are served", p.Served)
	if p.Unavoidable > 0 {
		text += fmt.Sprintf(", %.1f %% was the most possible", 100-p.Unavoidable)
	}
	text += fmt.Sprintf("; %.1f %% fail though they never needed the dependency", p.NeverNeeded)
	switch {
	case r.Restarts == 0:
		return text + "; nothing is restarted."
	case r.Restarts == f.Instances*r.MostRestarts:
		return text + fmt.Sprintf("; every instance is restarted %s.", times(r.MostRestarts))
	}
	return text + fmt.Sprintf("; %s.", plural(r.Restarts, "restart"))
}

// known is the second up to which the trace says everything.
func known(f *outage.Fleet, r *outage.FleetResult) int {
	end := f.DurationS
	if r.TraceDropped > 0 {
		end = 0
		if n := len(r.Trace); n > 0 {
			end = r.Trace[n-1].T
		}
	}
	return end
}

func routingRow(segments []outage.Segment) Row {
	row := Row{Name: "routing", Spans: []Span{}}
	for _, s := range segments {
		if n := len(row.Spans); n > 0 && row.Spans[n-1].State == s.Mode && row.Spans[n-1].To == s.From {
			row.Spans[n-1].To = s.To
			continue
		}
		row.Spans = append(row.Spans, Span{s.From, s.To, s.Mode})
	}
	return row
}

// lane follows one instance through the trace.
type lane struct {
	row         Row
	healthy, up bool
	affected    bool
	since       int
	state       string
}

// instanceRows replays the trace.
func instanceRows(f *outage.Fleet, r *outage.FleetResult, end int) []Row {
	lanes := make([]lane, min(f.Instances, MaxRows))
	for i := range lanes {
		affected := f.Fault == outage.SharedFault || i < f.LocalInstances
		lanes[i] = lane{row: Row{Name: "instance " + strconv.Itoa(i+1), Spans: []Span{}}, healthy: true, up: true, affected: affected, state: inPool}
	}
	broken := false
	for _, e := range r.Trace {
		switch e.Event {
		case outage.EventDown, outage.EventUp:
			broken = e.Event == outage.EventDown
			for i := range lanes {
				lanes[i].update(e.T, broken)
			}
			continue
		}
		if e.Instance == 0 || e.Instance > len(lanes) {
			continue
		}
		l := &lanes[e.Instance-1]
		switch e.Event {
		case outage.EventHealthy, outage.EventUnhealthy:
			l.healthy = e.Event == outage.EventHealthy
		case outage.EventRestart, outage.EventBack:
			l.up = e.Event == outage.EventBack
		}
		l.update(e.T, broken)
	}
	rows := make([]Row, len(lanes))
	for i := range lanes {
		lanes[i].close(end)
		rows[i] = lanes[i].row
	}
	return rows
}

func (l *lane) update(t int, broken bool) {
	next := inPool
	switch {
	case !l.up:
		next = restarting
	case !l.healthy:
		next = outOfPool
	case broken && l.affected:
		next = degraded
	}
	if next == l.state {
		return
	}
	l.close(t)
	l.state = next
}

func (l *lane) close(t int) {
	if t > l.since {
		l.row.Spans = append(l.row.Spans, Span{l.since, t, l.state})
	}
	l.since = t
}

// fleetPlots are the requests by what becomes of them, and the size of the pool.
func fleetPlots(f *outage.Fleet, segments []outage.Segment) []Plot {
	requests := Plot{Title: "Requests by what becomes of them", Unit: "requests/s", XName: "seconds", Timed: true, Stacked: true,
		Series: []Series{{Name: "served", Look: Good}, {Name: "failed: dependency", Look: Part}, {Name: "failed: no target", Look: Bad},
			{Name: "failed: restarting", Look: Restart}, {Name: "failed: overload", Look: Out}}}
	pool := Plot{Title: "Pool", Unit: "instances", XName: "seconds", Timed: true,
		Series: []Series{{Name: "healthy", Look: Good}, {Name: "restarting", Look: Restart}}}
	add := func(t int, s outage.Segment) {
		requests.add(float64(t), s.Rates.Served, s.Rates.Dependency, s.Rates.NoTarget, s.Rates.Restarting, s.Rates.Overload)
		pool.add(float64(t), float64(s.Healthy), float64(s.Restarting))
	}
	for i, s := range segments {
		add(s.From, s)
		if i == len(segments)-1 {
			add(s.To, s)
		}
	}
	return []Plot{requests, pool}
}

func instanceTable(r *outage.FleetResult) Table {
	t := Table{Title: "Instances at the end", Head: []string{"instance", "restarts", "at the end"}}
	for _, in := range r.InstanceTable[:min(len(r.InstanceTable), MaxRows)] {
		state := "unhealthy"
		if in.Healthy {
			state = "healthy"
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(in.Instance), strconv.Itoa(in.Restarts), state})
	}
	return t
}
