package callgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/healthlint/healthlint/internal/fixture"
)

// TestManyRoutes has thousands of routes whose methods stand behind them, in lists. What is looked at for one of them
// takes nothing from the others: the bound on the visits of one value is not one on all routes together.
func TestManyRoutes(t *testing.T) {
	const n = 12_000
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/gorilla/mux\"\n)\n\nfunc h(http.ResponseWriter, *http.Request) {}\n\nfunc main() {\n\tr := mux.NewRouter()\n")
	for i := range n {
		fmt.Fprintf(&b, "\tr.HandleFunc(\"/r/%d\", h).Methods(\"GET\", \"PUT\")\n", i)
	}
	b.WriteString("\tr.HandleFunc(\"/livez\", h).Methods(\"GET\")\n\tr.HandleFunc(\"/readyz\", h).Methods(\"POST\")\n\thttp.ListenAndServe(\":8080\", r)\n}\n")
	c := &fixture.Case{Name: "many_routes", Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/many_routes\n\ngo 1.25\n\nrequire github.com/gorilla/mux v1.8.0\n\nreplace github.com/gorilla/mux => STUBS/mux\n")},
		{Name: "main.go", Data: []byte(b.String())},
	}}
	res := runCase(t, c)
	if len(res.Errors) > 0 {
		t.Fatal(res.Errors)
	}
	if len(res.Probes) != 1 || res.Probes[0].Path != "/livez" {
		t.Errorf("probes: %v, want /livez alone", res.Probes)
	}
}
