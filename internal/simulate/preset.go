package simulate

import (
	"fmt"
	"slices"

	"github.com/healthlint/healthlint/internal/outage"
)

// preset is one thing to simulate.
type preset struct {
	name    string
	summary string
	model   func() *model // with the inputs that make the preset's figures
	cases   []namedCase
	axes    []axis
	columns []string // keys of the metrics that text shows
	section string   // key of the axis that splits the text in tables
	trace   bool     // the detail of a result is long, and shown on request only
	notes   func(*outcome) []string
}

// setting gives an input a value.
type setting struct{ key, value string }

// namedCase is a row with a name.
type namedCase struct {
	name string
	set  []setting
}

// axis is an input and the values that it takes one after the other.
type axis struct {
	key    string
	values []string
}

// presets are all of them, in the order of the help.
var presets = []preset{
	{
		name:    "endpoint-content",
		summary: "what the endpoint asks: five depths over one schedule of failures",
		model:   func() *model { return of(outage.DefaultContent()) },
		axes:    []axis{{"depth", words(outage.Depths)}},
		columns: []string{"out_of_pool_rounds", "dropped_reads", "dropped_writes", "dropped_batch", "silent_lost_updates", "wasted_rejects"},
	},
	{
		name:    "check-interval",
		summary: "how often the endpoint is asked: detection against false evictions",
		model:   deepLocal,
		axes:    []axis{{"interval_rounds", []string{"1", "2", "4", "8"}}},
		columns: []string{"checks", "detection_rounds", "false_evictions", "dropped_reads", "silent_lost_updates"},
	},
	{
		name:    "check-cost",
		summary: "what checks cost on a day without failures: load on the dependency, false evictions",
		model:   func() *model { return of(outage.DefaultCheckCost()) },
		axes:    []axis{{"replicas", []string{"3", "12", "48"}}, {"interval_rounds", []string{"1", "4"}}},
		columns: []string{"interval_s", "checks_per_s", "store_load_percent", "checks_per_day"},
		notes:   evictionNotes,
	},
	{
		name:    "fail-open",
		summary: "a fleet behind a load balancer while a dependency is down",
		model:   func() *model { return of(outage.DefaultFleet()) },
		cases: []namedCase{
			{"deep readiness, deep liveness, service", nil},
			{"liveness none", []setting{{"liveness", "none"}}},
			{"alb", []setting{{"balancer", "alb"}}},
			{"alb, liveness none", []setting{{"balancer", "alb"}, {"liveness", "none"}}},
			{"shallow readiness, liveness none", []setting{{"readiness", "shallow"}, {"liveness", "none"}}},
			{"local fault", []setting{{"fault", "local"}}},
			{"local fault, shallow, none", []setting{{"fault", "local"}, {"readiness", "shallow"}, {"liveness", "none"}}},
		},
		columns: []string{"served_percent", "dependency_percent", "no_target_percent", "restarting_percent", "overload_percent",
			"unavoidable_percent", "never_needed_percent", "restarts", "no_healthy_target_s", "fewest_healthy"},
		trace: true,
	},
	{
		name:    "rise-fall",
		summary: "what thresholds make of a series of answers",
		model:   func() *model { return of(outage.DefaultRiseFall()) },
	},
	{
		name:    "combined",
		summary: "separate and combined liveness and readiness endpoints, with warm-up and restarts",
		model:   func() *model { return of(outage.DefaultCombined()) },
		axes:    []axis{{"mode", []string{string(outage.Separate), string(outage.CombinedMode)}}},
		columns: []string{"restarts", "dropped_search", "dropped_loan", "not_ready_polls", "recovery_ticks", "dropped"},
		notes:   combinedNotes,
	},
	{
		name:    "probes",
		summary: "startup, readiness and liveness probes: four settings",
		model:   func() *model { return of(outage.DefaultProbes()) },
		cases: []namedCase{
			{"no probes", nil},
			{"single combined probe", []setting{{"liveness_period", "5"}, {"liveness_threshold", "3"}, {"liveness_scope", "dependency"},
				{"readiness_period", "5"}, {"readiness_threshold", "3"}}},
			{"liveness + readiness", []setting{{"liveness_period", "5"}, {"liveness_threshold", "3"}, {"readiness_period", "2"}, {"readiness_threshold", "1"}}},
			{"plus startup", []setting{{"liveness_period", "5"}, {"liveness_threshold", "3"}, {"readiness_period", "2"}, {"readiness_threshold", "1"},
				{"startup_period", "5"}, {"startup_threshold", "6"}}},
		},
		columns: []string{"restarts", "unnecessary", "during_startup", "loop", "early", "failed", "average_healthy", "detect"},
	},
	{
		name:    "probe-sweep",
		summary: "period and threshold of liveness, without and with a startup probe",
		model:   quickReadiness,
		axes: []axis{{"startup_period", []string{"0", "5"}}, {"liveness_period", []string{"2", "5", "10"}},
			{"liveness_threshold", []string{"2", "3", "6"}}},
		columns: []string{"tolerance_rounds", "detect", "during_startup", "loop", "average_healthy"},
		section: "startup_period",
	},
}

func words[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = string(w)
	}
	return texts
}

func deepLocal() *model {
	c := outage.DefaultContent()
	c.Depth = outage.DeepLocal
	return of(c)
}

func quickReadiness() *model {
	p := outage.DefaultProbes()
	p.ReadinessPeriod, p.ReadinessThreshold = 2, 1
	return of(p)
}

// evictionNotes say what a hiccup costs, at the two intervals of the source and at those of the rows.
func evictionNotes(o *outcome) []string {
	intervals := []string{"1", "2"}
	for _, r := range o.rows {
		for _, s := range r.set {
			if s.key == "interval_rounds" && !slices.Contains(intervals, s.value) {
				intervals = append(intervals, s.value)
			}
		}
	}
	var notes []string
	for i, n := range intervals {
		m, err := o.model([]setting{{"interval_rounds", n}})
		if err != nil {
			continue // the rows would have said so
		}
		r, err := m.run()
		if err != nil {
			continue
		}
		c := r.(*outage.CheckCostResult)
		if i == 0 {
			notes = append(notes, fmt.Sprintf("one replica out: the others carry %.2f instead of %.2f requests/s each (%.2fx)",
				c.PeakRestRPS, c.PeakEachRPS, c.LoadRatio))
		}
		notes = append(notes, fmt.Sprintf("a check every %g s: %.1f false evictions a month, each takes %.1f %% of the capacity for up to %g s",
			c.IntervalS, c.FalseEvictions, c.CapacityPercent, c.IntervalS))
	}
	return notes
}

// combinedNotes compare the two modes.
func combinedNotes(o *outcome) []string {
	rows := o.rows
	if len(rows) != 2 || len(o.sweeps) > 0 {
		return nil
	}
	a, b := rows[0].result.(*outage.CombinedResult), rows[1].result.(*outage.CombinedResult)
	lostA, lostB := a.DroppedSearch+a.DroppedLoan, b.DroppedSearch+b.DroppedLoan
	return []string{
		fmt.Sprintf("dropped though they never needed the dependency: separate %d, combined %d", a.DroppedSearch, b.DroppedSearch),
		fmt.Sprintf("dropped in all: separate %d, combined %d; the difference of %d is the price of one endpoint for both", lostA, lostB, lostB-lostA),
	}
}
