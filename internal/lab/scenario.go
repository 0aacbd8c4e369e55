package lab

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/nearest"
	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/report"
)

// Scenario is a finding as two settings of the fleet model.
type Scenario struct {
	Title       string // one line: which endpoint of which program
	Message     string // of the finding
	AsIs, Fixed outage.Fleet
	Assumptions []string // what the code does not say, so that something had to be taken
}

// Derive makes a scenario of a finding from its rule and from what the other endpoints of the program reach.
func Derive(f *inventory.Finding, probes []inventory.Probe) *Scenario {
	asIs := outage.DefaultFleet()
	asIs.Readiness, asIs.Liveness = checks(f, probes)
	fixed := *asIs
	switch f.Rule {
	case "liveness-dependency":
		fixed.Liveness = outage.ShallowCheck
	case "readiness-shared-state":
		fixed.Readiness = outage.ShallowCheck
	default: // one endpoint for both questions: each gets one that asks only about its replica
		fixed.Readiness, fixed.Liveness = outage.ShallowCheck, outage.ShallowCheck
	}
	return &Scenario{Title: title(f, probes), Message: f.Message, AsIs: *asIs, Fixed: fixed, Assumptions: assumptions(asIs)}
}

// checks says what the two checks of a program ask. The finding decides what it is about; the endpoints decide the
// rest.
func checks(f *inventory.Finding, probes []inventory.Probe) (readiness, liveness outage.Check) {
	readiness, liveness = outage.ShallowCheck, outage.ShallowCheck
	about := map[string]bool{}
	for _, p := range probes {
		if slices.Contains(f.Probes, p.ID) {
			about[p.Program] = true
		}
	}
	for i := range probes {
		if p := &probes[i]; about[p.Program] && reachesShared(p) {
			switch p.Role {
			case inventory.Readiness:
				readiness = outage.DeepCheck
			case inventory.Liveness:
				liveness = outage.DeepCheck
			}
		}
	}
	switch f.Rule {
	case "liveness-dependency":
		liveness = outage.DeepCheck
	case "readiness-shared-state":
		readiness = outage.DeepCheck
	case "shared-handler":
		if f.Dependency != nil {
			readiness, liveness = outage.DeepCheck, outage.DeepCheck
		}
	}
	return readiness, liveness
}

func reachesShared(p *inventory.Probe) bool {
	return slices.ContainsFunc(p.Dependencies, func(d inventory.Dependency) bool { return d.Shared })
}

// title names the endpoints of a finding.
func title(f *inventory.Finding, probes []inventory.Probe) string {
	var names []string
	for i := range probes {
		if p := &probes[i]; slices.Contains(f.Probes, p.ID) {
			name := cmp.Or(p.Shown(), p.Handler) + " (" + string(p.Role) + ")"
			if p.Program != "" {
				name += " of " + p.Program
			}
			names = append(names, name)
		}
	}
	return strings.TrimSuffix(f.Rule+": "+strings.Join(names, ", "), ": ")
}

// assumptions name what no code says.
func assumptions(f *outage.Fleet) []string {
	return []string{
		fmt.Sprintf("%d instances of %g requests/s each serve %g requests/s", f.Instances, f.CapacityRPS, f.OfferedRPS),
		fmt.Sprintf("%g %% of the requests need what the check asks, and it is down in seconds %s of %d", 100*f.DBShare, f.Down, f.DurationS),
		fmt.Sprintf("a check every %d s, unhealthy after %d failures, healthy after %d passes, %d s for a restart", f.CheckIntervalS, f.Fall, f.Rise, f.RestartS),
		"the balancer routes as a Kubernetes Service: nowhere when no instance is ready",
	}
}

// most is the number of findings that an error lists.
const most = 5

// findScenario looks for a finding by its fingerprint.
func findScenario(res *inventory.Result, fingerprint string) (*Scenario, error) {
	for i := range res.Findings {
		if res.Findings[i].Fingerprint == fingerprint {
			return Derive(&res.Findings[i], res.Probes), nil
		}
	}
	if len(res.Findings) == 0 {
		if len(res.Errors) > 0 {
			return nil, errors.New("no finding, and the analysis failed in part: run healthlint to see why")
		}
		return nil, errors.New("there is no finding in these packages")
	}
	near := slices.Clone(res.Findings)
	slices.SortStableFunc(near, func(a, b inventory.Finding) int {
		return nearest.Distance(fingerprint, a.Fingerprint) - nearest.Distance(fingerprint, b.Fingerprint)
	})
	text := fmt.Sprintf("no finding has the fingerprint %q; the nearest of %d:", fingerprint, len(near))
	for _, f := range near[:min(most, len(near))] {
		text += fmt.Sprintf("\n%s %s: %s", f.Fingerprint, report.Position(f.Position), title(&f, res.Probes))
	}
	return nil, errors.New(text)
}
