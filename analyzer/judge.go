package analyzer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// Scope is what the rules see at once: the probes of a program, or of a package that is no main.
type Scope struct {
	Probes  []inventory.Probe // with their roles decided; IDs are what findings refer to
	Program string            // import path of the package main, "" in a package that is no main
	Whole   bool              // all probes of the program are in Probes, so that what is missing really is missing
	// InMain reports whether a package is in the main modules: a finding stands only there. nil means all are.
	InMain func(pkg string) bool
}

// Judge runs the rules of cfg over the probes of s and returns the findings sorted by file, line, column, rule. The
// order of the probes does not matter. Findings of all levels are returned: what to show is for the driver to say.
func Judge(cfg Config, s Scope) []inventory.Finding {
	sc := newScope(s)
	var all []inventory.Finding
	for _, r := range rules {
		if len(cfg.Rules) == 0 || slices.Contains(cfg.Rules, r.ID) {
			all = append(all, r.judge(sc)...)
		}
	}
	all = Merge(all)
	stamp(all)
	return all
}

// Merge sorts findings and makes one of those that are equal in rule, position and message, which is what several
// programs that register one endpoint give. The one keeps the probes and related places of all.
func Merge(all []inventory.Finding) []inventory.Finding {
	slices.SortStableFunc(all, compareFindings)
	var out []inventory.Finding
	for _, f := range all {
		if n := len(out); n > 0 && same(out[n-1], f) {
			last := &out[n-1]
			last.Probes = union(last.Probes, f.Probes, cmp.Compare[int])
			last.Related = union(last.Related, f.Related, compareRelated)
			continue
		}
		out = append(out, f)
	}
	return out
}

func same(a, b inventory.Finding) bool {
	return a.Rule == b.Rule && a.Position == b.Position && a.Message == b.Message
}

func compareFindings(a, b inventory.Finding) int {
	return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message), cmp.Compare(a.Program, b.Program),
		cmp.Compare(a.Package, b.Package), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

func comparePositions(a, b inventory.Position) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func compareRelated(a, b inventory.Related) int {
	return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.Message, b.Message))
}

// union never writes to its arguments: they may be shared with the facts of other packages.
func union[T comparable](a, b []T, compare func(T, T) int) []T {
	all := append(append([]T{}, a...), b...)
	slices.SortFunc(all, compare)
	return slices.Compact(all)
}

// scope is a Scope with its probes in an order of their own.
type scope struct {
	Scope
	probes []*inventory.Probe
}

func newScope(s Scope) *scope {
	if s.InMain == nil {
		s.InMain = func(string) bool { return true }
	}
	sc := &scope{Scope: s}
	for i := range s.Probes {
		sc.probes = append(sc.probes, &s.Probes[i])
	}
	slices.SortStableFunc(sc.probes, func(a, b *inventory.Probe) int {
		return cmp.Or(comparePositions(a.Registered, b.Registered), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Check, b.Check),
			cmp.Compare(a.Role, b.Role), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Handler, b.Handler),
			cmp.Compare(a.ID, b.ID))
	})
	return sc
}

// program of a probe; one that was known before its program was has none of its own.
func (sc *scope) program(p *inventory.Probe) string { return cmp.Or(p.Program, sc.Program) }

// role returns the probes with that role, in order.
func (sc *scope) role(r inventory.Role) []*inventory.Probe {
	var out []*inventory.Probe
	for _, p := range sc.probes {
		if p.Role == r {
			out = append(out, p)
		}
	}
	return out
}

// counts reports whether a dependency is one that a health answer should not hang on: it is the same for every
// replica. A local view of a shared server (io: none) counts too, for it turns bad on all replicas at once. What is
// only this replica's (disk, embedded stores, the host, loopback) is not for the dependency rules.
func counts(d *inventory.Dependency) bool { return d.Shared }

