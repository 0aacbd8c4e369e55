package outage

import (
	"fmt"
	"strconv"
	"strings"
)

// FleetResult is what happened to the requests and to the instances.
type FleetResult struct {
	Percent  Shares `json:"percent"`  // of the requests offered
	Requests Shares `json:"requests"` // their numbers; fractions, as load is spread evenly

	Restarts        int  `json:"restarts"`            // of all instances
	NoHealthyS      int  `json:"no_healthy_target_s"` // seconds without a healthy instance
	FewestHealthy   int  `json:"fewest_healthy"`
	FailOpenS       int  `json:"fail_open_s"` // seconds in which health was ignored
	MostRestarts    int  `json:"most_restarts"`
	HealthyAtTheEnd int  `json:"healthy_at_the_end"`
	FirstUnhealthyS *int `json:"first_unhealthy_s"` // when the first instance became unhealthy
	LastRecoveryS   *int `json:"last_recovery_s"`   // when the last one became healthy again
	DependencyDownS int  `json:"dependency_down_s"`

	InstanceTable []InstanceResult `json:"instance_table,omitempty"`
	Trace         []Event          `json:"trace,omitempty"`
	Segments      []Segment        `json:"segments,omitempty"`
	TraceDropped  int              `json:"trace_dropped,omitempty"` // events and segments beyond the limit
}

// Brief is the result without what grows with the fleet and the length of the run.
func (r *FleetResult) Brief() any {
	brief := *r
	brief.InstanceTable, brief.Trace, brief.Segments, brief.TraceDropped = nil, nil, nil, 0
	return &brief
}

// Detail is the trace as a table.
func (r *FleetResult) Detail() (head []string, rows [][]string) {
	head = []string{"second", "instance", "event"}
	for _, e := range r.Trace {
		who := "-"
		if e.Instance > 0 {
			who = strconv.Itoa(e.Instance)
		}
		rows = append(rows, []string{strconv.Itoa(e.T), who, strings.TrimSpace(e.Event + " " + e.Mode)})
	}
	return head, rows
}

// Shares splits the requests by what became of them. Served and the four causes of failure add up to Offered.
type Shares struct {
	Offered    float64 `json:"offered"`
	Served     float64 `json:"served"`
	Dependency float64 `json:"dependency"` // failed: the instance could not reach the dependency
	NoTarget   float64 `json:"no_target"`  // failed: the balancer had nobody to send it to
	Restarting float64 `json:"restarting"` // failed: its instance was being restarted
	Overload   float64 `json:"overload"`   // failed: its instance had more than its capacity

	// Unavoidable is what needed a shared dependency while it was down, wherever it went; 0 for a local fault, which
	// other instances could have made good.
	Unavoidable float64 `json:"unavoidable"`
	// NeverNeeded is what failed though it never needed the dependency.
	NeverNeeded float64 `json:"never_needed"`
}

// Failed is the sum of the four causes.
func (s Shares) Failed() float64 { return s.Dependency + s.NoTarget + s.Restarting + s.Overload }

func (s Shares) percent() Shares {
	of := func(part float64) float64 { return percent(part, s.Offered) }
	return Shares{of(s.Offered), of(s.Served), of(s.Dependency), of(s.NoTarget), of(s.Restarting), of(s.Overload),
		of(s.Unavoidable), of(s.NeverNeeded)}
}

// InstanceResult is one line of the instance table.
type InstanceResult struct {
	Instance int  `json:"instance"` // from 1
	Restarts int  `json:"restarts"`
	Healthy  bool `json:"healthy"` // at the end
}

// What an event says.
const (
	EventDown      = "dependency-down"
	EventUp        = "dependency-up"
	EventHealthy   = "healthy"   // an instance
	EventUnhealthy = "unhealthy" // an instance
	EventRestart   = "restart"   // an instance was killed
	EventBack      = "back"      // an instance answers again
	EventRouting   = "routing"   // the balancer changed its mode
)

// Where requests go.
const (
	RouteHealthy = "healthy targets"
	RouteAll     = "all targets"
	RouteNone    = "no target"
)

// Event is one change. Events of one second stand in the order in which they happen.
type Event struct {
	T        int    `json:"t"`                  // seconds from the start
	Instance int    `json:"instance,omitempty"` // from 1; 0 for what concerns all
	Event    string `json:"event"`
	Mode     string `json:"mode,omitempty"` // of a routing event
}

func (e Event) String() string {
	switch {
	case e.Event == EventRouting:
		return fmt.Sprintf("%d s: routing to %s", e.T, e.Mode)
	case e.Instance == 0:
		return fmt.Sprintf("%d s: %s", e.T, e.Event)
	}
	return fmt.Sprintf("%d s: instance %d: %s", e.T, e.Instance, e.Event)
}

// Segment is a stretch of time in which nothing changed; the segments follow each other without a gap.
type Segment struct {
	From       int    `json:"from"` // seconds
	To         int    `json:"to"`   // first second after
	Mode       string `json:"mode"`
	Healthy    int    `json:"healthy"`
	Restarting int    `json:"restarting"`
	Rates      Rates  `json:"rps"`
}

// Rates are requests a second by what becomes of them.
type Rates struct {
	Served     float64 `json:"served"`
	Dependency float64 `json:"dependency"`
	NoTarget   float64 `json:"no_target"`
	Restarting float64 `json:"restarting"`
	Overload   float64 `json:"overload"`
}

// Metrics are the columns of a table.
func (r *FleetResult) Metrics() []Metric {
	p := r.Percent
	share := func(key, head string, v float64) Metric {
		return Metric{Key: key, Head: head, Value: v, Decimals: 1, Unit: " %"}
	}
	return []Metric{
		share("served_percent", "served", p.Served),
		share("dependency_percent", "dependency", p.Dependency),
		share("no_target_percent", "no target", p.NoTarget),
		share("restarting_percent", "restarting", p.Restarting),
		share("overload_percent", "overload", p.Overload),
		share("unavoidable_percent", "unavoidable", p.Unavoidable),
		share("never_needed_percent", "never needed it", p.NeverNeeded),
		{Key: "restarts", Head: "restarts", Value: r.Restarts},
		{Key: "no_healthy_target_s", Head: "none healthy", Value: r.NoHealthyS, Unit: " s"},
		{Key: "fewest_healthy", Head: "fewest healthy", Value: r.FewestHealthy},
		{Key: "fail_open_s", Head: "fail open", Value: r.FailOpenS, Unit: " s"},
		{Key: "first_unhealthy_s", Head: "first unhealthy", Value: optional(r.FirstUnhealthyS), Unit: " s"},
		{Key: "last_recovery_s", Head: "last recovery", Value: optional(r.LastRecoveryS), Unit: " s"},
		{Key: "most_restarts", Head: "most restarts", Value: r.MostRestarts},
		{Key: "healthy_at_the_end", Head: "healthy at the end", Value: r.HealthyAtTheEnd},
	}
}
