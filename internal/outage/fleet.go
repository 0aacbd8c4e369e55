package outage

import (
	"errors"
	"fmt"
)

// Check is what a check of an instance asks.
type Check string

// The three checks.
const (
	DeepCheck    Check = "deep"    // queries the dependency
	ShallowCheck Check = "shallow" // asks whether the process answers
	NoCheck      Check = "none"    // there is none
)

// Fault says whose way to the dependency breaks.
type Fault string

// The two faults.
const (
	SharedFault Fault = "shared" // the dependency is down for all
	LocalFault  Fault = "local"  // only the connections of the first instances are
)

// Balancer says where requests go when few or no targets are healthy.
type Balancer string

// The three ways.
const (
	Service Balancer = "service" // Kubernetes Service, HAProxy: to healthy targets, so nowhere when there is none
	ALB     Balancer = "alb"     // AWS Application Load Balancer: to all targets when none is healthy
	Envoy   Balancer = "envoy"   // Envoy: to all targets when the healthy share is below the panic threshold
)

// Fleet is a number of equal instances behind a load balancer, while the dependency that a share of the requests
// needs is down. One step is one second. The defaults are those of seed fail-open-experiment.txt; it does not state
// the interval, the thresholds and the restart time, and 10 s, 3, 2 and 30 s are what reproduces every figure it has.
//
// The verdict on readiness belongs to whoever routes; liveness restarts. Both check at the same instants unless
// LivenessIntervalS says otherwise.
type Fleet struct {
	Platform string `json:"platform"` // whose defaults these are; see Platforms

	Instances   int     `json:"instances"`
	CapacityRPS float64 `json:"capacity_rps"` // of one instance; a hard limit, nothing queues
	OfferedRPS  float64 `json:"offered_rps"`  // to the fleet, spread evenly over the targets
	DBShare     float64 `json:"db_share"`     // of the requests, that need the dependency
	DurationS   int     `json:"duration_s"`

	Fault          Fault   `json:"fault"`
	LocalInstances int     `json:"local_instances"` // how many a local fault hits
	Down           Windows `json:"down_s"`          // when; the end is the first second that works again

	Readiness      Check    `json:"readiness"`
	Liveness       Check    `json:"liveness"`
	Balancer       Balancer `json:"balancer"`
	PanicThreshold float64  `json:"panic_threshold"` // healthy share below which Envoy ignores health; 0 is never

	CheckIntervalS    int `json:"check_interval_s"`
	Fall              int `json:"fall"`                // failed checks in a row that make an instance unhealthy
	Rise              int `json:"rise"`                // passed ones that make it healthy
	LivenessIntervalS int `json:"liveness_interval_s"` // 0: as check_interval_s
	LivenessFall      int `json:"liveness_fall"`       // failed liveness checks in a row that restart; 0: as fall

	RestartS         int     `json:"restart_s"`         // from the kill until the process answers again, back-off not counted
	CheckTimeoutS    int     `json:"check_timeout_s"`   // how long a deep check hangs until it counts as failed; 0: it is refused at once
	RestartedRise    int     `json:"restarted_rise"`    // passed checks that a restarted instance needs; 0: as rise
	RestartSeen      Seen    `json:"restart_seen"`      // how the balancer learns of a restart
	ReplaceUnhealthy bool    `json:"replace_unhealthy"` // whatever the balancer finds unhealthy is restarted, as ECS services do
	BackoffFirstS    int     `json:"backoff_first_s"`   // see Backoff
	BackoffMaxS      int     `json:"backoff_max_s"`     // 0 is no back-off
	Stagger          Stagger `json:"stagger"`
	Seed             int     `json:"seed"` // of a random stagger

	TraceLimit int `json:"trace_limit"` // events and segments that the result keeps; figures always cover the whole run
}

// Seen says how whoever routes learns that an instance is being restarted.
type Seen string

// The two ways.
const (
	SeenAtOnce   Seen = "at-once" // the platform that restarts also routes: kubelet and Service
	SeenByChecks Seen = "checks"  // by failed checks, as for any dead target: a balancer outside
)

// DefaultFleet is the seed's experiment before anything is changed: deep readiness, deep liveness, a Kubernetes
// Service, the database down from 60 s to 180 s.
func DefaultFleet() *Fleet {
	return &Fleet{
		Platform:  PlatformSeed,
		Instances: 6, CapacityRPS: 100, OfferedRPS: 450, DBShare: 0.6, DurationS: 300,
		Fault: SharedFault, LocalInstances: 1, Down: Windows{{60, 180}},
		Readiness: DeepCheck, Liveness: DeepCheck, Balancer: Service, PanicThreshold: 0.5,
		CheckIntervalS: 10, Fall: 3, Rise: 2, RestartS: 30,
		RestartSeen: SeenAtOnce, BackoffFirstS: kubeletBackoff.First, Stagger: InStep, TraceLimit: 100_000,
	}
}

