package cost

import (
	"cmp"
	"slices"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
	"github.com/healthlint/healthlint/internal/outage"
)

// configuration is what the code says about the outage that a finding is about.
type configuration struct {
	dependency *inventory.Dependency // what fails
	home       string                // the package that its name is seen from
	fault      outage.Fault
	programs   int    // that have the finding
	program    string // the first of them, whose configuration this is

	liveness, readiness side
}

// side is who answers one of the two questions of the platform, and how deep the answer looks.
type side struct {
	depth  outage.Check
	probes []*inventory.Probe      // that answer
	deep   []*inventory.Probe      // those of them that reach what fails
	calls  []*inventory.Dependency // by which they do
}

// configure finds out what fails and who asks it. It is nil when no probe of the finding reaches anything.
func configure(f *inventory.Finding, all []inventory.Probe) *configuration {
	own := pick(f.Probes, all)
	if len(own) == 0 {
		return nil
	}
	c := &configuration{fault: outage.SharedFault, programs: programs(own)}
	c.program = own[0].Program
	own = slices.DeleteFunc(own, func(p *inventory.Probe) bool { return p.Program != c.program })
	var by *inventory.Probe
	if c.dependency, by = failing(f, own); c.dependency == nil {
		return nil
	}
	c.home = by.HandlerPackage
	if !c.dependency.Shared {
		c.fault = outage.LocalFault
	}
	c.liveness = c.side(inventory.Liveness, own, all)
	c.readiness = c.side(inventory.Readiness, own, all)
	return c
}

// pick returns the probes with these IDs, by program.
func pick(ids []int, all []inventory.Probe) []*inventory.Probe {
	var out []*inventory.Probe
	for _, id := range ids {
		if id >= 0 && id < len(all) {
			out = append(out, &all[id])
		}
	}
	slices.SortStableFunc(out, func(a, b *inventory.Probe) int { return cmp.Compare(a.Program, b.Program) })
	return out
}

func programs(ps []*inventory.Probe) int {
	seen := map[string]bool{}
	for _, p := range ps {
		seen[p.Program] = true
	}
	return len(seen)
}

// failing is what fails, and the probe that reaches it: the dependency that the finding names, or where it names none
// the first that is a replica's own.
func failing(f *inventory.Finding, own []*inventory.Probe) (*inventory.Dependency, *inventory.Probe) {
	var best *inventory.Dependency
	var by *inventory.Probe
	for _, p := range own {
		for i := range p.Dependencies {
			d := &p.Dependencies[i]
			fits := f.Dependency == nil && !d.Shared || f.Dependency != nil && d.Shared && isNamed(d, f)
			if fits && (best == nil || sameChain(d, f) && !sameChain(best, f)) {
				best, by = d, p
			}
		}
	}
	return best, by
}

func isNamed(d *inventory.Dependency, f *inventory.Finding) bool {
	return *f.Dependency == inventory.FindingDependency{Kind: d.Kind, Product: d.Product, Callee: d.Callee}
}

// sameChain tells apart two calls of one kind: a finding shows the way to one of them.
func sameChain(d *inventory.Dependency, f *inventory.Finding) bool {
	return slices.EqualFunc(d.Chain, f.Chain, func(a, b inventory.Step) bool {
		return a.Func == b.Func && a.Position == b.Position
	})
}

// side finds who answers for a role: the probes of the finding with that role, or those that answer both; else the
// others of the process with that role, or those that answer both. With several the answer is deep when one of them is:
// checks of a library that stand under one path fail together.
func (c *configuration) side(role inventory.Role, own []*inventory.Probe, all []inventory.Probe) side {
	var rest []*inventory.Probe
	for i := range all {
		if p := &all[i]; !slices.Contains(own, p) && slices.ContainsFunc(own, func(o *inventory.Probe) bool { return oneProcess(o, p) }) {
			rest = append(rest, p)
		}
	}
	s := side{depth: outage.NoCheck}
	for _, list := range [][]*inventory.Probe{withRole(own, role), withRole(own, inventory.Combined), withRole(rest, role), withRole(rest, inventory.Combined)} {
		if len(list) > 0 {
			s = side{depth: outage.ShallowCheck, probes: list}
			break
		}
	}
	for _, p := range s.probes {
		if d := c.reaches(p); d != nil {
			s.depth, s.deep, s.calls = outage.DeepCheck, append(s.deep, p), append(s.calls, d)
		}
	}
	return s
}

// oneProcess reports whether two probes answer for one process. An unknown server fits any.
func oneProcess(a, b *inventory.Probe) bool {
	return a.Program == b.Program && (a.Server == b.Server || a.Server == "" || b.Server == "")
}

func withRole(ps []*inventory.Probe, role inventory.Role) []*inventory.Probe {
	var out []*inventory.Probe
	for _, p := range ps {
		if p.Role == role {
			out = append(out, p)
		}
	}
	return out
}

// reaches is the call by which the answer of p hangs on what fails, nil when there is none: the surest of several.
func (c *configuration) reaches(p *inventory.Probe) *inventory.Dependency {
	var best *inventory.Dependency
	for i := range p.Dependencies {
		d := &p.Dependencies[i]
		ignored := d.Decides != nil && !*d.Decides
		if !ignored && c.same(d) && (best == nil || best.Confidence == inventory.Possible && d.Confidence != inventory.Possible) {
			best = d
		}
	}
	return best
}

// same reports whether d is what fails. A product goes by its name; what has none ("an HTTP service") by its call,
// since a program may well talk to several.
func (c *configuration) same(d *inventory.Dependency) bool {
	a := c.dependency
	if a.Shared != d.Shared || a.Kind != d.Kind || a.Product != d.Product {
		return false
	}
	return !names.Unnamed(a) || a.Call == d.Call && a.Callee == d.Callee
}
