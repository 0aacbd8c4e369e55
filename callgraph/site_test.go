package callgraph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
)

// TestSites looks at where probes are registered: at the call that names path and handler, also when a router of the
// program stands between it and the mux.
func TestSites(t *testing.T) {
	cases, err := fixture.Load(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"own_router_over_mux": {`/livez a.Handle(http.MethodGet, "/livez", a.live)`, `/v1/readyz a.Sub("/v1").Handle("GET", "/readyz", a.ready)`,
			`/startupz r.Handle(http.MethodGet, "/startupz", a.ready)`},
		"own_engine_results": {`/livez e.Get("/livez", func(context.Context) (any, error) { return "ok", nil })`, `/readyz e.Route(method, path, x.Serve)`},
		"path_by_argument": {`/v1/readiness a.handle("GET", "v1", "/readiness", func(r *http.Request) error { return db.PingContext(r.Context()) })`,
			`/liveness a.handle("GET", "", "/liveness", func(*http.Request) error { return nil })`,
			`/custom/livez a.serve("/custom/livez", func(http.ResponseWriter, *http.Request) {})`,
			`/startupz a.startup(false, "/", db)`},
		"call_direct": {`/readyz mux.HandleFunc("/readyz", ready)`},
	} {
		i := slices.IndexFunc(cases, func(c *fixture.Case) bool { return c.Name == name })
		if i < 0 {
			t.Errorf("no fixture %s", name)
			continue
		}
		have := sitesOf(t, cases[i])
		for _, w := range want {
			if !slices.Contains(have, w) {
				t.Errorf("%s: no %s in\n\t%s", name, w, strings.Join(have, "\n\t"))
			}
		}
	}
}

// sitesOf lists the path of each probe with the line that registers it.
func sitesOf(t *testing.T, c *fixture.Case) []string {
	t.Helper()
	res := runCase(t, c)
	lines := map[string][]string{}
	for _, f := range c.Files {
		lines[f.Name] = strings.Split(string(f.Data), "\n")
	}
	var out []string
	for _, p := range res.Probes {
		name := p.Registered.File[strings.LastIndexByte(p.Registered.File, '/')+1:]
		if ls := lines[name]; p.Registered.Line > 0 && p.Registered.Line <= len(ls) {
			out = append(out, fmt.Sprint(p.Path, " ", strings.TrimSpace(ls[p.Registered.Line-1])))
		}
	}
	return out
}
