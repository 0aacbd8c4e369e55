package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
)

const readme = "../../README.md"

// block is a part of a page that the code knows better.
type block struct{ name, text string }

// TestReadme holds those of the README. UPDATE_README=1 rewrites them.
func TestReadme(t *testing.T) {
	holdBlocks(t, readme, []block{
		{"example", "```\n" + example(t) + "```\n"},
		{"probes", "```\n" + example(t, "probes") + "```\n"},
		{"columns", "```\n" + columns + "```\n"},
		{"rules", ruleTable()},
	})
}

// TestJSONPage holds docs/json.md: its example is what a run prints, and it explains every field.
func TestJSONPage(t *testing.T) {
	const page = "../../docs/json.md"
	var out, errs bytes.Buffer
	c := &command{args: []string{"-C", "testdata/example", "-format=json", "."}, stdout: &out, stderr: &errs, env: os.Environ(), dir: "../.."}
	if status := c.run(); status == exitFailed {
		t.Fatal(errs.String())
	}
	holdBlocks(t, page, []block{{"json", "```json\n" + foldJSON(out.String()) + "```\n"}})
	doc := readFile(t, page)
	_, position, _ := strings.Cut(doc, "A **position** is")
	position, _, _ = strings.Cut(position, ":")
	for _, name := range jsonFields(reflect.TypeFor[inventory.Result](), map[reflect.Type]bool{}) {
		if !strings.Contains(doc, "`"+name+"`") && !strings.Contains(position, `"`+name+`"`) {
			t.Errorf("%s does not explain %s", page, name)
		}
	}
}

// TestCostPage holds docs/cost.md: its commands print the lines that stand there, and it lists every setting.
func TestCostPage(t *testing.T) {
	const page = "../../docs/cost.md"
	holdBlocks(t, page, []block{{"names", costTable()}})
	commands := 0
	for part := range strings.SplitSeq(readFile(t, page), "```\n$ healthlint ") {
		line, rest, _ := strings.Cut(part, "\n")
		want, _, ok := strings.Cut(rest, "\n```\n")
		if !ok || !strings.HasPrefix(want, "cost: ") {
			continue
		}
		commands++
		var out, errs bytes.Buffer
		c := &command{args: strings.Fields(line), stdout: &out, stderr: &errs, env: os.Environ(), dir: "../.."}
		c.run()
		costs, end, _ := strings.Cut(want, "\n\n")
		if !strings.Contains(out.String(), "\n      "+costs+"\n") || !strings.HasSuffix(out.String(), "\n\n"+end+"\n") || !strings.HasPrefix(end, "The cost assumes: ") {
			t.Errorf("healthlint %s does not print\n%s\nbut\n%s%s", line, want, out.String(), errs.String())
		}
	}
	if commands != 2 {
		t.Errorf("%d commands on the page", commands)
	}
}

// costTable lists the settings of -cost.
func costTable() string {
	var b strings.Builder
	b.WriteString("| name | meaning | default |\n| --- | --- | --- |\n")
	f := outage.DefaultFleet()
	for _, name := range cost.Names() {
		in, _ := f.Inputs().Get(name)
		fmt.Fprintf(&b, "| `%s` | %s; %s | %s |\n", in.Key, in.Help, in.Range(), in.String())
	}
	return b.String()
}

// jsonFields lists the names of all fields of a JSON form.
func jsonFields(t reflect.Type, seen map[reflect.Type]bool) []string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	var all []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "-" {
			all = append(append(all, name), jsonFields(t.Field(i).Type, seen)...)
		}
	}
	return all
}

// foldJSON puts objects and lists that fit on one line there.
func foldJSON(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		indent := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], " "))]
		end := i
		if opening := strings.TrimRight(lines[i], "{["); opening != lines[i] {
			for end = i + 1; !strings.HasPrefix(lines[end], indent+"}") && !strings.HasPrefix(lines[end], indent+"]"); end++ {
			}
		}
		one := lines[i]
		for _, l := range lines[i+1 : end+1] {
			one += strings.TrimLeft(l, " ") + " "
		}
		one = strings.NewReplacer("{ ", "{", "[ ", "[", " }", "}", " ]", "]").Replace(strings.TrimRight(one, " "))
		if end > i && len(one) <= 160 {
			out, i = append(out, one), end
		} else {
			out = append(out, lines[i])
		}
	}
	return strings.Join(out, "\n") + "\n"
}

// holdBlocks compares the blocks of a page, or rewrites them.
func holdBlocks(t *testing.T, page string, blocks []block) {
	t.Helper()
	update := os.Getenv("UPDATE_README") != ""
	doc := readFile(t, page)
	for _, b := range blocks {
		next := replaceBlock(t, page, doc, b)
		if next != doc && !update {
			t.Errorf("%s: block %q is stale (UPDATE_README=1 rewrites it). It should be\n%s", page, b.name, b.text)
		}
		doc = next
	}
	if !update {
		return
	}
	if err := os.WriteFile(page, []byte(doc), 0o666); err != nil {
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

// replaceBlock puts the text of b between <!-- name --> and <!-- /name -->.
func replaceBlock(t *testing.T, page, doc string, b block) string {
	t.Helper()
	open, end := "<!-- "+b.name+" -->\n", "<!-- /"+b.name+" -->\n"
	before, rest, ok := strings.Cut(doc, open)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no block %q", page, b.name)
	}
	return before + open + b.text + end + after
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
	for _, flag := range []string{"-format", "-rules", "-level", "-cost", "-tags", "-C"} {
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
