package names

import (
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func TestDependency(t *testing.T) {
	for _, tt := range []struct{ kind, product, want string }{
		{"database", "PostgreSQL", "the database (PostgreSQL)"},
		{"database", "SQL database", "an SQL database (through F)"},
		{"database", "", "a database (through F)"},
		{"broker", "RabbitMQ", "the message broker (RabbitMQ)"},
		{"http", "HTTP service", "an HTTP service (through F)"},
		{"tcp", "network address", "a TCP peer (through F)"},
		{"dns", "DNS", "the DNS server"},
		{"kubernetes-api", "Kubernetes API server", "the Kubernetes API server"},
		{"objectstore", "Amazon S3", "the object store (Amazon S3)"},
		{"exec", "external command", "an external command (through F)"},
		{"http", "", "an HTTP service (through F)"},
		{"http", "JWKS endpoint", "a JWKS endpoint (through F)"},
		{"http", "GitHub API", "the HTTP service (GitHub API)"},
		{"grpc", "gRPC service (health)", "a gRPC service (through F)"},
		{"broker", "MQTT broker", "an MQTT broker (through F)"},
		{"host", "", "the host"},
		{"quantum", "", "the quantum"},
		{"", "", "the dependency"},
	} {
		if got := Dependency(&inventory.Dependency{Kind: tt.kind, Product: tt.product, Callee: "F"}, ""); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.kind, tt.product, got, tt.want)
		}
	}
}

// The table says the kind of what has no name where the noun does not, and never twice.
func TestInTable(t *testing.T) {
	for _, tt := range []struct{ kind, product, callee, want string }{
		{"database", "PostgreSQL", "F", "PostgreSQL (database)"},
		{"database", "SQL database", "F", "SQL database (through F)"},
		{"database", "", "F", "database (through F)"},
		{"tcp", "network address", "F", "TCP peer (through F)"},
		{"grpc", "gRPC service (health)", "F", "gRPC service (through F)"},
		{"exec", "external command", "F", "external command (exec: F)"},
		{"http", "JWKS endpoint", "F", "JWKS endpoint (http: F)"},
		{"http", "HTTP service", "", "HTTP service (http)"},
		{"dns", "", "F", "dns"},
	} {
		if got := InTable(&inventory.Dependency{Kind: tt.kind, Product: tt.product, Callee: tt.callee}, ""); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.kind, tt.product, got, tt.want)
		}
	}
}

func TestRoot(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/moov-io/fed/client": "github.com/moov-io/fed",
		"example.com/shop/app":          "example.com/shop",
		"sigs.k8s.io/x":                 "sigs.k8s.io/x",
		"shop/app":                      "shop",
		"net/http":                      "net",
		"github.com":                    "github.com",
		"":                              "",
	} {
		if got := root(path); got != want {
			t.Errorf("root(%q) = %q, want %q", path, got, want)
		}
	}
}

// What has no name of its own is told apart by its call, and by the function that makes it.
func TestUnnamed(t *testing.T) {
	step := func(fn, pkg string) inventory.Step { return inventory.Step{Func: fn, Package: pkg} }
	d := inventory.Dependency{Kind: "http", Product: "HTTP service", Callee: "(*net/http.Client).Do"}
	for _, tt := range []struct {
		chain             []inventory.Step
		want, wantInTable string
	}{
		{nil, "an HTTP service (through (*http.Client).Do)", "HTTP service (through (*http.Client).Do)"},
		{[]inventory.Step{step("(*http.Client).Do", "net/http")},
			"an HTTP service (through (*http.Client).Do)", "HTTP service (through (*http.Client).Do)"},
		{[]inventory.Step{step("(*Server).live", appPkg), step("(*Server).ledger", appPkg), step("(*http.Client).Do", "net/http")},
			"an HTTP service (through (*http.Client).Do in (*Server).ledger)", "HTTP service (through (*http.Client).Do in (*app.Server).ledger)"},
		{[]inventory.Step{step("live", appPkg), step("(*Ledger).Ask", pgPkg), step("(*http.Client).Do", "net/http")},
			"an HTTP service (through (*http.Client).Do in (*pg.Ledger).Ask)", "HTTP service (through (*http.Client).Do in (*pg.Ledger).Ask)"},
		{[]inventory.Step{step("live", appPkg), step("(*Ledger).Ask", pgPkg), step("(*APIClient).callAPI", "example.org/client/api"), step("(*http.Client).Do", "net/http")},
			"an HTTP service (through (*http.Client).Do in (*pg.Ledger).Ask)", "HTTP service (through (*http.Client).Do in (*pg.Ledger).Ask)"},
		{[]inventory.Step{step("(*health.Checker).Check", "example.org/health"), step("(*http.Client).Do", "net/http")},
			"an HTTP service (through (*http.Client).Do in (*health.Checker).Check)", "HTTP service (through (*http.Client).Do in (*health.Checker).Check)"},
	} {
		d.Chain = tt.chain
		if got := Dependency(&d, appPkg); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
		if got := InTable(&d, appPkg); got != tt.wantInTable {
			t.Errorf("%s, want %s", got, tt.wantInTable)
		}
	}
}
