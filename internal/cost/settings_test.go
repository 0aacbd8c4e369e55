package cost

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/outage"
)

func TestWrongSettings(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"instances", "0", `instances must be 1 to 100000, not "0"`},
		{"check-interval-s", "x", `check_interval_s must be 1 to 3600 s, not "x"`},
		{"db_share", "60", `db_share must be 0 to 1, not "60"`},
		{"balancer", "nginx", `balancer must be service, alb or envoy, not "nginx"`},
		{"platform", "k8s", `platform must be seed, kubernetes,`},
		{"liveness", "deep", "liveness is taken from the code"},
		{"readiness", "deep", "readiness is taken from the code"},
		{"fault", "local", "fault is taken from the code"},
		{"trace_limit", "1", `unknown input "trace_limit"`},
		{"replicas", "1", `unknown input "replicas"`},
	} {
		err := new(Settings).Set(tt.name, tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: %v, want %s", tt.name, tt.text, err, tt.want)
		}
		if unknown := strings.HasPrefix(tt.want, "unknown"); errors.Is(err, ErrUnknown) != unknown {
			t.Errorf("%s: unknown is %v", tt.name, !unknown)
		}
	}
}

// Each of these is in range, and together they are nothing to compute.
func TestSettingsThatDoNotFit(t *testing.T) {
	for want, set := range map[string][]string{
		"local_instances must be at most instances":   {"instances=1", "local_instances=2"},
		"check_timeout_s must be less than":           {"check_timeout_s=20"},
		"down_s must have an outage":                  {"down_s=400-500", "duration_s=300"},
		"offered_rps must be more than 0":             {"offered_rps=0"},
		"capacity_rps and offered_rps must be more":   {"capacity_rps=0"},
		"duration_s must be 1 to 604800":              {"down_s=0-604800"},
		"down_s must have an outage that begins with": {"down_s=60-60"},
		"duration_s must be 1 to 604800 s, not":       {"down_s=60-9223372036854775807"},
	} {
		if _, err := settings(t, set...).Fleet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", set, err, want)
		}
	}
}

// Nothing set is the seed's experiment; a platform comes before what differs from it, wherever it stands.
func TestFleet(t *testing.T) {
	get := func(set ...string) outage.Fleet {
		t.Helper()
		f, err := settings(t, set...).Fleet()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := get(); f.Inputs()[0].String() != outage.PlatformSeed || f.OfferedRPS != outage.DefaultFleet().OfferedRPS || f.DurationS != 300 {
		t.Errorf("%+v", f)
	}
	if f := get("fall=5", "platform=alb"); f.Fall != 5 || f.Rise != 5 || f.CheckIntervalS != 30 {
		t.Errorf("fall %d, rise %d, interval %d", f.Fall, f.Rise, f.CheckIntervalS)
	}
	if f := get("fall=5", "fall=2"); f.Fall != 2 {
		t.Errorf("of two the first counts: %d", f.Fall)
	}
	if f := get("instances=3"); f.OfferedRPS != 225 {
		t.Errorf("the load does not follow the fleet: %v", f.OfferedRPS)
	}
	if f := get("down_s=60-660"); f.DurationS != 780 {
		t.Errorf("the run ends at %d s", f.DurationS)
	}
	if f := get("down_s=60-660", "duration_s=400"); f.DurationS != 400 {
		t.Errorf("the run ends at %d s", f.DurationS)
	}
}

// The inputs that are said to be a platform's are those that it sets.
func TestPlatformKeys(t *testing.T) {
	changed := map[string]bool{}
	for _, p := range outage.Platforms() {
		for _, q := range outage.Platforms() {
			a, b := outage.DefaultFleet(), outage.DefaultFleet()
			p.Apply(a)
			q.Apply(b)
			for i, in := range a.Inputs() {
				if in.String() != b.Inputs()[i].String() {
					changed[in.Key] = true
				}
			}
		}
	}
	delete(changed, keyPlatform)
	for key := range changed {
		if !slices.Contains(platformKeys, key) {
			t.Errorf("a platform decides %s, too", key)
		}
	}
	for _, key := range platformKeys {
		if !slices.Contains(Names(), key) {
			t.Errorf("%s is no input", key)
		}
	}
}
