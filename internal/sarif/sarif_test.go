package sarif

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
)

// TestGolden holds the logs of the results in testdata/report against testdata/sarif. UPDATE_SARIF=1 rewrites them.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/report/*.json")
	if err != nil || len(inputs) < 3 {
		t.Fatalf("%d results: %v", len(inputs), err)
	}
	used := map[string]bool{}
	for _, in := range inputs {
		golden := filepath.Join("../../testdata/sarif", strings.TrimSuffix(filepath.Base(in), ".json")+".sarif")
		used[golden] = true
		got := write(t, read(t, in), options())
		if os.Getenv("UPDATE_SARIF") != "" {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, got\n%s", golden, err, got)
		}
	}
	all, _ := filepath.Glob("../../testdata/sarif/*")
	for _, name := range all {
		if !used[name] {
			t.Errorf("%s belongs to no result", name)
		}
	}
}

func options() Options {
	rule := func(id string, level inventory.Level) Rule {
		return Rule{ID: id, Level: level, Summary: "a probe does it", Finds: "Finds.", Why: "Why.", Remedy: "Remedy.", Markdown: "# " + id, Page: "docs/rules/" + id + ".md"}
	}
	return Options{Version: "v1.2.3", Level: inventory.Note, Rules: []Rule{rule("liveness-dependency", inventory.Error),
		rule("shared-handler", inventory.Warning), rule("readiness-shared-state", inventory.Warning)}}
}

func read(t *testing.T, name string) *inventory.Result {
	t.Helper()
	res, err := fixture.Result(name)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func write(t *testing.T, res *inventory.Result, o Options) []byte {
	t.Helper()
	var first, second bytes.Buffer
	if err := errors.Join(Write(&first, res, o), Write(&second, res, o)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatal("two logs of one result differ")
	}
	return first.Bytes()
}

// log writes and reads back.
func log(t *testing.T, res *inventory.Result, o Options) run {
	t.Helper()
	var l sarifLog
	if err := json.Unmarshal(write(t, res, o), &l); err != nil {
		t.Fatal(err)
	}
	if l.Version != "2.1.0" || len(l.Runs) != 1 {
		t.Fatalf("version %q, %d runs", l.Version, len(l.Runs))
	}
	return l.Runs[0]
}

// TestRules holds every log of testdata/sarif against the rules of the schema that matter to a reader, and against the
// limits of GitHub code scanning.
func TestRules(t *testing.T) {
	logs, err := filepath.Glob("../../testdata/sarif/*.sarif")
	if err != nil || len(logs) == 0 {
		t.Fatal(err)
	}
	results := 0
	for _, name := range logs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var l struct {
			Schema  string           `json:"$schema"`
			Version string           `json:"version"`
			Runs    []map[string]any `json:"runs"`
		}
		if err := json.Unmarshal(data, &l); err != nil || l.Schema != schema || l.Version != "2.1.0" || len(l.Runs) != 1 {
			t.Fatalf("%s: %v %+v", name, err, l)
		}
		c := &checker{t: t, name: name}
		c.run(l.Runs[0])
		results += len(l.Runs[0]["results"].([]any))
	}
	if results == 0 {
		t.Error("no result in any log")
	}
}

type checker struct {
	t    *testing.T
	name string
}

func (c *checker) want(ok bool, format string, args ...any) {
	c.t.Helper()
	if !ok {
		c.t.Errorf(c.name+": "+format, args...)
	}
}

func (c *checker) run(run map[string]any) {
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	c.want(driver["name"] == "healthlint", "driver %v", driver["name"])
	rules := driver["rules"].([]any)
	for _, r := range rules {
		c.rule(r.(map[string]any))
	}
	for _, r := range run["results"].([]any) { // the member must be there when it is empty
		c.result(r.(map[string]any), rules)
	}
	for _, i := range run["invocations"].([]any) {
		c.invocation(i.(map[string]any), driver["notifications"].([]any))
	}
}

func (c *checker) rule(r map[string]any) {
	for _, member := range []string{"shortDescription", "fullDescription", "help"} {
		s, _ := r[member].(map[string]any)["text"].(string)
		c.want(s != "" && len([]rune(s)) <= 1024 || member == "help" && s != "", "%s of rule %v: %q", member, r["id"], s)
	}
	c.level(r["defaultConfiguration"].(map[string]any)["level"])
	c.want(len(r["properties"].(map[string]any)["tags"].([]any)) <= 20, "tags of rule %v", r["id"])
}

