package analyzer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/healthlint/healthlint/internal/inventory"
)

// toy stands in for the engine where the drivers are tested. A function Check... is something to know; its place goes
// into the fact, together with what the imports know. A function Probe... is a finding that tells all that is known; a
// function Far... one that stands where the first thing known stands; a function Boom is a panic.
func toy(_ Config, u *Unit) *Outcome {
	known := map[string]bool{}
	for _, p := range u.Pkg.Imports() {
		for line := range strings.Lines(string(u.Fact(p.Path()))) {
			if strings.Count(line, " ") == 3 { // not the fact of a package that failed
				known[line] = true
			}
		}
	}
	for fn := range toyFuncs(u) {
		if strings.HasPrefix(fn.Name.Name, "Check") {
			pos := u.Fset.Position(fn.Name.Pos())
			known[fmt.Sprintf("%s.%s %s %d %d\n", u.Pkg.Path(), fn.Name.Name, pos.Filename, pos.Line, pos.Column)] = true
		}
	}
	lines := make([]string, 0, len(known))
	for line := range known {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	out := &Outcome{Fact: []byte(strings.Join(lines, ""))}
	for fn := range toyFuncs(u) {
		pos := u.Fset.Position(fn.Name.Pos())
		f := inventory.Finding{
			Rule: livenessDependency.ID, Level: inventory.Error,
			Position: inventory.Position{File: pos.Filename, Line: pos.Line, Column: pos.Column},
			Message:  livenessDependency.ID + ": " + fn.Name.Name + " knows " + toyNames(lines),
		}
		switch name := fn.Name.Name; {
		case name == "Boom":
			panic("boom\nand a stack")
		case strings.HasPrefix(name, "Far"):
			var what string
			fmt.Sscanf(lines[0], "%s %s %d %d", &what, &f.Position.File, &f.Position.Line, &f.Position.Column)
			out.Findings = append(out.Findings, f)
		case strings.HasPrefix(name, "Probe"):
			out.Findings = append(out.Findings, f)
		}
	}
	return out
}

func toyFuncs(u *Unit) func(func(*ast.FuncDecl) bool) {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, f := range u.Files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && !yield(fn) {
					return
				}
			}
		}
	}
}

func toyNames(lines []string) string {
	var names []string
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// handPass is a pass as a driver would make it that knows nothing but syntax and types.
func handPass(t *testing.T, a *analysis.Analyzer, path, file, src string) (*analysis.Pass, *[]analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}}
	pkg, err := (&types.Config{}).Check(path, fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	var got []analysis.Diagnostic
	return &analysis.Pass{
		Analyzer: a, Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
		Report:            func(d analysis.Diagnostic) { got = append(got, d) },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}, &got
}

func TestRunWithoutModuleAndReadFile(t *testing.T) {
	a := newAnalyzer(Config{}, toy)
	pass, got := handPass(t, a, "shop/app", "app.go", "package app\n\nfunc ProbeLive() {}\n")
	if _, err := a.Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(*got) != 1 {
		t.Fatalf("got %d diagnostics, want 1", len(*got))
	}
	d := (*got)[0]
	if at := pass.Fset.Position(d.Pos).String(); at != "app.go:3:6" {
		t.Errorf("diagnostic at %s", at)
	}
	if d.Category != "liveness-dependency" || !strings.HasPrefix(d.Message, d.Category+": ") {
		t.Errorf("category %q, message %q: drivers drop the category, so the message must begin with it", d.Category, d.Message)
	}
	if len(d.Related) > 0 {
		t.Error("golangci-lint makes findings of related places")
	}
}

