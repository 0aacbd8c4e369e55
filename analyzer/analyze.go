package analyzer

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/callgraph"
	"github.com/healthlint/healthlint/internal/inventory"
)

// Analyze does the work on one package that all drivers share: summarise, discover, resolve, judge.
// It never panics and never returns nil; what went wrong is in Outcome.Failure.
func Analyze(cfg Config, u *Unit) (out *Outcome) {
	path := u.Pkg.Path()
	defer func() {
		if r := recover(); r != nil {
			out = failed(u, fmt.Sprint(r)+where())
		}
	}()
	p, err := callgraph.Summarise(callgraph.Source{Fset: u.Fset, Files: u.Files, Pkg: u.Pkg, Info: u.Info, Main: u.Main}, u.Fact)
	if err != nil {
		return failed(u, err.Error())
	}
	out = &Outcome{}
	isMain := u.Pkg.Name() == "main"
	if u.Main {
		out.judge(cfg, path, isMain, p)
	}
	if !isMain {
		out.Fact = p.Fact(out.hashes())
	}
	return out
}

// judge evaluates the probes known at p and keeps the findings that no import reported.
func (o *Outcome) judge(cfg Config, path string, isMain bool, p *callgraph.Package) {
	f := p.Evaluate()
	program := ""
	if isMain {
		program = path
	}
	probes, open := roles(f.Probes, isMain)
	f.Probes, f.Open = probes, append(f.Open, open...)
	for i := range f.Probes {
		f.Probes[i].Program = program
	}
	o.Probes = f.Probes
	o.Open, o.Pending = f.Open, f.Pending
	for _, failed := range p.Failed() {
		if isMain {
			o.Open = append(o.Open, inventory.Open{What: "package " + failed, Why: "its analysis failed; calls that lead through it are not followed"})
		}
	}
	for _, x := range Judge(cfg, Scope{Probes: f.Probes, Program: program, Whole: isMain}) {
		if !p.Reported(hash(&x)) {
			o.Findings = append(o.Findings, x)
		}
	}
}

// hash identifies a finding in facts by what makes two findings one.
func hash(f *inventory.Finding) uint64 {
	return callgraph.Hash(f.Rule, f.Position.File, strconv.Itoa(f.Position.Line), strconv.Itoa(f.Position.Column), f.Message)
}

func (o *Outcome) hashes() []uint64 {
	var out []uint64
	for i := range o.Findings {
		out = append(out, hash(&o.Findings[i]))
	}
	slices.Sort(out)
	return out
}

func failed(u *Unit, reason string) *Outcome {
	pos := u.Fset.Position(u.Files[0].Name.Pos())
	return &Outcome{
		Fact: FailureFact(u.Pkg.Path(), reason),
		Failure: &inventory.Failure{
			Package:  u.Pkg.Path(),
			Position: inventory.Position{File: pos.Filename, Line: pos.Line, Column: pos.Column},
			Message:  "analysis-failed: " + reason,
		},
	}
}

// FailureFact is the fact of a package that could not be analysed: importers say so where their chains
// run through it.
func FailureFact(path, reason string) []byte { return callgraph.FailedFact(path) }

// where names the function of healthlint that panicked, for reports of the defect.
func where() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "/healthlint/callgraph.") || strings.Contains(f.Function, "x/tools/go/ssa.") {
			return fmt.Sprintf(" (in %s, %s:%d)", f.Function[strings.LastIndex(f.Function, "/")+1:], filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
