package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport says which packages of this module, and which others outside the standard library, each package may
// import. Reports never see SSA, rules never see syntax, and knowledge of other people's APIs depends on nothing.
var mayImport = map[string][]string{
	"analyzer":             {"callgraph", "internal/catalog", "internal/inventory", "internal/names", "internal/nearest", "golang.org/x/tools/go/analysis"},
	"callgraph":            {"internal/catalog", "internal/inventory", "golang.org/x/tools/go/ssa"},
	"docs":                 {},
	"internal/argv":        {"internal/nearest"},
	"internal/browsertest": {},
	"internal/catalog":     {},
	"internal/cost":        {"internal/inventory", "internal/names", "internal/outage"},
	"internal/fixture":     {"internal/inventory", "golang.org/x/tools/txtar"},
	"internal/htmlreport":  {"internal/inventory", "internal/lab", "internal/names", "internal/picture", "internal/report"},
	"internal/inventory":   {"internal/outage"},
	"internal/lab":         {"internal/argv", "internal/inventory", "internal/nearest", "internal/outage", "internal/picture", "internal/report"},
	"internal/load":        {"analyzer", "internal/catalog", "internal/inventory", "golang.org/x/tools/go/packages"},
	"internal/names":       {"internal/inventory"},
	"internal/nearest":     {},
	"internal/outage":      {},
	"internal/picture":     {"internal/outage"},
	"internal/report":      {"internal/inventory", "internal/names", "github.com/fatih/color"},
	"internal/risefall":    {},
	"internal/sarif":       {"internal/inventory", "internal/names"},
	"internal/simulate":    {"internal/argv", "internal/nearest", "internal/outage", "go.yaml.in/yaml/v3"},
	"internal/stress":      {},
	"internal/watch":       {"internal/argv", "internal/nearest", "internal/risefall"},
	"internal/wiregen":     {},
	"cmd/healthlint": {"analyzer", "docs", "internal/argv", "internal/cost", "internal/htmlreport", "internal/inventory", "internal/lab", "internal/load", "internal/nearest", "internal/report", "internal/sarif", "internal/simulate", "internal/watch",
		"github.com/fatih/color", "github.com/mattn/go-isatty", "golang.org/x/tools/go/analysis/unitchecker"},
}

func TestImportDirection(t *testing.T) {
	const module = "github.com/healthlint/healthlint/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(words[0], module)
		allowed, ok := mayImport[pkg]
		if !ok {
			t.Errorf("say here what %s may import", pkg)
		}
		for _, imp := range words[1:] {
			first, _, _ := strings.Cut(imp, "/")
			if imp = strings.TrimPrefix(imp, module); strings.Contains(first, ".") && !slices.Contains(allowed, imp) {
				t.Errorf("%s imports %s", pkg, imp)
			}
		}
	}
}