func TestRunSkips(t *testing.T) {
	for _, c := range []struct{ name, path, file, src string }{
		{"external test package", "shop/app_test", "app_test.go", "package app_test\n\nfunc ProbeLive() {}\n"},
		{"generated test main", "shop/app.test", "_testmain.go", "package main\n\nfunc ProbeLive() {}\n"},
		{"nothing but tests", "shop/app", "app_test.go", "package app\n\nfunc ProbeLive() {}\n"},
		{"standard library", "net/http", "server.go", "package http\n\nfunc ProbeLive() {}\n"},
		{"inside of the standard library", "internal/abi", "abi.go", "package abi\n\nfunc ProbeLive() {}\n"},
		{"vendored by the standard library", "vendor/golang.org/x/net/x", "x.go", "package x\n\nfunc ProbeLive() {}\n"},
		{"described by the catalogue", "github.com/redis/go-redis/v9", "redis.go", "package redis\n\nfunc ProbeLive() {}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAnalyzer(Config{}, toy)
			pass, got := handPass(t, a, c.path, c.file, c.src)
			pass.ExportPackageFact = func(analysis.Fact) { t.Error("exports a fact") }
			if _, err := a.Run(pass); err != nil || len(*got) > 0 {
				t.Errorf("err %v, diagnostics %v", err, *got)
			}
		})
	}
}

// What cgo makes of a package is read in the main modules only.
func TestCgo(t *testing.T) {
	const src = "// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line _cgo_gotypes.go:1:1\npackage zstd\n\nfunc ProbeLive() {}\n"
	const file = "/tmp/b001/_cgo_gotypes.go"
	for m, want := range map[analysis.Module]int{
		{Path: "shop"}: 1,
		{Path: "example.org/zstd", Version: "v1.0.0"}: 0,
	} {
		a := newAnalyzer(Config{}, toy)
		pass, got := handPass(t, a, m.Path, file, src)
		more, err := parser.ParseFile(pass.Fset, "/tmp/b001/zstd.cgo1.go", "//line /go/pkg/mod/example.org/zstd@v1.0.0/zstd.go:1:1\npackage zstd\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pass.Module, pass.Files = &m, append(pass.Files, more)
		if _, err := a.Run(pass); err != nil || len(*got) != want {
			t.Errorf("%s: err %v, %d diagnostics, want %d", m.Path, err, len(*got), want)
		}
	}
}

func TestModuleWithStandardName(t *testing.T) {
	a := newAnalyzer(Config{}, toy)
	pass, got := handPass(t, a, "net/server", "s.go", "package server\n\nfunc ProbeLive() {}\n")
	pass.Module = &analysis.Module{Path: "net"}
	if _, err := a.Run(pass); err != nil || len(*got) != 1 {
		t.Errorf("a module of the user whose path looks standard: err %v, %d diagnostics, want 1", err, len(*got))
	}
}

func TestPanicIsADiagnostic(t *testing.T) {
	a := newAnalyzer(Config{}, toy)
	pass, got := handPass(t, a, "shop/app", "app.go", "// Package app.\npackage app\n\nfunc Boom() {}\n")
	if _, err := a.Run(pass); err != nil {
		t.Fatalf("returned %v: go vet would be silent from the second run on", err)
	}
	if len(*got) != 1 || (*got)[0].Category != Failed {
		t.Fatalf("got %v", *got)
	}
	d := (*got)[0]
	if want := "analysis-failed: package shop/app: boom; findings that depend on it are missing"; d.Message != want {
		t.Errorf("got  %s\nwant %s", d.Message, want)
	}
	if at := pass.Fset.Position(d.Pos).String(); at != "app.go:2:9" {
		t.Errorf("at %s, want the package clause", at)
	}
}

func TestLevelAndRulesAreOfOneAnalyzer(t *testing.T) {
	quiet, loud := newAnalyzer(Config{}, noteOnly), newAnalyzer(Config{}, noteOnly)
	if err := loud.Flags.Set("level", "note"); err != nil {
		t.Fatal(err)
	}
	for a, want := range map[*analysis.Analyzer]int{quiet: 0, loud: 1} {
		pass, got := handPass(t, a, "shop/app", "app.go", "package app\n")
		if _, err := a.Run(pass); err != nil || len(*got) != want {
			t.Errorf("err %v, %d diagnostics, want %d", err, len(*got), want)
		}
	}
	if err := loud.Flags.Set("rules", "liveness-dependncy"); err == nil || !strings.Contains(err.Error(), `did you mean "liveness-dependency"?`) {
		t.Errorf("unknown rule: %v", err)
	}
	if err := loud.Flags.Set("level", "loud"); err == nil {
		t.Error("unknown level is taken")
	}
}

func noteOnly(Config, *Unit) *Outcome {
	return &Outcome{Findings: []inventory.Finding{{Rule: "shared-handler", Level: inventory.Note, Message: "shared-handler: x"}}}
}

func TestAnalyzerShape(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{Analyzer}); err != nil {
		t.Fatal(err)
	}
	if len(Analyzer.Requires) > 0 {
		t.Error("needs another analyzer: go vet shows the results of several in random order, and buildssa builds SSA of everything")
	}
	if len(Analyzer.FactTypes) != 1 || Analyzer.RunDespiteErrors {
		t.Error("want one fact type and no runs on code with errors")
	}
}

