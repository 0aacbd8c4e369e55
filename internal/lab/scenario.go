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

// leastDigits is how much of a fingerprint names a finding.
const leastDigits = 6

// findScenario looks for a finding by its fingerprint or by the first digits of it.
func findScenario(res *inventory.Result, fingerprint string) (*Scenario, error) {
	found := withFingerprint(res.Findings, strings.ToLower(fingerprint))
	switch {
	case len(found) == 0:
		return nil, noFinding(res, fingerprint)
	case len(found) > 1:
		return nil, fmt.Errorf("%d findings have a fingerprint that begins with %q; give more of it:%s", len(found), fingerprint, listed(found, res.Probes))
	}
	if s := FromFinding(&found[0], res.Probes); s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("finding %s has no cost to show: none of its endpoints reaches a dependency", found[0].Fingerprint)
}

// withFingerprint gives the finding of a fingerprint, or those whose fingerprint begins with what is long enough.
func withFingerprint(all []inventory.Finding, fingerprint string) []inventory.Finding {
	var found []inventory.Finding
	for _, f := range all {
		if f.Fingerprint == fingerprint {
			return []inventory.Finding{f}
		}
		if len(fingerprint) >= leastDigits && strings.HasPrefix(f.Fingerprint, fingerprint) {
			found = append(found, f)
		}
	}
	return found
}

// noFinding lists the nearest.
func noFinding(res *inventory.Result, fingerprint string) error {
	if len(res.Findings) == 0 {
		if len(res.Errors) > 0 {
			return errors.New("no finding, and the analysis failed in part: run healthlint to see why")
		}
		return errors.New("there is no finding in these packages")
	}
	begins := func(f inventory.Finding) bool { return strings.HasPrefix(f.Fingerprint, strings.ToLower(fingerprint)) }
	distance := func(f inventory.Finding) int {
		if begins(f) {
			return 0
		}
		return 1 + nearest.Distance(fingerprint, f.Fingerprint)
	}
	near := slices.Clone(res.Findings)
	slices.SortStableFunc(near, func(a, b inventory.Finding) int { return distance(a) - distance(b) })
	what := fmt.Sprintf("no finding has the fingerprint %q", fingerprint)
	if begins(near[0]) {
		what = fmt.Sprintf("%q is too short, a fingerprint takes %d digits at least", fingerprint, leastDigits)
	}
	return fmt.Errorf("%s; the nearest of %d:%s", what, len(near), listed(near[:min(most, len(near))], res.Probes))
}

// listed puts each finding on a line of its own.
func listed(findings []inventory.Finding, probes []inventory.Probe) string {
	text := ""
	for _, f := range findings {
		text += fmt.Sprintf("\n%s %s: %s", f.Fingerprint, report.Position(f.Position), title(&f, probes))
	}
	return text
}
