package lab

import (
	"fmt"

	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/picture"
)

// What a page is given at most: a run takes a second or two then, and the drawing stays light.
const (
	maxWork    = 2e7     // checks, or requests that are dealt out one by one
	maxMoments = 5_000   // rounds and ticks
	maxTrace   = 200_000 // events of a fleet
)

func fleet(f *outage.Fleet) *setting {
	return &setting{f.Inputs(), f, func() (*picture.View, error) { return picture.Fleet(f) }, func() error {
		if err := f.Check(); err != nil {
			return err
		}
		interval := f.CheckIntervalS
		if f.LivenessIntervalS > 0 {
			interval = min(interval, f.LivenessIntervalS)
		}
		if f.TraceLimit > maxTrace {
			return fmt.Errorf("trace_limit is at most %d on a page, not %d", maxTrace, f.TraceLimit)
		}
		return within("fail-open", 0, float64(f.Instances)*(float64(f.DurationS)/float64(interval)+1))
	}}
}

func depths(c *outage.Content) *setting {
	return content("endpoint-content", c, func() (*picture.View, error) { return picture.Depths(c) }, len(outage.Depths))
}

func intervals(c *outage.Content) *setting {
	return content("check-interval", c, func() (*picture.View, error) { return picture.CheckInterval(c) }, len(picture.Intervals))
}

func content(preset string, c *outage.Content, draw func() (*picture.View, error), runs int) *setting {
	return &setting{c.Inputs(), c, draw, func() error {
		if err := c.Check(); err != nil {
			return err
		}
		return within(preset, c.Rounds, float64(1+runs)*float64(c.Rounds)*float64(4*c.Replicas+c.Reads+c.Writes+c.Batch))
	}}
}

func cost(c *outage.CheckCost) *setting {
	return &setting{c.Inputs(), c, func() (*picture.View, error) { return picture.CheckCost(c) }, c.Check}
}

func combined(m outage.Mode) *setting {
	c := outage.DefaultCombined()
	c.Mode = m
	return &setting{c.Inputs(), c, func() (*picture.View, error) { return picture.Combined(c) }, func() error {
		if err := c.Check(); err != nil {
			return err
		}
		return within("combined", c.Ticks, float64(c.Ticks)*float64(1+c.Search+c.Loan))
	}}
}

func probes(p *outage.Probes) *setting {
	return &setting{p.Inputs(), p, func() (*picture.View, error) { return picture.Probes(p) }, func() error { return probesWithin("probes", p, 1) }}
}

func probeSweep(p *outage.Probes) *setting {
	return &setting{p.Inputs(), p, func() (*picture.View, error) { return picture.ProbeSweep(p) }, func() error {
		return probesWithin("probe-sweep", p, len(picture.Periods)*len(picture.Thresholds))
	}}
}

func probesWithin(preset string, p *outage.Probes, runs int) error {
	if err := p.Check(); err != nil {
		return err
	}
	return within(preset, p.Rounds, float64(runs)*float64(p.Rounds)*float64(4*len(p.Startup)+p.Requests))
}

func riseFall(threshold int) *setting {
	m := outage.DefaultRiseFall()
	m.Fall, m.Rise = threshold, threshold
	return &setting{m.Inputs(), m, func() (*picture.View, error) { return picture.RiseFall(m) }, func() error {
		if err := m.Check(); err != nil {
			return err
		}
		return within("rise-fall", len(m.Answers[0].Rounds), float64(len(m.Answers)*len(m.Answers[0].Rounds)))
	}}
}

// within refuses what would take a page too long.
func within(preset string, moments int, work float64) error {
	if moments > maxMoments || work > maxWork {
		return fmt.Errorf("this run is too large for a page (at most %d rounds and %g checks or requests); healthlint simulate %s takes it",
			maxMoments, float64(maxWork), preset)
	}
	return nil
}
