package picture

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/outage"
)

// randomFleets yields n fleets, the same each time.
func randomFleets(n int) func(func(*outage.Fleet) bool) {
	rng := rand.New(rand.NewPCG(5, 6))
	platforms := outage.Platforms()
	return func(yield func(*outage.Fleet) bool) {
		for range n {
			f := outage.DefaultFleet()
			platforms[rng.IntN(len(platforms))].Apply(f)
			f.Instances, f.LocalInstances = 1+rng.IntN(30), 1
			f.OfferedRPS, f.DBShare = float64(rng.IntN(4000)), float64(rng.IntN(11))/10
			f.DurationS = 1 + rng.IntN(900)
			from := rng.IntN(400)
			f.Down = outage.Windows{{From: from, To: from + rng.IntN(400)}}
			f.Readiness = []outage.Check{outage.DeepCheck, outage.ShallowCheck, outage.NoCheck}[rng.IntN(3)]
			f.Liveness = []outage.Check{outage.DeepCheck, outage.ShallowCheck, outage.NoCheck}[rng.IntN(3)]
			f.Fault = []outage.Fault{outage.SharedFault, outage.LocalFault}[rng.IntN(2)]
			f.Seed = rng.IntN(1000)
			if !yield(f) {
				return
			}
		}
	}
}

// What is drawn of a fleet adds up to its figures.
func TestFleetAddsUp(t *testing.T) {
	for f := range randomFleets(300) {
		v, err := Fleet(f)
		if err != nil {
			t.Fatal(err)
		}
		r := v.Result.(*outage.FleetResult)
		whole(t, v)
		restarts, healthy := map[string]int{}, make([]int, f.DurationS)
		for _, row := range v.Lanes[1].Rows {
			for _, s := range row.Spans {
				if s.State == restarting {
					restarts[row.Name]++
				}
				for at := s.From; at < s.To && (s.State == inPool || s.State == degraded); at++ {
					healthy[at]++
				}
			}
		}
		for i, in := range r.InstanceTable[:min(MaxRows, f.Instances)] {
			// A restart right after another may have no moment between them.
			if name := v.Lanes[1].Rows[i].Name; restarts[name] > in.Restarts || in.Restarts > 0 && restarts[name] == 0 {
				t.Fatalf("%+v: %s is drawn with %d restarts of %d", f, name, restarts[name], in.Restarts)
			}
		}
		none := 0
		for _, n := range healthy {
			if n == 0 {
				none++
			}
		}
		if f.Instances <= MaxRows && f.RestartSeen == outage.SeenAtOnce && none != r.NoHealthyS {
			t.Fatalf("%+v: nobody is in the pool for %d s on the picture, %d in the figures", f, none, r.NoHealthyS)
		}
		sums := make([]float64, 5)
		p := v.Plots[0]
		for i := 1; i < len(p.X); i++ {
			for k := range sums {
				sums[k] += (p.X[i] - p.X[i-1]) * p.Series[k].Values[i-1]
			}
		}
		q := r.Requests
		for k, want := range []float64{q.Served, q.Dependency, q.NoTarget, q.Restarting, q.Overload} {
			if math.Abs(sums[k]-want) > 1e-6*(1+want) {
				t.Fatalf("%+v: %s adds up to %g, want %g", f, p.Series[k].Name, sums[k], want)
			}
		}
	}
}

// whole fails when a lane has a gap, a span has a state without a look, or a change is not in time.
func whole(t *testing.T, v *View) {
	t.Helper()
	looks := map[Look]bool{}
	for _, l := range Looks {
		looks[l] = true
	}
	for _, l := range v.Lanes {
		states := map[string]bool{}
		for _, s := range l.States {
			states[s.Key] = true
			if !looks[s.Look] {
				t.Fatalf("%s: look %q", s.Key, s.Look)
			}
		}
		for _, row := range l.Rows {
			at := v.Axis.From
			for _, s := range row.Spans {
				if s.From != at || s.To <= s.From || !states[s.State] {
					t.Fatalf("%s: span %+v after %d", row.Name, s, at)
				}
				at = s.To
			}
			if at != v.Axis.To {
				t.Fatalf("%s ends at %d of %d", row.Name, at, v.Axis.To)
			}
		}
	}
	last := v.Axis.From
	for _, c := range v.Trace {
		if c.T < last || c.T >= v.Axis.To || c.Who == "" || c.What == "" {
			t.Fatalf("change %+v after %d", c, last)
		}
		last = c.T
	}
	for _, p := range v.Plots {
		for _, s := range p.Series {
			if len(s.Values) != len(p.X) || !looks[s.Look] || p.Labels != nil && len(p.Labels) != len(p.X) {
				t.Fatalf("%s: %d values at %d places", s.Name, len(s.Values), len(p.X))
			}
		}
	}
	if v.Headline == "" || len(v.Figures) == 0 {
		t.Fatalf("%+v", v)
	}
}

