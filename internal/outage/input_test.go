package outage

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// models are all models with their defaults.
func models() map[string]interface {
	Inputs() Inputs
	Check() error
} {
	return map[string]interface {
		Inputs() Inputs
		Check() error
	}{
		"Content": DefaultContent(), "CheckCost": DefaultCheckCost(), "Combined": DefaultCombined(), "Probes": DefaultProbes(), "Fleet": DefaultFleet(), "RiseFall": DefaultRiseFall(),
	}
}

// Every field of a model is an input, under the name that it has in JSON, and reads back what it writes.
func TestInputsCoverFields(t *testing.T) {
	for name, m := range models() {
		if err := m.Check(); err != nil {
			t.Errorf("%s: the defaults: %v", name, err)
		}
		ins := m.Inputs()
		typ := reflect.TypeOf(m).Elem()
		if typ.NumField() != len(ins) {
			t.Errorf("%s has %d fields and %d inputs", name, typ.NumField(), len(ins))
		}
		for i := range typ.NumField() {
			key := typ.Field(i).Tag.Get("json")
			in, ok := ins.Get(key)
			if !ok {
				t.Errorf("%s: %s is no input", name, key)
				continue
			}
			if in.Help == "" || in.Range() == "" || strings.Contains(in.Flag(), "_") {
				t.Errorf("%s: %s is not described", name, key)
			}
			before, _ := json.Marshal(m)
			if err := in.Set(in.String()); err != nil {
				t.Errorf("%s: %s does not read its own %q: %v", name, key, in.String(), err)
			}
			if after, _ := json.Marshal(m); string(before) != string(after) {
				t.Errorf("%s: %s reads %q as something else\n%s\n%s", name, key, in.String(), before, after)
			}
		}
	}
}

func TestInputErrors(t *testing.T) {
	for _, c := range []struct {
		model, key, value, want string
	}{
		{"Fleet", "instances", "0", `instances must be 1 to 100000, not "0"`},
		{"Fleet", "instances", "six", `instances must be 1 to 100000, not "six"`},
		{"Fleet", "instances", "6.5", `instances must be a whole number, 1 to 100000, not "6.5"`},
		{"Fleet", "instances", "6.0", `instances must be a whole number, 1 to 100000, not "6.0"`},
		{"Fleet", "instances", "0.5", `instances must be 1 to 100000, not "0.5"`},
		{"Fleet", "instances", "NaN", `instances must be 1 to 100000, not "NaN"`},
		{"Fleet", "db_share", "60", `db_share must be 0 to 1, not "60"`},
		{"Fleet", "db_share", "NaN", `db_share must be 0 to 1, not "NaN"`},
		{"Fleet", "check_interval_s", "-1", `check_interval_s must be 1 to 3600 s, not "-1"`},
		{"Fleet", "readiness", "deeper", `readiness must be deep, shallow or none, not "deeper"`},
		{"Fleet", "platform", "nomad", `platform must be seed, kubernetes, alb, ecs, envoy or haproxy, not "nomad"`},
		{"Fleet", "down_s", "180-60", `down_s must be a list of FROM-TO with FROM at most TO, as in 60-180,200-210, not "180-60"`},
		{"Fleet", "replace_unhealthy", "perhaps", `replace_unhealthy must be true or false, not "perhaps"`},
		{"Content", "warming", "k0:1-8", `warming must be a list of REPLICA:FROM-TO, as in k1:20-45,k2:1-8, not "k0:1-8"`},
		{"Probes", "startup_rounds", "6,x", `startup_rounds must be a list of numbers, as in 6,6,25, not "6,x"`},
		{"RiseFall", "answers", "a:+,b:++", "answers must be a list of TARGET:ANSWERS, one sign a round (+ passes, - fails, e is an error), as in web-1:++-,web-2:+e-, equally long, at most 10000 rounds of 1000 targets, not \"a:+,b:++\""},
		{"Probes", "stuck", "k1", `stuck must be a list of REPLICA:ROUND, as in k7:20,k8:20, not "k1"`},
	} {
		err := mustInput(t, models()[c.model].Inputs(), c.key).Set(c.value)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s = %s: got %v\nwant %s", c.key, c.value, err, c.want)
		}
	}
}

// What is wrong only together is an error, too, and a run refuses it.
func TestCrossChecks(t *testing.T) {
	f := DefaultFleet()
	f.LocalInstances = 7
	f.CheckTimeoutS = 10
	f.CapacityRPS = -1
	_, err := f.Run()
	for _, want := range []string{"local_instances must be at most instances (6), not 7", "check_timeout_s must be less than the interval (10 s), not 10", "capacity_rps must be 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	c := DefaultContent()
	c.Replicas = 2
	if _, err := c.Run(); err == nil || !strings.Contains(err.Error(), "stopped: there is no replica k3; the replicas are k1 to k2") {
		t.Error(err)
	}
	p := DefaultProbes()
	p.Startup = Ints{6, 6}
	if _, err := p.Run(); err == nil || !strings.Contains(err.Error(), "scheduled: there is no replica k7") {
		t.Error(err)
	}
	b := DefaultCombined()
	b.DownTo = 3
	if _, err := b.Run(); err == nil || !strings.Contains(err.Error(), "down_to_tick must be at least down_from_tick (15), not 3") {
		t.Error(err)
	}
	k := DefaultCheckCost()
	k.PoolReplicas = 1
	if _, err := k.Run(); err == nil {
		t.Error("a pool of one replica has no rest")
	}
}
