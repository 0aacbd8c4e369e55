package analyzer

import (
	"slices"

	"github.com/healthlint/healthlint/internal/inventory"
)

//go:generate go test -run ^TestRulePages$ . -args -write-pages

// Rule is one misuse the analyzer looks for, with the texts that its page, the rule table and the help are made of.
type Rule struct {
	ID      string          // also the name of the file, of the page and the beginning of each message
	Level   inventory.Level // the heaviest level it reports at
	Summary string          // one sentence without a full stop at the end: fires when
	Finds   string          // what it looks for, in detail
	Why     string          // what it costs in production
	Remedy  string          // what to do
	Silent  []string        // what it deliberately does not report
	Example string          // Go code that it reports
	Since   string          // first version that has it

	judge func(*scope) []inventory.Finding
}

// Page is the path of the page of the rule, from the root of the repository.
func (r Rule) Page() string { return "docs/rules/" + r.ID + ".md" }

// rules is the registry. Its order is the order of tables; the order of findings is that of their positions.
var rules = []Rule{
	livenessDependency,
	sharedHandler,
	readinessSharedState,

	// Not yet, each for want of something the inventory does not hold:
	//	exhaustible-resource   needs to know that a limit is compared, not only that a gauge is read
	//	ignored-check-result   needs Dependency.Decides
	//	unbounded-check        needs Dependency.Deadline
	//	missing-startup-probe, same-probe, probe-mismatch, probe-timeout   need manifests
	// readiness-shared-state gets its levels with the routes that never need the dependency.
}

// Rules returns the rules in the order of tables.
func Rules() []Rule { return slices.Clone(rules) }
