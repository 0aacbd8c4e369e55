package lab

import "github.com/healthlint/healthlint/internal/outage"

// models are all of them, in the order of the page. Names are those of the presets of healthlint simulate.
var models = []model{
	{
		name: "fail-open", title: "Fail open", question: "A fleet behind a load balancer, and its database is down. Who is served?",
		first: []string{"platform", "instances", "capacity_rps", "offered_rps", "db_share", "duration_s", "fault", "local_instances", "down_s",
			"readiness", "liveness", "balancer", "check_interval_s", "fall", "rise", "restart_s"},
		this:  func() *setting { return fleet(outage.DefaultFleet()) },
		fixed: func() *setting { return fleet(shallowFleet()) },
	},
	{
		name: "endpoint-content", title: "Endpoint content", question: "What should the endpoint ask? Five depths over one schedule of failures.",
		first: []string{"depth", "interval_rounds", "fall", "rise", "replicas", "rounds", "state_store", "billing_store", "half_failed"},
		this:  func() *setting { return depths(pool(outage.DeepShared, 1)) },
		fixed: func() *setting { return depths(pool(outage.DeepLocal, 1)) },
	},
	{
		name: "check-interval", title: "Check interval", question: "How often is the endpoint asked? Detection against false evictions.",
		first: []string{"interval_rounds", "depth", "fall", "rise", "brief", "stopped"},
		this:  func() *setting { return intervals(pool(outage.DeepLocal, 8)) },
		fixed: func() *setting { return intervals(pool(outage.DeepLocal, 2)) },
	},
	{
		name: "check-cost", title: "Check cost", question: "What do checks cost on a day without failures?",
		first: []string{"replicas", "interval_rounds", "round_s", "store_rps", "peak_edge_rps", "brief_outages_per_month", "pool_replicas"},
		this:  func() *setting { return cost(bill(1)) },
		fixed: func() *setting { return cost(bill(4)) },
	},
	{
		name: "combined", title: "Combined or separate", question: "One endpoint for liveness and readiness, or two?",
		first: []string{"mode", "ticks", "down_from_tick", "down_to_tick", "poll_every", "restart_threshold", "warmup", "search", "loan", "restart_wait"},
		this:  func() *setting { return combined(outage.CombinedMode) },
		fixed: func() *setting { return combined(outage.Separate) },
	},
	{
		name: "probes", title: "Probes", question: "Startup, readiness and liveness: which probes, with what period and threshold?",
		first: []string{"liveness_period", "liveness_threshold", "liveness_scope", "readiness_period", "readiness_threshold", "startup_period",
			"startup_threshold", "rounds", "requests"},
		this:  func() *setting { return probes(withLiveness(0)) },
		fixed: func() *setting { return probes(withLiveness(5)) },
	},
	{
		name: "probe-sweep", title: "Probe sweep", question: "Nine settings of liveness, without and with a startup probe: what does tolerance cost?",
		first:   []string{"startup_period", "startup_threshold", "liveness_scope", "readiness_period", "readiness_threshold", "rounds", "requests"},
		without: []string{"liveness_period", "liveness_threshold"},
		this:    func() *setting { return probeSweep(withLiveness(0)) },
		fixed:   func() *setting { return probeSweep(withLiveness(5)) },
	},
	{
		name: "rise-fall", title: "Rise and fall", question: "What do two thresholds make of a series of answers?",
		first: []string{"fall", "rise", "max_unhealthy", "answers"},
		this:  func() *setting { return riseFall(1) },
		fixed: func() *setting { return riseFall(2) },
	},
}

// shallowFleet asks no dependency in any check.
func shallowFleet() *outage.Fleet {
	f := outage.DefaultFleet()
	f.Readiness, f.Liveness = outage.ShallowCheck, outage.ShallowCheck
	return f
}

func pool(d outage.Depth, interval int) *outage.Content {
	c := outage.DefaultContent()
	c.Depth, c.Interval = d, interval
	return c
}

// bill is that of a fleet which is large enough for its checks to be felt.
func bill(interval int) *outage.CheckCost {
	c := outage.DefaultCheckCost()
	c.Replicas, c.Interval = 48, interval
	return c
}

func withLiveness(startup int) *outage.Probes {
	p := outage.DefaultProbes()
	p.LivenessPeriod, p.LivenessThreshold = 5, 3
	p.ReadinessPeriod, p.ReadinessThreshold = 2, 1
	p.StartupPeriod = startup
	return p
}
