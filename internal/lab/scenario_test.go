package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
)

// shop has findings with costs, and one without.
func shop() *inventory.Result {
	cost := func(readiness, liveness outage.Check) *inventory.Cost {
		c := &inventory.Cost{Inputs: *outage.DefaultFleet(), Assumptions: []string{"6 replicas"}}
		c.Inputs.Readiness, c.Inputs.Liveness = readiness, liveness
		c.Fixed.Readiness, c.Fixed.Liveness = outage.ShallowCheck, outage.NoCheck
		return c
	}
	return &inventory.Result{
		Probes: []inventory.Probe{
			{ID: 0, Program: "shop", Path: "/livez", Role: inventory.Liveness},
			{ID: 1, Program: "shop", Path: "/readyz", Role: inventory.Readiness},
			{ID: 2, Program: "worker", Path: "/livez", Role: inventory.Liveness},
			{ID: 3, Program: "lone", Path: "/healthz", Role: inventory.Combined},
		},
		Findings: []inventory.Finding{
			{Rule: "liveness-dependency", Probes: []int{0}, Fingerprint: "aaaa", Message: "<b>a</b>", Position: inventory.Position{File: "a.go", Line: 1, Column: 2}, Cost: cost(outage.DeepCheck, outage.DeepCheck)},
			{Rule: "readiness-shared-state", Probes: []int{1}, Fingerprint: "aabb", Cost: cost(outage.DeepCheck, outage.ShallowCheck)},
			{Rule: "liveness-dependency", Probes: []int{2}, Fingerprint: "cccc", Cost: cost(outage.ShallowCheck, outage.DeepCheck)},
			{Rule: "shared-handler", Probes: []int{3}, Fingerprint: "dddd", Cost: cost(outage.DeepCheck, outage.DeepCheck)},
			{Rule: "shared-handler", Probes: []int{3}, Fingerprint: "eeee"},
		},
	}
}

// A scenario is the cost of the finding: its inputs, and the same with the checks of the remedy.
func TestFromFinding(t *testing.T) {
	res := shop()
	s := FromFinding(&res.Findings[0], res.Probes)
	want := *outage.DefaultFleet()
	if !reflect.DeepEqual(s.AsIs, want) {
		t.Errorf("as it is: %+v", s.AsIs)
	}
	want.Readiness, want.Liveness = outage.ShallowCheck, outage.NoCheck
	if !reflect.DeepEqual(s.Fixed, want) {
		t.Errorf("fixed: %+v", s.Fixed)
	}
	if s.Title != "liveness-dependency: /livez (liveness) of shop" || s.Message != "<b>a</b>" || len(s.Assumptions) != 1 {
		t.Errorf("%+v", s)
	}
	if s := FromFinding(&res.Findings[4], res.Probes); s != nil {
		t.Errorf("%+v", s)
	}
	if _, err := findScenario(res, "eeee"); err == nil || !strings.Contains(err.Error(), "no cost to show") {
		t.Error(err)
	}
}

