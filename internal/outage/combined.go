package outage

import (
	"errors"
	"fmt"
)

// Mode says whether one endpoint answers both questions.
type Mode string

// The two modes.
const (
	Separate     Mode = "separate" // liveness reads the state of the process only
	CombinedMode Mode = "combined" // liveness asks the dependency, too
)

// Combined is one process that a controller polls: it restarts the process when liveness failed often enough, and
// notes when readiness says no. Requests go to the process whatever readiness says, so what they lose is lost by
// restarts alone. Time passes in ticks, counted from 0; the defaults are those of seed liveness-readiness-in-code.md.
type Combined struct {
	Mode      Mode `json:"mode"`
	Ticks     int  `json:"ticks"`
	DownFrom  int  `json:"down_from_tick"` // first tick without the dependency
	DownTo    int  `json:"down_to_tick"`   // first tick with it again
	Poll      int  `json:"poll_every"`     // ticks
	Threshold int  `json:"restart_threshold"`
	Warmup    int  `json:"warmup"`       // requests that a new process refuses until it can serve
	Search    int  `json:"search"`       // requests a tick that do not need the dependency
	Loan      int  `json:"loan"`         // requests a tick that do
	Restart   int  `json:"restart_wait"` // ticks without a process on each restart; the seed's restarts take no time
}

// DefaultCombined is the seed's scenario with separate endpoints.
func DefaultCombined() *Combined {
	return &Combined{Mode: Separate, Ticks: 60, DownFrom: 15, DownTo: 40, Poll: 2, Threshold: 3, Warmup: 24, Search: 2, Loan: 2}
}

// Inputs describes the fields.
func (c *Combined) Inputs() Inputs {
	return Inputs{
		wordInput("mode", "separate endpoints, or liveness that asks the dependency, too", &c.Mode, Separate, CombinedMode),
		intInput("ticks", "ticks", "length of the run", &c.Ticks, 1, 1_000_000),
		intInput("down_from_tick", "", "first tick without the dependency", &c.DownFrom, 0, 1_000_000),
		intInput("down_to_tick", "", "first tick with it again", &c.DownTo, 0, 1_000_000),
		intInput("poll_every", "ticks", "from poll to poll", &c.Poll, 1, 10_000),
		intInput("restart_threshold", "", "failed liveness polls in a row that restart the process", &c.Threshold, 1, 1000),
		intInput("warmup", "", "requests that a new process refuses until it can serve", &c.Warmup, 0, 1_000_000),
		intInput("search", "", "requests a tick that do not need the dependency", &c.Search, 0, 10_000),
		intInput("loan", "", "requests a tick that need it", &c.Loan, 0, 10_000),
		intInput("restart_wait", "ticks", "without a process on each restart", &c.Restart, 0, 10_000),
	}
}

// Check says which inputs are out of range.
func (c *Combined) Check() error {
	err := c.Inputs().Check()
	if c.DownFrom > c.DownTo {
		err = errors.Join(err, fmt.Errorf("down_to_tick must be at least down_from_tick (%d), not %d", c.DownFrom, c.DownTo))
	}
	return err
}

// CombinedResult counts requests and polls.
type CombinedResult struct {
	Restarts      int  `json:"restarts"`
	DroppedSearch int  `json:"dropped_search"`
	DroppedLoan   int  `json:"dropped_loan"`
	NotReady      int  `json:"not_ready_polls"`
	Recovery      *int `json:"recovery_ticks"` // from the return of the dependency to the first tick that loses nothing
	Served        int  `json:"served"`
	Offered       int  `json:"offered"`
}

// Metrics are the columns of a table.
func (r *CombinedResult) Metrics() []Metric {
	return []Metric{
		{Key: "restarts", Head: "restarts", Value: r.Restarts},
		{Key: "dropped_search", Head: "dropped /search", Value: r.DroppedSearch},
		{Key: "dropped_loan", Head: "dropped /loan", Value: r.DroppedLoan},
		{Key: "not_ready_polls", Head: "not ready", Value: r.NotReady, Unit: " polls"},
		{Key: "recovery_ticks", Head: "recovery", Value: optional(r.Recovery), Unit: " ticks"},
		{Key: "dropped", Head: "dropped", Value: r.DroppedSearch + r.DroppedLoan},
		{Key: "served", Head: "served", Value: r.Served},
		{Key: "offered", Head: "offered", Value: r.Offered},
	}
}

// process is the polled one: it refuses its first requests while it builds its local directory.
type process struct {
	seen int // requests since it started
	back int // first tick in which there is a process
}

// Run computes the result. The first process is warm.
func (c *Combined) Run() (*CombinedResult, error) { return c.Watch(nil) }

// Watch is Run, and shows every tick to step: the process as it was at the end of the tick, and the result so far.
func (c *Combined) Watch(step func(t int, now ReplicaState, sofar CombinedResult)) (*CombinedResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	r := &CombinedResult{}
	p := &process{seen: c.Warmup}
	failures := 0
	for t := range c.Ticks {
		down := t >= c.DownFrom && t < c.DownTo
		if t%c.Poll == 0 && t >= p.back {
			if c.Mode == CombinedMode && down {
				failures++
			} else {
				failures = 0
			}
			if failures >= c.Threshold {
				failures, p = 0, &process{back: t + c.Restart}
				r.Restarts++
			}
		}
		if t%c.Poll == 0 && (down || t < p.back || p.seen < c.Warmup) {
			r.NotReady++
		}
		lost := c.tick(r, p, t, down)
		if t >= c.DownTo && lost == 0 && r.Recovery == nil {
			ticks := t - c.DownTo
			r.Recovery = &ticks
		}
		if step != nil {
			step(t, c.state(p, t, down, r.Restarts), *r)
		}
	}
	return r, nil
}

func (c *Combined) state(p *process, t int, down bool, restarts int) ReplicaState {
	s := ReplicaState{Condition: CondHealthy, InPool: true, Restarts: restarts}
	switch {
	case t < p.back:
		s.Condition = CondGone
	case p.seen <= c.Warmup && restarts > 0: // all requests of this life so far were refused
		s.Condition = CondWarming
	case down:
		s.Condition = CondNoDependency
	}
	return s
}

// tick sends the requests of one tick, searches first, and counts those that were lost.
func (c *Combined) tick(r *CombinedResult, p *process, t int, down bool) (lost int) {
	for i := range c.Search + c.Loan {
		r.Offered++
		loan := i >= c.Search
		gone := t < p.back
		if !gone {
			p.seen++
		}
		switch {
		case !gone && p.seen > c.Warmup && !(loan && down):
			r.Served++
			continue
		case loan:
			r.DroppedLoan++
		default:
			r.DroppedSearch++
		}
		lost++
	}
	return lost
}
