package outage

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Scope is what a liveness probe counts as a failure.
type Scope string

// The two scopes.
const (
	ProcessScope    Scope = "process"    // the process is starting or stuck
	DependencyScope Scope = "dependency" // or it has lost its dependency
)

// Probes are replicas under a liveness, a readiness and a startup probe, through slow starts, stuck processes and
// lost dependencies. Time passes in rounds, counted from 0. A period of 0 is no such probe. The defaults are those of
// seed startup-readiness-liveness-probes.txt, without probes.
type Probes struct {
	LivenessPeriod     int   `json:"liveness_period"`    // rounds; kubelet's default is 10 s
	LivenessThreshold  int   `json:"liveness_threshold"` // failures in a row that restart; kubelet: 3
	LivenessScope      Scope `json:"liveness_scope"`
	LivenessDelay      int   `json:"liveness_delay"`      // rounds after a start without liveness; kubelet: initialDelaySeconds, 0
	ReadinessPeriod    int   `json:"readiness_period"`    // rounds; kubelet: 10 s
	ReadinessThreshold int   `json:"readiness_threshold"` // failures in a row that take it out of the pool; kubelet: 3
	ReadinessRise      int   `json:"readiness_rise"`      // passes in a row that bring it back; kubelet: 1
	StartupPeriod      int   `json:"startup_period"`      // rounds; kubelet: 10 s
	StartupThreshold   int   `json:"startup_threshold"`   // failures in a row that restart; kubelet: 3

	Rounds   int  `json:"rounds"`
	Requests int  `json:"requests"`       // a round, dealt out over the pool from its first replica on
	Startup  Ints `json:"startup_rounds"` // by replica: rounds from a start until it can serve

	Scheduled    Moments        `json:"scheduled"`     // planned starts; not counted as restarts
	NoDependency ReplicaWindows `json:"no_dependency"` // first round and first round after; ends by itself
	Stuck        Moments        `json:"stuck"`         // from this round on; only a restart ends it

	BackoffFirst int     `json:"backoff_first"` // rounds; see Backoff
	BackoffMax   int     `json:"backoff_max"`   // rounds; 0 is no back-off
	Stagger      Stagger `json:"stagger"`
	Seed         int     `json:"seed"` // of a random stagger
	Looping      int     `json:"looping"`
}

// DefaultProbes is the seed's sequence of events.
func DefaultProbes() *Probes {
	return &Probes{
		LivenessThreshold: 3, LivenessScope: ProcessScope, ReadinessThreshold: 3, ReadinessRise: 1, StartupThreshold: 6,
		Rounds: 180, Requests: 50, Startup: Ints{6, 6, 6, 6, 6, 6, 25, 25},
		Scheduled:    Moments{{"k7", 20}, {"k8", 20}},
		NoDependency: ReplicaWindows{"k4": {{50, 68}}, "k5": {{120, 130}}},
		Stuck:        Moments{{"k2", 80}, {"k6", 140}},
		BackoffFirst: kubeletBackoff.First, Stagger: InStep, Looping: 3,
	}
}

// Inputs describes the fields.
func (p *Probes) Inputs() Inputs {
	const period, threshold = 10_000, 1000
	return Inputs{
		intInput("liveness_period", "rounds", "from liveness probe to liveness probe, 0 for none", &p.LivenessPeriod, 0, period),
		intInput("liveness_threshold", "", "failures in a row that restart", &p.LivenessThreshold, 1, threshold),
		wordInput("liveness_scope", "what fails a liveness probe: the state of the process, or a lost dependency, too",
			&p.LivenessScope, ProcessScope, DependencyScope),
		intInput("liveness_delay", "rounds", "after a start without liveness probes", &p.LivenessDelay, 0, period),
		intInput("readiness_period", "rounds", "from readiness probe to readiness probe, 0 for none", &p.ReadinessPeriod, 0, period),
		intInput("readiness_threshold", "", "failures in a row that take a replica out of the pool", &p.ReadinessThreshold, 1, threshold),
		intInput("readiness_rise", "", "passes in a row that bring it back", &p.ReadinessRise, 1, threshold),
		intInput("startup_period", "rounds", "from startup probe to startup probe, 0 for none", &p.StartupPeriod, 0, period),
		intInput("startup_threshold", "", "failures in a row that restart", &p.StartupThreshold, 1, threshold),
		intInput("rounds", "rounds", "length of the run", &p.Rounds, 1, 1_000_000),
		intInput("requests", "", "requests a round", &p.Requests, 0, 100_000),
		intsInput("startup_rounds", "rounds", "by replica: from a start until it can serve", &p.Startup),
		momentsInput("scheduled", "rounds", "planned starts", &p.Scheduled),
		replicaWindowsInput("no_dependency", "rounds", "a replica has lost its dependency", &p.NoDependency),
		momentsInput("stuck", "rounds", "a replica gets stuck", &p.Stuck),
		intInput("backoff_first", "rounds", "back-off before the second restart", &p.BackoffFirst, 1, 86_400),
		intInput("backoff_max", "rounds", "longest back-off, 0 for none", &p.BackoffMax, 0, 86_400),
		wordInput("stagger", "when the probes of different replicas happen", &p.Stagger, InStep, Evenly, Seeded),
		intInput("seed", "", "of a random stagger", &p.Seed, 0, 1<<31-1),
		intInput("looping", "", "restarts of one replica that count as a loop", &p.Looping, 1, 1000),
	}
}

