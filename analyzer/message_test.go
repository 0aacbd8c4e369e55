package analyzer

import (
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

// scopes that between them use every text.
func scopes() []Scope {
	possible := postgres("(*Server).live", 30, step("(*Server).healthStatus", appPkg, "static", at("app/a.go", 1)))
	possible.Confidence = inventory.Possible
	far := possible
	far.Chain = nil
	for i := range 12 {
		far.Chain = append(far.Chain, step("(*Level).step"+string(rune('A'+i)), appPkg, "static", at("app/a.go", i+1)))
	}
	return []Scope{
		everything(),
		program(deep("/health", inventory.Combined, 10)),
		program(deep("/health", inventory.Combined, 10), probe("/status", inventory.Combined, "status", 11, redis("status", 50))),
		program(probe("/livez", inventory.Liveness, "(*Server).live", 10, possible), probe("/readyz", inventory.Readiness, "ready", 11, possible)),
		program(probe("/livez", inventory.Liveness, "(*Level).stepA", 10, far), probe("/readyz", inventory.Readiness, "ready", 11)),
		program(probe("/livez", inventory.Liveness, "ok", 10), probe("/readyz", inventory.Readiness, "ok", 11)),
	}
}

func TestMessagesStandAlone(t *testing.T) {
	for _, s := range scopes() {
		seen := map[string]bool{}
		found := Judge(Config{}, s)
		if len(found) == 0 {
			t.Error("a scope without a finding")
		}
		for _, f := range found {
			m := f.Message
			if !strings.HasPrefix(m, f.Rule+": ") {
				t.Errorf("does not begin with its rule: %s", m)
			}
			if strings.ContainsAny(m, "\n\t\x00") || strings.Contains(m, "  ") || !strings.HasSuffix(m, ".") {
				t.Errorf("is not one clean line: %q", m)
			}
			if n := len([]rune(m)); n > 500 { // beyond that nobody reads to the end
				t.Errorf("is %d characters long: %s", n, m)
			}
			if seen[m] {
				t.Errorf("twice in one scope: %s", m)
			}
			seen[m] = true
		}
	}
}

func TestPath(t *testing.T) {
	d := postgres("(*Server).live", 30)
	p := probe("/livez", inventory.Liveness, "(*Server).live", 10, d)
	if got, want := path(&p, &d), "(*Server).live → (*pg.Store).Ping → (*pgxpool.Pool).Ping"; got != want {
		t.Errorf("certain: %s, want %s", got, want)
	}
	d.Confidence = inventory.Possible
	if got, want := path(&p, &d), "(*Server).live → (*pg.Store).Ping? → (*pgxpool.Pool).Ping"; got != want {
		t.Errorf("possible: %s, want %s", got, want)
	}
	d.Chain = nil
	if got, want := path(&p, &d), "(*Server).live → (*pgxpool.Pool).Ping"; got != want {
		t.Errorf("no chain: %s, want %s", got, want)
	}
	for i := range 6 {
		d.Chain = append(d.Chain, step(string(rune('a'+i)), appPkg, "static", inventory.Position{}))
	}
	if got, want := path(&p, &d), "a → b → c → d → e → f"; got != want {
		t.Errorf("six: %s, want %s", got, want)
	}
	d.Chain = append(d.Chain, step("g", appPkg, "static", inventory.Position{}))
	if got, want := path(&p, &d), "a → b → … → e → f → g"; got != want {
		t.Errorf("seven: %s, want %s", got, want)
	}
}

func TestQualified(t *testing.T) {
	for _, tt := range []struct{ fn, pkg, want string }{
		{"(*Server).live", appPkg, "(*Server).live"},
		{"(*Store).Ping", pgPkg, "(*pg.Store).Ping"},
		{"(Store).Ping", pgPkg, "(pg.Store).Ping"},
		{"(*pg.Store).Ping", pgPkg, "(*pg.Store).Ping"},
		{"Store.Ping", appPkg, "Store.Ping"},
		{"Ping", "github.com/redis/go-redis/v9", "redis.Ping"},
		{"Get", "gopkg.in/yaml.v3", "yaml.Get"},
		{"(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping", "", "(*pgxpool.Pool).Ping"},
		{"(*database/sql.DB).PingContext", "", "(*sql.DB).PingContext"},
		{"(github.com/redis/go-redis/v9.cmdable).Ping", "", "(redis.cmdable).Ping"},
	} {
		if got := qualified(inventory.Step{Func: tt.fn, Package: tt.pkg}, appPkg); got != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.fn, tt.pkg, got, tt.want)
		}
	}
}

func TestEndpoint(t *testing.T) {
	grpc := "google.golang.org/grpc/health/grpc_health_v1.RegisterHealthServer"
	for _, tt := range []struct {
		path, via string
		role      inventory.Role
		library   bool
		want      string
	}{
		{"/livez", "", inventory.Liveness, false, "liveness endpoint /livez"},
		{"GET /livez", "", inventory.Liveness, false, "liveness endpoint GET /livez"},
		{"/health", "", inventory.Combined, false, "health endpoint /health"},
		{"db", "", inventory.Readiness, true, `readiness check "db"`},
		{"shop/db", "", inventory.Readiness, true, `readiness check "shop/db"`},
		{"", "", inventory.Liveness, false, "liveness endpoint of h"},
		{"", grpc, inventory.Combined, true, "gRPC health service"},
		{"grpc.health.v1.Health", grpc, inventory.Combined, true, "gRPC health service"},
		{"grpc:grpc.health.v1.Health", grpc, inventory.Combined, true, "gRPC health service"},
		{"grpc:grpc.health.v1.Health/live", grpc, inventory.Liveness, true, `liveness gRPC health service "live"`},
		{"grpc.health.v1.Health/Check", grpc, inventory.Combined, true, "gRPC health service"},
		{"readiness", grpc, inventory.Readiness, true, `readiness gRPC health service "readiness"`},
		{"/healthz", "github.com/grpc-ecosystem/grpc-gateway/v2/runtime.WithHealthzEndpoint", inventory.Combined, true, "health endpoint /healthz"},
	} {
		p := inventory.Probe{Path: tt.path, Via: tt.via, Role: tt.role, Library: tt.library, Handler: "h"}
		if got := endpoint(&p); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.path, got, tt.want)
		}
	}
}

func TestDependencyNames(t *testing.T) {
	for _, tt := range []struct{ kind, product, want string }{
		{"database", "PostgreSQL", "the database (PostgreSQL)"},
		{"database", "SQL database", "the SQL database"},
		{"database", "", "the database"},
		{"broker", "RabbitMQ", "the message broker (RabbitMQ)"},
		{"http", "HTTP service", "the HTTP service"},
		{"tcp", "network address", "the TCP peer (network address)"},
		{"dns", "DNS", "the DNS server"},
		{"kubernetes-api", "Kubernetes API server", "the Kubernetes API server"},
		{"objectstore", "Amazon S3", "the object store (Amazon S3)"},
		{"exec", "external command", "the external command"},
		{"quantum", "", "the quantum"},
		{"", "", "the dependency"},
	} {
		if got := dependency(&inventory.Dependency{Kind: tt.kind, Product: tt.product}); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.kind, tt.product, got, tt.want)
		}
	}
}
