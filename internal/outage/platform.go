package outage

import "fmt"

// PlatformSeed is the name of the seed's own settings.
const PlatformSeed = "seed"

// Platform is a set of defaults: how a real platform checks, restarts and routes when nothing else is configured. It
// says nothing of the fleet, its load, the fault, or what the checks ask.
type Platform struct {
	Name   string
	About  string // one line: whose numbers, and what is not modelled
	Checks PlatformChecks
}

// PlatformChecks are the inputs that a platform decides.
type PlatformChecks struct {
	Balancer                                       Balancer
	PanicThreshold                                 float64
	CheckIntervalS, Fall, Rise, RestartedRise      int
	LivenessIntervalS, LivenessFall, CheckTimeoutS int
	RestartSeen                                    Seen
	ReplaceUnhealthy                               bool
	Backoff                                        Backoff
	Stagger                                        Stagger
}

// Platforms are all of them. The numbers are those of the documentation of mid-2026; where a platform has no default,
// About says whose value is used.
func Platforms() []Platform {
	return []Platform{
		{PlatformSeed, "10 s, fall 3, rise 2, all checks at the same instant, no back-off",
			PlatformChecks{Balancer: Service, PanicThreshold: 0.5, CheckIntervalS: 10, Fall: 3, Rise: 2,
				RestartSeen: SeenAtOnce, Backoff: Backoff{First: 10}, Stagger: InStep}},
		// periodSeconds 10, failureThreshold 3, successThreshold 1, timeoutSeconds 1 (Probe, k8s.io/api/core/v1). A
		// probe starts when its container does, so replicas are out of step. Readiness begins as failed and takes
		// successThreshold passes; liveness begins as passed. A restarted container keeps the instants of its pod.
		{"kubernetes", "kubelet's defaults: every 10 s, time-out 1 s, failureThreshold 3, successThreshold 1, back-off 10 s doubling to 300 s",
			PlatformChecks{Balancer: Service, PanicThreshold: 0.5, CheckIntervalS: 10, Fall: 3, Rise: 1, CheckTimeoutS: 1,
				RestartSeen: SeenAtOnce, Backoff: kubeletBackoff, Stagger: Seeded}},
		// HealthCheckIntervalSeconds 30, HealthCheckTimeoutSeconds 5, UnhealthyThresholdCount 2, HealthyThresholdCount
		// 5; routes to all targets when none is healthy (target group health checks). It restarts nothing: liveness is
		// kubelet's here, and below where a balancer stands alone.
		{"alb", "AWS Application Load Balancer: every 30 s, time-out 5 s, unhealthy after 2, healthy after 5; fails open; kubelet's liveness",
			PlatformChecks{Balancer: ALB, PanicThreshold: 0.5, CheckIntervalS: 30, Fall: 2, Rise: 5, CheckTimeoutS: 5,
				LivenessIntervalS: 10, LivenessFall: 3, RestartSeen: SeenByChecks, Backoff: kubeletBackoff, Stagger: Seeded}},
		// A service stops tasks that its load balancer finds unhealthy and starts others; a newly registered target is
		// healthy after one pass. Container health checks: interval 30 s, timeout 5 s, retries 3 (HealthCheck of a
		// container definition).
		{"ecs", "Amazon ECS service behind an ALB: as alb, unhealthy tasks are replaced and join after one pass; container checks every 30 s, 3 retries",
			PlatformChecks{Balancer: ALB, PanicThreshold: 0.5, CheckIntervalS: 30, Fall: 2, Rise: 5, RestartedRise: 1,
				CheckTimeoutS: 5, LivenessIntervalS: 30, LivenessFall: 3, RestartSeen: SeenAtOnce, ReplaceUnhealthy: true,
				Backoff: Backoff{First: 10}, Stagger: Seeded}},
		// healthy_panic_threshold 50 % (cluster CommonLbConfig). Interval, timeout and thresholds are required fields
		// of a health check there; 10 s, 2 s, 3 and 2 are what Contour fills in.
		{"envoy", "Envoy with Contour's checks: every 10 s, time-out 2 s, unhealthy after 3, healthy after 2; panic below 50 %; kubelet's liveness",
			PlatformChecks{Balancer: Envoy, PanicThreshold: 0.5, CheckIntervalS: 10, Fall: 3, Rise: 2, CheckTimeoutS: 2,
				LivenessIntervalS: 10, LivenessFall: 3, RestartSeen: SeenByChecks, Backoff: kubeletBackoff, Stagger: Seeded}},
		// inter 2s, fall 3, rise 2 (server keywords); 503 when no server is up. Without "timeout check" a check may
		// take as long as inter; the longest that fits one-second steps is 1 s.
		{"haproxy", "HAProxy: every 2 s, time-out 1 s, fall 3, rise 2; answers 503 when no server is up; kubelet's liveness",
			PlatformChecks{Balancer: Service, PanicThreshold: 0.5, CheckIntervalS: 2, Fall: 3, Rise: 2, CheckTimeoutS: 1,
				LivenessIntervalS: 10, LivenessFall: 3, RestartSeen: SeenByChecks, Backoff: kubeletBackoff, Stagger: Evenly}},
	}
}

func platformNames() []string {
	var names []string
	for _, p := range Platforms() {
		names = append(names, p.Name)
	}
	return names
}

// Use sets what the platform of this name decides, and leaves the rest.
func (f *Fleet) Use(name string) error {
	for _, p := range Platforms() {
		if p.Name == name {
			p.Apply(f)
			return nil
		}
	}
	return fmt.Errorf("%w: platform %q", errForm, name)
}

// Apply sets what the platform decides.
func (p Platform) Apply(f *Fleet) {
	c := p.Checks
	f.Platform = p.Name
	f.Balancer, f.PanicThreshold = c.Balancer, c.PanicThreshold
	f.CheckIntervalS, f.Fall, f.Rise, f.RestartedRise = c.CheckIntervalS, c.Fall, c.Rise, c.RestartedRise
	f.LivenessIntervalS, f.LivenessFall, f.CheckTimeoutS = c.LivenessIntervalS, c.LivenessFall, c.CheckTimeoutS
	f.RestartSeen, f.ReplaceUnhealthy = c.RestartSeen, c.ReplaceUnhealthy
	f.BackoffFirstS, f.BackoffMaxS = c.Backoff.First, c.Backoff.Max
	f.Stagger = c.Stagger
}
