package analyzer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

var sharedHandler = Rule{
	ID:      "shared-handler",
	Level:   inventory.Warning,
	Since:   "0.1.0",
	Summary: "one handler, or one status function that runs the checks, answers liveness and readiness; or the only health endpoint reaches a dependency",
	Finds: "Three forms of one mistake. One handler value is registered for a liveness and a readiness endpoint. Or the two have handlers " +
		"of their own, which both call one status function (healthStatus, runChecks) through which everything goes that liveness depends on. " +
		"Or a program has a single health endpoint and it reaches a shared dependency, so that whoever writes the manifest has " +
		"nothing else to point liveness at. The finding stands on the registration: that is the line to change or to give a neighbour.",
	Why: "Restarting a process and cutting its traffic are two decisions with two different cures. With one answer for both, everything " +
		"that makes a replica not ready also gets it killed, and whoever adds the next check adds it to both without noticing. In a model " +
		"of eight replicas a single combined probe let 330 requests fail and restarted a replica whose only trouble was a dependency that " +
		"came back by itself; separate probes let none fail and left that replica alone.",
	Remedy: "Give liveness a handler of its own that asks only about this process; a constant 200 is fine. Keep the checks in the other one.",
	Silent: []string{
		"a lone endpoint that checks nothing, and the stock check of a library on both (healthz.Ping): a known good form",
		"a handler for both that checks nothing is a note, never a warning",
		"one query or ping of one store under two handlers: each handler says for itself what it asks",
		"checks that a health library itself runs for both roles",
		"a combined endpoint beside a liveness and a readiness endpoint: it is an alias",
		"further health endpoints of which at least one reaches nothing: liveness can use that one",
	},
	Example: `func (a *app) healthStatus(w http.ResponseWriter, r *http.Request) {
	if err := a.db.PingContext(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (a *app) routes(mux *http.ServeMux) {
	mux.HandleFunc("/livez", a.healthStatus)
	mux.HandleFunc("/readyz", a.healthStatus)
}
`,
	judge: judgeSharedHandler,
}

func judgeSharedHandler(sc *scope) []inventory.Finding {
	return slices.Concat(oneHandler(sc), oneStatusFunction(sc), loneEndpoint(sc))
}

// oneHandler finds handler values that answer a liveness and a readiness probe.
func oneHandler(sc *scope) []inventory.Finding {
	return sc.pairs(func(l, r *inventory.Probe) (string, sharedBy, bool) {
		deps := reached(l)
		switch {
		case l.HandlerID == "" || l.HandlerID != r.HandlerID:
			return "", sharedBy{}, false
		case l.Library && len(deps) == 0:
			return "", sharedBy{}, false // the stock check of a library on both is what its scaffold writes
		case (len(deps) == 0) != (len(reached(r)) == 0):
			return "", sharedBy{}, false // one value that answers by path: not alike
		}
		return l.HandlerID, sharedBy{deps: deps}, true
	})
}

// oneStatusFunction finds functions that run the checks of a liveness and a readiness probe with handlers of their own.
func oneStatusFunction(sc *scope) []inventory.Finding {
	return sc.pairs(func(l, r *inventory.Probe) (string, sharedBy, bool) {
		if l.HandlerID != "" && l.HandlerID == r.HandlerID {
			return "", sharedBy{}, false
		}
		s, ok := sc.statusStep(l, r)
		return s.ID, sharedBy{function: names.Step(s, l.HandlerPackage), deps: reached(l)}, ok
	})
}

// sharedBy is what a liveness and a readiness probe have in common.
type sharedBy struct {
	function string // the status function, "" when it is the handler itself
	deps     []*inventory.Dependency
}

// pairs calls shared for each pair of a liveness and a readiness probe that the platform could ask about one process,
// and gives one finding for each thing that pairs have in common.
func (sc *scope) pairs(shared func(l, r *inventory.Probe) (string, sharedBy, bool)) []inventory.Finding {
	type group struct {
		by          sharedBy
		live, ready []*inventory.Probe
	}
	groups := map[string]*group{}
	var order []string
	for _, l := range sc.role(inventory.Liveness) {
		for _, r := range sc.role(inventory.Readiness) {
			id, by, ok := shared(l, r)
			if !ok || !sc.oneProcess(l, r) || l.Library && r.Library && l.Registered == r.Registered {
				continue // the library put this check on both
			}
			id += "\x00" + sc.program(l)
			if groups[id] == nil {
				groups[id] = &group{by: by}
				order = append(order, id)
			}
			groups[id].live = add(groups[id].live, l)
			groups[id].ready = add(groups[id].ready, r)
		}
	}
	var out []inventory.Finding
	for _, id := range order {
		g := groups[id]
		probes := slices.Concat(g.live, g.ready, sc.aliases(g.live[0], g.by))
		f := sc.sharedFinding(probes, g.by)
		f.Message = line(f.Rule, sharedText(g.live, g.ready, g.by))
		out = append(out, f)
	}
	return slices.DeleteFunc(out, misplaced)
}

func add(probes []*inventory.Probe, p *inventory.Probe) []*inventory.Probe {
	if slices.Contains(probes, p) {
		return probes
	}
	return append(probes, p)
}

// oneProcess reports whether two probes belong to one program and one server of it. An unknown server fits any.
func (sc *scope) oneProcess(a, b *inventory.Probe) bool {
	return sc.program(a) == sc.program(b) && (a.Server == b.Server || a.Server == "" || b.Server == "")
}

