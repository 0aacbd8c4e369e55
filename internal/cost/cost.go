package cost

import (
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
)

// Add puts a cost on each finding of res that has one. The error is that of the settings; the findings are then left
// alone.
func Add(res *inventory.Result, s *Settings) error {
	m, err := newModel(s)
	if err != nil {
		return err
	}
	for i := range res.Findings {
		if res.Findings[i].Cost, err = m.cost(&res.Findings[i], res.Probes); err != nil {
			return err
		}
	}
	return nil
}

// Of computes the cost of one finding. probes are all probes of the result that it is from. It is nil when no probe of
// the finding reaches a dependency: there is then nothing whose outage could cost anything.
func Of(f *inventory.Finding, probes []inventory.Probe, s *Settings) (*inventory.Cost, error) {
	m, err := newModel(s)
	if err != nil {
		return nil, err
	}
	return m.cost(f, probes)
}

// rules are those that the fleet model knows an outage for.
var rules = map[string]bool{"liveness-dependency": true, "shared-handler": true, "readiness-shared-state": true}

// model runs fleets that share their settings, each configuration once.
type model struct {
	settings *Settings
	base     outage.Fleet
	ran      map[depths]inventory.CostFigures
}

// depths are what the code decides of a fleet.
type depths struct {
	fault               outage.Fault
	liveness, readiness outage.Check
}

func newModel(s *Settings) (*model, error) {
	base, err := s.Fleet()
	return &model{settings: s, base: base, ran: map[depths]inventory.CostFigures{}}, err
}

func (m *model) cost(f *inventory.Finding, probes []inventory.Probe) (*inventory.Cost, error) {
	if !rules[f.Rule] {
		return nil, nil
	}
	set := configure(f, probes)
	if set == nil {
		return nil, nil
	}
	asIs := depths{set.fault, set.liveness.depth, set.readiness.depth}
	c := &inventory.Cost{Inputs: m.fleet(asIs)}
	var err error
	if c.AsIs, err = m.run(asIs); err != nil {
		return nil, err
	}
	if c.Fixed, err = m.run(asIs.fixed()); err != nil {
		return nil, err
	}
	m.write(c, set)
	return c, nil
}

// fixed is the remedy: neither check asks what all replicas share, and liveness nothing that a restart does not mend.
// What is this replica's own is for readiness to say. A check that there is none of is not added.
func (d depths) fixed() depths {
	shallow := func(c *outage.Check) {
		if *c == outage.DeepCheck {
			*c = outage.ShallowCheck
		}
	}
	shallow(&d.liveness)
	if d.fault == outage.SharedFault {
		shallow(&d.readiness)
	}
	return d
}

func (m *model) fleet(d depths) outage.Fleet {
	f := m.base
	f.Fault, f.Liveness, f.Readiness = d.fault, d.liveness, d.readiness
	return f
}

// run computes the figures of a configuration.
func (m *model) run(d depths) (inventory.CostFigures, error) {
	if c, ok := m.ran[d]; ok {
		return c, nil
	}
	f := m.fleet(d)
	f.TraceLimit = 0 // nobody reads the trace, which can be large
	r, err := f.Run()
	if err != nil {
		return inventory.CostFigures{}, err
	}
	m.ran[d] = figures(&f, r)
	return m.ran[d], nil
}

// figures picks those of a cost from a result.
func figures(f *outage.Fleet, r *outage.FleetResult) inventory.CostFigures {
	p := r.Percent
	least := r.MostRestarts
	for i, in := range r.InstanceTable {
		if f.Fault == outage.SharedFault || i < f.LocalInstances {
			least = min(least, in.Restarts)
		}
	}
	return inventory.CostFigures{
		Liveness: f.Liveness, Readiness: f.Readiness,
		ServedPercent: p.Served, DependencyPercent: p.Dependency, NoTargetPercent: p.NoTarget, RestartingPercent: p.Restarting,
		OverloadPercent: p.Overload, UnavoidablePercent: p.Unavoidable, NeverNeededPercent: p.NeverNeeded,
		Restarts: r.Restarts, LeastRestarts: least, MostRestarts: r.MostRestarts,
		NoHealthyTargetS: r.NoHealthyS, FewestHealthy: r.FewestHealthy, FailOpenS: r.FailOpenS,
		DependencyDownS: r.DependencyDownS, FirstUnhealthyS: r.FirstUnhealthyS, LastRecoveryS: r.LastRecoveryS,
	}
}
