package cost

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
	"github.com/healthlint/healthlint/internal/outage"
)

// fact is something that a cost rests on: known from the code or the user, or assumed.
type fact struct {
	text  string
	known bool
}

// numbers are the inputs of the model that matter for the figures of c.
func (m *model) numbers(c *inventory.Cost) []fact {
	f := &c.Inputs
	var out []fact
	add := func(when bool, text string, keys ...string) {
		if when {
			out = append(out, fact{text, m.settings.known(keys...)})
		}
	}
	restarts := c.AsIs.Restarts > 0
	checked := f.Readiness != outage.NoCheck // the balancer asks, so what it asks with matters
	ownInterval := f.LivenessIntervalS != 0 && f.LivenessIntervalS != f.CheckIntervalS
	ownFall := f.LivenessFall != 0 && f.LivenessFall != f.Fall
	add(true, names.Count(f.Instances, "replica"), "instances")
	add(f.Fault == outage.LocalFault && f.Instances > 1, fmt.Sprintf("%d of them hit", f.LocalInstances), "local_instances")
	add(true, fmt.Sprintf("check every %d s", f.CheckIntervalS), "check_interval_s")
	add(true, fmt.Sprintf("fall %d", f.Fall), "fall")
	add(true, fmt.Sprintf("rise %d", f.Rise), "rise")
	add(ownInterval, fmt.Sprintf("liveness check every %d s", f.LivenessIntervalS), "liveness_interval_s")
	add(ownFall, fmt.Sprintf("liveness fall %d", f.LivenessFall), "liveness_fall")
	add(f.CheckTimeoutS > 0, fmt.Sprintf("time-out %d s", f.CheckTimeoutS), "check_timeout_s")
	add(restarts && checked && f.RestartedRise != 0 && f.RestartedRise != f.Rise, fmt.Sprintf("rise %d after a restart", f.RestartedRise), "restarted_rise")
	add(true, share(f.DBShare, 2)+" need it", "db_share")
	add(restarts, fmt.Sprintf("restart takes %d s", f.RestartS), "restart_s")
	out = append(out, fact{"load " + share(load(f), 0) + " of capacity",
		m.settings.known("offered_rps") && m.settings.known("capacity_rps") && m.settings.known("instances")})
	add(true, fmt.Sprintf("down for %d of %d s", c.AsIs.DependencyDownS, f.DurationS), "down_s")
	add(true, balancers[f.Balancer], "balancer")
	add(f.Balancer == outage.Envoy, panics(f), "panic_threshold")
	add(restarts && (f.Balancer != outage.Service || f.RestartSeen != outage.SeenAtOnce), seen[f.RestartSeen], "restart_seen")
	add(f.ReplaceUnhealthy && checked, "what is unhealthy is replaced", "replace_unhealthy")
	add(true, stagger(f), "stagger")
	add(restarts, backoff(f), "backoff_max_s")
	return out
}

// share is a part of a whole in percent, with so many decimals; what is not nothing and not all is never shown as that.
func share(part float64, decimals int) string {
	scale := math.Pow10(decimals)
	rounded := math.Round(100*part*scale) / scale
	if (rounded == 0 || rounded == 100) && rounded != 100*part {
		rounded = math.Round(100*part*1e9) / 1e9
	}
	return number(rounded) + " %"
}

func panics(f *outage.Fleet) string {
	if f.PanicThreshold == 0 {
		return "no panic"
	}
	return "panic below " + share(f.PanicThreshold, 2) + " healthy"
}

var seen = map[outage.Seen]string{
	outage.SeenAtOnce:   "a restart is seen at once",
	outage.SeenByChecks: "a restart is seen by checks",
}

func stagger(f *outage.Fleet) string {
	if f.Stagger == outage.Seeded && f.Seed != 0 {
		return fmt.Sprintf("%s (seed %d)", staggers[f.Stagger], f.Seed)
	}
	return staggers[f.Stagger]
}

var balancers = map[outage.Balancer]string{
	outage.Service: "Kubernetes Service routing",
	outage.ALB:     "ALB routing",
	outage.Envoy:   "Envoy routing",
}