func TestTokenPos(t *testing.T) {
	fset := token.NewFileSet()
	const src = "package a\r\n\r\nfunc F() {\r\n//line page.templ:7\r\n\tF()\r\n}\r\n"
	if _, err := parser.ParseFile(fset, "/m/a.go", src, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	files := 0
	count := func(*token.File) bool { files++; return true }
	fset.Iterate(count)
	before := files
	for _, c := range []struct {
		pos   inventory.Position
		fresh bool // needs a stand-in
	}{
		{inventory.Position{File: "/m/a.go", Line: 3, Column: 6}, false},
		{inventory.Position{File: "/m/a.go", Line: 1, Column: 1}, false},
		{inventory.Position{File: "/m/a.go", Line: 5, Column: 2}, true},  // a //line comment moved it away
		{inventory.Position{File: "/m/a.go", Line: 99, Column: 2}, true}, // not in the file
		{inventory.Position{File: "/m/page.templ", Line: 7, Column: 0}, true},
		{inventory.Position{File: "/other/b.go", Line: 1, Column: 1}, true},
		{inventory.Position{File: "/other/b.go", Line: 40, Column: 17}, true},
	} {
		got := fset.Position(tokenPos(fset, c.pos))
		if got.Filename != c.pos.File || got.Line != c.pos.Line || got.Column != c.pos.Column {
			t.Errorf("%+v prints as %v", c.pos, got)
		}
		files = 0
		fset.Iterate(count)
		if fresh := files > before; fresh != c.fresh {
			t.Errorf("%+v: stand-in %v, want %v", c.pos, fresh, c.fresh)
		}
		before = files
	}
	if tokenPos(fset, inventory.Position{}) != token.NoPos {
		t.Error("an unknown position has no token.Pos")
	}
}

func TestIsMain(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *analysis.Module
		file string
		want bool
	}{
		{"main module", &analysis.Module{Path: "shop"}, "/src/shop/a.go", true},
		{"dependency", &analysis.Module{Path: "dep", Version: "v1.0.0"}, "/go/pkg/mod/dep@v1.0.0/a.go", false},
		{"replaced by a directory", &analysis.Module{Path: "dep", Version: "v1.0.0"}, "/src/shop/dep/a.go", true},
		{"vendored", &analysis.Module{Path: "dep", Version: "v1.0.0"}, "/src/shop/vendor/dep/a.go", false},
		{"checkout below a directory named external", &analysis.Module{Path: "shop"}, "/external/shop/a.go", true},
		{"nogo, own code", nil, "shop/app/a.go", true},
		{"nogo, foreign code", nil, "external/com_example_dep/a.go", false},
		{"GOPATH mode", nil, "/go/src/shop/a.go", true},
		{"GOPATH mode, vendored", nil, "/go/src/shop/vendor/dep/a.go", false},
	} {
		if got := isMain(c.m, c.file); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
