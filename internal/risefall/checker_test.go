package risefall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func newChecker(t *testing.T, o Options, names ...string) *Checker {
	t.Helper()
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		c.Add(n)
	}
	return c
}

// texts are events as lines.
func texts(events []Event) []string {
	lines := []string{}
	for _, e := range events {
		lines = append(lines, e.String())
	}
	return lines
}

// answers is a probe that says what it is told to.
func answers(m map[string]any) Probe {
	return func(_ context.Context, target string) (bool, error) {
		switch v := m[target].(type) {
		case bool:
			return v, nil
		case error:
			return true, v // an error with a pass is no pass
		default:
			panic(v)
		}
	}
}

// The two examples of the seed, as the golden file holds them.
func TestGoldenExamples(t *testing.T) {
	data, err := os.ReadFile("testdata/rise_fall.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Fall, Rise int
		Rounds     []struct {
			Web1, Web2 any
			Changes    []string
			Healthy    []string
			State      State `json:"state_web2"`
		}
	}
	if err := json.Unmarshal(data, &golden); err != nil || len(golden.Rounds) != 8 {
		t.Fatal(err, len(golden.Rounds))
	}
	c := newChecker(t, Options{Fall: golden.Fall, Rise: golden.Rise, MaxUnhealthy: 1}, "web-2", "web-1")
	for i, r := range golden.Rounds {
		if r.Web2 == "raises" {
			r.Web2 = context.DeadlineExceeded
		}
		got := texts(c.Round(t.Context(), answers(map[string]any{"web-1": r.Web1, "web-2": r.Web2})))
		if !slices.Equal(got, r.Changes) {
			t.Errorf("round %d: got %v, want %v", i+1, got, r.Changes)
		}
		if r.Healthy != nil && !slices.Equal(c.Healthy(), r.Healthy) {
			t.Errorf("round %d: healthy %v, want %v", i+1, c.Healthy(), r.Healthy)
		}
		if state, _ := c.State("web-2"); r.State != "" && state != r.State {
			t.Errorf("round %d: web-2 is %s, want %s", i+1, state, r.State)
		}
	}
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"fall must be at least 1, not 0":          {Rise: 1, Timeout: 1, MaxUnhealthy: 1},
		"rise must be at least 1, not -2":         {Fall: 1, Rise: -2, Timeout: 1, MaxUnhealthy: 1},
		"timeout must be more than 0, not 0s":     {Fall: 1, Rise: 1, MaxUnhealthy: 1},
		"max-unhealthy must be 0 to 1, not 1.5":   {Fall: 1, Rise: 1, Timeout: 1, MaxUnhealthy: 1.5},
		"slow-after must be at least 0, not -1ns": {Fall: 1, Rise: 1, Timeout: 1, SlowAfter: -1},
		"parallel must be at least 0, not -1":     {Fall: 1, Rise: 1, Timeout: 1, Parallel: -1},
	} {
		if _, err := New(o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestAddAndRemove(t *testing.T) {
	c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1}, "a")
	c.Round(t.Context(), answers(map[string]any{"a": true}))
	c.Add("a")
	if s, ok := c.State("a"); s != Healthy || !ok {
		t.Error("adding a target again changes its state")
	}
	if !c.Remove("a") || c.Remove("a") {
		t.Error("Remove says whether the target was there")
	}
	if s, ok := c.State("a"); s != "" || ok {
		t.Error("a removed target has a state")
	}
	c.Add("a")
	if s, _ := c.State("a"); s != Unhealthy {
		t.Error("a target that comes back has proved nothing yet")
	}
	// A probe of a target that is removed and added again meanwhile does not count for the new one.
	c.Round(t.Context(), func(context.Context, string) (bool, error) {
		c.Remove("a")
		c.Add("a")
		return true, nil
	})
	if s, _ := c.State("a"); s != Unhealthy {
		t.Error("the answer of a removed target counts")
	}
}

