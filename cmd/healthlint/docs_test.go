package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/analyzer"
)

const readme = "../../README.md"

// TestReadme holds the parts of the README that the code knows better. UPDATE_README=1 rewrites them.
func TestReadme(t *testing.T) {
	doc := readFile(t, readme)
	for _, block := range []struct{ name, text string }{
		{"example", "```\n" + example(t) + "```\n"},
		{"probes", "```\n" + example(t, "probes") + "```\n"},
		{"rules", ruleTable()},
	} {
		next := replaceBlock(t, doc, block.name, block.text)
		if next != doc && os.Getenv("UPDATE_README") == "" {
			t.Errorf("%s: block %q is stale (UPDATE_README=1 rewrites it). It should be\n%s", readme, block.name, block.text)
		}
		doc = next
	}
	if os.Getenv("UPDATE_README") == "" {
		return
	}
	if err := os.WriteFile(readme, []byte(doc), 0o666); err != nil {
		t.Fatal(err)
	}
}

// example is what a run over the example service prints.
func example(t *testing.T, verb ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	c := &command{args: append(verb, "-C", "testdata/example", "./..."), stdout: &out, stderr: &errs, env: os.Environ(), dir: "../.."}
	if status := c.run(); status == exitFailed {
		t.Fatal(errs.String())
	}
	if len(verb) > 0 {
		return out.String()
	}
	return out.String() + errs.String()
}

func ruleTable() string {
	var b strings.Builder
	b.WriteString("| rule | fires when | level |\n| --- | --- | --- |\n")
	for _, r := range analyzer.Rules() {
		fmt.Fprintf(&b, "| [%s](%s) | %s | %s |\n", r.ID, r.Page(), r.Summary, r.Level)
	}
	return b.String()
}

// replaceBlock puts text between <!-- name --> and <!-- /name -->.
func replaceBlock(t *testing.T, doc, name, text string) string {
	t.Helper()
	open, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(doc, open)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no block %q", readme, name)
	}
	return before + open + text + end + after
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What the README tells people to run is what checks every change.
func TestReadmeCommands(t *testing.T) {
	if ci := readFile(t, "../../.ci/run"); !strings.Contains(readFile(t, readme), "\ngo test ./...") || !strings.Contains(ci, "\ngo test ./...\n") {
		t.Error(".ci/run does not run the test command of the README")
	}
	help := helpText()
	for _, flag := range []string{"-format", "-rules", "-level", "-tags", "-C"} {
		if !strings.Contains(help, "  "+flag+" ") {
			t.Errorf("the README names %s, which is no flag", flag)
		}
	}
}

// The tests and scripts that docs/drivers.md names as proof are there.
func TestDriversPageNamesTests(t *testing.T) {
	page := readFile(t, "../../docs/drivers.md")
	var tests strings.Builder
	for _, dir := range []string{".", "../../analyzer", "../../internal/load"} {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, f := range files {
			tests.WriteString(readFile(t, f))
		}
	}
	names := regexp.MustCompile("`(Test\\w+|\\w+\\.txtar|scripts/\\w+\\.sh)").FindAllStringSubmatch(page, -1)
	if len(names) < 10 {
		t.Fatalf("only %d names found on the page", len(names))
	}
	for _, m := range names {
		found := strings.Contains(tests.String(), "func "+m[1]+"(")
		for _, file := range []string{"../../testdata/script/" + m[1], "../../" + m[1]} {
			if _, err := os.Stat(file); err == nil {
				found = true
			}
		}
		if !found {
			t.Errorf("docs/drivers.md names %s, which is not there", m[1])
		}
	}
}
