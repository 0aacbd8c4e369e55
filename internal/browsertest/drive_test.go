package browsertest

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/healthlint/healthlint/internal/lab"
	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/picture"
)

// result runs a model.
func result[R interface{ Metrics() []outage.Metric }](t *testing.T, m interface{ Run() (R, error) }) []outage.Metric {
	t.Helper()
	r, err := m.Run()
	if err != nil {
		t.Fatal(err)
	}
	return r.Metrics()
}

// The experiment that the page is built around: each change of a control gives the figures of the model.
func TestFailOpen(t *testing.T) {
	url := serve(t, nil)
	p := newTab(t, url)
	p.open(url, "fail-open")
	fleet, fixed := outage.DefaultFleet(), outage.DefaultFleet()
	fixed.Readiness, fixed.Liveness = outage.ShallowCheck, outage.ShallowCheck
	p.holds("this", result(t, fleet))
	p.holds("fixed", result(t, fixed))
	if got := p.figures()["this.served_percent"]; got != "59.3 %" {
		t.Errorf("served: %s", got)
	}
	view, err := picture.Fleet(fleet)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, l := range view.Lanes {
		for _, r := range l.Rows {
			want += len(r.Spans)
		}
	}
	if got := p.spans("this"); len(got) != want || !slices.Contains(got, "instance 6: restarting, 80 to 110") {
		t.Errorf("%d spans, want %d: %v", len(got), want, got)
	}

	p.set("this-liveness", "none")
	fleet.Liveness = outage.NoCheck
	p.holds("this", result(t, fleet))
	p.holds("fixed", result(t, fixed))

	p.set("this-balancer", "alb") // equal on both sides, so it changes on both
	fleet.Balancer, fixed.Balancer = outage.ALB, outage.ALB
	p.holds("this", result(t, fleet))
	p.holds("fixed", result(t, fixed))
	if got := p.figures()["this.served_percent"]; got != "76.0 %" {
		t.Errorf("served: %s", got)
	}

	p.set("fixed-fault", "local") // on the right alone
	fixed.Fault = outage.LocalFault
	p.holds("this", result(t, fleet))
	p.holds("fixed", result(t, fixed))

	p.set("this-platform", "kubernetes")
	for _, f := range []*outage.Fleet{fleet, fixed} {
		if err := f.Use("kubernetes"); err != nil {
			t.Fatal(err)
		}
	}
	p.holds("this", result(t, fleet))
	p.holds("fixed", result(t, fixed))
	if got := eval[string](p, `document.getElementById("fixed-check_timeout_s").value`); got != "1" {
		t.Errorf("the platform did not reach the form: %s", got)
	}

	p.click("reset")
	p.holds("this", result(t, outage.DefaultFleet()))
	if got := eval[string](p, `document.getElementById("this-balancer").value`); got != "service" {
		t.Errorf("Reset left the balancer at %s", got)
	}
}

