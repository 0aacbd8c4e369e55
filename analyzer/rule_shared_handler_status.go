package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// statusStep finds the status function that runs the checks of both probes: a step that all dependencies of the
// liveness probe go through, that the readiness probe takes too with the same receiver and captured values, and whose
// name says that it sums up health. The outermost one is meant: that is what the handlers call. A body that both
// handlers are regions of (a switch on the path) is no step in common.
func (sc *scope) statusStep(l, r *inventory.Probe) (inventory.Step, bool) {
	deps := reached(l)
	if len(deps) == 0 {
		return inventory.Step{}, false
	}
	for i, s := range inner(deps[0].Chain) {
		if s.ID == "" || !sc.InMain(s.Package) || !readsLikeStatus(s.Func) {
			continue
		}
		through := !slices.ContainsFunc(deps, func(d *inventory.Dependency) bool { return stepIndex(d, s.ID) < 0 })
		if !through {
			continue
		}
		for _, d := range reached(r) {
			if j := stepIndex(d, s.ID); j > 0 || j == 0 && i > 0 {
				return s, true
			}
		}
	}
	return inventory.Step{}, false
}

// inner is a chain without its last step, which is the dependency call.
func inner(chain []inventory.Step) []inventory.Step {
	return chain[:max(0, len(chain)-1)]
}

func stepIndex(d *inventory.Dependency, id string) int {
	return slices.IndexFunc(inner(d.Chain), func(s inventory.Step) bool { return s.ID == id })
}

// Words by which a function says that it sums up health. "ping" is not one: by custom it asks one thing.
var statusWords = wordSet("health healthy healthz healthcheck healthchecks status check checks checker checkers " +
	"ready readyz readiness live livez liveness alive probe probes diagnostics selftest")

// Verbs that do so on a receiver with such a word, as in (*HealthReport).Run.
var runWords = wordSet("run execute evaluate aggregate verify collect report summary result results all")

// Words by which it says that it asks one dependency (checkDB, (*Store).Healthy) or guards a door (checkToken). Two
// handlers that share only such a reader still say for themselves what they ask.
var notStatusWords = wordSet("db database sql postgres mysql mongo redis cache kafka nats rabbit queue broker bucket s3 etcd " +
	"store storage repo repository dao query queries row rows table client conn connection pool driver producer consumer " +
	"publisher subscriber auth authn authz token session permission permissions access user license")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// readsLikeStatus judges a function by its name, since nothing else tells a function that sums up from a query.
func readsLikeStatus(fn string) bool {
	recv, method := splitName(fn)
	r, m := words(recv), words(method)
	in := func(list []string, set map[string]bool) bool {
		return slices.ContainsFunc(list, func(w string) bool { return set[w] })
	}
	if in(r, notStatusWords) || in(m, notStatusWords) {
		return false
	}
	return in(m, statusWords) || in(r, statusWords) && in(m, runWords)
}

// splitName gives receiver type and function of (*pkg.T).M, T.M, pkg.F and F, without type arguments and closure
// numbers. What stands before the last dot counts as receiver; a package name there does no harm.
func splitName(fn string) (recv, method string) {
	fn = typeArguments.ReplaceAllString(closureNumber.ReplaceAllString(names.Short(fn), ""), "")
	i := strings.LastIndex(fn, ".")
	recv, method = fn[:max(i, 0)], fn[i+1:]
	recv = strings.Trim(recv, "(*)")
	return recv[strings.LastIndex(recv, ".")+1:], method
}

var typeArguments = regexp.MustCompile(`\[.*\]`)

// words splits camelCase and snake_case: runHealthChecks is run, health, checks; pingDBHealth is ping, db, health.
func words(name string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(name[start:end]))
		}
		start = end
	}
	isUpper := func(i int) bool { return i >= 0 && i < len(name) && name[i] >= 'A' && name[i] <= 'Z' }
	isLower := func(i int) bool { return i >= 0 && i < len(name) && name[i] >= 'a' && name[i] <= 'z' }
	for i := range len(name) {
		switch {
		case name[i] == '_' || name[i] == '$':
			flush(i)
			start = i + 1
		case isUpper(i) && (!isUpper(i-1) || isLower(i+1)):
			flush(i)
		}
	}
	flush(len(name))
	return out
}