func (c *checker) level(level any) {
	c.want(level == "note" || level == "warning" || level == "error", "level %v", level)
}

func (c *checker) result(r map[string]any, rules []any) {
	i := int(r["ruleIndex"].(float64))
	c.want(i >= 0 && i < len(rules) && rules[i].(map[string]any)["id"] == r["ruleId"], "rule %v at %d", r["ruleId"], i)
	c.level(r["level"])
	c.want(r["message"].(map[string]any)["text"] != "", "no message")
	locations := r["locations"].([]any)
	c.want(len(locations) == 1, "%d locations", len(locations))
	c.physical(locations[0].(map[string]any))
	c.want(r["partialFingerprints"].(map[string]any)[fingerprint] != "", "no fingerprint")
	related, _ := r["relatedLocations"].([]any)
	for i, l := range related {
		l := l.(map[string]any)
		c.physical(l)
		c.want(l["id"] == float64(i+1) && l["message"] != nil, "related location %v", l)
	}
	flows, _ := r["codeFlows"].([]any)
	for _, f := range flows {
		steps := f.(map[string]any)["threadFlows"].([]any)[0].(map[string]any)["locations"].([]any)
		c.want(len(steps) > 0, "an empty flow")
		for _, s := range steps {
			l := s.(map[string]any)["location"].(map[string]any)
			c.want(l["message"] != nil, "a step without a message")
		}
	}
	suppressions, _ := r["suppressions"].([]any)
	for _, s := range suppressions {
		kind := s.(map[string]any)["kind"]
		c.want(kind == "inSource" || kind == "external", "suppression %v", kind)
	}
}

// physical wants a file relative to a known directory, and a region that begins before it ends.
func (c *checker) physical(l map[string]any) {
	p, ok := l["physicalLocation"].(map[string]any)
	c.want(ok, "no physical location in %v", l)
	if !ok {
		return
	}
	a := p["artifactLocation"].(map[string]any)
	_, known := baseIDs()[a["uriBaseId"].(string)]
	c.want(known && !strings.HasPrefix(a["uri"].(string), "/") && !strings.Contains(a["uri"].(string), "\\"), "uri %v", a)
	at := p["region"].(map[string]any)
	start, _ := at["startColumn"].(float64)
	end, hasEnd := at["endColumn"].(float64)
	c.want(at["startLine"].(float64) >= 1 && start >= 1 && (!hasEnd || end >= start), "region %v", at)
}

func (c *checker) invocation(i map[string]any, kinds []any) {
	failed := false
	for _, n := range i["toolExecutionNotifications"].([]any) {
		n := n.(map[string]any)
		c.level(n["level"])
		failed = failed || n["level"] == "error"
		d := n["descriptor"].(map[string]any)
		c.want(kinds[int(d["index"].(float64))].(map[string]any)["id"] == d["id"], "descriptor %v", d)
		c.want(n["message"].(map[string]any)["text"] != "", "a notification without a message")
	}
	c.want(i["executionSuccessful"] == !failed, "successful %v, failed %v", i["executionSuccessful"], failed)
}

func TestLevelAndSuppression(t *testing.T) {
	res := read(t, "../../testdata/report/chain.json")
	o := options()
	of := func(level inventory.Level) (ids []string) {
		o.Level = level
		for _, r := range log(t, res, o).Results {
			id := r.RuleID
			for _, s := range r.Suppressions {
				id += " (" + s.Kind + ": " + s.Justification + ")"
			}
			ids = append(ids, id)
		}
		return ids
	}
	for level, want := range map[inventory.Level][]string{
		inventory.Note:    {"liveness-dependency", "shared-handler", "shared-handler (inSource: known)", "readiness-shared-state"},
		inventory.Warning: {"liveness-dependency", "shared-handler (inSource: known)", "readiness-shared-state"},
		inventory.Error:   {"liveness-dependency"},
	} {
		if got := of(level); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", level, got, want)
		}
	}
	if suppressionKind("baseline") != "external" {
		t.Error("what stands in a baseline is not in the source")
	}
}