// Every model: the figures of its defaults, and of one changed input, are those of the model.
func TestEveryModel(t *testing.T) {
	url := serve(t, nil)
	content := func(d outage.Depth, interval int) *outage.Content {
		c := outage.DefaultContent()
		c.Depth, c.Interval = d, interval
		return c
	}
	probes := func(startup, readiness int) *outage.Probes {
		c := outage.DefaultProbes()
		c.LivenessPeriod, c.ReadinessPeriod, c.ReadinessThreshold, c.StartupPeriod = 5, readiness, 1, startup
		return c
	}
	cost := func(interval int) *outage.CheckCost {
		c := outage.DefaultCheckCost()
		c.Replicas, c.Interval = 48, interval
		return c
	}
	combined := func(m outage.Mode, warmup int) *outage.Combined {
		c := outage.DefaultCombined()
		c.Mode, c.Warmup = m, warmup
		return c
	}
	riseFall := func(fall, rise int) *outage.RiseFall {
		c := outage.DefaultRiseFall()
		c.Fall, c.Rise = fall, rise
		return c
	}
	sweep := func(startup, period, threshold int) []outage.Metric {
		c := probes(startup, 2)
		c.LivenessPeriod, c.LivenessThreshold = period, threshold
		var some []outage.Metric
		for _, m := range result(t, c) {
			if slices.Contains([]string{"detect", "during_startup", "average_healthy"}, m.Key) {
				m.Key += "_" + string(rune('0'+period)) + "×" + string(rune('0'+threshold))
				some = append(some, m)
			}
		}
		return some
	}
	for _, c := range []struct {
		model                string
		this, fixed, changed []outage.Metric
		control, value       string
	}{
		{"endpoint-content", result(t, content(outage.DeepShared, 1)), result(t, content(outage.DeepLocal, 1)), result(t, content(outage.DeepAll, 1)), "this-depth", "deep-all"},
		{"check-interval", result(t, content(outage.DeepLocal, 8)), result(t, content(outage.DeepLocal, 2)), result(t, content(outage.DeepLocal, 1)), "this-interval_rounds", "1"},
		{"check-cost", result(t, cost(1)), result(t, cost(4)), result(t, cost(2)), "this-interval_rounds", "2"},
		{"combined", result(t, combined(outage.CombinedMode, 24)), result(t, combined(outage.Separate, 24)), result(t, combined(outage.CombinedMode, 6)), "this-warmup", "6"},
		{"probes", result(t, probes(0, 2)), result(t, probes(5, 2)), result(t, probes(0, 10)), "this-readiness_period", "10"},
		{"probe-sweep", sweep(0, 2, 2), sweep(5, 5, 6), sweep(7, 2, 2), "this-startup_period", "7"},
		{"rise-fall", result(t, riseFall(1, 1)), result(t, riseFall(2, 2)), result(t, riseFall(3, 1)), "this-fall", "3"},
	} {
		t.Run(c.model, func(t *testing.T) {
			p := newTab(t, url)
			p.open(url, c.model)
			p.holds("this", c.this)
			p.holds("fixed", c.fixed)
			p.set(c.control, c.value)
			p.holds("this", c.changed)
			p.traceWorks()
			p.click("reset")
			p.holds("this", c.this)
			p.holds("fixed", c.fixed)
		})
	}
}

// traceWorks starts the trace, takes all steps, and fails when it does not end with everything shown.
func (p *tab) traceWorks() {
	p.t.Helper()
	whole := len(p.traced())
	p.click("start")
	if rows := p.traced(); len(rows) != 0 {
		p.t.Errorf("after Start trace: %v", rows)
	}
	steps, before := 0, -1
	for ; !eval[bool](p, `document.getElementById("next").disabled`); steps++ {
		p.click("next")
		now := len(p.traced())
		if now <= before || eval[string](p, `document.getElementById("step").textContent`) == "" {
			p.t.Errorf("step %d shows %d changes after %d", steps+1, now, before)
		}
		if before = now; steps == 0 {
			before = -1 // nothing happens up to the first change, and the second step may be the first to show one
		}
	}
	if got := len(p.traced()); got != whole || whole == 0 || steps < 2 {
		p.t.Errorf("%d steps show %d of %d changes", steps, got, whole)
	}
	p.click("start")
	p.click("all")
	if got := len(p.traced()); got != whole {
		p.t.Errorf("Show all shows %d of %d changes", got, whole)
	}
}

// Slider and buttons decide how much is seen, of pictures and of the trace; the figures stay those of the whole run.
func TestTrace(t *testing.T) {
	url := serve(t, nil)
	p := newTab(t, url)
	p.open(url, "fail-open")
	figures := p.figures()
	p.traceWorks()

	slide := func(to string) {
		p.act(`{const s = document.getElementById("time"); s.value = "` + to + `"; s.dispatchEvent(new Event("input"))}`)
	}
	slide("100")
	for _, row := range p.traced() {
		if second, _, _ := strings.Cut(row, " "); len(second) > 2 || second >= "99" {
			t.Errorf("shown at second 100: %s", row)
		}
	}
	if !slices.Contains(p.traced(), "80 This setting instances 1-6 restarted") {
		t.Errorf("%v", p.traced())
	}
	for _, side := range []string{"this", "fixed"} {
		if at := p.covered(side, 0, 300); math.Abs(at-100) > 1 {
			t.Errorf("%s: covered from second %g", side, at)
		}
	}
	if got := eval[string](p, `document.getElementById("time").getAttribute("aria-valuetext")`); got != "seconds 0 to 100" {
		t.Error(got)
	}
	if now := p.figures(); len(figures) == 0 || now["this.served_percent"] != figures["this.served_percent"] {
		t.Errorf("figures changed: %v", now)
	}
	p.click("next")
	if got := eval[string](p, `document.getElementById("step").textContent`); !strings.HasPrefix(got, "Seconds 100 to 110. ") {
		t.Error(got)
	}
	p.click("all")
	if at := p.covered("this", 0, 300); at != 300 {
		t.Errorf("covered from second %g", at)
	}
	slide("135")
	p.shoot("lab-trace", idle)
	if at := p.covered("this", 0, 300); math.Abs(at-135) > 1 {
		t.Errorf("covered from second %g after it was drawn again", at)
	}
}