// reached returns the distinct dependencies of p that count, the nearest first. Two are the same when product and the
// first call in the handler's own body agree, and where no product is known the callee: what lies between is the user's
// plumbing, but two calls in the handler are two decisions to undo.
func reached(p *inventory.Probe) []*inventory.Dependency {
	type key struct {
		kind, product, callee string
		first                 inventory.Position
	}
	var all []*inventory.Dependency
	for i := range p.Dependencies {
		if d := &p.Dependencies[i]; counts(d) {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, compareDependencies)
	seen := map[key]bool{}
	return slices.DeleteFunc(all, func(d *inventory.Dependency) bool {
		k := key{d.Kind, d.Product, "", bodyCall(p, d)}
		if names.Unnamed(d) {
			k.callee = d.Callee
		}
		again := seen[k]
		seen[k] = true
		return again
	})
}

// compareDependencies puts the one that is easiest to believe first: certain, then short, then with few dynamic calls.
func compareDependencies(a, b *inventory.Dependency) int {
	return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), // "certain" sorts before "possible"
		cmp.Compare(len(a.Chain), len(b.Chain)), cmp.Compare(dynamic(a.Chain), dynamic(b.Chain)),
		comparePositions(a.Call, b.Call), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Product, b.Product),
		cmp.Compare(a.Callee, b.Callee), slices.CompareFunc(a.Chain, b.Chain, func(x, y inventory.Step) int {
			return cmp.Or(comparePositions(x.Position, y.Position), strings.Compare(x.Func, y.Func))
		}))
}

func dynamic(chain []inventory.Step) int {
	n := 0
	for _, s := range chain {
		if s.Edge == "dynamic" {
			n++
		}
	}
	return n
}

// bodyCall is the first call of the chain that stands in the handler's own body: the first step but for handlers that
// a middleware of another package wraps.
func bodyCall(p *inventory.Probe, d *inventory.Dependency) inventory.Position {
	for i, s := range d.Chain {
		if s.Package == p.HandlerPackage || i == 0 && s.Package == "" {
			return s.Position
		}
	}
	if len(d.Chain) > 0 {
		return d.Chain[0].Position
	}
	return d.Call
}

// place is where a finding about one dependency of a probe stands: on the first call of the chain in the handler's
// own body, else on the registration, else on the first call of the chain that is in the main modules. It is not
// valid when nothing of it is the user's code: then there is nothing to say.
func (sc *scope) place(p *inventory.Probe, d *inventory.Dependency) inventory.Position {
	if pos := bodyCall(p, d); pos.IsValid() && sc.InMain(p.HandlerPackage) {
		return pos
	}
	if p.Registered.IsValid() && sc.InMain(p.Package) {
		return p.Registered
	}
	for _, s := range d.Chain {
		if s.Position.IsValid() && s.Package != "" && sc.InMain(s.Package) {
			return s.Position
		}
	}
	return inventory.Position{}
}

// byDependency gives one finding for each probe of a role and each dependency of it that counts.
func (sc *scope) byDependency(rule string, level inventory.Level, r inventory.Role,
	text func(*inventory.Probe, *inventory.Dependency) string) []inventory.Finding {
	var out []inventory.Finding
	for _, p := range sc.role(r) {
		for _, d := range reached(p) {
			f := inventory.Finding{
				Rule: rule, Level: level, Probes: []int{p.ID}, Position: sc.place(p, d),
				Message:    line(rule, text(p, d)),
				Dependency: &inventory.FindingDependency{Kind: d.Kind, Product: d.Product, Callee: d.Callee},
				Chain:      slices.Clone(d.Chain), Program: sc.program(p), Package: p.Package, HandlerPackage: p.HandlerPackage,
				Fingerprint: key(rule, sc.program(p), p, d.Callee),
			}
			f.Related = related(f.Position, []*inventory.Probe{p}, []*inventory.Dependency{d})
			if f.Position.IsValid() {
				out = append(out, f)
			}
		}
	}
	return out
}

// related lists the registrations and the dependency calls, but for the place where the finding stands anyway.
func related(at inventory.Position, probes []*inventory.Probe, deps []*inventory.Dependency) []inventory.Related {
	var out []inventory.Related
	add := func(pos inventory.Position, text string) {
		if pos.IsValid() && pos != at {
			out = append(out, inventory.Related{Position: pos, Message: text})
		}
	}
	for _, p := range probes {
		add(p.Registered, endpoint(p)+" is registered here")
	}
	for _, d := range deps {
		add(d.Call, "the call that reaches "+names.Dependency(d, probes[0].HandlerPackage))
	}
	return union(out, nil, compareRelated)
}
