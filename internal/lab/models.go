package lab

import (
	"fmt"

	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/picture"
)

// models are all of them, in the order of the page.
var models = []model{
	{
		name: "fail-open", title: "Fail open", question: "A fleet behind a load balancer, and its database is down. Who is served?",
		first: []string{"platform", "instances", "capacity_rps", "offered_rps", "db_share", "duration_s", "fault", "down_s", "readiness", "liveness",
			"balancer", "check_interval_s", "fall", "rise", "restart_s"},
		this:  func() *setting { return fleet(outage.DefaultFleet()) },
		fixed: func() *setting { return fleet(fixedFleet(outage.DefaultFleet())) },
	},
}

// fixedFleet asks no dependency in any check.
func fixedFleet(f *outage.Fleet) *outage.Fleet {
	f.Readiness, f.Liveness = outage.ShallowCheck, outage.ShallowCheck
	return f
}

func fleet(f *outage.Fleet) *setting {
	return &setting{f.Inputs(), f, func() (*picture.View, error) { return picture.Fleet(f) }, func() error {
		if err := f.Check(); err != nil {
			return err
		}
		interval := f.CheckIntervalS
		if f.LivenessIntervalS > 0 {
			interval = min(interval, f.LivenessIntervalS)
		}
		checks := float64(f.Instances) * (float64(f.DurationS)/float64(interval) + 1)
		if checks > 2e7 || f.TraceLimit > 200_000 {
			return tooLarge("fail-open")
		}
		return nil
	}}
}

func tooLarge(preset string) error {
	return fmt.Errorf("this run is too large for a page; healthlint simulate %s takes it", preset)
}
