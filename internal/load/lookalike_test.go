package load

import (
	"go/ast"
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// Lookalikes are what could be an endpoint of the module at hand, never what it asks of others.
func TestLookalikes(t *testing.T) {
	fset := token.NewFileSet()
	std := goimporter.ForCompiler(fset, "source", nil)
	for _, tt := range []struct {
		src  string
		want string // "" for none
	}{
		{`const ready = "/readyz"`, "/readyz"},
		{`var routes = map[string]int{"/livez": 1}`, "/livez"},
		{`func f(r router) { r.Handle("GET /healthz", nil) }`, "GET /healthz"},
		{`func f(r *http.Request) bool { return r.URL.Path == "/healthz" }`, "/healthz"},
		{`func f(r router) { go func() { r.Handle("/livez" + tail, nil) }() }`, "/livez"},
		{`func f(ctx context.Context, c client) { c.start(ctx, func() { r.Handle("/livez", nil) }) }; var r router`, "/livez"},

		{`const other = "http://other/healthz"`, ""},
		{`const other = "localhost:8080/healthz"`, ""},
		{`var _, _ = http.Get("/healthz")`, ""},
		{`var _, _ = http.NewRequest("GET", "/healthz", nil)`, ""},
		{`var _, _ = url.Parse("/healthz")`, ""},
		{`var other = tail + "/healthz"`, ""},
		{`func f(ctx context.Context, c client) { c.get(ctx, "/healthz") }`, ""},
		{`const text = "see /healthz for more"`, ""},
		{`const orders = "/orders"`, ""},
	} {
		src := `package p
import ("context"; "net/http"; "net/url")
type router interface { Handle(string, http.Handler) }
type client interface { get(context.Context, string); start(context.Context, func()) }
var tail string
var _ url.URL
` + tt.src
		f, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := newInfo()
		conf := types.Config{Importer: std}
		if _, err := conf.Check("p", fset, []*ast.File{f}, info); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range lookalikesIn(fset, info, []*ast.File{f}) {
			got += l.Path
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.src, got, tt.want)
		}
	}
}