// Limits of a fleet: ten times what a large one has, for a week. They keep a slip of the hand from filling memory.
const (
	maxInstances = 100_000
	maxSeconds   = 7 * secondsPerDay
)

// Inputs describes the fields. Setting the platform sets all that [Platform.Apply] does.
func (f *Fleet) Inputs() Inputs {
	platform := wordInput("platform", "whose defaults to start from", &f.Platform, platformNames()...)
	platform.set = f.Use
	return Inputs{
		platform,
		intInput("instances", "", "instances of the fleet", &f.Instances, 1, maxInstances),
		floatInput("capacity_rps", "requests/s", "what one instance can do", &f.CapacityRPS, 0, 1e9),
		floatInput("offered_rps", "requests/s", "what the fleet is asked", &f.OfferedRPS, 0, 1e12),
		floatInput("db_share", "", "share of the requests that needs the dependency", &f.DBShare, 0, 1),
		intInput("duration_s", "s", "length of the run", &f.DurationS, 1, maxSeconds),
		wordInput("fault", "whose way to the dependency breaks", &f.Fault, SharedFault, LocalFault),
		intInput("local_instances", "", "how many instances a local fault hits", &f.LocalInstances, 1, maxInstances),
		windowsInput("down_s", "s", "when the dependency is down; the end is the first second that works", &f.Down),
		wordInput("readiness", "what decides whether an instance gets requests", &f.Readiness, DeepCheck, ShallowCheck, NoCheck),
		wordInput("liveness", "what decides whether it is restarted", &f.Liveness, DeepCheck, ShallowCheck, NoCheck),
		wordInput("balancer", "where requests go when few are healthy", &f.Balancer, Service, ALB, Envoy),
		floatInput("panic_threshold", "", "healthy share below which envoy ignores health, 0 for never", &f.PanicThreshold, 0, 1),
		intInput("check_interval_s", "s", "from check to check", &f.CheckIntervalS, 1, 3600),
		intInput("fall", "", "failed checks in a row that make an instance unhealthy", &f.Fall, 1, 100),
		intInput("rise", "", "passed checks in a row that make it healthy", &f.Rise, 1, 100),
		intInput("liveness_interval_s", "s", "from liveness check to liveness check, 0 for that of the check", &f.LivenessIntervalS, 0, 3600),
		intInput("liveness_fall", "", "failed liveness checks in a row that restart, 0 for fall", &f.LivenessFall, 0, 100),
		intInput("restart_s", "s", "from the kill until the process answers", &f.RestartS, 0, secondsPerDay),
		intInput("check_timeout_s", "s", "until a deep check that hangs has failed, 0 if it is refused at once", &f.CheckTimeoutS, 0, 600),
		intInput("restarted_rise", "", "passed checks that a restarted instance needs, 0 for rise", &f.RestartedRise, 0, 100),
		wordInput("restart_seen", "how the balancer learns of a restart", &f.RestartSeen, SeenAtOnce, SeenByChecks),
		boolInput("replace_unhealthy", "what the balancer finds unhealthy is restarted", &f.ReplaceUnhealthy),
		intInput("backoff_first_s", "s", "back-off before the second restart", &f.BackoffFirstS, 1, secondsPerDay),
		intInput("backoff_max_s", "s", "longest back-off, 0 for none", &f.BackoffMaxS, 0, secondsPerDay),
		wordInput("stagger", "when the checks of different instances happen", &f.Stagger, InStep, Evenly, Seeded),
		intInput("seed", "", "of a random stagger", &f.Seed, 0, 1<<31-1),
		intInput("trace_limit", "", "events that are kept", &f.TraceLimit, 0, 10_000_000),
	}
}

// Check says which inputs are out of range.
func (f *Fleet) Check() error {
	errs := []error{f.Inputs().Check()}
	if f.LocalInstances > f.Instances {
		errs = append(errs, fmt.Errorf("local_instances must be at most instances (%d), not %d", f.Instances, f.LocalInstances))
	}
	if shortest := min(f.CheckIntervalS, f.livenessInterval()); f.CheckTimeoutS >= shortest && f.CheckTimeoutS > 0 {
		errs = append(errs, fmt.Errorf("check_timeout_s must be less than the interval (%d s), not %d", shortest, f.CheckTimeoutS))
	}
	if f.ReplaceUnhealthy && f.RestartSeen == SeenByChecks {
		errs = append(errs, errors.New("replace_unhealthy needs restart_seen at-once: who replaces an instance takes it out of the balancer"))
	}
	return errors.Join(errs...)
}

func (f *Fleet) livenessInterval() int { return firstSet(f.LivenessIntervalS, f.CheckIntervalS) }
func (f *Fleet) livenessFall() int     { return firstSet(f.LivenessFall, f.Fall) }
func (f *Fleet) restartedRise() int    { return firstSet(f.RestartedRise, f.Rise) }

func firstSet(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

// affected reports whether the fault hits instance i, counted from 0.
func (f *Fleet) affected(i int) bool { return f.Fault == SharedFault || i < f.LocalInstances }