// What one probe does never stops the others.
func TestBadProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1}, "error", "good", "goexit", "hang", "ignore", "no", "panic", "slow")
		c.opts.SlowAfter = 500 * time.Millisecond
		release := make(chan struct{})
		probe := func(ctx context.Context, target string) (bool, error) {
			switch target {
			case "error":
				return true, errors.New("refused")
			case "goexit":
				runtime.Goexit()
			case "hang":
				<-ctx.Done()
				return true, ctx.Err()
			case "ignore":
				<-release
			case "no":
				return false, nil
			case "panic":
				panic("boom")
			case "slow":
				time.Sleep(600 * time.Millisecond)
			}
			return true, nil
		}
		start := time.Now()
		if got := texts(c.Round(t.Context(), probe)); !slices.Equal(got, []string{"good: unhealthy -> healthy"}) {
			t.Errorf("got %v", got)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("a round took %v, its time-out is 1s", took)
		}
		want := map[string]string{"error": "refused", "good": "", "goexit": "without an answer", "ignore": "no answer within 1s",
			"no": "did not pass", "panic": "panicked: boom", "slow": "slow: 600ms, the limit is 500ms"}
		for _, s := range c.Snapshot() {
			if text, ok := want[s.Target]; ok && (!strings.Contains(s.Error, text) || (text == "") != (s.Error == "")) {
				t.Errorf("%s: %q, want %q", s.Target, s.Error, text)
			}
		}
		// The one that ignores its deadline is not asked again while it hangs, and is when it came back.
		c.Round(t.Context(), probe)
		if s := c.Snapshot()[4]; s.Target != "ignore" || s.Error != errBusy.Error() || s.Failures != 2 {
			t.Errorf("%+v", s)
		}
		close(release)
		synctest.Wait()
		c.Round(t.Context(), probe)
		if s, _ := c.State("ignore"); s != Healthy {
			t.Errorf("a probe that came back is not used again: %s", s)
		}
	})
}

// A caller who gives up learns nothing about the targets.
func TestCancelledRound(t *testing.T) {
	c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1}, "a")
	c.Round(t.Context(), answers(map[string]any{"a": true}))
	ctx, cancel := context.WithCancel(t.Context())
	events := c.Round(ctx, func(ctx context.Context, _ string) (bool, error) {
		cancel()
		<-ctx.Done()
		return false, ctx.Err()
	})
	if s, _ := c.State("a"); len(events) != 0 || s != Healthy {
		t.Errorf("%v, %s", events, s)
	}
}

func TestPanicMode(t *testing.T) {
	c := newChecker(t, Options{Fall: 2, Rise: 1, MaxUnhealthy: 0.5}, "a", "b", "c", "d", "e")
	all := func(ok bool) Probe {
		return func(context.Context, string) (bool, error) { return ok, nil }
	}
	c.Round(t.Context(), all(true))
	c.Round(t.Context(), all(false))
	got := texts(c.Round(t.Context(), all(false)))
	if want := []string{"a: healthy -> unhealthy", "b: healthy -> unhealthy", "checker: normal -> panic"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := texts(c.Round(t.Context(), all(false))); len(got) != 0 || len(c.Healthy()) != 3 {
		t.Errorf("got %v, healthy %v", got, c.Healthy())
	}
	// One comes back, and another one that still fails takes its place.
	got = texts(c.Round(t.Context(), func(_ context.Context, target string) (bool, error) { return target == "a" || target > "c", nil }))
	if want := []string{"a: unhealthy -> healthy", "c: healthy -> unhealthy", "checker: panic -> normal"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Whatever targets answer, the share is never exceeded by marking.
func TestPanicModeBound(t *testing.T) {
	for _, share := range []float64{0, 0.2, 0.34, 0.5, 0.9, 1} {
		c := newChecker(t, Options{Fall: 2, Rise: 1, MaxUnhealthy: share})
		for i := range 10 {
			c.Add(fmt.Sprint(i))
		}
		c.Round(t.Context(), func(context.Context, string) (bool, error) { return true, nil })
		state := uint64(1)
		for range 300 {
			c.Round(t.Context(), func(_ context.Context, target string) (bool, error) {
				return (state>>target[0])&3 == 0, nil
			})
			state = state*6364136223846793005 + 1442695040888963407
			if bad := 10 - len(c.Healthy()); float64(bad) > share*10 {
				t.Fatalf("share %v: %d of 10 are unhealthy", share, bad)
			}
		}
	}
}

// A flapping target never rejoins, and more failures before a fall never make it fall sooner.
func TestHysteresis(t *testing.T) {
	s := streak{state: Unhealthy}
	for i := range 100 {
		if s.record(i%2 == 0, 2, 2, true) {
			t.Fatal("a target that passes every other time rejoined")
		}
	}
	before := 0
	for fall := 1; fall < 10; fall++ {
		s, n := streak{state: Healthy}, 1
		for !s.record(false, fall, 1, true) {
			n++
		}
		if n < before || n != fall {
			t.Errorf("fall %d: fell after %d", fall, n)
		}
		before = n
	}
}

// From one question to a target to the next at least one interval passes, with jitter, with slow targets and with a
// bound on parallel probes.
func TestRunNeverAsksTwiceInAnInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = time.Second
		c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1, Parallel: 2, Timeout: 900 * time.Millisecond}, "a", "b", "c", "d", "e")
		type question struct {
			name string
			at   time.Time
		}
		var mu sync.Mutex
		var asked []question
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		rounds := 0
		c.Run(ctx, interval, 300*time.Millisecond, func(ctx context.Context, name string) (bool, error) {
			mu.Lock()
			asked = append(asked, question{name, time.Now()})
			mu.Unlock()
			time.Sleep(time.Duration(name[0]-'a') * 300 * time.Millisecond)
			return true, ctx.Err()
		}, func(Event) {}, func() { rounds++ })
		time.Sleep(2 * time.Second) // for those that are still asked
		mu.Lock()
		defer mu.Unlock()
		last, n, apart := map[string]time.Time{}, 0, map[time.Duration]bool{}
		for _, a := range asked {
			if before, ok := last[a.name]; ok && a.at.Sub(before) < interval {
				t.Errorf("%s was asked %v after the last time", a.name, a.at.Sub(before))
			} else if ok {
				apart[a.at.Sub(before)] = true
			}
			last[a.name] = a.at
			n++
		}
		if rounds < 20 || n < 100 || len(apart) < 10 {
			t.Errorf("%d rounds, %d questions, %d different gaps", rounds, n, len(apart))
		}
	})
}

func TestRunEmitsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1}, "c", "a", "b")
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		var got []string
		ok := true
		c.Run(ctx, time.Second, 0, func(context.Context, string) (bool, error) { return ok, nil },
			func(e Event) { got = append(got, e.String()) }, func() { ok = false })
		want := []string{"a: unhealthy -> healthy", "b: unhealthy -> healthy", "c: unhealthy -> healthy",
			"a: healthy -> unhealthy", "b: healthy -> unhealthy", "c: healthy -> unhealthy"}
		if !slices.Equal(got, want) {
			t.Errorf("got %v", got)
		}
	})
}

// A target that hangs longer than an interval is not asked again meanwhile, and holds up no other.
func TestRunHangingHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChecker(t, Options{Fall: 1, Rise: 1, MaxUnhealthy: 1, Timeout: 10 * time.Second})
		c.Add("flaps")
		c.Add("hangs")
		ctx, cancel := context.WithTimeout(t.Context(), 24500*time.Millisecond)
		defer cancel()
		start := time.Now()
		var mu sync.Mutex
		asked := map[string][]time.Duration{}
		var changes []time.Duration
		rounds := 0
		c.Run(ctx, time.Second, 0, func(ctx context.Context, name string) (bool, error) {
			mu.Lock()
			n := len(asked[name])
			asked[name] = append(asked[name], time.Since(start))
			mu.Unlock()
			if name == "hangs" {
				<-ctx.Done()
				return false, ctx.Err()
			}
			return n%2 == 0, nil
		}, func(Event) { changes = append(changes, time.Since(start)) }, func() { rounds++ })
		if n := len(asked["flaps"]); n != 25 {
			t.Errorf("asked %d times in 25 rounds", n)
		}
		for i, at := range asked["hangs"] {
			if i > 0 && at-asked["hangs"][i-1] < 10*time.Second {
				t.Errorf("asked at %v while it still hung from %v", at, asked["hangs"][i-1])
			}
		}
		if n := len(asked["hangs"]); n != 3 {
			t.Errorf("the one that hangs was asked %d times, want 3: at 0 s, 10 or 11 s, 20 to 22 s", n)
		}
		if len(changes) < 23 || rounds < 23 {
			t.Errorf("%d changes in %d rounds", len(changes), rounds)
		}
		if s := c.Snapshot()[1]; s.Failures != 2 || !strings.Contains(s.Error, "no answer within 10s") {
			t.Errorf("%+v", s)
		}
	})
}
