package htmlreport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/report"
)

// stored reads a result that the formats are tested with.
func stored(t *testing.T, name string) *inventory.Result {
	t.Helper()
	res, err := fixture.Result(filepath.Join("..", "..", "testdata", "report", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := cost.Add(res, new(cost.Settings)); err != nil {
		t.Fatal(err)
	}
	return res
}

// numbered is a file of 60 lines that say which they are.
func numbered(file string) ([]byte, error) {
	if strings.HasPrefix(file, "gone") {
		return nil, errors.New("it is not here")
	}
	var b strings.Builder
	for n := 1; n <= 60; n++ {
		fmt.Fprintf(&b, "%s line <%d>\n", file, n)
	}
	return []byte(b.String()), nil
}

func write(t *testing.T, res *inventory.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, res, Options{View: report.View{Level: inventory.Warning}, Summary: "a <summary>", Source: numbered}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A report says what was found, where, what it costs, and what is missing.
func TestReport(t *testing.T) {
	text := write(t, stored(t, "chain"))
	for _, want := range []string{
		"a &lt;summary&gt;",
		"liveness-dependency: GET /livez (liveness) reaches PostgreSQL",
		"<strong>Cost:</strong> if PostgreSQL is down for 120 s: every replica restarts 2x, 26.7 % of requests get no target",
		"65.3 % of the requests are served, 76.0 % was the most possible",
		"<strong>Fixed:</strong> 76.0 % of the requests are served",
		"   10 &gt; app/app.go line &lt;10&gt;</mark>",
		"   13   app/app.go line &lt;13&gt;\n",
		"<li>6 replicas</li>",
		`class="edge edge-error"`,
		"it is read from a file",
		"package example.com/shop/gen is not there",
		"instance 6: restarting, 80 to 110",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%.4000s", want, text)
		}
	}
	for _, not := range []string{"silenced", "one cheap answer", "line &lt;14&gt;</mark>", "<nil>"} {
		if strings.Contains(text, not) {
			t.Errorf("%q is in it", not)
		}
	}
	if n := strings.Count(text, `class="bill"`); n != 1 { // the other finding has none
		t.Errorf("%d costs", n)
	}
	if empty := write(t, stored(t, "empty")); !strings.Contains(empty, "No health endpoint was found.") || !strings.Contains(empty, "None at or above") || strings.Contains(empty, "What they cost") {
		t.Error(empty)
	}
}

// Findings with the same two settings share one cost.
func TestCostsAreShared(t *testing.T) {
	res := stored(t, "chain")
	res.Findings = append(res.Findings, res.Findings[0])
	text := write(t, res)
	if n := strings.Count(text, `class="bill"`); n != 1 || !strings.Contains(text, `<a href="#finding-1">finding-1</a>, <a href="#finding-3">finding-3</a>`) {
		t.Errorf("%d costs", n)
	}
}

// Code that can't be shown is said, and why.
func TestUnreadable(t *testing.T) {
	res := stored(t, "chain")
	res.Findings[0].Position.File = "gone.go"
	res.Findings[0].Chain[0].Position.Line = 99
	text := write(t, res)
	for _, want := range []string{"it is not here", "the file has changed since it was analysed"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// The same result gives the same bytes.
func TestDeterministic(t *testing.T) {
	first := write(t, stored(t, "names"))
	for range 5 {
		if write(t, stored(t, "names")) != first {
			t.Fatal("differs")
		}
	}
}

// Names from code stay text wherever they appear, and the file asks for nothing.
func TestNothingGetsIn(t *testing.T) {
	res := stored(t, "chain")
	data, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	const nasty = `x\"'><script>alert(1)</script><img src=//evil.example onerror=alert(2)>{{.}}</style></title>`
	quoted := regexp.MustCompile(`"(program|path|handler|file|message|package|func|product|kind|what|why|callee|rule|fingerprint|role)":"[^"]*"`)
	hostile := new(inventory.Result)
	if err := json.Unmarshal(quoted.ReplaceAll(data, []byte(`"$1":"`+nasty+`"`)), hostile); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	source := func(string) ([]byte, error) { return bytes.Repeat([]byte(nasty+"\n"), 60), nil }
	if err := Write(&b, hostile, Options{View: report.View{Level: inventory.Note}, Summary: nasty, Source: source}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "evil.example") {
		t.Fatal("the nasty text is not in the report, so that this test shows nothing")
	}
	text := b.String()
	for _, bad := range []string{"<script", "<img", "<iframe", "<base", `x"`, "x'", "'>", "</style></title>"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s got in", bad)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href|src|xlink:href|action)="?([^"> ]*)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "#") && m[1] != "data:," && !strings.HasPrefix(m[1], "//evil") { // the last as text, since no tag has it
			t.Errorf("it points to %q", m[1])
		}
	}
	if n := strings.Count(text, "<style>"); n != 1 {
		t.Errorf("%d style sheets", n)
	}
}

// What code hides from the eye shows, tabs stay, and a line of megabytes does not come along for each finding.
func TestExcerptLines(t *testing.T) {
	r := &reader{files: map[string]file{}, source: func(string) ([]byte, error) {
		return []byte("\tif ok\u202e {\x1b[2J \xff // é 健康\n" + strings.Repeat("x", 3<<20) + "\n" + strings.Repeat("é", longest) + "\n"), nil
	}}
	lines := r.add(nil, inventory.Position{File: "a.go", Line: 1, Column: 1}, "finding")[0].Lines
	if want := "\tif ok\\u202e {\\x1b[2J \\xff // é 健康"; lines[0].Text != want {
		t.Errorf("got  %q\nwant %q", lines[0].Text, want)
	}
	if n := len([]rune(lines[1].Text)); n != longest || !strings.HasSuffix(lines[1].Text, "…") {
		t.Errorf("%d signs", n)
	}
	if lines[2].Text != strings.Repeat("é", longest) {
		t.Error("a line that fits is cut")
	}
}
