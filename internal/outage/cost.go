package outage

// CheckCost is what a check costs on days without a failure: load on the dependency it asks, and load on the other
// replicas when a passing hiccup evicts one. The defaults are those of seed endpoint-content.txt.
type CheckCost struct {
	Replicas int     `json:"replicas"`
	Interval int     `json:"interval_rounds"` // rounds from check to check
	RoundS   float64 `json:"round_s"`         // seconds a round

	StoreRPS     float64 `json:"store_rps"`               // requests a second that the dependency gets anyway
	PeakRPS      float64 `json:"peak_edge_rps"`           // requests a second at the edge, at the peak
	BriefMonthly float64 `json:"brief_outages_per_month"` // rounds a month in which some replica does not answer

	PoolReplicas int `json:"pool_replicas"` // replicas of the pool from which a hiccup evicts one
}

// DefaultCheckCost is the seed's.
func DefaultCheckCost() *CheckCost {
	return &CheckCost{Replicas: 3, Interval: 1, RoundS: 2, StoreRPS: 138.89, PeakRPS: 513.89, BriefMonthly: 20,
		PoolReplicas: 3}
}

// Inputs describes the fields.
func (c *CheckCost) Inputs() Inputs {
	return Inputs{
		intInput("replicas", "", "replicas that are checked", &c.Replicas, 1, 1_000_000),
		intInput("interval_rounds", "rounds", "a check every so many rounds", &c.Interval, 1, 10_000),
		floatInput("round_s", "s", "length of a round", &c.RoundS, 0.001, 86_400),
		floatInput("store_rps", "requests/s", "requests that the dependency gets anyway", &c.StoreRPS, 0.001, 1e9),
		floatInput("peak_edge_rps", "requests/s", "requests at the edge, at the peak", &c.PeakRPS, 0, 1e9),
		floatInput("brief_outages_per_month", "", "passing hiccups of replicas in a month", &c.BriefMonthly, 0, 1e6),
		intInput("pool_replicas", "", "replicas of the pool that a false eviction shrinks", &c.PoolReplicas, 2, 1_000_000),
	}
}

// Check says which inputs are out of range.
func (c *CheckCost) Check() error { return c.Inputs().Check() }

// CheckCostResult holds rates and shares.
type CheckCostResult struct {
	IntervalS        float64 `json:"interval_s"`
	ChecksPerS       float64 `json:"checks_per_s"`
	StoreLoadPercent float64 `json:"store_load_percent"` // checks in percent of the requests the store gets anyway
	ChecksPerDay     float64 `json:"checks_per_day"`

	PeakEachRPS     float64 `json:"peak_each_rps"`        // requests/s of each replica of the full pool
	PeakRestRPS     float64 `json:"peak_rest_rps"`        // the same while one is out
	LoadRatio       float64 `json:"load_ratio"`           // the second over the first
	CaughtShare     float64 `json:"caught_share"`         // share of hiccups that a check sees, from Content
	FalseEvictions  float64 `json:"false_evictions"`      // a month
	CapacityPercent float64 `json:"capacity_cut_percent"` // of the pool, by one eviction
}

const secondsPerDay = 86_400

// Run computes the result. How many hiccups a check catches is not an input: it is what [Content] counts over its
// default schedule at this interval.
func (c *CheckCost) Run() (*CheckCostResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	pool := DefaultContent()
	pool.Depth, pool.Interval = DeepLocal, c.Interval
	seen, err := pool.Run()
	if err != nil {
		return nil, err
	}
	r := &CheckCostResult{IntervalS: float64(c.Interval) * c.RoundS}
	r.ChecksPerS = float64(c.Replicas) / r.IntervalS
	r.StoreLoadPercent = 100 * r.ChecksPerS / c.StoreRPS
	r.ChecksPerDay = r.ChecksPerS * secondsPerDay
	n := float64(c.PoolReplicas)
	r.PeakEachRPS, r.PeakRestRPS = c.PeakRPS/n, c.PeakRPS/(n-1)
	r.LoadRatio = n / (n - 1)
	r.CaughtShare = float64(seen.FalseEviction) / float64(seen.BriefRounds)
	r.FalseEvictions = c.BriefMonthly * r.CaughtShare
	r.CapacityPercent = 100 / n
	return r, nil
}

// Metrics are the columns of a table.
func (r *CheckCostResult) Metrics() []Metric {
	return []Metric{
		{Key: "interval_s", Head: "interval", Value: r.IntervalS, Unit: " s"},
		{Key: "checks_per_s", Head: "checks/s", Value: r.ChecksPerS, Decimals: 2},
		{Key: "store_load_percent", Head: "store load added", Value: r.StoreLoadPercent, Decimals: 2, Unit: " %"},
		{Key: "checks_per_day", Head: "checks/day", Value: r.ChecksPerDay},
		{Key: "peak_each_rps", Head: "each carries", Value: r.PeakEachRPS, Decimals: 2},
		{Key: "peak_rest_rps", Head: "with one out", Value: r.PeakRestRPS, Decimals: 2},
		{Key: "load_ratio", Head: "load ratio", Value: r.LoadRatio, Decimals: 2},
		{Key: "caught_share", Head: "caught", Value: r.CaughtShare, Decimals: 2},
		{Key: "false_evictions", Head: "false evictions/month", Value: r.FalseEvictions, Decimals: 1},
		{Key: "capacity_cut_percent", Head: "capacity cut", Value: r.CapacityPercent, Decimals: 1, Unit: " %"},
	}
}
