package risefall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Probe asks one target. Only true without an error is a pass.
type Probe func(ctx context.Context, target string) (bool, error)

// Options are the settings of a checker.
type Options struct {
	Fall int // failures in a row that make a target unhealthy, at least 1
	Rise int // passes in a row that make it healthy, at least 1

	Timeout time.Duration // of one probe, more than 0
	// SlowAfter makes a pass that took longer a failure; 0 lets any answer within Timeout pass.
	SlowAfter time.Duration
	// MaxUnhealthy is the share of all targets, 0 to 1, that may be unhealthy for another one to be marked so. When
	// more than that seem to be, it is usually the checker or the network, and taking the rest out would turn a part
	// of an outage into all of it. 1 is no limit.
	MaxUnhealthy float64
	// Parallel bounds how many probes run at the same time; 0 is all. A bound keeps thousands of targets from using
	// up file descriptors; hanging targets then delay others by their time-out.
	Parallel int
}

// Check says which options are out of range.
func (o Options) Check() error {
	var errs []error
	bad := func(wrong bool, format string, args ...any) {
		if wrong {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	bad(o.Fall < 1, "fall must be at least 1, not %d", o.Fall)
	bad(o.Rise < 1, "rise must be at least 1, not %d", o.Rise)
	bad(o.Timeout <= 0, "timeout must be more than 0, not %v", o.Timeout)
	bad(o.SlowAfter < 0, "slow-after must be at least 0, not %v", o.SlowAfter)
	bad(!(o.MaxUnhealthy >= 0 && o.MaxUnhealthy <= 1), "max-unhealthy must be 0 to 1, not %v", o.MaxUnhealthy)
	bad(o.Parallel < 0, "parallel must be at least 0, not %d", o.Parallel)
	return errors.Join(errs...)
}

// Event is a change of state: of a target, or, with an empty Target, of the checker.
type Event struct {
	Target string `json:"target"`
	From   State  `json:"from"`
	To     State  `json:"to"`
	Why    string `json:"why,omitempty"` // what the last probe said, for a change for the worse
}

func (e Event) String() string {
	name := e.Target
	if name == "" {
		name = "checker"
	}
	return fmt.Sprintf("%s: %s -> %s", name, e.From, e.To)
}

// Status is what is known of a target.
type Status struct {
	Target   string        `json:"target"`
	State    State         `json:"state"`
	Passes   int           `json:"passes"`   // in a row
	Failures int           `json:"failures"` // in a row
	Held     bool          `json:"held"`     // should be unhealthy, but too many are
	Error    string        `json:"error"`    // of the last probe, "" if it passed
	Latency  time.Duration `json:"latency_ns"`
}

// target is one entry of the checker. A target that is removed and added again is another one, so that a probe of
// the first never counts for the second.
type target struct {
	streak
	busy    bool      // it is being asked, maybe by a probe that ignored its deadline in an earlier round
	askedAt time.Time // when it was last asked
	err     string
	latency time.Duration
}

// Checker holds targets and their states.
type Checker struct {
	opts   Options
	rounds sync.Mutex // one round at a time

	mu      sync.Mutex // guards what follows
	targets map[string]*target
	mode    State
}

// New makes a checker without targets.
func New(o Options) (*Checker, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return &Checker{opts: o, targets: map[string]*target{}, mode: Normal}, nil
}

// Add adds a target, which is unhealthy at first. One that is there already keeps its state.
func (c *Checker) Add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.targets[name] == nil {
		c.targets[name] = &target{streak: streak{state: Unhealthy}}
	}
}

// Remove forgets a target, and reports whether it was there.
func (c *Checker) Remove(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.targets[name]
	delete(c.targets, name)
	return ok
}

// State returns the state of a target, and whether it is there.
func (c *Checker) State(name string) (State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.targets[name]; t != nil {
		return t.state, true
	}
	return "", false
}

// Healthy names the healthy targets, sorted.
func (c *Checker) Healthy() []string {
	names := []string{}
	for _, s := range c.Snapshot() {
		if s.State == Healthy {
			names = append(names, s.Target)
		}
	}
	return names
}

// Snapshot returns what is known of all targets, sorted by name.
func (c *Checker) Snapshot() []Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]Status, 0, len(c.targets))
	for name, t := range c.targets {
		all = append(all, Status{name, t.state, t.passes, t.failures, t.held, t.err, t.latency})
	}
	slices.SortFunc(all, func(a, b Status) int { return strings.Compare(a.Target, b.Target) })
	return all
}

// apply counts the answers of a round in the order of names and returns the changes in that order, a change of the
// checker last.
func (c *Checker) apply(asked []asked) []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	unhealthy := 0
	for _, t := range c.targets {
		unhealthy += asInt(t.state == Unhealthy)
	}
	events := []Event{}
	for _, a := range asked {
		t := a.target
		if c.targets[a.name] != t {
			continue // removed in the meantime
		}
		before := t.state
		t.err, t.latency = a.errText(), a.latency
		mayFall := float64(unhealthy+1) <= c.opts.MaxUnhealthy*float64(len(c.targets))
		if !t.record(a.err == nil, c.opts.Fall, c.opts.Rise, mayFall) {
			continue
		}
		unhealthy += asInt(t.state == Unhealthy) - asInt(before == Unhealthy)
		events = append(events, Event{Target: a.name, From: before, To: t.state, Why: t.err})
	}
	return append(events, c.changeMode()...)
}

// changeMode enters panic mode when a target is held, and leaves it when none is.
func (c *Checker) changeMode() []Event {
	held := 0
	for _, t := range c.targets {
		held += asInt(t.held)
	}
	before := c.mode
	c.mode = Normal
	e := Event{From: before, To: Normal}
	if held > 0 {
		c.mode = Panic
		e.To, e.Why = Panic, fmt.Sprintf("%d of %d targets fail and stay in: at most a share of %v is marked unhealthy",
			held, len(c.targets), c.opts.MaxUnhealthy)
	}
	if c.mode == before {
		return nil
	}
	return []Event{e}
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
