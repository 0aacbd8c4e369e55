package outage

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
)

// golden holds the figures that the published texts state, and those that the programs printed in them compute.
type golden struct {
	Content struct {
		Rounds, Replicas int
		Schedule         struct {
			HalfFailed, Warming, Stopped, Brief ReplicaWindows
			StateStore, BillingStore            Windows
		}
		Content  map[string]goldenContent
		Interval map[string]goldenContent `json:"interval_deepLocal"`
	} `json:"endpoint_content"`
	Settings struct {
		Settings []struct {
			Setting struct {
				Name                         string
				Liveness, Readiness, Startup *goldenProbe
			}
			Result goldenProbes
		}
	} `json:"probe_settings"`
	Sweep struct {
		Readiness goldenProbe
		NoStartup []goldenSweep `json:"no_startup"`
		Startup   []goldenSweep `json:"startup_p5_e6"`
	} `json:"probe_sweep"`
	FailOpen struct {
		Defaults map[string]any
		Stated   []map[string]any `json:"stated_in_source"`
	} `json:"fail_open"`
	Combined struct {
		Ticks            int
		RequestsPerTick  int `json:"requests_per_tick"`
		Down             [2]int
		Warmup           int
		PollEvery        int `json:"poll_every"`
		RestartThreshold int `json:"restart_threshold"`
		Separate         goldenCombined
		Combined         goldenCombined
	} `json:"combined_vs_separate"`
	RiseFall struct {
		Fall, Rise int
		Rounds     []struct {
			Web1, Web2 any
			Changes    []string
			Healthy    []string
			State      string `json:"state_web2"`
		}
	} `json:"rise_fall"`
	Cost struct {
		RoundS       float64 `json:"round_s"`
		StoreRPS     float64 `json:"store_rps"`
		PeakRPS      float64 `json:"peak_edge_rps"`
		BriefMonthly float64 `json:"brief_outages_per_month"`
		Rows         []struct {
			Replicas   int
			IntervalS  float64 `json:"interval_s"`
			ChecksPerS float64 `json:"checks_per_s"`
			StoreLoad  float64 `json:"store_load_percent"`
			PerDay     float64 `json:"checks_per_day"`
		}
		FalseEviction struct {
			LoadRatio float64 `json:"load_ratio"`
			Interval1 float64 `json:"per_month_interval1"`
			Interval2 float64 `json:"per_month_interval2"`
		} `json:"false_eviction"`
	} `json:"check_cost"`
}

type goldenContent struct {
	OutOfPoolRounds, DroppedReads, DroppedWrites, DroppedBatch, Silent, WastedReject, Checks, FalseEviction int
	Detection                                                                                               *int
}

type goldenProbe struct {
	P, E  int
	Scope Scope
}

type goldenProbes struct {
	Restarts, Unnecessary, DuringStartup, Early, Failed, PoolRounds int
	Detect                                                          []int
	Loop                                                            int
	AverageHealthy                                                  float64 `json:"average_healthy"`
}

type goldenSweep struct {
	P, E   int
	Result goldenProbes
}

type goldenCombined struct {
	Restarts      int
	DroppedSearch int `json:"dropped_search"`
	DroppedLoan   int `json:"dropped_loan"`
	NotReady      int `json:"not_ready_polls"`
	Recovery      int `json:"recovery_ticks"`
}

func readGolden(t *testing.T) *golden {
	t.Helper()
	data, err := os.ReadFile("testdata/models.json")
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{}
	if err := json.Unmarshal(data, g); err != nil {
		t.Fatal(err)
	}
	return g
}