// All other models: nothing is missing, and losses over time add up to those of the result.
func TestModelsAddUp(t *testing.T) {
	draw := func(v *View, err error) *View {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		whole(t, v)
		return v
	}
	sum := func(p Plot) (all float64) {
		for _, s := range p.Series {
			for i, v := range s.Values[:len(s.Values)-1] {
				all += v * (p.X[i+1] - p.X[i])
			}
		}
		return all
	}
	for _, d := range outage.Depths {
		c := outage.DefaultContent()
		c.Depth = d
		v := draw(Content(c))
		if r := v.Result.(*outage.ContentResult); sum(v.Plots[0]) != float64(r.Offered-r.Served) {
			t.Errorf("%s: %g lost on the picture, %d in the figures", d, sum(v.Plots[0]), r.Offered-r.Served)
		}
		draw(Depths(c))
		draw(CheckInterval(c))
	}
	combined := outage.DefaultCombined()
	combined.Mode, combined.Restart = outage.CombinedMode, 1
	v := draw(Combined(combined))
	if r := v.Result.(*outage.CombinedResult); sum(v.Plots[0]) != float64(r.DroppedSearch+r.DroppedLoan) {
		t.Errorf("combined: %g", sum(v.Plots[0]))
	}
	probes := outage.DefaultProbes()
	v = draw(Probes(probes))
	if r := v.Result.(*outage.ProbesResult); sum(v.Plots[1]) != float64(r.Failed) || r.Failed != 1408 {
		t.Errorf("probes: %g of %d", sum(v.Plots[1]), r.Failed)
	}
	probes.ReadinessPeriod, probes.ReadinessThreshold = 2, 1
	v = draw(ProbeSweep(probes))
	if got := v.Figures[1]; got != (Figure{"during_startup_2×2", "2×2: during startup", "113"}) {
		t.Errorf("%+v", got)
	}
	draw(CheckCost(outage.DefaultCheckCost()))
	draw(RiseFall(outage.DefaultRiseFall()))
}

// What several instances do at once is one line, with ranges.
func TestChanges(t *testing.T) {
	got := changes([]outage.Event{
		{T: 1, Event: outage.EventDown}, {T: 2, Instance: 1, Event: outage.EventUnhealthy}, {T: 2, Instance: 2, Event: outage.EventUnhealthy},
		{T: 2, Instance: 4, Event: outage.EventRestart}, {T: 2, Instance: 4, Event: outage.EventUnhealthy}, {T: 3, Instance: 5, Event: outage.EventRestart},
		{T: 3, Event: outage.EventRouting, Mode: outage.RouteNone},
	})
	want := []Change{{1, "dependency", "down"}, {2, "instances 1-2, 4", "unhealthy"}, {2, "instance 4", "restarted"}, {3, "instance 5", "restarted"}, {3, "balancer", "routes to no target"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// Scripts read lists, so JSON has no null where one belongs.
func TestNoNullLists(t *testing.T) {
	f := outage.DefaultFleet()
	f.TraceLimit, f.Down = 0, nil
	v, err := Fleet(f)
	if err != nil {
		t.Fatal(err)
	}
	v.Result = nil
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Replace(string(data), `"result":null`, "", 1); strings.Contains(text, "null") {
		t.Error(text)
	}
}

// Every look has its colours, its pattern and its fill.
func TestLooks(t *testing.T) {
	patterns, err := os.ReadFile("patterns.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range Looks {
		for _, want := range []string{"--" + string(l) + "-fill:", "--" + string(l) + "-line:"} {
			if strings.Count(Stylesheet, want) != 2 {
				t.Errorf("%s is not there for light and dark", want)
			}
		}
		if !strings.Contains(Stylesheet, ".span-"+string(l)+" ") || !strings.Contains(string(patterns), `id="look-`+string(l)+`"`) {
			t.Errorf("no fill for %s", l)
		}
	}
}