func TestArtifact(t *testing.T) {
	for file, want := range map[string]artifactLocation{
		"app/app.go":                    {URI: "app/app.go", URIBaseID: sourceRoot},
		"../lib/lib.go":                 {URI: "../lib/lib.go", URIBaseID: sourceRoot},
		"a b/100%.go":                   {URI: "a%20b/100%25.go", URIBaseID: sourceRoot},
		"std/net/http/server.go":        {URI: "net/http/server.go", URIBaseID: goRoot},
		"example.com/lib@v1.2.3/lib.go": {URI: "example.com/lib@v1.2.3/lib.go", URIBaseID: moduleCache},
		"a@b/lib.go":                    {URI: "a@b/lib.go", URIBaseID: sourceRoot},
		"vendor/example.com/lib/lib.go": {URI: "vendor/example.com/lib/lib.go", URIBaseID: sourceRoot},
		"./std/a.go":                    {URI: "std/a.go", URIBaseID: sourceRoot},
		"./a@v1.2.3/lib.go":             {URI: "a@v1.2.3/lib.go", URIBaseID: sourceRoot},
		"../a@v1.2.3/lib.go":            {URI: "../a@v1.2.3/lib.go", URIBaseID: sourceRoot},
		"std.go":                        {URI: "std.go", URIBaseID: sourceRoot},
		"odd:name.go":                   {URI: "./odd:name.go", URIBaseID: sourceRoot},
	} {
		if got := artifact(file); got != want {
			t.Errorf("%s: %+v, want %+v", file, got, want)
		}
	}
}

// Columns of the inventory count bytes, those of a log UTF-16; a region ends with the text of its line.
func TestRegion(t *testing.T) {
	p := &printer{files: map[string][]string{}, Options: Options{Source: func(name string) ([]byte, error) {
		if name != "a.go" {
			return nil, os.ErrNotExist
		}
		return []byte("package a\n\tx(\"é😀\", y)  \r\n"), nil
	}}}
	at := func(file string, line, column int) inventory.Position {
		return inventory.Position{File: file, Line: line, Column: column}
	}
	for _, tt := range []struct {
		at   inventory.Position
		want region
	}{
		{at("a.go", 1, 9), region{1, 9, 1, 10}},
		{at("a.go", 2, 13), region{2, 10, 2, 13}}, // after é (2 bytes, 1 unit) and 😀 (4 bytes, 2 units)
		{at("a.go", 2, 0), region{StartLine: 2, EndLine: 2}},
		{at("a.go", 2, 99), region{2, 99, 2, 0}},
		{at("a.go", 9, 1), region{9, 1, 9, 0}},
		{at("b.go", 2, 13), region{2, 13, 2, 0}},
		{at("std/a.go", 1, 9), region{1, 9, 1, 0}},
	} {
		if got := p.region(tt.at); *got != tt.want {
			t.Errorf("%+v: %+v, want %+v", tt.at, *got, tt.want)
		}
	}
	if l := p.location(inventory.Position{}, "m"); l.Physical != nil || l.Message.Text != "m" {
		t.Errorf("nowhere: %+v", l)
	}
	if l := p.location(inventory.Position{File: "a.go"}, ""); l.Physical == nil || l.Physical.Region != nil || l.Message != nil {
		t.Errorf("a file: %+v", l)
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"/health/{id}": "/health/{id}", "/x/{0}": "/x/{{0}}", "check[T](x)": `check[T\](x)`, "/live [db] (x)": "/live [db] (x)",
	} {
		if got := escape(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// A run that could not start is a log, too.
func TestFailedRun(t *testing.T) {
	r := log(t, &inventory.Result{Errors: []inventory.Failure{{Message: "no such directory"}}}, Options{Version: "(devel)"})
	if i := r.Invocations[0]; i.ExecutionSuccessful || len(i.Notifications) != 1 || i.Notifications[0].Locations != nil || r.Results == nil {
		t.Errorf("%+v", r)
	}
	if r.Tool.Driver.SemanticVersion != "" || r.Tool.Driver.Version != "(devel)" {
		t.Errorf("version %+v", r.Tool.Driver)
	}
}