// run fails the test on an error.
func run[R any](t testing.TB, model interface{ Run() (R, error) }) R {
	t.Helper()
	res, err := model.Run()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// rounded compares with a figure that is printed with so many decimals.
func rounded(x float64, decimals int, want float64) bool {
	return fmt.Sprintf("%.*f", decimals, x) == fmt.Sprintf("%.*f", decimals, want)
}

func TestGoldenContent(t *testing.T) {
	g := readGolden(t).Content
	base := *DefaultContent()
	base.Rounds, base.Replicas = g.Rounds, g.Replicas
	base.HalfFailed, base.Warming, base.Stopped, base.Brief = g.Schedule.HalfFailed, g.Schedule.Warming, g.Schedule.Stopped, g.Schedule.Brief
	base.StateStore, base.BillingStore = g.Schedule.StateStore, g.Schedule.BillingStore
	names := map[string]Depth{"shallow": Shallow, "readiness": Ready, "deepLocal": DeepLocal, "deepShared": DeepShared, "deepAll": DeepAll}
	if len(g.Content) != len(Depths) || len(g.Interval) != 4 {
		t.Fatal("the golden file is not what this test reads")
	}
	for name, want := range g.Content {
		c := base
		c.Depth = names[name]
		compareContent(t, name, run(t, &c), want)
	}
	for interval, want := range g.Interval {
		c := base
		c.Depth = DeepLocal
		if err := mustInput(t, c.Inputs(), "interval_rounds").Set(interval); err != nil {
			t.Fatal(err)
		}
		compareContent(t, "interval "+interval, run(t, &c), want)
	}
}

func mustInput(t testing.TB, ins Inputs, name string) Input {
	t.Helper()
	in, ok := ins.Get(name)
	if !ok {
		t.Fatalf("no input %s", name)
	}
	return in
}

func compareContent(t *testing.T, name string, r *ContentResult, want goldenContent) {
	t.Helper()
	got := goldenContent{r.OutOfPool, r.DroppedReads, r.DroppedWrites, r.DroppedBatch, r.Silent, r.WastedReject, r.Checks, r.FalseEviction, nil}
	if r.Detection == nil || want.Detection == nil || *r.Detection != *want.Detection {
		t.Errorf("%s: detection %v, want %v", name, r.Detection, want.Detection)
	}
	want.Detection = nil
	if got != want {
		t.Errorf("%s: got %+v, want %+v", name, got, want)
	}
}

func TestGoldenCheckCost(t *testing.T) {
	g := readGolden(t).Cost
	if len(g.Rows) != 6 {
		t.Fatal("the golden file is not what this test reads")
	}
	base := *DefaultCheckCost()
	base.RoundS, base.StoreRPS, base.PeakRPS, base.BriefMonthly = g.RoundS, g.StoreRPS, g.PeakRPS, g.BriefMonthly
	for _, row := range g.Rows {
		c := base
		c.Replicas, c.Interval = row.Replicas, int(row.IntervalS/g.RoundS)
		r := run(t, &c)
		if r.IntervalS != row.IntervalS || !rounded(r.ChecksPerS, 2, row.ChecksPerS) ||
			!rounded(r.StoreLoadPercent, 2, row.StoreLoad) || math.Round(r.ChecksPerDay) != row.PerDay {
			t.Errorf("got %+v, want %+v", r, row)
		}
	}
	for interval, want := range map[int]float64{1: g.FalseEviction.Interval1, 2: g.FalseEviction.Interval2} {
		c := base
		c.Interval = interval
		if r := run(t, &c); !rounded(r.FalseEvictions, 1, want) || r.LoadRatio != g.FalseEviction.LoadRatio {
			t.Errorf("interval %d: %.1f evictions, ratio %.2f", interval, r.FalseEvictions, r.LoadRatio)
		}
	}
	// The text also states these.
	if r := run(t, &base); !rounded(r.PeakEachRPS, 2, 171.30) || !rounded(r.PeakRestRPS, 2, 256.94) || !rounded(r.CapacityPercent, 1, 33.3) {
		t.Errorf("got %+v", r)
	}
}

func TestGoldenCombined(t *testing.T) {
	g := readGolden(t).Combined
	for mode, want := range map[Mode]goldenCombined{Separate: g.Separate, CombinedMode: g.Combined} {
		c := &Combined{Mode: mode, Ticks: g.Ticks, DownFrom: g.Down[0], DownTo: g.Down[1], Poll: g.PollEvery,
			Threshold: g.RestartThreshold, Warmup: g.Warmup, Search: g.RequestsPerTick / 2, Loan: g.RequestsPerTick / 2}
		r := run(t, c)
		if got := (goldenCombined{r.Restarts, r.DroppedSearch, r.DroppedLoan, r.NotReady, *r.Recovery}); got != want {
			t.Errorf("%s: got %+v, want %+v", mode, got, want)
		}
	}
}

func (p *goldenProbe) apply(period, threshold *int) {
	if p != nil {
		*period, *threshold = p.P, p.E
	}
}

func TestGoldenProbes(t *testing.T) {
	g := readGolden(t)
	if len(g.Settings.Settings) != 4 || len(g.Sweep.NoStartup) != 9 || len(g.Sweep.Startup) != 9 {
		t.Fatal("the golden file is not what this test reads")
	}
	for _, s := range g.Settings.Settings {
		p := DefaultProbes()
		s.Setting.Liveness.apply(&p.LivenessPeriod, &p.LivenessThreshold)
		s.Setting.Readiness.apply(&p.ReadinessPeriod, &p.ReadinessThreshold)
		s.Setting.Startup.apply(&p.StartupPeriod, &p.StartupThreshold)
		if s.Setting.Liveness != nil {
			p.LivenessScope = s.Setting.Liveness.Scope
		}
		compareProbes(t, s.Setting.Name, run(t, p), s.Result)
	}
	for period, rows := range map[int][]goldenSweep{0: g.Sweep.NoStartup, 5: g.Sweep.Startup} {
		for _, row := range rows {
			p := DefaultProbes()
			p.LivenessPeriod, p.LivenessThreshold = row.P, row.E
			g.Sweep.Readiness.apply(&p.ReadinessPeriod, &p.ReadinessThreshold)
			p.StartupPeriod, p.StartupThreshold = period, 6
			compareProbes(t, fmt.Sprintf("startup %d, liveness %dx%d", period, row.P, row.E), run(t, p), row.Result)
		}
	}
}

func compareProbes(t *testing.T, name string, r *ProbesResult, want goldenProbes) {
	t.Helper()
	same := r.Restarts == want.Restarts && r.Unnecessary == want.Unnecessary && r.DuringStartup == want.DuringStartup &&
		r.Early == want.Early && r.Failed == want.Failed && r.HealthyRounds == want.PoolRounds && r.Loop == want.Loop &&
		slices.Equal(r.Detect, want.Detect) && rounded(r.Healthy, 2, want.AverageHealthy)
	if !same {
		t.Errorf("%s: got %+v, want %+v", name, *r, want)
	}
}

// setAny sets an input from a value of the golden file.
func setAny(t *testing.T, ins Inputs, key string, value any) {
	t.Helper()
	text := fmt.Sprint(value)
	if pair, ok := value.([]any); ok {
		text = fmt.Sprintf("%v-%v", pair[0], pair[1])
	}
	if err := mustInput(t, ins, key).Set(text); err != nil {
		t.Fatal(err)
	}
}

func TestGoldenFailOpen(t *testing.T) {
	g := readGolden(t).FailOpen
	if len(g.Stated) != 7 {
		t.Fatal("the golden file is not what this test reads")
	}
	for _, stated := range g.Stated {
		f := DefaultFleet()
		for key, value := range g.Defaults {
			setAny(t, f.Inputs(), key, value)
		}
		if same := DefaultFleet(); fmt.Sprint(*f) != fmt.Sprint(*same) {
			t.Errorf("the defaults are %+v, those of the golden file %+v", *same, *f)
		}
		input := stated["input"].(map[string]any)
		for key, value := range input {
			setAny(t, f.Inputs(), key, value)
		}
		compareFleet(t, f, fmt.Sprint(input), stated)
	}
}

func compareFleet(t *testing.T, f *Fleet, name string, stated map[string]any) {
	t.Helper()
	r := run(t, f)
	got := map[string]float64{"served": r.Percent.Served, "unavoidable": r.Percent.Unavoidable, "no_target": r.Percent.NoTarget,
		"restarting": r.Percent.Restarting, "no_target_seconds": float64(r.NoHealthyS), "restarts": float64(r.Restarts),
		"restarts_per_container": float64(r.MostRestarts)}
	for key, value := range stated {
		if key == "input" {
			continue
		}
		if have, ok := got[key]; !ok || !rounded(have, 1, value.(float64)) {
			t.Errorf("%s: %s is %v, want %v", name, key, have, value)
		}
	}
	for _, in := range r.InstanceTable {
		if in.Restarts != r.MostRestarts && f.Fault == SharedFault {
			t.Errorf("%s: instance %d was restarted %d times, others %d", name, in.Instance, in.Restarts, r.MostRestarts)
		}
	}
}

// What the text says beyond the golden file: 20 % lost to restarts with fail-open, an overload of the survivors at
// 550 requests a second, and routing below the panic threshold.
func TestFailOpenText(t *testing.T) {
	f := DefaultFleet()
	f.Fault, f.OfferedRPS = LocalFault, 550
	if r := run(t, f); r.Percent.Overload <= 0 || r.FewestHealthy != 5 {
		t.Errorf("550 requests/s: %+v", r.Percent)
	}
	f.OfferedRPS = 450
	if r := run(t, f); r.Percent.Overload != 0 {
		t.Errorf("450 requests/s: %+v", r.Percent)
	}
	for _, b := range []Balancer{Service, ALB, Envoy} {
		f := DefaultFleet()
		f.Readiness, f.Liveness, f.Balancer = ShallowCheck, NoCheck, b
		if r := run(t, f); !rounded(r.Percent.Served, 1, 76) {
			t.Errorf("shallow behind %s: %+v", b, r.Percent)
		}
	}
}

func TestGoldenRiseFall(t *testing.T) {
	g := readGolden(t).RiseFall
	if len(g.Rounds) != 8 {
		t.Fatal("the golden file is not what this test reads")
	}
	signs := map[any]string{true: "+", false: "-", "raises": "e"}
	m := &RiseFall{Fall: g.Fall, Rise: g.Rise, MaxUnhealthy: 1, Answers: Answers{{Target: "web-1"}, {Target: "web-2"}}}
	for _, r := range g.Rounds {
		m.Answers[0].Rounds += signs[r.Web1]
		m.Answers[1].Rounds += signs[r.Web2]
	}
	if m.Answers.String() != DefaultRiseFall().Answers.String() {
		t.Errorf("the defaults are not those of the golden file: %s", m.Answers)
	}
	for i, r := range run(t, m).Rounds {
		want := g.Rounds[i]
		if !slices.Equal(r.Changes, want.Changes) || want.Healthy != nil && !slices.Equal(r.Healthy, want.Healthy) ||
			want.State != "" && slices.Contains(r.Healthy, "web-2") != (want.State == "healthy") {
			t.Errorf("round %d: got %+v, want %+v", i+1, r, want)
		}
	}
}
