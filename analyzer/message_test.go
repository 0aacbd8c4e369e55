package analyzer

import (
	"slices"
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
		program(named("ledger", 10, service("(*Server).ledger", 40)), named("mail", 11, service("(*Server).mail", 50)),
			probe("/readyz", inventory.Readiness, "(*Server).ready$1", 12, service("(*Server).ledger", 60), service("(*Server).mail", 60))),
		program(probe("/health", inventory.Combined, "(*Server).health", 10, service("(*Server).ledger", 60), service("(*Server).mail", 60))),
	}
}

// named is a check of a health library that runs several under one path.
func named(check string, reg int, deps ...inventory.Dependency) inventory.Probe {
	p := probe("/live", inventory.Liveness, "(*Server).check", reg, deps...)
	p.Check, p.Library, p.RoleSource = check, true, inventory.SourceLibrary
	return p
}

// service is one of which nothing is known but the call, which stands in fn.
func service(fn string, line int) inventory.Dependency {
	return inventory.Dependency{
		Kind: "http", Product: "HTTP service", Call: at("app/server.go", 90), Callee: "(*net/http.Client).Do",
		IO: "blocking", Shared: true, Confidence: inventory.Certain,
		Chain: []inventory.Step{
			step("(*Server).check", appPkg, "static", at("app/server.go", line)),
			step(fn, appPkg, "static", at("app/server.go", 90)),
			step("(*http.Client).Do", "net/http", "static", inventory.Position{}),
		},
	}
}

// What has no name in the code gets one from where it is called, and checks under one path theirs.
func TestMessagesTellApart(t *testing.T) {
	s := scopes()
	var got []string
	for _, f := range Judge(Config{}, s[len(s)-2]) {
		sentence, _, _ := strings.Cut(f.Message, ". ")
		got = append(got, sentence)
	}
	for _, want := range []string{
		"liveness-dependency: liveness endpoint /live [ledger] reaches an HTTP service (through (*http.Client).Do in (*Server).ledger): " +
			"(*Server).check → (*Server).ledger → (*http.Client).Do",
		"liveness-dependency: liveness endpoint /live [mail] reaches an HTTP service (through (*http.Client).Do in (*Server).mail): " +
			"(*Server).check → (*Server).mail → (*http.Client).Do",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("nobody says %s\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// How sure the cost is depends on who says that the endpoint is for liveness.
func TestCostOfLiveness(t *testing.T) {
	for source, want := range map[string]string{
		inventory.SourceLibrary:  "/livez reaches the database (PostgreSQL): live → (*pg.Store).Ping → (*pgxpool.Pool).Ping. While it stays down or slow, every replica is restarted in a loop: ",
		inventory.SourceManifest: " While it stays down or slow, every replica is restarted in a loop: ",
		inventory.SourcePath:     " While it is down or slow, a platform that acts on this endpoint restarts every replica in a loop: ",
		inventory.SourceSibling:  " While it is down or slow, a platform that acts on this endpoint restarts every replica in a loop: ",
	} {
		p := probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30))
		p.RoleSource = source
		expect(t, judged("liveness-dependency", program(p)), "error app/server.go:30 | "+want)
	}
}

// More paths than the one shown are counted.
func TestFurtherPaths(t *testing.T) {
	sure, twice, guess := postgres("health", 30), postgres("health", 33), redis("health", 31)
	guess.Confidence = inventory.Possible
	for _, tt := range []struct {
		deps []inventory.Dependency
		want string
	}{
		{[]inventory.Dependency{sure}, "reaches the database (PostgreSQL): health → (*pg.Store).Ping → (*pgxpool.Pool).Ping. "},
		{[]inventory.Dependency{sure, redis("health", 31)}, "reaches the cache (Redis) and the database (PostgreSQL): " +
			"health → (*redis.Client).Ping (path of the first), and 1 more. "},
		{[]inventory.Dependency{sure, guess}, "reaches the database (PostgreSQL) and possibly the cache (Redis): " +
			"health → (*pg.Store).Ping → (*pgxpool.Pool).Ping (path of the first), and 1 more. "},
		{[]inventory.Dependency{sure, twice}, "reaches the database (PostgreSQL): health → (*pg.Store).Ping → (*pgxpool.Pool).Ping (one path of 2). "},
	} {
		expect(t, judged("shared-handler", program(probe("/health", inventory.Combined, "health", 10, tt.deps...))),
			"warning app/routes.go:10 | "+tt.want)
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
