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

// FromFinding makes a scenario of the cost of a finding. It is nil when there is none: no endpoint of the finding
// reaches anything whose outage could cost something.
func FromFinding(f *inventory.Finding, probes []inventory.Probe) *Scenario {
	if f.Cost == nil {
		return nil
	}
	s := &Scenario{Title: title(f, probes), Message: f.Message, AsIs: f.Cost.Inputs, Fixed: f.Cost.Inputs, Assumptions: f.Cost.Assumptions}
	s.Fixed.Liveness, s.Fixed.Readiness = f.Cost.Fixed.Liveness, f.Cost.Fixed.Readiness
	return s
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

// most is the number of findings that an error lists.
const most = 5

// findScenario looks for a finding by its fingerprint.
func findScenario(res *inventory.Result, fingerprint string) (*Scenario, error) {
	for i := range res.Findings {
		if res.Findings[i].Fingerprint == fingerprint {
			if s := FromFinding(&res.Findings[i], res.Probes); s != nil {
				return s, nil
			}
			return nil, fmt.Errorf("finding %s has no cost to show: none of its endpoints reaches a dependency", fingerprint)
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
