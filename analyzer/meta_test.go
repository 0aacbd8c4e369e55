package analyzer

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

var writePages = flag.Bool("write-pages", false, "write the pages of the rules instead of comparing them")

// examples are the inventories of the Example of each rule; the page shows what the rule says of them.
var examples = map[string]Scope{
	"liveness-dependency":    program(probe("/livez", inventory.Liveness, "(*Server).live", 9, postgres("(*Server).live", 2))),
	"readiness-shared-state": program(probe("/readyz", inventory.Readiness, "(*Server).ready", 9, redis("(*Server).ready", 2))),
	"shared-handler": program(
		probe("/livez", inventory.Liveness, "(*app).healthStatus", 8, pool("(*app).healthStatus")),
		probe("/readyz", inventory.Readiness, "(*app).healthStatus", 9, pool("(*app).healthStatus"))),
}

func pool(handler string) inventory.Dependency {
	d := postgres(handler, 2)
	d.Product, d.Callee = "MySQL", "(*database/sql.DB).PingContext"
	d.Chain = []inventory.Step{d.Chain[0], step("(*DB).PingContext", "database/sql", "static", inventory.Position{})}
	return d
}

func TestEveryRuleIsWhole(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	version := regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	seen := map[string]bool{}
	for _, r := range Rules() {
		if !id.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("%q is no id, or is one twice", r.ID)
		}
		seen[r.ID] = true
		for _, file := range []string{file(r.ID) + ".go", file(r.ID) + "_test.go"} {
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
		if r.Level.Rank() == 0 || !version.MatchString(r.Since) || r.judge == nil {
			t.Errorf("%s: level %q, since %q, or no judge", r.ID, r.Level, r.Since)
		}
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") || strings.ToLower(r.Summary[:1]) != r.Summary[:1] {
			t.Errorf("%s: the summary goes on after \"fires when\": %q", r.ID, r.Summary)
		}
		for _, text := range []string{r.Finds, r.Why, r.Remedy} {
			if len(text) < 60 || !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") {
				t.Errorf("%s: not a text: %q", r.ID, text)
			}
		}
		if len(r.Silent) < 3 {
			t.Errorf("%s: says of %d forms only that they are silent", r.ID, len(r.Silent))
		}
		if src, err := format.Source([]byte(r.Example)); err != nil || string(src) != r.Example {
			t.Errorf("%s: the example is not formatted Go: %v\n%s", r.ID, err, src)
		}
	}
}

func file(id string) string { return "rule_" + strings.ReplaceAll(id, "-", "_") }

// A rule file that no rule in the list owns would look alive and never run; so would an example and a page.
func TestNothingIsLeftOver(t *testing.T) {
	owned := func(name string) bool {
		for _, r := range Rules() {
			if rest, ok := strings.CutPrefix(name, file(r.ID)); ok && (rest[0] == '.' || rest[0] == '_') {
				return true
			}
		}
		return false
	}
	files, err := filepath.Glob("rule_*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d rule files: %v", len(files), err)
	}
	for _, f := range files {
		if !owned(f) {
			t.Errorf("%s belongs to no rule of the list in rules.go", f)
		}
	}
	if len(examples) != len(Rules()) {
		t.Errorf("%d examples for %d rules", len(examples), len(Rules()))
	}
	pages, err := filepath.Glob("../docs/rules/*.md")
	if err != nil || len(pages) != len(Rules()) {
		t.Errorf("%d pages for %d rules: %v", len(pages), len(Rules()), err)
	}
}

func TestRulePages(t *testing.T) {
	for _, r := range Rules() {
		name := filepath.Join("..", filepath.FromSlash(r.Page()))
		want := page(t, r)
		if *writePages {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s is stale (%v): go generate ./analyzer", r.Page(), err)
		}
	}
}

// page is the page of a rule. The finding in it is what the rule says today.
func page(t *testing.T, r Rule) string {
	var found []inventory.Finding
	for _, f := range Judge(Config{}, examples[r.ID]) {
		if f.Rule == r.ID {
			found = append(found, f)
		}
	}
	if len(found) != 1 || found[0].Level != r.Level {
		t.Fatalf("%s: its example gives %d findings: %+v", r.ID, len(found), found)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Written by go generate ./analyzer from the texts of the rule. -->\n\n# %s\n\n", r.ID)
	fmt.Fprintf(&b, "Level: %s. Since: %s. Fires when %s.\n\n", r.Level, r.Since, r.Summary)
	fmt.Fprintf(&b, "## What it finds\n\n%s\n\n```go\n%s```\n\nIt says: `%s`\n\n", r.Finds, r.Example, found[0].Message)
	fmt.Fprintf(&b, "## Why it hurts\n\n%s\n\n## What to do\n\n%s\n\n## What it stays silent on\n\n", r.Why, r.Remedy)
	for _, s := range r.Silent {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	return b.String()
}
