package load

import (
	"cmp"
	"slices"

	"github.com/healthlint/healthlint/internal/inventory"
)

// merge puts what the packages gave into one result. Which packages count is what design.md calls
// programs: for a named package main all of its closure inside the main modules, and the named packages.
// Identifiers of probes are provisional until order.
func merge(g *graph) (*inventory.Result, Stats) {
	m := &merger{res: emptyResult(), byKey: map[probeKey]int{}}
	nodes := slices.Clone(g.nodes)
	slices.SortFunc(nodes, func(a, b *node) int { return cmp.Compare(a.pkg.ID, b.pkg.ID) })
	programs := programsOf(nodes)
	var stats Stats
	for _, n := range nodes {
		m.res.Errors = append(m.res.Errors, n.errors...)
		mains, inProgram := programs[n]
		if n.outcome == nil || !n.named && !(inProgram && n.main) {
			continue
		}
		stats.Packages++
		if n.named && isMain(n) {
			stats.Programs++
		}
		m.add(n, mains)
	}
	stats.Pending = len(m.pending)
	return m.res, stats
}

func isMain(n *node) bool { return n.pkg.Name == "main" }

// programsOf gives for each package the named mains that import it, directly or not; a main is among its
// own.
func programsOf(nodes []*node) map[*node][]*node {
	programs := map[*node][]*node{}
	for _, main := range nodes {
		if !main.named || !isMain(main) || main.outcome == nil {
			continue
		}
		seen := map[*node]bool{}
		var visit func(n *node)
		visit = func(n *node) {
			if seen[n] || !n.full {
				return
			}
			seen[n] = true
			programs[n] = append(programs[n], main)
			for _, d := range n.deps {
				visit(d)
			}
		}
		visit(main)
	}
	return programs
}

// probeKey tells apart what is one probe of the result: one registration in one program. A registration in
// a loop gives several paths.
type probeKey struct {
	registration
	program string
}

type registration struct {
	registered, handler inventory.Position
	path, server        string
	check, name         string // of the check in a health library, of the handler
}

func registrationOf(p *inventory.Probe) registration {
	return registration{p.Registered, p.HandlerPosition, p.Path, p.Server, p.Check, p.Handler}
}

type merger struct {
	res   *inventory.Result
	byKey map[probeKey]int // index into res.Probes

	pending []inventory.Open // endpoints that only a program can complete, also in res.Open
}

// add takes over what one package gave. mains are the programs it is part of.
func (m *merger) add(n *node, mains []*node) {
	if len(mains) == 0 || isMain(n) {
		for i := range n.outcome.Probes {
			m.probe(&n.outcome.Probes[i])
		}
	}
	byID := map[int]*inventory.Probe{}
	for i := range n.outcome.Probes {
		byID[n.outcome.Probes[i].ID] = &n.outcome.Probes[i]
	}
	for _, f := range n.outcome.Findings {
		var ids []int
		for _, id := range f.Probes {
			if p := byID[id]; p != nil {
				ids = append(ids, m.inPrograms(p, n, mains)...)
			}
		}
		f.Probes = ids
		m.res.Findings = append(m.res.Findings, f)
	}
	m.open(n, mains, n.outcome.Open)
	m.pending = append(m.pending, m.open(n, mains, n.outcome.Pending)...)
}

// open takes over what stayed open in a package and returns what no program has an answer for.
func (m *merger) open(n *node, mains []*node, all []inventory.Open) []inventory.Open {
	var kept []inventory.Open
	for _, o := range all {
		if isMain(n) || !decided(o, mains) {
			kept = append(kept, o)
		}
	}
	m.res.Open = append(m.res.Open, kept...)
	return kept
}

// decided reports whether a program has an answer for a registration that was open in a package of its own: what
// a constructor leaves to its caller, say.
func decided(o inventory.Open, mains []*node) bool {
	for _, main := range mains {
		for i := range main.outcome.Probes {
			if p := &main.outcome.Probes[i]; p.Registered == o.Position && o.Position.IsValid() {
				return true
			}
		}
	}
	return false
}

// probe gives the index of a probe in the result, where it is put on first sight.
func (m *merger) probe(p *inventory.Probe) int {
	key := probeKey{registrationOf(p), p.Program}
	i, ok := m.byKey[key]
	if !ok {
		i = len(m.res.Probes)
		m.byKey[key] = i
		added := *p
		added.ID = i
		m.res.Probes = append(m.res.Probes, added)
	}
	return i
}

// inPrograms finds a probe that a package reported in the programs that report for it.
func (m *merger) inPrograms(p *inventory.Probe, n *node, mains []*node) []int {
	var ids []int
	if !isMain(n) {
		for _, main := range mains {
			for i := range main.outcome.Probes {
				if q := &main.outcome.Probes[i]; registrationOf(q) == registrationOf(p) {
					ids = append(ids, m.probe(q))
				}
			}
		}
	}
	if len(ids) == 0 {
		ids = append(ids, m.probe(p))
	}
	return ids
}