// A fingerprint that is not there: the nearest first, with their places.
func TestWrongFingerprint(t *testing.T) {
	_, err := findScenario(shop(), "aaax")
	if err == nil {
		t.Fatal("found")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 6 || !strings.Contains(lines[0], `"aaax"; the nearest of 5:`) || lines[1] != "aaaa a.go:1:2: liveness-dependency: /livez (liveness) of shop" || !strings.HasPrefix(lines[2], "aabb ") {
		t.Error(err)
	}
	if _, err := findScenario(&inventory.Result{}, "a"); err == nil || !strings.Contains(err.Error(), "there is no finding") {
		t.Error(err)
	}
	if _, err := findScenario(&inventory.Result{Errors: []inventory.Failure{{}}}, "a"); err == nil || !strings.Contains(err.Error(), "failed in part") {
		t.Error(err)
	}
}

// The first digits of a fingerprint will do, in either case, where they are enough and name one finding.
func TestShortFingerprint(t *testing.T) {
	res := shop()
	for i, f := range []string{"abcdef0123456789", "abcdef0199999999", "0123456789abcdef"} {
		res.Findings[i].Fingerprint = f
	}
	res.Findings = append(res.Findings, res.Findings[2])
	res.Findings[5].Fingerprint = "0123456" // which another one begins with
	for _, tt := range []struct{ give, title, err string }{
		{"0123456789abcdef", "liveness-dependency: /livez (liveness) of worker", ""},
		{"01234567", "liveness-dependency: /livez (liveness) of worker", ""},
		{"0123456789ABCDEF", "liveness-dependency: /livez (liveness) of worker", ""},
		{"AbCdEf0123", "liveness-dependency: /livez (liveness) of shop", ""},
		{"0123456", "liveness-dependency: /livez (liveness) of worker", ""},
		{"abcdef", "", "2 findings have a fingerprint that begins with \"abcdef\"; give more of it:\n" +
			"abcdef0123456789 a.go:1:2: liveness-dependency: /livez (liveness) of shop\nabcdef0199999999 : readiness-shared-state: /readyz (readiness) of shop"},
		{"012345", "", "2 findings have a fingerprint that begins with \"012345\"; give more of it:\n"},
		{"Abcde", "", "\"Abcde\" is too short, a fingerprint takes 6 digits at least; the nearest of 6:\n"},
		{"abcdex", "", "no finding has the fingerprint \"abcdex\"; the nearest of 6:\n"},
		{"bcdef0", "", "no finding has the fingerprint \"bcdef0\"; the nearest of 6:\n"}, // in the middle of one
	} {
		s, err := findScenario(res, tt.give)
		switch {
		case tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)):
			t.Errorf("%s: %v", tt.give, err)
		case tt.err == "" && (err != nil || s.Title != tt.title):
			t.Errorf("%s: %+v %v", tt.give, s, err)
		}
	}
}

// The page starts with the finding, in its first model only.
func TestFindingIsStart(t *testing.T) {
	res := shop()
	s, err := findScenario(res, "cccc")
	if err != nil {
		t.Fatal(err)
	}
	_, text := ask(t, "GET", start(t, s), "/api/start", "")
	var a startAnswer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	if a.Finding == nil || a.Finding.Title != s.Title || len(a.Finding.Assumptions) == 0 {
		t.Fatalf("%+v", a.Finding)
	}
	for _, kv := range a.Models[0].This {
		if kv[0] == "readiness" && kv[1] != "shallow" || kv[0] == "liveness" && kv[1] != "deep" {
			t.Errorf("%v", kv)
		}
	}
}

// Wrong arguments end the command with status 2 and a reason, before anything is analysed.
func TestMainArguments(t *testing.T) {
	analyse := func(_ context.Context, p Packages) (*inventory.Result, error) {
		if p.Dir == "broken" {
			return nil, errors.New("no go.mod")
		}
		if p.Tags != "x" || strings.Join(p.Patterns, " ") != "./..." {
			t.Errorf("%+v", p)
		}
		return shop(), nil
	}
	for args, want := range map[string]string{
		"-addr 0.0.0.0:80":                      "healthlint: lab: -addr must be an address of this machine alone, as in 127.0.0.1:0, not \"0.0.0.0:80\"\n",
		"./...":                                 "healthlint: lab: ./...: packages are analysed with -finding only\n",
		"-C dir":                                "healthlint: lab: -C and -tags are of use with -finding only\n",
		"-finding=":                             "healthlint: lab: -finding takes a fingerprint, which healthlint prints below each finding, or its first 6 digits\n",
		"-prot 1":                               "unknown flag -prot",
		"-finding zz -C broken":                 "no go.mod",
		"-finding zz -tags x ./...":             "healthlint: lab: no finding has the fingerprint \"zz\"; the nearest of 5:\nhealthlint: lab: ",
		"-finding zz -addr 10.0.0.1:0 -C never": "-addr must be",
	} {
		var out, errs bytes.Buffer
		if status := Main(context.Background(), strings.Fields(args), analyse, &out, &errs); status != exitFailed || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", args, status, out.String(), errs.String())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if status := Main(ctx, []string{"-finding", "aaaa", "-tags", "x", "./..."}, analyse, &out, &errs); status != exitDone || !strings.HasPrefix(out.String(), "healthlint lab: http://127.0.0.1:") {
		t.Errorf("status %d, %s%s", status, out.String(), errs.String())
	}
}
