package load

import (
	"errors"
	"slices"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func TestBuildFlags(t *testing.T) {
	for _, c := range []struct {
		tags, goflags string
		want          []string
	}{
		{"", "", []string{"-trimpath=false"}},
		{"a,b", "-buildvcs=false", []string{"-trimpath=false", "-tags=a,b"}},
		{"", "-trimpath -mod=mod", []string{"-trimpath=false", "-mod=readonly"}}, // nothing is to be written
		{"", "-mod=vendor", []string{"-trimpath=false"}},                         // go reads GOFLAGS itself
	} {
		if got := buildFlags(c.tags, c.goflags); !slices.Equal(got, c.want) {
			t.Errorf("buildFlags(%q, %q) = %q, want %q", c.tags, c.goflags, got, c.want)
		}
	}
}

func TestOfflineKeepsTheEnvironment(t *testing.T) {
	env := append(make([]string, 0, 10), "GOPROXY=https://proxy.example.com", "GOFLAGS=-mod=vendor")
	got := offline(env, "/src")
	if !slices.Equal(got[:2], env) || got[len(got)-3] != "GOPROXY=off" || got[len(got)-2] != "GONOPROXY=none" {
		t.Errorf("got %q", got)
	}
	if len(env[:cap(env)]) > 2 && env[:cap(env)][2] != "" {
		t.Error("wrote behind the caller's slice")
	}
}

func TestLanguage(t *testing.T) {
	for v, want := range map[string]string{
		"go1.26.8":                          "go1.26",
		"go1.27rc1":                         "go1.27",
		"go1.26.8 X:nocoverageredesign":     "go1.26",
		"devel go1.28-5c8ab54 Mon Jan 5":    "go1.28",
		"go1.28-devel_5c8ab54 Mon Jan 5":    "go1.28",
		"devel +5c8ab54 Mon Jan 5 10:00:00": "",
		"":                                  "",
	} {
		if got := language(v); got != want {
			t.Errorf("language(%q) = %q, want %q", v, got, want)
		}
	}
}

func TestNotes(t *testing.T) {
	for v, want := range map[string]int{"go1.19.3": 0, "go1.26.1": 0, "go1.99.0": 1, "": 0} {
		l := &listing{goEnv: goEnv{GOVERSION: v}}
		if got := l.notes(); len(got) != want {
			t.Errorf("with %s: notes %q, want %d", v, got, want)
		}
	}
}

func TestGoMessages(t *testing.T) {
	for in, want := range map[string]string{
		"err: exit status 1: stderr: go: inconsistent vendoring in /m:\n\texample.org/dep@v1: is bad\n\n\trun 'go mod vendor'\n": "go: inconsistent vendoring in /m: example.org/dep@v1: is bad run 'go mod vendor'",
		"example.org/a@v1.0.0: module lookup disabled by GOPROXY=off":                                                            "example.org/a@v1.0.0: not in the module cache, and healthlint does not download; to fetch it: go mod download",
		"cannot find module providing package example.org/a/b: module lookup disabled by GOPROXY=off":                            "cannot find module providing package example.org/a/b: not in the module cache, and healthlint does not download; to add it: go get example.org/a/b",
		"go: downloading go1.99.0 (linux/amd64)\ngo: download go1.99.0 for linux/amd64: toolchain not available":                 "go: download go1.99.0 for linux/amd64: toolchain not available: healthlint does not download; to fetch it: go version",
		"no required module provides package a.b/c; to add it:\n\tgo get a.b/c":                                                  "no required module provides package a.b/c; to add it: go get a.b/c",
	} {
		if got := cleanGoError(errors.New(in)).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	for in, want := range map[string]inventory.Position{
		"":                 {},
		"-":                {},
		"a.go:3:8":         {File: "/src/a.go", Line: 3, Column: 8},
		"../b/a.go:3":      {File: "/b/a.go", Line: 3},
		"/abs/a.go":        {File: "/abs/a.go"},
		"C:dir/a.go:12:1":  {File: "/src/C:dir/a.go", Line: 12, Column: 1},
		"odd:name.go:7:12": {File: "/src/odd:name.go", Line: 7, Column: 12},
	} {
		if got := parsePosition(in, "/src"); got != want {
			t.Errorf("parsePosition(%q) = %+v, want %+v", in, got, want)
		}
	}
}

// An error of the type checker at the same line says more than that of the go command, which has read imports only.
func TestMergeErrors(t *testing.T) {
	at := func(line, col int, msg string) inventory.Failure {
		return inventory.Failure{Package: "p", Position: inventory.Position{File: "a.go", Line: line, Column: col}, Message: msg}
	}
	listed := []inventory.Failure{at(3, 0, "expected ')'"), at(9, 2, "pattern web: no matching files found"), {Package: "p", Message: "no place"}}
	got := mergeErrors(slices.Clone(listed), []inventory.Failure{at(3, 14, "expected ')', found '{'"), {Package: "p", Message: "another"}})
	want := []inventory.Failure{listed[1], listed[2], at(3, 14, "expected ')', found '{'"), {Package: "p", Message: "another"}}
	slices.SortFunc(got, compareFailures)
	slices.SortFunc(want, compareFailures)
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
