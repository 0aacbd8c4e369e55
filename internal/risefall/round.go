package risefall

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// asked is a target that a round asks, and its answer.
type asked struct {
	name    string
	target  *target
	last    time.Time // when it was asked before
	err     error     // nil is a pass
	latency time.Duration
}

func (a *asked) errText() string {
	if a.err == nil {
		return ""
	}
	return a.err.Error()
}

// Round asks every target once and returns the changes in the order of names. When ctx ends first, nothing is
// counted: that the caller gave up says nothing about the targets.
func (c *Checker) Round(ctx context.Context, probe Probe) []Event {
	c.rounds.Lock()
	defer c.rounds.Unlock()
	all := c.begin()
	var wg sync.WaitGroup
	slots := c.slots()
	for i := range all {
		wg.Go(func() {
			slots.take()
			defer slots.give()
			c.ask(ctx, probe, &all[i])
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return []Event{}
	}
	return c.apply(all)
}

// slots bound how many probes run at the same time; nil is no bound.
type slots chan struct{}

func (c *Checker) slots() slots {
	if c.opts.Parallel == 0 {
		return nil
	}
	return make(slots, c.opts.Parallel)
}

func (s slots) take() {
	if s != nil {
		s <- struct{}{}
	}
}

func (s slots) give() {
	if s != nil {
		<-s
	}
}

// delay is how long to wait until gap has passed since the target was last asked.
func (a *asked) delay(gap time.Duration) time.Duration {
	if a.last.IsZero() {
		return 0
	}
	return time.Until(a.last.Add(gap))
}

func randomUpTo(d time.Duration) time.Duration {
	if d <= 0 {
		return 0
	}
	return rand.N(d)
}

// begin lists the targets of a round, sorted by name.
func (c *Checker) begin() []asked {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]asked, 0, len(c.targets))
	for name, t := range c.targets {
		all = append(all, asked{name: name, target: t, last: t.askedAt})
	}
	slices.SortFunc(all, func(a, b asked) int { return strings.Compare(a.name, b.name) })
	return all
}

var (
	errNoPass = errors.New("the probe did not pass")
	errBusy   = errors.New("the last probe still hangs")
	errGone   = errors.New("the probe ended without an answer")
)

// ask runs one probe with its deadline. One that does not come back in time goes on in the background, and until it
// does the target is not asked again.
func (c *Checker) ask(ctx context.Context, probe Probe, a *asked) {
	if !c.take(a.target) {
		a.err = errBusy
		return
	}
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	start := time.Now()
	answer := make(chan error, 1)
	go c.call(ctx, probe, a, answer)
	select {
	case a.err = <-answer:
	case <-ctx.Done():
		a.err = fmt.Errorf("no answer within %v", c.opts.Timeout)
	}
	a.latency = time.Since(start)
	if limit := c.opts.SlowAfter; a.err == nil && limit > 0 && a.latency > limit {
		a.err = fmt.Errorf("slow: %v, the limit is %v", a.latency.Round(time.Millisecond), limit)
	}
}

// call turns whatever a probe does into nil for a pass or an error. The target is free before the answer is there,
// so that the next round finds it free.
func (c *Checker) call(ctx context.Context, probe Probe, a *asked, answer chan<- error) {
	err := errGone // stays when the probe ends its goroutine
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the probe panicked: %v", v)
		}
		c.give(a.target)
		answer <- err
	}()
	ok, perr := probe(ctx, a.name)
	if err = perr; err == nil && !ok {
		err = errNoPass
	}
}

// take marks a target as being asked, unless it still is.
func (c *Checker) take(t *target) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.busy {
		return false
	}
	t.busy, t.askedAt = true, time.Now()
	return true
}

func (c *Checker) give(t *target) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.busy = false
}

// Run asks all targets again and again until ctx ends, and hands each change to emit, from one goroutine. A target is
// never asked more than once in an interval: with jitter, a round lasts interval + jitter, and each target is asked
// at a random moment of its first jitter. An answer that takes longer than a round counts in the round in which it
// comes; until then the target is not asked again, and the others are. after, if not nil, is called after each round.
func (c *Checker) Run(ctx context.Context, interval, jitter time.Duration, probe Probe, emit func(Event), after func()) {
	r := &run{Checker: c, probe: probe, interval: interval, jitter: jitter,
		slots: c.slots(), waiting: map[*target]bool{}, answers: make(chan asked)}
	defer r.probes.Wait()
	for {
		next := time.Now().Add(interval + jitter)
		for _, e := range r.round(ctx, next) {
			emit(e)
		}
		if ctx.Err() != nil {
			return
		}
		if after != nil {
			after()
		}
		if !sleep(ctx, time.Until(next)) {
			return
		}
	}
}

// run is the state of a Run between its rounds.
type run struct {
	*Checker
	probe            Probe
	interval, jitter time.Duration
	slots            slots
	waiting          map[*target]bool // to be asked, or asked and not counted yet
	answers          chan asked
	probes           sync.WaitGroup
}

// round asks whoever is not being asked, and counts the answers that come before the next round is due.
func (r *run) round(ctx context.Context, next time.Time) []Event {
	r.rounds.Lock()
	defer r.rounds.Unlock()
	for _, a := range r.begin() {
		if !r.waiting[a.target] {
			r.waiting[a.target] = true
			r.probes.Go(func() { r.one(ctx, a) })
		}
	}
	due := time.NewTimer(time.Until(next))
	defer due.Stop()
	var got []asked
	for open := true; open && len(r.waiting) > 0; {
		select {
		case a := <-r.answers:
			delete(r.waiting, a.target)
			got = append(got, a)
		case <-due.C:
			open = false
		case <-ctx.Done():
			return nil
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	slices.SortFunc(got, func(a, b asked) int { return strings.Compare(a.name, b.name) })
	return r.apply(got)
}

// one asks one target, not before the interval has passed since it was last asked.
func (r *run) one(ctx context.Context, a asked) {
	if !sleep(ctx, max(a.delay(r.interval), randomUpTo(r.jitter))) {
		return
	}
	r.slots.take()
	r.ask(ctx, r.probe, &a)
	r.slots.give()
	select {
	case r.answers <- a:
	case <-ctx.Done():
	}
}

// sleep returns false when ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
