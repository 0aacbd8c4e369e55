// Package load is the stand-alone driver: it lists packages with the go command, type-checks them from
// source in import order in one process, and hands each to analyzer.Analyze.
//
// What differs from the drivers that see one package at a time is kept small on purpose: facts travel as
// the same encoded bytes, to direct importers only, so that what gets lost under go vet is lost here too
// and a test sees it. No export data is read and nothing is built. Packages that the catalogue describes
// (the standard library, clients, routers, telemetry) are type-checked without function bodies and never
// analysed.
package load

import (
	"context"
	"runtime"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/inventory"
)

// Options of a run.
type Options struct {
	Dir      string   // working directory, "" for the current one
	Patterns []string // as for go list; empty means ./...
	Tags     string   // build tags, comma separated
	Env      []string // environment of the go command, nil for that of the process
	Config   analyzer.Config
	Workers  int // packages worked on at a time; 0 means GOMAXPROCS. Results never depend on it.
}

// Stats says what a run covered, beside its result.
type Stats struct {
	Packages, Programs, Probes, Findings, Open int

	Pending int // registered endpoints, among what is open, that only a program can complete

	// Lookalikes are string constants of the main modules that read like the path of a health endpoint.
	// They are only of use when no probe was found.
	Lookalikes []Lookalike
	// Dirs are the directories of the main modules, absolute: the code that is the user's own.
	Dirs []string
	// Notes are remarks on the run itself, for a person.
	Notes []string
}

// Lookalike is a string constant that reads like the path of a health endpoint.
type Lookalike struct {
	Position inventory.Position
	Path     string
}

// Run loads and analyses. A non-nil error means that nothing could be analysed; what failed in part is in
// Result.Errors. The result is complete and has positions as the contract wants them in both cases.
func Run(ctx context.Context, o Options) (*inventory.Result, Stats, error) {
	l, err := list(ctx, o)
	if err != nil {
		return failed(err), Stats{}, err
	}
	return analyse(ctx, l, newGraph(l), o)
}

// analyse does what comes behind the listing.
func analyse(ctx context.Context, l *listing, g *graph, o Options) (*inventory.Result, Stats, error) {
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	c := newChecker(ctx, l, o.Config)
	c.run(g, workers)
	if err := ctx.Err(); err != nil {
		return failed(err), Stats{}, err
	}
	res, stats := merge(g)
	stats.Lookalikes = lookalikes(g)
	stats.Notes = l.notes()
	stats.Dirs = g.mainDirs()
	relative(l.places(g), res, &stats)
	order(res)
	stats.Probes, stats.Findings, stats.Open = len(res.Probes), len(res.Findings), len(res.Open)
	return res, stats, nil
}

// failed is the result of a run that could not start.
func failed(err error) *inventory.Result {
	res := emptyResult()
	res.Errors = append(res.Errors, inventory.Failure{Message: err.Error()})
	return res
}

// emptyResult has no nil lists: JSON shows them as [], never as null.
func emptyResult() *inventory.Result {
	return &inventory.Result{
		Version:  inventory.Version,
		Probes:   []inventory.Probe{},
		Findings: []inventory.Finding{},
		Open:     []inventory.Open{},
		Errors:   []inventory.Failure{},
	}
}
