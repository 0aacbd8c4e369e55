package simulate

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/risefall"
)

// simulated runs the command and returns what it prints.
func simulated(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := Main(args, t.TempDir(), &out, &errs); status != exitDone || errs.Len() > 0 {
		t.Fatalf("%v: status %d\n%s", args, status, errs.String())
	}
	return out.String()
}

// Every preset runs in every format, its columns exist, and the same arguments give the same bytes.
func TestPresets(t *testing.T) {
	for _, p := range presets {
		for _, format := range []string{formatText, formatJSON, formatCSV} {
			first := simulated(t, p.name, "-format="+format)
			if second := simulated(t, p.name, "-format", format); first != second || first == "" {
				t.Errorf("%s as %s: two runs differ", p.name, format)
			}
		}
		m := p.model()
		for _, a := range p.axes {
			for _, v := range a.values {
				if err := m.set(setting{a.key, v}); err != nil {
					t.Errorf("%s: %v", p.name, err)
				}
			}
		}
		r, err := p.model().run()
		if err != nil {
			t.Fatal(err)
		}
		if o := (&outcome{request: &request{preset: &p}}); len(o.shown(r.Metrics())) == 0 {
			t.Errorf("%s shows nothing", p.name)
		}
	}
}

// JSON holds the inputs and the figures, and reads back as a configuration that prints the same text.
func TestJSONReadsBack(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"endpoint-content"}, {"check-interval"}, {"check-cost"}, {"fail-open"}, {"rise-fall"}, {"combined"}, {"probes"}, {"probe-sweep"},
		{"fail-open", "-balancer=envoy", "-trace"}, {"fail-open", "-sweep", "down_s=60-90/60-180,200-210", "-liveness=none"},
		{"fail-open", "-sweep=platform=seed,ecs"}, {"rise-fall", "-answers=a:++-,b:+--", "-max-unhealthy=0.5"},
		{"probes", "-stuck=", "-no-dependency="}, {"endpoint-content", "-brief=", "-sweep=depth=shallow,deep-all"},
	} {
		text, data := simulated(t, args...), simulated(t, append(args, "-format=json")...)
		file := filepath.Join(dir, "run.json")
		if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		back := []string{"-config", file}
		if args[len(args)-1] == "-trace" {
			back = append(back, "-trace")
		}
		if got := simulated(t, back...); got != text {
			t.Errorf("%v reads back as\n%s\nwant\n%s", args, got, text)
		}
	}
}

// The trace is in JSON only on request, for it is long; it is the same as that of the model.
func TestTrace(t *testing.T) {
	var got struct {
		Runs []struct{ Result outage.FleetResult }
	}
	if err := json.Unmarshal([]byte(simulated(t, "fail-open", "-format=json", "-trace", "-sweep=fall=3")), &got); err != nil {
		t.Fatal(err)
	}
	want, err := outage.DefaultFleet().Run()
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Runs) != 1 || !reflect.DeepEqual(got.Runs[0].Result, *want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if strings.Contains(simulated(t, "fail-open", "-format=json"), `"trace"`) {
		t.Error("the trace is there without being asked for")
	}
}

func TestCSVHasAllFigures(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(simulated(t, "probe-sweep", "-format=csv"))).ReadAll()
	if err != nil || len(rows) != 19 {
		t.Fatal(len(rows), err)
	}
	if got := strings.Join(rows[0][:4], " "); got != "startup_period liveness_period liveness_threshold tolerance_rounds" {
		t.Error(got)
	}
}

func TestExpand(t *testing.T) {
	for text, want := range map[string]string{
		"1..3":        "[1 2 3]",
		"0..1..0.25":  "[0 0.25 0.5 0.75 1]",
		"0..0.3..0.1": "[0 0.1 0.2 0.3]",
		"5..5":        "[5]",
	} {
		if got, err := expand(text); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"1..x", "3..1", "1..2..0", "1..2..-1", "1..2..3..4", "0..1..1e-9", "0..Inf", "NaN..1"} {
		if got, err := expand(text); err == nil {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// The model on paper and the checker that watches real endpoints agree on any answers.
func TestModelAgreesWithChecker(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		m := outage.DefaultRiseFall()
		m.Fall, m.Rise = 1+rng.IntN(3), 1+rng.IntN(3)
		m.MaxUnhealthy = float64(rng.IntN(5)) / 4
		m.Answers = nil
		for i := range 1 + rng.IntN(5) {
			signs := make([]byte, 40)
			for j := range signs {
				signs[j] = "+-e"[rng.IntN(3)]
			}
			m.Answers = append(m.Answers, outage.TargetAnswers{Target: fmt.Sprint("t", i), Rounds: string(signs)})
		}
		want, err := m.Run()
		if err != nil {
			t.Fatal(err)
		}
		compareChecker(t, m, want)
	}
}

func compareChecker(t *testing.T, m *outage.RiseFall, want *outage.RiseFallResult) {
	t.Helper()
	c, err := risefall.New(risefall.Options{Fall: m.Fall, Rise: m.Rise, MaxUnhealthy: m.MaxUnhealthy, Timeout: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	signs := map[string]string{}
	for _, a := range m.Answers {
		c.Add(a.Target)
		signs[a.Target] = a.Rounds
	}
	for n, round := range want.Rounds {
		changes := []string{}
		for _, e := range c.Round(context.Background(), func(_ context.Context, target string) (bool, error) {
			if signs[target][n] == 'e' {
				return false, errors.New("refused")
			}
			return signs[target][n] == '+', nil
		}) {
			if e.Target != "" {
				changes = append(changes, e.String())
			}
		}
		if !reflect.DeepEqual(changes, round.Changes) || !reflect.DeepEqual(c.Healthy(), round.Healthy) {
			t.Fatalf("%+v, round %d: the checker says %v, healthy %v; the model %+v", m, n+1, changes, c.Healthy(), round)
		}
	}
}

// A reader that goes away is a failed run.
func TestWriteError(t *testing.T) {
	for _, format := range []string{formatText, formatJSON, formatCSV} {
		var errs bytes.Buffer
		if status := Main([]string{"combined", "-format", format}, "", broken{}, &errs); status != exitFailed || errs.Len() == 0 {
			t.Errorf("%s: status %d, %s", format, status, errs.String())
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func FuzzFile(f *testing.F) {
	for _, s := range []string{"preset: fail-open\nfall: 1\n", "preset: combined\nsweep: {ticks: [1, 2]}\n", "{\"preset\":\"probes\",\"inputs\":{\"stuck\":[\"k1:3\"]}}",
		"preset: fail-open\ndown_s: [[1,2],[3,4]]\n", "preset: &a fail-open\nfall: *a\n", "", "- x", "preset: fail-open\n? [a]\n: b\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := parseFile("x.yaml", data); err == nil && r.preset == "" {
			t.Error("a file without a preset is no request")
		}
	})
}