// The export holds inputs, table and trace, as the model has them.
func TestExport(t *testing.T) {
	url := serve(t, nil)
	p := newTab(t, url)
	p.open(url, "fail-open")
	p.set("this-offered_rps", "550")
	dir := t.TempDir()
	_, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})
	if err != nil {
		t.Fatal(err)
	}
	p.click("export")
	file := filepath.Join(dir, "healthlint-fail-open.json")
	var data []byte
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end) && !json.Valid(data); time.Sleep(50 * time.Millisecond) {
		data, _ = os.ReadFile(file)
	}
	var got struct {
		Model string
		This  struct {
			Inputs *outage.Fleet
			Trace  []picture.Change
			Result *outage.FleetResult
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	fleet := outage.DefaultFleet()
	fleet.OfferedRPS = 550
	want, err := fleet.Run()
	if err != nil {
		t.Fatal(err)
	}
	again, err := got.This.Inputs.Run()
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := toJSON(t, want), toJSON(t, got.This.Result), toJSON(t, again)
	if a != b || a != c || got.Model != "fail-open" || len(got.This.Trace) == 0 || len(got.This.Result.InstanceTable) != 6 {
		t.Errorf("exported %s\nwant %s", b, a)
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A wrong input is said at its control, and the last right answer stays.
func TestWrongInput(t *testing.T) {
	url := serve(t, nil)
	p := newTab(t, url)
	p.open(url, "fail-open")
	p.set("this-check_interval_s", "0")
	p.forgive("422")
	if got := eval[string](p, `document.getElementById("problems").textContent`); !strings.Contains(got, "This setting: check_interval_s must be 1 to 3600 s, not \"0\"") {
		t.Error(got)
	}
	for control, want := range map[string]string{"this-check_interval_s": "true", "fixed-check_interval_s": "true", "this-fall": "false"} {
		if got := eval[string](p, `document.getElementById("`+control+`").getAttribute("aria-invalid")`); got != want {
			t.Errorf("%s: aria-invalid is %s", control, got)
		}
	}
	if got := p.figures()["this.served_percent"]; got != "59.3 %" {
		t.Errorf("served: %q", got)
	}
	p.set("this-check_interval_s", "5")
	if got := eval[string](p, `document.getElementById("problems").textContent`); got != "" {
		t.Error(got)
	}
}

// What comes from code is text, whatever it looks like, and a finding stays with the model that it is about.
func TestFinding(t *testing.T) {
	const nasty = `<img src=x onerror="window.hurt = 1"><script>window.hurt = 1</script>`
	s := &lab.Scenario{Title: "liveness-dependency: /livez " + nasty, Message: nasty, Assumptions: []string{nasty},
		AsIs: *outage.DefaultFleet(), Fixed: *outage.DefaultFleet()}
	s.AsIs.Readiness, s.AsIs.Instances = outage.ShallowCheck, 4
	s.Fixed.Readiness, s.Fixed.Liveness = outage.ShallowCheck, outage.ShallowCheck
	url := serve(t, s)
	p := newTab(t, url)
	p.open(url, "fail-open")
	if got := eval[string](p, `document.getElementById("finding-title").textContent`); got != s.Title {
		t.Error(got)
	}
	if got := eval[string](p, `document.getElementById("finding-assumptions").textContent`); got != nasty {
		t.Error(got)
	}
	p.shoot("lab-finding", idle)
	if eval[bool](p, `"hurt" in window || document.querySelectorAll("main img, main script").length > 0`) {
		t.Error("text became markup")
	}
	p.holds("this", result(t, &s.AsIs))
	p.holds("fixed", result(t, &s.Fixed))
	p.act(`location.hash = "#combined"`)
	p.until(`document.getElementById("question").textContent.startsWith("One endpoint")`)
	if !eval[bool](p, `document.getElementById("finding").hidden`) {
		t.Error("the finding stays beside another model")
	}
	p.act(`location.hash = "#fail-open"`)
	p.until(`document.getElementById("question").textContent.startsWith("A fleet")`)
	p.until(idle)
	p.click("reset")
	p.holds("this", result(t, &s.AsIs))
}