// aliases are further endpoints (combined, startup) that the handler of p answers.
func (sc *scope) aliases(p *inventory.Probe, by sharedBy) []*inventory.Probe {
	var out []*inventory.Probe
	for _, q := range sc.probes {
		if by.function == "" && q.HandlerID == p.HandlerID && q.Role != inventory.Liveness && q.Role != inventory.Readiness &&
			sc.oneProcess(p, q) {
			out = append(out, q)
		}
	}
	return out
}

// sharedFinding fills in all but the message. The dependency and the chain are those of the nearest dependency: an
// example, since the finding is about the handler; the calls to all of them are related places.
func (sc *scope) sharedFinding(probes []*inventory.Probe, by sharedBy) inventory.Finding {
	p := probes[0]
	f := inventory.Finding{
		Rule: "shared-handler", Level: inventory.Note, Position: sc.registration(p, by.deps), Chain: []inventory.Step{},
		Program: sc.program(p), Package: p.Package, HandlerPackage: p.HandlerPackage,
		Fingerprint: key("shared-handler", sc.program(p), p, by.function),
	}
	if len(by.deps) > 0 {
		d := by.deps[0]
		f.Level, f.Chain = inventory.Warning, slices.Clone(d.Chain)
		f.Dependency = &inventory.FindingDependency{Kind: d.Kind, Product: d.Product, Callee: d.Callee}
	}
	f.Related = related(f.Position, probes, by.deps)
	if p.HandlerPosition.IsValid() && p.HandlerPosition != f.Position {
		f.Related = append(f.Related, inventory.Related{Position: p.HandlerPosition, Message: "handler " + names.Func(p.Handler)})
		slices.SortFunc(f.Related, compareRelated)
	}
	for _, q := range probes {
		f.Probes = append(f.Probes, q.ID)
	}
	slices.Sort(f.Probes)
	return f
}

// registration is where a finding of this rule stands: on the registration, which is what has to change. It is also
// another line than that of liveness-dependency on the same probe, and some drivers show one finding a line. Where the
// registration is not the user's code, the place of a dependency finding will do.
func (sc *scope) registration(p *inventory.Probe, deps []*inventory.Dependency) inventory.Position {
	if p.Registered.IsValid() && sc.InMain(p.Package) {
		return p.Registered
	}
	if len(deps) > 0 {
		return sc.place(p, deps[0])
	}
	return inventory.Position{}
}

func misplaced(f inventory.Finding) bool { return !f.Position.IsValid() }

// loneEndpoint finds programs whose health endpoints all reach a shared dependency while none has a role of its own:
// whatever liveness is pointed at hangs on that dependency. Usually there is just one; several paths on one handler are
// one. An endpoint that only calls back into the process (a gateway in front of a gRPC health service) is no way out, nor
// is one whose calls could not be followed known to be one.
func loneEndpoint(sc *scope) []inventory.Finding {
	if !sc.Whole || len(sc.role(inventory.Liveness))+len(sc.role(inventory.Readiness)) > 0 {
		return nil
	}
	var groups [][]*inventory.Probe
	index := map[string]int{}
	open := false
	for _, p := range sc.role(inventory.Combined) {
		if len(reached(p)) == 0 {
			if callsBack(p) || p.Open {
				open = open || p.Open
				continue
			}
			return nil
		}
		i, known := index[p.HandlerID]
		if !known || p.HandlerID == "" {
			i = len(groups)
			index[p.HandlerID] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	var out []inventory.Finding
	for _, g := range groups {
		f := sc.sharedFinding(g, sharedBy{deps: reached(g[0])})
		f.Message = line(f.Rule, loneText(g, len(groups) == 1, open))
		out = append(out, f)
	}
	return slices.DeleteFunc(out, misplaced)
}

func callsBack(p *inventory.Probe) bool {
	return slices.ContainsFunc(p.Dependencies, func(d inventory.Dependency) bool {
		return !d.Shared && (d.Kind == "http" || d.Kind == "grpc")
	})
}

func sharedText(live, ready []*inventory.Probe, by sharedBy) string {
	l, p := live[0], endpoints(live)
	if len(by.deps) == 0 {
		what := "It reaches nothing shared, so this is fine as it is"
		if l.Constant {
			what = "It always answers the same, so this is fine as it is"
		} else if l.Open {
			what = "As far as its calls could be resolved it reaches nothing shared, so this is fine as it is"
		}
		return "handler " + names.Func(l.Handler) + " answers liveness (" + p + ") and readiness (" + endpoints(ready) + "). " + what +
			"; the first check added to it would decide about restarts and about traffic at once, so split the two before that."
	}
	who := "handler " + names.Func(l.Handler) + " answers liveness (" + p + ") and readiness (" + endpoints(ready) + ") alike and "
	if by.function != "" {
		who = "liveness (" + p + ") and readiness (" + endpoints(ready) + ") both run " + by.function + ", which "
	}
	return who + reaches(l, by.deps...) + " One answer decides about restarts and traffic: whatever makes a replica not ready also " +
		"kills it, and so will every check added later. Give liveness a handler of its own that asks only about this process."
}

func loneText(group []*inventory.Probe, only, open bool) string {
	p := group[0]
	who := "the only health endpoint of the program, " + endpoints(group) + ", "
	switch {
	case open:
		who = "no health endpoint of the program is known to answer for this process alone; " + endpoints(group) + " "
	case !only:
		who = "no health endpoint of the program answers for this process alone; " + endpoints(group) + " "
	}
	return who + reaches(p, reached(p)...) + " Liveness has nothing else to point at, and where it points here a lasting " +
		"outage restarts every replica in a loop. Add an endpoint that asks only about this process for liveness; keep this one for readiness or monitoring."
}

// endpoints lists the paths of probes, each once.
func endpoints(probes []*inventory.Probe) string {
	var out []string
	for _, p := range probes {
		if n := name(p); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return strings.Join(out, ", ")
}
