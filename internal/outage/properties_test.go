package outage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// randomContents yields n pools with random schedules, the same each time.
func randomContents(n int) func(func(*Content) bool) {
	rng := rand.New(rand.NewPCG(3, 4))
	window := func() Window {
		from := 1 + rng.IntN(120)
		return Window{from, from + rng.IntN(20)}
	}
	return func(yield func(*Content) bool) {
		for range n {
			c := DefaultContent()
			c.Replicas = 1 + rng.IntN(6)
			c.Reads, c.Writes, c.Batch = rng.IntN(10), rng.IntN(5), rng.IntN(3)
			c.Interval = 1 + rng.IntN(8)
			c.Fall, c.Rise = 1+rng.IntN(3), 1+rng.IntN(3)
			for _, rw := range []*ReplicaWindows{&c.HalfFailed, &c.Warming, &c.Stopped, &c.Brief} {
				*rw = ReplicaWindows{}
				for i := range c.Replicas {
					if rng.IntN(2) == 0 {
						(*rw)[fmt.Sprintf("k%d", i+1)] = Windows{window()}
					}
				}
			}
			c.StateStore, c.BillingStore = Windows{window()}, Windows{window()}
			if !yield(c) {
				return
			}
		}
	}
}

func TestContentConservation(t *testing.T) {
	for c := range randomContents(500) {
		for _, d := range Depths {
			c.Depth = d
			r := run(t, c)
			if sum := r.Served + r.DroppedReads + r.DroppedWrites + r.DroppedBatch + r.Silent; sum != r.Offered ||
				r.Offered != c.Rounds*(c.Reads+c.Writes+c.Batch) {
				t.Fatalf("%+v: %d of %d requests are accounted for", c, sum, r.Offered)
			}
			if r.WastedReject > r.DroppedReads {
				t.Fatalf("%+v: %d of %d dropped reads were wasted", c, r.WastedReject, r.DroppedReads)
			}
		}
	}
}

// A deeper endpoint never keeps a replica in the pool longer.
func TestDeeperIsOutLonger(t *testing.T) {
	for c := range randomContents(300) {
		c.Fall, c.Rise = 1, 1
		before := -1
		for _, d := range Depths {
			c.Depth = d
			r := run(t, c)
			if r.OutOfPool < before {
				t.Fatalf("%+v: %s is out of the pool for %d replica-rounds, the depth before it for %d", c, d, r.OutOfPool, before)
			}
			before = r.OutOfPool
		}
	}
}

// A replica that can serve is never refused by readiness, checked in every round: no read is dropped while one is
// in the pool.
func TestReadinessDropsNoReads(t *testing.T) {
	for c := range randomContents(300) {
		c.Depth, c.Interval, c.Fall, c.Rise = Ready, 1, 1, 1
		if r := run(t, c); r.WastedReject != 0 {
			t.Fatalf("%+v: %d wasted rejects", c, r.WastedReject)
		}
	}
}

// More failures before an eviction never mean an earlier one.
func TestLooserContentDetectsNoSooner(t *testing.T) {
	for c := range randomContents(300) {
		c.Depth = Shallow
		c.Warming, c.HalfFailed, c.Brief = nil, nil, nil // nothing else evicts the replica before it stops
		before := -1
		for fall := 1; fall <= 5; fall++ {
			c.Fall = fall
			at := math.MaxInt
			if r := run(t, c); r.Detection != nil {
				at = *r.Detection
			}
			if at < before {
				t.Fatalf("%+v: detected after %d rounds, with fall %d after %d", c, at, fall-1, before)
			}
			before = at
		}
	}
}

// A seed says it: interval 4 and threshold 3 need up to 12 rounds.
func TestIntervalTimesThreshold(t *testing.T) {
	worst := 0
	for from := 80; from < 84; from++ {
		c := DefaultContent()
		c.Interval, c.Fall, c.Brief = 4, 3, nil
		c.Stopped = ReplicaWindows{"k3": {{from, from + 30}}}
		worst = max(worst, *run(t, c).Detection+1) // the round in which it is noticed is lost, too
	}
	if worst != 12 {
		t.Errorf("%d rounds", worst)
	}
}

