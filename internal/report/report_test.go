package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
)

// TestViews holds each view of the results in testdata/report against the text beside it. UPDATE_REPORTS=1 rewrites
// the texts: read the difference as a user would.
func TestViews(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "report")
	inputs, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no results in %s", dir)
	}
	used := map[string]bool{}
	for _, in := range inputs {
		res := read(t, in)
		for name, show := range views {
			golden := strings.TrimSuffix(in, ".json") + "." + name + ".txt"
			used[golden] = true
			var out bytes.Buffer
			if err := show(&out, res); err != nil {
				t.Fatal(err)
			}
			compare(t, golden, out.String())
		}
	}
	texts, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	for _, text := range texts {
		if !used[text] {
			t.Errorf("%s belongs to no result", text)
		}
	}
}

var views = map[string]func(*bytes.Buffer, *inventory.Result) error{
	"text":   func(w *bytes.Buffer, res *inventory.Result) error { return View{Level: inventory.Warning}.Text(w, res) },
	"notes":  func(w *bytes.Buffer, res *inventory.Result) error { return View{Level: inventory.Note}.Text(w, res) },
	"probes": func(w *bytes.Buffer, res *inventory.Result) error { return View{}.Probes(w, res) },
	"closing-probes": func(w *bytes.Buffer, res *inventory.Result) error {
		_, err := w.WriteString(View{Level: inventory.Warning}.ClosingProbes(res, Counts{Packages: 2, Programs: 1}) + "\n")
		return err
	},
	"errors": func(w *bytes.Buffer, res *inventory.Result) error { return View{}.Errors(w, res) },
	"closing": func(w *bytes.Buffer, res *inventory.Result) error {
		_, err := w.WriteString(View{Level: inventory.Warning}.Closing(res, Counts{Packages: 2, Programs: 1, Lookalikes: []string{`"/up" at main.go:3:1`}}) + "\n")
		return err
	},
}

func read(t *testing.T, name string) *inventory.Result {
	t.Helper()
	res, err := fixture.Result(name)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if os.Getenv("UPDATE_REPORTS") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s\ngot\n%s\nwant\n%s", golden, got, want)
	}
}

// What the closing line says of a run without probes depends on why there are none.
func TestClosingWithoutProbes(t *testing.T) {
	broken := &inventory.Result{Errors: []inventory.Failure{{Message: "does not load"}}}
	for _, tt := range []struct {
		name string
		res  *inventory.Result
		c    Counts
		want string
	}{
		{"none", &inventory.Result{}, Counts{}, "0 open; no health endpoint was found (docs/endpoints.md lists the names that count)"},
		{"what looks like one", &inventory.Result{}, Counts{Lookalikes: []string{`"/up" at a.go:3:1`}},
			`0 open; no health endpoint was found (docs/endpoints.md lists the names that count), though this looks like one: "/up" at a.go:3:1`},
		{"pending in a package", &inventory.Result{}, Counts{Pending: 2, Lookalikes: []string{"x"}},
			"0 open; 2 endpoints are registered here, but what they call is only known in a program; name its main package too (healthlint ./...)"},
		{"pending in a module without main", &inventory.Result{}, Counts{Pending: 1, Everything: true},
			"0 open; 1 endpoint is registered here, but what it calls is only known in a program that uses the package"},
		{"errors: who knows", broken, Counts{Lookalikes: []string{"x"}, Pending: 1}, "0 open, 1 load error"},
	} {
		for _, line := range []string{View{}.Closing(tt.res, tt.c), View{}.ClosingProbes(tt.res, tt.c)} {
			if !strings.HasSuffix(line, ", "+tt.want) {
				t.Errorf("%s: %s\nwant at the end: %s", tt.name, line, tt.want)
			}
		}
	}
}

// The legend claims no more than is known of the targets.
func TestLegend(t *testing.T) {
	step := func(fn, edge string) inventory.Step { return inventory.Step{Func: fn, Edge: edge} }
	for _, tt := range []struct {
		chain []inventory.Step
		want  string
	}{
		{[]inventory.Step{step("a", "static"), step("(*sql.DB).Ping", "static")}, ""},
		{[]inventory.Step{step("a", "static"), step("(*sql.DB).Ping", "dynamic")}, legendTarget},
		{[]inventory.Step{step("a", "static"), step("net.Dial", "dynamic")}, legendTarget},
		{[]inventory.Step{step("a", "static"), step("(redis.cmdable).Ping", "dynamic")}, legendTarget}, // a type by value, not an interface
		{[]inventory.Step{step("a", "static"), step("(client.Reader).Get", "dynamic")}, legendInterface},
		{[]inventory.Step{step("a", "static"), step("(Store).Ping", "dynamic"), step("(*sql.DB).Ping", "static")}, legendTarget},
		{[]inventory.Step{step("a", "static"), step("(*Store).Ping", "dynamic"), step("(client.Reader).Get", "dynamic")}, legendBoth},
	} {
		if got := legendOf(targets(tt.chain)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.chain, got, tt.want)
		}
	}
}

// What JSON prints can be read back without loss, so that any view can be made of a stored result.
func TestJSONRoundTrip(t *testing.T) {
	res := read(t, filepath.Join("..", "..", "testdata", "report", "chain.json"))
	var first, second bytes.Buffer
	if err := JSON(&first, res); err != nil {
		t.Fatal(err)
	}
	again := new(inventory.Result)
	if err := json.Unmarshal(first.Bytes(), again); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&second, again); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Error("differs after reading it back")
	}
	if strings.Contains(first.String(), `\u003`) {
		t.Error("escapes signs that only matter in HTML")
	}
}

// Colour changes nothing but colour.
func TestColor(t *testing.T) {
	res := read(t, filepath.Join("..", "..", "testdata", "report", "chain.json"))
	var plain, colored bytes.Buffer
	if err := (View{Level: inventory.Note}).Text(&plain, res); err != nil {
		t.Fatal(err)
	}
	if err := (View{Level: inventory.Note, Color: true}).Text(&colored, res); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(colored.String(), "\x1b[") || strings.Contains(plain.String(), "\x1b[") {
		t.Error("want escape codes with colour and none without")
	}
	if stripped := stripCodes(colored.String()); stripped != plain.String() {
		t.Errorf("without escape codes\n%s\nwant\n%s", stripped, plain.String())
	}
}

func stripCodes(s string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

func TestPosition(t *testing.T) {
	for want, p := range map[string]inventory.Position{
		"a.go:1:2": {File: "a.go", Line: 1, Column: 2}, "a.go:1": {File: "a.go", Line: 1}, "a.go": {File: "a.go"}, "": {},
	} {
		if got := Position(p); got != want {
			t.Errorf("Position(%+v) = %q, want %q", p, got, want)
		}
	}
}
