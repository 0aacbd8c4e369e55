package lab

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/outage"
)

// post runs two settings of a model.
func post(t *testing.T, addr, model string, this, fixed settings) (runAnswer, int) {
	t.Helper()
	body, err := json.Marshal(runRequest{model, this, fixed})
	if err != nil {
		t.Fatal(err)
	}
	res, text := ask(t, "POST", addr, "/api/run", string(body))
	var a runAnswer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return a, res.StatusCode
}

// Every model is described with all of its inputs, and its defaults run.
func TestModels(t *testing.T) {
	addr := start(t, nil)
	_, text := ask(t, "GET", addr, "/api/start", "")
	var a startAnswer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Models) != len(models) || a.Finding != nil {
		t.Fatalf("%d models, finding %v", len(a.Models), a.Finding)
	}
	for i, m := range a.Models {
		want := models[i].this().inputs
		if got := len(m.Inputs) + len(models[i].without); got != len(want) {
			t.Errorf("%s: %d of %d inputs", m.Name, got, len(want))
		}
		first := 0
		for _, c := range m.Inputs {
			in, ok := want.Get(c.Key)
			if !ok || c.Range != in.Range() || c.Help != in.Help || c.Unit != in.Unit || c.Min != in.Min || c.Max != in.Max {
				t.Errorf("%s: %s is described as %+v", m.Name, c.Key, c)
			}
			if c.First {
				first++
			}
		}
		if first != len(models[i].first) {
			t.Errorf("%s: %d of %d first inputs are inputs", m.Name, first, len(models[i].first))
		}
		answer, status := post(t, addr, m.Name, m.This, m.Fixed)
		if status != 200 || !reflect.DeepEqual(answer.This.Values, m.This) || !reflect.DeepEqual(answer.Fixed.Values, m.Fixed) {
			t.Errorf("%s: status %d, %v", m.Name, status, answer.This.Errors)
		}
		if reflect.DeepEqual(m.This, m.Fixed) || answer.This.View.Headline == answer.Fixed.View.Headline {
			t.Errorf("%s: nothing to compare", m.Name)
		}
	}
}

// The order of values counts: a platform set last brings its values along, one set first is overridden.
func TestPlatformOrder(t *testing.T) {
	addr := start(t, nil)
	a, _ := post(t, addr, "fail-open", settings{{"fall", "7"}, {"platform", "alb"}}, settings{{"platform", "alb"}, {"fall", "7"}})
	get := func(s settings, key string) string {
		for _, kv := range s {
			if kv[0] == key {
				return kv[1]
			}
		}
		return ""
	}
	if got := get(a.This.Values, "fall"); got != "2" {
		t.Errorf("platform last: fall is %s", got)
	}
	if got := get(a.Fixed.Values, "fall"); got != "7" {
		t.Errorf("platform first: fall is %s", got)
	}
}

// Errors come from the range checks of the model, at the input they are about.
func TestInputErrors(t *testing.T) {
	addr := start(t, nil)
	for _, c := range []struct {
		model          string
		set            settings
		key, fragment  string
		alsoOtherInput string
	}{
		{"fail-open", settings{{"check_interval_s", "0"}}, "check_interval_s", "must be 1 to 3600 s", ""},
		{"fail-open", settings{{"instances", "six"}}, "instances", `not "six"`, ""},
		{"fail-open", settings{{"instances", ""}}, "instances", `not ""`, ""},
		{"fail-open", settings{{"db_share", "NaN"}}, "db_share", "must be 0 to 1", ""},
		{"fail-open", settings{{"fault", "<b>x</b>"}}, "fault", "shared or local", ""},
		{"fail-open", settings{{"fall", "0"}, {"rise", "101"}}, "fall", "1 to 100", "rise"},
		{"fail-open", settings{{"local_instances", "7"}}, "local_instances", "at most instances (6)", ""},
		{"fail-open", settings{{"instances", "100000"}, {"duration_s", "604800"}, {"check_interval_s", "1"}}, "", "too large for a page", ""},
		{"fail-open", settings{{"trace_limit", "10000000"}}, "trace_limit", "at most 200000", ""},
		{"fail-open", settings{{"nothing", "1"}}, "", `no input "nothing"`, ""},
		{"endpoint-content", settings{{"replicas", "2"}}, "stopped", "no replica k3", ""},
		{"endpoint-content", settings{{"rounds", "1000000"}}, "", "too large for a page", ""},
		{"probe-sweep", settings{{"requests", "100000"}, {"rounds", "20000"}}, "", "healthlint simulate probe-sweep", ""},
		{"combined", settings{{"down_to_tick", "1"}}, "down_to_tick", "at least down_from_tick", ""},
		{"rise-fall", settings{{"answers", "web-1:+?"}}, "answers", "TARGET:ANSWERS", ""},
	} {
		a, status := post(t, addr, c.model, c.set, nil)
		if status != 422 || a.This.View != nil || len(a.This.Errors) == 0 || a.This.Errors[0].Key != c.key || !strings.Contains(a.This.Errors[0].Message, c.fragment) {
			t.Errorf("%s %v: status %d, %+v", c.model, c.set, status, a.This.Errors)
		}
		if c.alsoOtherInput != "" && (len(a.This.Errors) < 2 || a.This.Errors[1].Key != c.alsoOtherInput) {
			t.Errorf("%s %v: %+v", c.model, c.set, a.This.Errors)
		}
		if len(a.Fixed.Errors) != 0 || a.Fixed.View == nil {
			t.Errorf("%s %v: the other side has %v", c.model, c.set, a.Fixed.Errors)
		}
	}
}

// A large fleet that the page takes is answered with as many lanes as fit.
func TestLargeFleet(t *testing.T) {
	addr := start(t, nil)
	a, status := post(t, addr, "fail-open", settings{{"instances", "10000"}, {"offered_rps", "750000"}, {"stagger", "random"}, {"duration_s", "3600"}}, nil)
	if status != 200 {
		t.Fatal(status, a.This.Errors)
	}
	if l := a.This.View.Lanes[1]; len(l.Rows) != 24 || l.Note != "The first 24 of 10000 instances." {
		t.Errorf("%d rows, %q", len(l.Rows), l.Note)
	}
}

// What the page says is what the model says.
func TestFigures(t *testing.T) {
	f := outage.DefaultFleet()
	f.Balancer, f.Liveness = outage.ALB, outage.NoCheck
	want, err := f.Run()
	if err != nil {
		t.Fatal(err)
	}
	a, _ := post(t, start(t, nil), "fail-open", settings{{"balancer", "alb"}, {"liveness", "none"}}, nil)
	for i, m := range want.Metrics() {
		if got := a.This.View.Figures[i]; got.Key != m.Key || got.Text != m.Text() {
			t.Errorf("%+v, want %s %s", got, m.Key, m.Text())
		}
	}
}
