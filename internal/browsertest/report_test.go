package browsertest

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/htmlreport"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/report"
)

// reportOn serves the report on a stored result.
func reportOn(t *testing.T, name string) string {
	t.Helper()
	res, err := fixture.Result(filepath.Join("..", "..", "testdata", "report", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := cost.Add(res, new(cost.Settings)); err != nil {
		t.Fatal(err)
	}
	view := report.View{Level: inventory.Warning}
	source := func(file string) ([]byte, error) {
		if strings.Contains(file, "@") {
			return nil, errors.New("this is code of another module, which a report does not show")
		}
		return bytes.Repeat([]byte("\tif err := s.store.Ping(r.Context()); err != nil { // "+file+"\n"), 80), nil
	}
	var b bytes.Buffer
	if err := htmlreport.Write(&b, res, htmlreport.Options{View: view, Summary: view.Closing(res, report.Counts{Packages: 5, Programs: 2}), Source: source}); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(b.Bytes()) }))
	t.Cleanup(srv.Close)
	return srv.URL + "/"
}

// The report fits every window, asks for nothing, and has a name for everything.
func TestReport(t *testing.T) {
	for _, name := range []string{"chain", "cost", "names", "empty"} {
		t.Run(name, func(t *testing.T) {
			url := reportOn(t, name)
			p := newTab(t, url)
			p.do(chromedp.Navigate(url))
			for _, scheme := range []string{"light", "dark"} {
				p.scheme(scheme)
				for _, b := range eval[[]string](p, accessible) {
					t.Errorf("%s: %s", scheme, b)
				}
			}
			p.shoot("report-"+name, `document.readyState === "complete"`)
			if len(p.requests) != 1 {
				t.Errorf("it asked for %q", p.requests)
			}
		})
	}
}

// Its figures are those of the model, and every link leads somewhere.
func TestReportFigures(t *testing.T) {
	url := reportOn(t, "chain")
	p := newTab(t, url)
	p.do(chromedp.Navigate(url))
	fleet := outage.DefaultFleet() // /readyz of this result reaches nothing
	fleet.Readiness = outage.ShallowCheck
	for _, m := range result(t, fleet) {
		got := eval[string](p, `(() => {
			const row = [...document.querySelectorAll("#cost-1 tr")].find((r) => r.cells[0].textContent === "`+m.Head+`");
			return row ? row.cells[1].textContent : "no row";
		})()`)
		if got != m.Text() {
			t.Errorf("%s is %q in the report, %q in the model", m.Key, got, m.Text())
		}
	}
	if lost := eval[[]string](p, `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((h) => !document.getElementById(h.slice(1)))`); len(lost) > 0 {
		t.Errorf("links to nowhere: %v", lost)
	}
}