var staggers = map[outage.Stagger]string{
	outage.InStep: "checks in step",
	outage.Evenly: "checks spread evenly",
	outage.Seeded: "checks spread at random",
}

func backoff(f *outage.Fleet) string {
	if f.BackoffMaxS == 0 {
		return "no back-off"
	}
	if f.BackoffFirstS >= f.BackoffMaxS {
		return fmt.Sprintf("back-off %d s", f.BackoffMaxS)
	}
	return fmt.Sprintf("back-off %d s doubling to %d s", f.BackoffFirstS, f.BackoffMaxS)
}

// facts are what the code says, and what it leaves open.
func (c *configuration) facts() []fact {
	l, r := &c.liveness, &c.readiness
	out := []fact{{c.asks(), true}}
	if c.programs > 1 {
		out = append(out, fact{fmt.Sprintf("in %s, the first of %d programs", c.program, c.programs), true})
	}
	assume := func(when bool, text string) {
		if when && !slices.Contains(out, fact{text, false}) {
			out = append(out, fact{text, false})
		}
	}
	assume(true, "the platform asks these endpoints")
	for _, s := range []*side{l, r} {
		assume(slices.ContainsFunc(s.calls, func(d *inventory.Dependency) bool { return d.Decides == nil }), "an answer fails with its call")
		assume(doubtful(s.calls), endpoints(s.deep)+" does reach it (possible, not certain)")
		assume(s.depth == outage.ShallowCheck && slices.ContainsFunc(s.probes, func(p *inventory.Probe) bool { return p.Open }),
			"the calls of "+endpoints(s.probes)+" that stayed open do not reach it")
	}
	assume(l.depth == outage.NoCheck, "no liveness probe")
	assume(r.depth == outage.NoCheck, "no readiness probe")
	assume(l.depth == outage.DeepCheck && r.depth == outage.DeepCheck && differentCalls(l.calls, r.calls), "both ask the same "+c.product())
	return out
}

// doubtful reports whether there are calls, and none of them is certain.
func doubtful(calls []*inventory.Dependency) bool {
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(d *inventory.Dependency) bool { return d.Confidence != inventory.Possible })
}

func differentCalls(a, b []*inventory.Dependency) bool {
	return !slices.ContainsFunc(a, func(x *inventory.Dependency) bool {
		return slices.ContainsFunc(b, func(y *inventory.Dependency) bool { return x.Call == y.Call })
	})
}

func (c *configuration) product() string {
	return cmp.Or(c.dependency.Product, c.dependency.Kind)
}

// asks says who asks what fails: what the depth of the two checks means here.
func (c *configuration) asks() string {
	l, r := &c.liveness, &c.readiness
	if l.depth == r.depth && len(l.probes) > 0 && endpoints(l.shown()) == endpoints(r.shown()) {
		return "liveness and readiness at " + endpoints(l.shown()) + does[l.depth].both
	}
	return l.asks("liveness") + ", " + r.asks("readiness")
}

var does = map[outage.Check]struct{ one, both string }{
	outage.DeepCheck:    {" asks it", " ask it"},
	outage.ShallowCheck: {" does not ask it", " do not ask it"},
}

func (s *side) asks(role string) string {
	if s.depth == outage.NoCheck {
		return "no " + role + " endpoint was found"
	}
	return role + " at " + endpoints(s.shown()) + does[s.depth].one
}

// shown are the probes that stand for the side: those that make it deep, where it is.
func (s *side) shown() []*inventory.Probe {
	if len(s.deep) > 0 {
		return s.deep
	}
	return s.probes
}

// endpoints names the first of several.
func endpoints(ps []*inventory.Probe) string {
	var list []string
	for _, p := range ps {
		if n := cmp.Or(p.Shown(), names.Func(p.Handler)); !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	if len(list) > 2 {
		list = append(list[:1:1], fmt.Sprintf("%d more", len(list)-1))
	}
	return strings.Join(list, " and ")
}