func TestProbesProperties(t *testing.T) {
	for _, period := range []int{1, 2, 3, 5, 7, 10} {
		for _, stagger := range []Stagger{InStep, Evenly, Seeded} {
			before := -1
			for threshold := 1; threshold <= 6; threshold++ {
				p := DefaultProbes()
				p.LivenessPeriod, p.LivenessThreshold, p.Stagger = period, threshold, stagger
				p.ReadinessPeriod, p.ReadinessThreshold = 2, 1
				p.StartupPeriod, p.StartupThreshold = 5, 6
				r := run(t, p)
				if r.Served+r.Failed != r.Offered || r.Offered != p.Rounds*p.Requests || r.Early > r.Failed {
					t.Fatalf("%dx%d: %+v", period, threshold, r)
				}
				if r.DuringStartup != 0 || r.Unnecessary != 0 {
					t.Errorf("%dx%d %s: a startup probe of 30 rounds does not cover a start of 25: %+v", period, threshold, stagger, r)
				}
				at := math.MaxInt
				if len(r.Detect) > 0 {
					at = r.Detect[0]
				}
				if at < before || len(r.Detect) > 0 && at > period*threshold {
					t.Errorf("%dx%d %s: detected after %d rounds, with a lower threshold after %d", period, threshold, stagger, at, before)
				}
				before = at
			}
		}
	}
}

// kubelet's options: an initial delay covers a slow start as a startup probe does, and back-off makes a loop slower.
func TestProbesOptions(t *testing.T) {
	loop := DefaultProbes()
	loop.LivenessPeriod, loop.LivenessThreshold = 5, 3
	loop.ReadinessPeriod, loop.ReadinessThreshold = 2, 1
	plain := run(t, loop)
	loop.BackoffMax = 300
	if slow := run(t, loop); slow.Restarts >= plain.Restarts || slow.Loop != plain.Loop {
		t.Errorf("with back-off %d restarts, without %d", slow.Restarts, plain.Restarts)
	}
	loop.BackoffMax, loop.LivenessDelay = 0, 25
	if r := run(t, loop); r.DuringStartup != 0 {
		t.Errorf("initial delay: %d restarts during startup", r.DuringStartup)
	}
	loop.LivenessDelay, loop.ReadinessRise = 0, 3
	if r := run(t, loop); r.HealthyRounds != plain.HealthyRounds {
		t.Error("readiness never changes what a replica really can do")
	}
}

// Separate endpoints never restart for a dependency, and never lose a request that does not need it.
func TestCombinedProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		c := DefaultCombined()
		c.Ticks, c.DownFrom = 1+rng.IntN(200), rng.IntN(100)
		c.DownTo = c.DownFrom + rng.IntN(100)
		c.Poll, c.Threshold, c.Warmup = 1+rng.IntN(5), 1+rng.IntN(5), rng.IntN(60)
		c.Search, c.Loan, c.Restart = rng.IntN(5), rng.IntN(5), rng.IntN(5)
		a := run(t, c)
		if a.Restarts != 0 || a.DroppedSearch != 0 || a.DroppedLoan != c.Loan*max(0, min(c.DownTo, c.Ticks)-min(c.DownFrom, c.Ticks)) {
			t.Fatalf("%+v: %+v", c, a)
		}
		c.Mode = CombinedMode
		b := run(t, c)
		for _, r := range []*CombinedResult{a, b} {
			if r.Served+r.DroppedSearch+r.DroppedLoan != r.Offered {
				t.Fatalf("%+v: %+v", c, r)
			}
		}
		if b.DroppedSearch+b.DroppedLoan < a.DroppedLoan {
			t.Fatalf("%+v: combined loses %+v, separate %+v", c, b, a)
		}
		if a.Recovery != nil && b.Recovery != nil && *b.Recovery < *a.Recovery {
			t.Fatalf("%+v: combined recovers in %d ticks, separate in %d", c, *b.Recovery, *a.Recovery)
		}
	}
}

func BenchmarkContent(b *testing.B) {
	c := DefaultContent()
	for b.Loop() {
		run(b, c)
	}
}

func BenchmarkCombined(b *testing.B) {
	c := DefaultCombined()
	for b.Loop() {
		run(b, c)
	}
}

func BenchmarkProbes(b *testing.B) {
	p := DefaultProbes()
	p.LivenessPeriod, p.ReadinessPeriod = 2, 2
	for b.Loop() {
		run(b, p)
	}
}
