package outage

import (
	"reflect"
	"testing"
)

// Watching changes nothing, sees every moment once and in order, and ends with the figures of the result.
func TestWatch(t *testing.T) {
	next := 1
	check := func(at int, want *int) {
		t.Helper()
		if at != *want {
			t.Fatalf("moment %d, want %d", at, *want)
		}
		*want++
	}
	content := DefaultContent()
	content.Depth = DeepAll
	var lastContent ContentResult
	out := 0
	got, err := content.Watch(func(at int, now []ReplicaState, sofar ContentResult) {
		check(at, &next)
		for _, s := range now {
			out += b2i(!s.InPool)
		}
		lastContent = sofar
	})
	if want := run(t, content); err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(&lastContent, want) || out != want.OutOfPool {
		t.Errorf("content: %+v, want %+v (%d out of pool, %v)", got, want, out, err)
	}

	probes := DefaultProbes()
	probes.LivenessPeriod, probes.ReadinessPeriod = 5, 2
	next = 0
	healthyRounds, restarts := 0, 0
	gotProbes, err := probes.Watch(func(at int, now []ReplicaState, sofar ProbesResult) {
		check(at, &next)
		restarts = 0
		for _, s := range now {
			healthyRounds += b2i(s.Condition == CondHealthy)
			restarts += s.Restarts
		}
	})
	if want := run(t, probes); err != nil || !reflect.DeepEqual(gotProbes, want) || healthyRounds != want.HealthyRounds || restarts != want.Restarts {
		t.Errorf("probes: %+v, want %+v (%d healthy rounds, %d restarts, %v)", gotProbes, want, healthyRounds, restarts, err)
	}

	combined := DefaultCombined()
	combined.Mode, combined.Restart = CombinedMode, 2
	next = 0
	seen := map[string]int{}
	gotCombined, err := combined.Watch(func(at int, now ReplicaState, sofar CombinedResult) {
		check(at, &next)
		seen[now.Condition]++
	})
	if want := run(t, combined); err != nil || !reflect.DeepEqual(gotCombined, want) {
		t.Errorf("combined: %+v, want %+v (%v)", gotCombined, want, err)
	}
	for _, c := range []string{CondHealthy, CondNoDependency, CondWarming, CondGone} {
		if seen[c] == 0 {
			t.Errorf("combined: never %s: %v", c, seen)
		}
	}
}
