package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/healthlint/healthlint/internal/lab"
)

// models are all models of the page, in its order.
var models = []string{"fail-open", "endpoint-content", "check-interval", "check-cost", "combined", "probes", "probe-sweep", "rise-fall"}

// idle says that the page shows the answer to what was asked last.
const idle = `document.getElementById("results").getAttribute("aria-busy") === "false" && document.querySelectorAll("#sides .side").length === 2`

// serve runs a lab until the test ends.
func serve(t *testing.T, s *lab.Scenario) string {
	t.Helper()
	if _, err := chromium(); err != nil && browser == nil {
		newTab(t, "") // skips, or fails
	}
	srv, err := lab.Listen("127.0.0.1:0", s)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return srv.URL()
}

// open shows a model.
func (p *tab) open(url, model string) {
	p.t.Helper()
	p.do(chromedp.Navigate(url + "#" + model))
	p.until(idle)
}
