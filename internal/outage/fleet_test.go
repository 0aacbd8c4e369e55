package outage

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// The trace of the seed's first run, as its text tells it: three checks until the pool is empty, two restarts, two
// passes until it is full again.
func TestFleetTrace(t *testing.T) {
	f := DefaultFleet()
	f.Instances = 1
	r := run(t, f)
	want := []string{
		"60 s: dependency-down",
		"80 s: instance 1: unhealthy",
		"80 s: instance 1: restart",
		"80 s: routing to no target",
		"110 s: instance 1: back",
		"130 s: instance 1: restart",
		"160 s: instance 1: back",
		"180 s: dependency-up",
		"190 s: instance 1: healthy",
		"190 s: routing to healthy targets",
	}
	var got []string
	for _, e := range r.Trace {
		got = append(got, e.String())
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Segments follow each other without a gap, and their requests are those of the run.
func TestFleetSegments(t *testing.T) {
	for f := range randomFleets(200) {
		r := run(t, f)
		end, served := 0, 0.0
		for _, s := range r.Segments {
			if s.From != end || s.To <= s.From {
				t.Fatalf("%+v: segment %+v follows second %d", f, s, end)
			}
			end = s.To
			served += float64(s.To-s.From) * s.Rates.Served
		}
		if end != f.DurationS || math.Abs(served-r.Requests.Served) > 1e-6*r.Requests.Offered {
			t.Fatalf("%+v: segments end at %d and serve %v of %v", f, end, served, r.Requests.Served)
		}
	}
}

// A result that a web page reads is JSON, and the same each time.
func TestFleetJSON(t *testing.T) {
	first, err := json.Marshal(run(t, DefaultFleet()))
	if err != nil {
		t.Fatal(err)
	}
	second, _ := json.Marshal(run(t, DefaultFleet()))
	if string(first) != string(second) {
		t.Error("two runs differ")
	}
	var back FleetResult
	if err := json.Unmarshal(first, &back); err != nil || len(back.Trace) == 0 || len(back.Segments) == 0 || back.Percent.Served == 0 {
		t.Errorf("read back: %v %+v", err, back)
	}
}

func TestTraceLimit(t *testing.T) {
	full := run(t, DefaultFleet())
	f := DefaultFleet()
	f.TraceLimit = 3
	r := run(t, f)
	if len(r.Trace)+len(r.Segments) != 3 || r.TraceDropped != len(full.Trace)+len(full.Segments)-3 || r.Percent != full.Percent {
		t.Errorf("kept %d, dropped %d: %+v", len(r.Trace)+len(r.Segments), r.TraceDropped, r.Percent)
	}
}

// The second restart waits 10 s, the third 20 s, at most 300 s; ten quiet minutes make it forget.
func TestBackoff(t *testing.T) {
	var s backoffState
	now := 1000
	var waits []int
	for range 8 {
		w := kubeletBackoff.wait(&s, now)
		waits = append(waits, w)
		now += w + 30
	}
	if fmt.Sprint(waits) != "[0 10 20 40 80 160 300 300]" {
		t.Errorf("waits %v", waits)
	}
	if w := kubeletBackoff.wait(&s, s.started+601); w != 0 {
		t.Errorf("after ten quiet minutes it waits %d s", w)
	}
	if w := (Backoff{First: 10}).wait(&backoffState{next: 10}, 5); w != 0 {
		t.Errorf("no back-off waits %d s", w)
	}
}

// With kubelet's back-off a fleet is restarted less often than without, and each restart takes longer.
// The longest back-off is the longest, also where the first is longer.
func TestBackoffFirstBeyondMax(t *testing.T) {
	for _, tt := range []struct{ first, max, want int }{{100, 5, 5}, {5, 5, 5}, {10, 300, 10}} {
		s := backoffState{}
		b := Backoff{First: tt.first, Max: tt.max}
		b.wait(&s, 0)
		if w := b.wait(&s, 1); w != tt.want {
			t.Errorf("%+v: %d s, want %d", b, w, tt.want)
		}
	}
}

func TestFleetBackoff(t *testing.T) {
	f := DefaultFleet()
	f.Down, f.DurationS = Windows{{60, 3600}}, 4000
	without := run(t, f)
	f.BackoffMaxS = 300
	with := run(t, f)
	if with.Restarts >= without.Restarts || *with.LastRecoveryS < *without.LastRecoveryS {
		t.Errorf("restarts %d with, %d without; recovery at %d and %d s", with.Restarts, without.Restarts, *with.LastRecoveryS, *without.LastRecoveryS)
	}
}

// Out of step, instances fail one by one; the mean detection is the same to half an interval.
func TestStagger(t *testing.T) {
	for _, s := range []Stagger{Evenly, Seeded} {
		f := DefaultFleet()
		f.Instances, f.Stagger, f.Liveness = 100, s, NoCheck
		f.CapacityRPS = 100
		r := run(t, f)
		seen := map[int]int{}
		for _, e := range r.Trace {
			if e.Event == EventUnhealthy {
				seen[e.T]++
			}
		}
		if len(seen) < 8 || len(seen) > 10 {
			t.Errorf("%s: instances became unhealthy in %d different seconds", s, len(seen))
		}
		for at := range seen {
			if at < 80 || at > 89 {
				t.Errorf("%s: unhealthy at %d s", s, at)
			}
		}
	}
}

// A check that hangs is known to have failed only when its time is up.
func TestCheckTimeout(t *testing.T) {
	f := DefaultFleet()
	f.CheckTimeoutS = 4
	if r := run(t, f); *r.FirstUnhealthyS != 84 {
		t.Errorf("unhealthy at %d s", *r.FirstUnhealthyS)
	}
}

// A balancer outside goes on sending requests to an instance that is being restarted until its own checks failed.
func TestRestartSeenByChecks(t *testing.T) {
	f := DefaultFleet()
	f.Readiness = ShallowCheck
	at := run(t, f)
	f.RestartSeen = SeenByChecks
	later := run(t, f)
	if at.Percent.Restarting != 0 || later.Percent.Restarting <= 0 || at.Percent.NoTarget <= 0 {
		t.Errorf("at once %+v, by checks %+v", at.Percent, later.Percent)
	}
}

// An ECS service replaces what its balancer finds unhealthy: readiness that asks the database is liveness there.
func TestReplaceUnhealthy(t *testing.T) {
	f := DefaultFleet()
	if err := f.Use("ecs"); err != nil {
		t.Fatal(err)
	}
	f.Liveness, f.Stagger = NoCheck, InStep
	f.Down, f.DurationS = Windows{{60, 600}}, 900
	if r := run(t, f); r.Restarts < 3*f.Instances { // a replacement that can't reach the database is replaced, too
		t.Errorf("%d restarts", r.Restarts)
	}
	f.Down, f.DurationS = Windows{{60, 180}}, 300
	f.Readiness = ShallowCheck
	if r := run(t, f); r.Restarts != 0 || !rounded(r.Percent.Served, 1, 76) {
		t.Errorf("shallow: %d restarts, %+v", r.Restarts, r.Percent)
	}
}

func TestPanicThreshold(t *testing.T) {
	f := DefaultFleet()
	f.Balancer, f.Fault, f.Liveness = Envoy, LocalFault, NoCheck
	for local, open := range map[int]bool{1: false, 3: false, 4: true} { // half is not below half
		f.LocalInstances = local
		if r := run(t, f); (r.FailOpenS > 0) != open {
			t.Errorf("%d of 6 unhealthy: health ignored for %d s", local, r.FailOpenS)
		}
	}
	f.Fault, f.PanicThreshold = SharedFault, 0
	if r := run(t, f); r.FailOpenS != 0 || r.NoHealthyS != 110 || r.Percent.NoTarget == 0 {
		t.Errorf("without a threshold: %+v", r)
	}
}

func TestPlatforms(t *testing.T) {
	for _, p := range Platforms() {
		f := DefaultFleet()
		p.Apply(f)
		if err := f.Check(); err != nil || p.About == "" {
			t.Errorf("%s: %v", p.Name, err)
		}
		r := run(t, f)
		if lost := r.Requests.Offered - r.Requests.Served; math.Abs(lost-r.Requests.Failed()) > 1e-6 {
			t.Errorf("%s: lost %v, causes %v", p.Name, lost, r.Requests.Failed())
		}
	}
	if seed := DefaultFleet(); seed.Use(PlatformSeed) != nil || fmt.Sprint(*seed) != fmt.Sprint(*DefaultFleet()) {
		t.Error("the platform of the seed is not the default")
	}
}

// randomFleets yields n fleets of all shapes, the same each time.
func randomFleets(n int) func(func(*Fleet) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	return func(yield func(*Fleet) bool) {
		for range n {
			f := DefaultFleet()
			if err := f.Use(platformNames()[rng.IntN(len(platformNames()))]); err != nil {
				panic(err)
			}
			f.Instances = 1 + rng.IntN(30)
			f.LocalInstances = 1 + rng.IntN(f.Instances)
			f.OfferedRPS = float64(rng.IntN(4000))
			f.DBShare = rng.Float64()
			f.DurationS = 1 + rng.IntN(900)
			from := rng.IntN(400)
			f.Down = Windows{{from, from + rng.IntN(400)}}
			f.Fault = Fault(pick("shared", "local"))
			f.Readiness, f.Liveness = Check(pick("deep", "shallow", "none")), Check(pick("deep", "shallow", "none"))
			f.Balancer = Balancer(pick("service", "alb", "envoy"))
			f.Stagger = Stagger(pick("none", "even", "random"))
			f.RestartS = rng.IntN(60)
			f.Seed = rng.IntN(1000)
			if !yield(f) {
				return
			}
		}
	}
}

func TestFleetConservation(t *testing.T) {
	for f := range randomFleets(2000) {
		r := run(t, f)
		q := r.Requests
		if want := f.OfferedRPS * float64(f.DurationS); math.Abs(q.Offered-want) > 1e-9*want {
			t.Fatalf("%+v: offered %v, want %v", f, q.Offered, want)
		}
		if math.Abs(q.Served+q.Failed()-q.Offered) > 1e-9*(1+q.Offered) {
			t.Fatalf("%+v: served %v and failed %v are not offered %v", f, q.Served, q.Failed(), q.Offered)
		}
		for _, x := range []float64{q.Served, q.Dependency, q.NoTarget, q.Restarting, q.Overload, q.NeverNeeded} {
			if x < 0 || x > q.Offered+1e-6 {
				t.Fatalf("%+v: %+v", f, q)
			}
		}
		if f.Fault == SharedFault && q.Failed() < q.Unavoidable-1e-6*q.Offered {
			t.Fatalf("%+v: failed %v, less than the unavoidable %v", f, q.Failed(), q.Unavoidable)
		}
		restarts := 0
		for _, in := range r.InstanceTable {
			restarts += in.Restarts
		}
		if restarts != r.Restarts || r.FewestHealthy > f.Instances || r.NoHealthyS > f.DurationS {
			t.Fatalf("%+v: %d restarts in the table, %d in all", f, restarts, r.Restarts)
		}
	}
}

// Readiness that does not ask the dependency, without a liveness that does, never loses more than what nobody could
// have answered, as long as the fleet can carry its load.
func TestShallowLosesTheUnavoidable(t *testing.T) {
	n := 0
	for f := range randomFleets(1000) {
		f.Fault, f.Readiness, f.ReplaceUnhealthy = SharedFault, ShallowCheck, false
		if f.Liveness == DeepCheck {
			f.Liveness = ShallowCheck
		}
		f.CapacityRPS = f.OfferedRPS/float64(f.Instances) + 1
		r := run(t, f)
		if math.Abs(r.Requests.Failed()-r.Requests.Unavoidable) > 1e-6*(1+r.Requests.Offered) || r.Restarts != 0 {
			t.Fatalf("%+v: failed %v, unavoidable %v, %d restarts", f, r.Requests.Failed(), r.Requests.Unavoidable, r.Restarts)
		}
		n++
	}
	if n != 1000 {
		t.Fatal(n)
	}
}

// More failures before an instance counts as unhealthy never make it count sooner.
func TestLooserFleetDetectsNoSooner(t *testing.T) {
	for f := range randomFleets(300) {
		before := -1
		for fall := 1; fall <= 5; fall++ {
			f.Fall, f.LivenessFall = fall, fall
			at := math.MaxInt
			if r := run(t, f); r.FirstUnhealthyS != nil {
				at = *r.FirstUnhealthyS
			}
			if at < before {
				t.Fatalf("%+v: with fall %d unhealthy at %d s, with %d at %d s", f, fall, at, fall-1, before)
			}
			before = at
		}
	}
}

// A fault of one instance never hurts more behind deep readiness than behind shallow readiness, while the others can
// carry the load.
func TestLocalFaultWantsDeepReadiness(t *testing.T) {
	for f := range randomFleets(500) {
		f.Instances = max(f.Instances, 2)
		f.Fault, f.LocalInstances, f.Liveness, f.ReplaceUnhealthy = LocalFault, 1, NoCheck, false
		f.CapacityRPS = f.OfferedRPS/float64(f.Instances-1) + 1
		f.Readiness = ShallowCheck
		shallow := run(t, f)
		f.Readiness = DeepCheck
		if deep := run(t, f); deep.Requests.Served < shallow.Requests.Served-1e-6*(1+shallow.Requests.Offered) {
			t.Fatalf("%+v: deep serves %v, shallow %v", f, deep.Requests.Served, shallow.Requests.Served)
		}
	}
}

// A whole day of a large fleet takes seconds; the benchmark below says how many.
func bigFleet(stagger Stagger) *Fleet {
	f := DefaultFleet()
	if err := f.Use("kubernetes"); err != nil {
		panic(err)
	}
	f.Instances, f.OfferedRPS, f.DurationS, f.Stagger = 10_000, 750_000, secondsPerDay, stagger
	f.Down = Windows{{3600, 7200}, {40_000, 40_120}, {80_000, 80_900}}
	return f
}

func BenchmarkFleetSeed(b *testing.B) {
	f := DefaultFleet()
	for b.Loop() {
		run(b, f)
	}
}

func BenchmarkFleetDay(b *testing.B) {
	for _, s := range []Stagger{InStep, Seeded} {
		b.Run(string(s), func(b *testing.B) {
			f := bigFleet(s)
			for b.Loop() {
				run(b, f)
			}
		})
	}
}