// Check says which inputs are out of range.
func (p *Probes) Check() error {
	errs := []error{p.Inputs().Check()}
	if len(p.Startup) == 0 || slices.Min(p.Startup) < 0 {
		errs = append(errs, errors.New("startup_rounds must hold a number of at least 0 for each replica"))
	}
	for _, list := range []struct {
		key   string
		names []string
	}{{"scheduled", p.Scheduled.replicas()}, {"stuck", p.Stuck.replicas()}, {"no_dependency", p.NoDependency.replicas()}} {
		for _, k := range list.names {
			if i := replicaIndex(k); i < 0 || i >= len(p.Startup) {
				errs = append(errs, fmt.Errorf("%s: there is no replica %s; startup_rounds has k1 to k%d", list.key, k, len(p.Startup)))
			}
		}
	}
	return errors.Join(errs...)
}

// ProbesResult counts restarts, requests and replica-rounds.
type ProbesResult struct {
	Tolerance     int     `json:"tolerance_rounds"` // liveness period times threshold: failures that long restart
	Restarts      int     `json:"restarts"`         // by probes
	Unnecessary   int     `json:"unnecessary"`      // of a replica that was not stuck
	DuringStartup int     `json:"during_startup"`   // of a replica that was still starting
	Loop          int     `json:"loop"`             // replicas restarted at least Looping times
	Early         int     `json:"early"`            // requests that went to a replica that was starting
	Failed        int     `json:"failed"`           // requests
	Served        int     `json:"served"`
	Offered       int     `json:"offered"`
	HealthyRounds int     `json:"healthy_rounds"`  // replica-rounds in which a replica could serve, whatever probes thought
	Healthy       float64 `json:"average_healthy"` // replicas, over the run
	Detect        []int   `json:"detect"`          // rounds from getting stuck to the restart, in the order of restarts
}

// Metrics are the columns of a table.
func (r *ProbesResult) Metrics() []Metric {
	return []Metric{
		{Key: "tolerance_rounds", Head: "tolerance", Value: r.Tolerance},
		{Key: "restarts", Head: "restarts", Value: r.Restarts},
		{Key: "unnecessary", Head: "unnecessary", Value: r.Unnecessary},
		{Key: "during_startup", Head: "during startup", Value: r.DuringStartup},
		{Key: "loop", Head: "in a loop", Value: r.Loop},
		{Key: "early", Head: "early requests", Value: r.Early},
		{Key: "failed", Head: "failed", Value: r.Failed},
		{Key: "average_healthy", Head: "really healthy", Value: r.Healthy, Decimals: 2},
		{Key: "detect", Head: "rounds to detect stuck", Value: r.Detect},
		{Key: "healthy_rounds", Head: "healthy rounds", Value: r.HealthyRounds},
		{Key: "served", Head: "served", Value: r.Served},
		{Key: "offered", Head: "offered", Value: r.Offered},
	}
}

// Ints is a list of numbers; its text is "6,6,25".
type Ints []int

func (v Ints) String() string { return joinInts(v, ",") }

func intsInput(key, unit, help string, v *Ints) Input {
	return Input{Key: key, Unit: unit, Help: help, form: "a list of numbers, as in 6,6,25",
		text: func() string { return v.String() },
		set: func(s string) error {
			var next Ints
			for part := range strings.SplitSeq(s, ",") {
				n, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil {
					return errForm
				}
				next = append(next, n)
			}
			*v = next
			return nil
		}}
}

// Moment is when something happens to a replica; its text is "k7:20".
type Moment struct {
	Replica string `json:"replica"`
	Round   int    `json:"round"`
}

// MarshalText writes "k7:20".
func (m Moment) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func (m Moment) String() string { return m.Replica + ":" + strconv.Itoa(m.Round) }

// Moments is a list of them; its text is "k7:20,k8:20".
type Moments []Moment

func (ms Moments) String() string {
	texts := make([]string, len(ms))
	for i, m := range ms {
		texts[i] = m.String()
	}
	return strings.Join(texts, ",")
}

func (ms Moments) replicas() []string {
	names := make([]string, len(ms))
	for i, m := range ms {
		names[i] = m.Replica
	}
	return names
}

func momentsInput(key, unit, help string, v *Moments) Input {
	return Input{Key: key, Unit: unit, Help: help, form: "a list of REPLICA:ROUND, as in k7:20,k8:20",
		text: func() string { return v.String() },
		set: func(s string) error {
			var next Moments
			for part := range strings.SplitSeq(s, ",") {
				if part == "" {
					continue
				}
				k, at, ok := strings.Cut(strings.TrimSpace(part), ":")
				n, err := strconv.Atoi(at)
				if !ok || err != nil || n < 0 || replicaIndex(k) < 0 {
					return errForm
				}
				next = append(next, Moment{k, n})
			}
			*v = next
			return nil
		}}
}
