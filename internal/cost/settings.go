package cost

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/healthlint/healthlint/internal/outage"
)

// Settings are what is known of the deployment: inputs of the fleet model by name. The zero value knows nothing.
type Settings struct {
	values []value // in the order in which they were set; of two for one input the later counts
}

type value struct{ key, text string }

// What the code decides can't be set, nor can what changes no figure.
var (
	decided  = []string{"liveness", "readiness", "fault"}
	unneeded = []string{"trace_limit"}
)

// platformKeys are the inputs that a platform decides: with the platform they are known.
var platformKeys = []string{"balancer", "panic_threshold", "check_interval_s", "fall", "rise", "restarted_rise",
	"liveness_interval_s", "liveness_fall", "check_timeout_s", "restart_seen", "replace_unhealthy", "backoff_first_s",
	"backoff_max_s", "stagger"}

const keyPlatform = "platform"

// Names are those that Set takes, as JSON and YAML write them.
func Names() []string {
	var names []string
	for _, in := range outage.DefaultFleet().Inputs() {
		if !slices.Contains(decided, in.Key) && !slices.Contains(unneeded, in.Key) {
			names = append(names, in.Key)
		}
	}
	return names
}

// ErrUnknown is the error of a name that is no input.
var ErrUnknown = errors.New("unknown input")

// Set gives the input of that name, or of that flag of simulate, a value. The error says which values there are.
func (s *Settings) Set(name, text string) error {
	in, ok := outage.DefaultFleet().Inputs().Get(name)
	switch {
	case !ok || slices.Contains(unneeded, in.Key):
		return fmt.Errorf("%w %q", ErrUnknown, name)
	case slices.Contains(decided, in.Key):
		return fmt.Errorf("%s is taken from the code and can't be set here; healthlint simulate fail-open takes it", in.Key)
	}
	if err := in.Set(text); err != nil {
		return err
	}
	s.values = append(s.values, value{in.Key, text})
	return nil
}

// known reports whether the user set one of the inputs, or the platform that decides it.
func (s *Settings) known(keys ...string) bool {
	return slices.ContainsFunc(s.values, func(v value) bool {
		return slices.ContainsFunc(keys, func(key string) bool {
			return v.key == key || v.key == keyPlatform && slices.Contains(platformKeys, key)
		})
	})
}

// Fleet is the model with these settings, before the code has its say. The platform comes first, so that single inputs
// can differ from it. Where the load is not known it is the share of the capacity that it is in the model's defaults,
// and where the length of the run is not known it goes on for a while after the last outage.
func (s *Settings) Fleet() (outage.Fleet, error) {
	f := *outage.DefaultFleet()
	for _, first := range []bool{true, false} {
		for _, v := range s.values {
			if (v.key == keyPlatform) != first {
				continue
			}
			if in, _ := f.Inputs().Get(v.key); in.Set(v.text) != nil {
				return f, in.Set(v.text)
			}
		}
	}
	if !s.known("offered_rps") {
		f.OfferedRPS = min(load(outage.DefaultFleet())*capacity(&f), maxRPS)
	}
	if !s.known("duration_s") {
		for _, w := range f.Down {
			f.DurationS = max(f.DurationS, w.To+min(recoveryS, math.MaxInt-w.To))
		}
	}
	return f, errors.Join(f.Check(), sensible(&f))
}

const (
	recoveryS = 120  // what the default run lasts after its outage
	maxRPS    = 1e12 // what the model takes
)

// capacity is what all replicas can do, in requests a second.
func capacity(f *outage.Fleet) float64 { return float64(f.Instances) * f.CapacityRPS }

// load is the share of the capacity that is asked for; 0 where there is no capacity.
func load(f *outage.Fleet) float64 {
	if capacity(f) == 0 {
		return 0
	}
	return f.OfferedRPS / capacity(f)
}

// sensible refuses what the model can run and what has no cost: shares of no requests, an outage that is not there.
func sensible(f *outage.Fleet) error {
	var errs []error
	if f.OfferedRPS == 0 || f.CapacityRPS == 0 {
		errs = append(errs, errors.New("capacity_rps and offered_rps must be more than 0: a cost is a share of the requests"))
	}
	if !slices.ContainsFunc(f.Down, func(w outage.Window) bool { return w.From < w.To && w.From < f.DurationS }) {
		errs = append(errs, fmt.Errorf("down_s must have an outage that begins within duration_s (%d s), as in 60-180", f.DurationS))
	}
	return errors.Join(errs...)
}
