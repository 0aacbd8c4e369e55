package browsertest

import (
	"strings"
	"testing"
)

// Inputs at the ends of what they take break no picture.
func TestEdges(t *testing.T) {
	url := serve(t, nil)
	for _, c := range []struct{ model, control, value, want string }{
		{"fail-open", "this-trace_limit", "0", "The trace ends early"},
		{"fail-open", "this-instances", "10000", "The first 24 of 10000 instances."},
		{"fail-open", "this-duration_s", "1", "100.0 % of the requests are served"},
		{"fail-open", "this-down_s", "", "100.0 % of the requests are served"},
		{"fail-open", "this-offered_rps", "0", "0.0 % of the requests are served"},
		{"fail-open", "this-offered_rps", "1000000000000", "0.0 % fail though"},
		{"fail-open", "this-panic_threshold", "1", "served"},
		{"endpoint-content", "this-rounds", "1", "of 11 requests are lost"},
		{"endpoint-content", "this-rounds", "5000", "requests are lost"},
		{"check-cost", "this-interval_rounds", "10000", "0.0 false evictions"},
		{"combined", "this-restart_wait", "50", "requests are dropped"},
		{"combined", "this-loan", "0", "requests are dropped"},
		{"probes", "this-startup_rounds", "3", "startup_rounds has k1 to k1"},
		{"rise-fall", "this-answers", "<b>x</b>:+-e", "in 3 rounds"},
	} {
		t.Run(c.model+" "+c.control+" "+c.value, func(t *testing.T) {
			p := newTab(t, url)
			p.open(url, c.model)
			p.set(c.control, c.value)
			text := eval[string](p, `document.getElementById("results").innerText`)
			if strings.Contains(c.want, "startup_rounds") {
				p.forgive("422")
			} else if strings.Contains(text, "setting: this-") || eval[string](p, `document.getElementById("problems").textContent`) != "" {
				t.Error(eval[string](p, `document.getElementById("problems").textContent`))
			}
			if !strings.Contains(text, c.want) {
				t.Errorf("no %q in\n%.1500s", c.want, text)
			}
			if p.figures()["this.restarts"] == "NaN" || strings.Contains(text, "NaN") || strings.Contains(text, "undefined") || strings.Contains(text, "null") {
				t.Error(text)
			}
		})
	}
}
