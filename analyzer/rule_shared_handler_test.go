package analyzer

import (
	"slices"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

const health = "(*Server).health"

func deep(path string, role inventory.Role, reg int) inventory.Probe {
	return probe(path, role, health, reg, postgres(health, 30), redis(health, 31))
}

func with(p inventory.Probe, change func(*inventory.Probe)) inventory.Probe {
	change(&p)
	return p
}

func TestSharedHandlerOneHandler(t *testing.T) {
	lib := func(path string, role inventory.Role, reg int, deps ...inventory.Dependency) inventory.Probe {
		return with(probe(path, role, "(*DB).Check", reg, deps...), func(p *inventory.Probe) { p.Library = true })
	}
	constant := func(p *inventory.Probe) { p.Constant = true }
	admin := func(p *inventory.Probe) { p.Server = "admin" }
	public := func(p *inventory.Probe) { p.Server = "public" }
	other := func(p *inventory.Probe) { p.HandlerID = "another value of it" }

	for _, tt := range []struct {
		name   string
		probes []inventory.Probe
		want   []string
	}{
		{"on both", []inventory.Probe{deep("/livez", inventory.Liveness, 10), deep("/readyz", inventory.Readiness, 11)},
			[]string{"warning app/routes.go:10 | answers liveness (/livez) and readiness (/readyz) alike and reaches the cache (Redis) and the database (PostgreSQL): "}},
		{"two values of one function", []inventory.Probe{deep("/livez", inventory.Liveness, 10), with(deep("/readyz", inventory.Readiness, 11), other)}, nil},
		{"both on one server", []inventory.Probe{with(deep("/livez", inventory.Liveness, 10), admin), with(deep("/readyz", inventory.Readiness, 11), admin)},
			[]string{"warning app/routes.go:10"}},
		{"two servers of one program: two commands of it", []inventory.Probe{with(deep("/livez", inventory.Liveness, 10), admin), with(deep("/readyz", inventory.Readiness, 11), public)}, nil},
		{"a server that is not known may be the same", []inventory.Probe{with(deep("/livez", inventory.Liveness, 10), admin), deep("/readyz", inventory.Readiness, 11)},
			[]string{"warning app/routes.go:10"}},
		{"two liveness paths: aliases", []inventory.Probe{deep("/livez", inventory.Liveness, 10), deep("/alive", inventory.Liveness, 11), probe("/readyz", inventory.Readiness, "ready", 12)}, nil},
		{"combined with readiness: an alias", []inventory.Probe{deep("/health", inventory.Combined, 10), deep("/readyz", inventory.Readiness, 11), probe("/livez", inventory.Liveness, "live", 12)}, nil},
		{"a constant on both: a note", []inventory.Probe{with(probe("/livez", inventory.Liveness, "ok", 10), constant), with(probe("/readyz", inventory.Readiness, "ok", 11), constant)},
			[]string{"note app/routes.go:10 | It always answers the same"}},
		{"local state on both: a note", []inventory.Probe{probe("/livez", inventory.Liveness, "ok", 10), probe("/readyz", inventory.Readiness, "ok", 11)},
			[]string{"note app/routes.go:10 | It reaches nothing shared"}},
		{"one value that answers by path: the engine saw it", []inventory.Probe{deep("/readyz", inventory.Readiness, 11), with(deep("/livez", inventory.Liveness, 10), func(p *inventory.Probe) { p.Dependencies = nil })}, nil},
		{"healthz.Ping on both: the scaffold", []inventory.Probe{lib("ping", inventory.Liveness, 10), lib("ping", inventory.Readiness, 11)}, nil},
		{"a deep check added to both", []inventory.Probe{lib("db", inventory.Liveness, 10, postgres("(*DB).Check", 30)), lib("db", inventory.Readiness, 11, postgres("(*DB).Check", 30))},
			[]string{"warning app/routes.go:10"}},
		{"a check that the library runs for both", []inventory.Probe{lib("db", inventory.Liveness, 10, postgres("(*DB).Check", 30)), lib("db", inventory.Readiness, 10, postgres("(*DB).Check", 30))}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			expect(t, judged("shared-handler", program(tt.probes...)), tt.want...)
		})
	}
}

// One loop registers four paths; what a user reads is one shared handler and one finding a probe and dependency.
func TestSharedHandlerFourPaths(t *testing.T) {
	found := Judge(Config{}, program(deep("/health", inventory.Combined, 10), deep("/healthz", inventory.Combined, 10),
		deep("/livez", inventory.Liveness, 10), deep("/readyz", inventory.Readiness, 10)))
	count := map[string]int{}
	for _, f := range found {
		count[f.Rule]++
		if f.Rule == "shared-handler" && !slices.Equal(f.Probes, []int{0, 1, 2, 3}) {
			t.Errorf("shared-handler lists %v", f.Probes)
		}
	}
	if count["shared-handler"] != 1 || count["liveness-dependency"] != 2 || count["readiness-shared-state"] != 2 {
		t.Errorf("got %v", count)
	}
}

func TestSharedHandlerStatusFunction(t *testing.T) {
	through := func(fn, pkg string) func(handler string, line int) inventory.Dependency {
		return func(handler string, line int) inventory.Dependency {
			return postgres(handler, line, step(fn, pkg, "static", at("app/status.go", 9)))
		}
	}
	two := func(dep func(string, int) inventory.Dependency, more ...inventory.Dependency) []inventory.Probe {
		return []inventory.Probe{
			probe("/livez", inventory.Liveness, "live", 10, append(more, dep("live", 30))...),
			probe("/readyz", inventory.Readiness, "ready", 11, dep("ready", 40)),
		}
	}
	status := through("(*Server).healthStatus", appPkg)
	apart := two(status)
	apart[1].Dependencies[0].Chain[1].ID = "the same function on another registry"
	calls := []inventory.Probe{ // ready is one line: it calls live
		probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30)),
		probe("/readyz", inventory.Readiness, "ready", 11, postgres("ready", 40, step("live", appPkg, "static", at("app/server.go", 30)))),
	}
	regions := []inventory.Probe{ // two cases of one switch on the path
		probe("/livez", inventory.Liveness, "healthHandler", 10, postgres("healthHandler", 30)),
		with(probe("/readyz", inventory.Readiness, "healthHandler", 11, postgres("healthHandler", 40)), func(p *inventory.Probe) { p.HandlerID = "case 2" }),
	}
	cheap := two(status)
	cheap[0].Dependencies = nil

	for _, tt := range []struct {
		name   string
		probes []inventory.Probe
		want   []string
	}{
		{"both call it", two(status), []string{"warning app/routes.go:10 | liveness (/livez) and readiness (/readyz) both run (*Server).healthStatus, which reaches the database (PostgreSQL)"}},
		{"one handler calls the other", calls, []string{"warning app/routes.go:10 | both run live"}},
		{"two regions of one handler: each says what it asks", regions, nil},
		{"two registries of one type", apart, nil},
		{"liveness asks nothing", cheap, nil},
		{"liveness also asks something past it: the function is not all it runs", two(status, redis("live", 33)), nil},
		{"a query under both: two handlers that ask one store", two(through("(*Orders).Count", appPkg)), nil},
		{"a store's own ping under both", two(through("(*Server).pingDB", appPkg)), nil},
		{"a guard under both", two(through("(*Server).checkToken", appPkg)), nil},
		{"another module's status function: not the user's to split", two(through("(*Health).RunChecks", "example.org/health")), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			expect(t, judged("shared-handler", program(tt.probes...)), tt.want...)
		})
	}
}

func TestReadsLikeStatus(t *testing.T) {
	for name, want := range map[string]bool{
		"(*app).healthStatus":                     true,
		"(*MetadataService).collectHealthErrors":  true,
		"(*serverHealth).computeReadiness":        true,
		"newHealthHandler$1":                      true,
		"runChecks":                               true,
		"(*Registry[example.com/x.Check]).IsLive": true,
		"(*HealthReport).Run":                     true,
		"(*Health).Start$1":                       false, // a server that starts, not a sum
		"(*Store).Ping":                           false,
		"(*Server).ping":                          false, // by custom one thing
		"(*healthRepository).IsHealthy":           false, // one query, whatever it is called
		"(*DatabaseHealthChecker).Check":          false,
		"checkDB":                                 false,
		"checkRedisReady":                         false,
		"dependencyOk":                            false, // a reader of one verdict
		"(*Delivery).alreadyDelivered":            false, // already is not ready, deliver is not live
		"main$1":                                  false,
		"":                                        false,
	} {
		if got := readsLikeStatus(name); got != want {
			t.Errorf("readsLikeStatus(%q) = %v", name, got)
		}
	}
}

func TestSharedHandlerLoneEndpoint(t *testing.T) {
	gateway := with(probe("/healthz", inventory.Combined, "gateway", 20, local(redis("gateway", 50))), func(p *inventory.Probe) {
		p.Dependencies[0].Kind = "grpc"
	})
	grpc := with(probe("", inventory.Combined, "(*health).Check", 10, postgres("(*health).Check", 30)), func(p *inventory.Probe) {
		p.Via, p.Library = "google.golang.org/grpc/health/grpc_health_v1.RegisterHealthServer", true
	})
	for _, tt := range []struct {
		name   string
		probes []inventory.Probe
		want   []string
	}{
		{"it reaches a database", []inventory.Probe{deep("/health", inventory.Combined, 10)},
			[]string{"warning app/routes.go:10 | the only health endpoint of the program, /health, reaches"}},
		{"it reaches nothing: a known good form", []inventory.Probe{probe("/health", inventory.Combined, health, 10)}, nil},
		{"it reaches an embedded store", []inventory.Probe{probe("/health", inventory.Combined, health, 10, local(postgres(health, 30)))}, nil},
		{"two paths on one handler are one endpoint", []inventory.Probe{deep("/health", inventory.Combined, 10), deep("/healthz", inventory.Combined, 11)},
			[]string{"warning app/routes.go:10 | the only health endpoint of the program, /health, /healthz, reaches"}},
		{"another one reaches nothing: liveness can use it", []inventory.Probe{deep("/health", inventory.Combined, 10), probe("/healthz", inventory.Combined, "ok", 11)}, nil},
		{"another one is as deep", []inventory.Probe{deep("/health", inventory.Combined, 10), probe("/status", inventory.Combined, "status", 11, redis("status", 50))},
			[]string{"warning app/routes.go:10 | no health endpoint of the program answers for this process alone; /health reaches", "warning app/routes.go:11 | /status reaches"}},
		{"another one only calls back into the process", []inventory.Probe{grpc, gateway},
			[]string{"warning app/routes.go:10 | the only health endpoint of the program, gRPC health service, reaches"}},
		{"what another one does is not known", []inventory.Probe{deep("/health", inventory.Combined, 10), with(probe("/healthz", inventory.Combined, "", 11), func(p *inventory.Probe) { p.Open = true })},
			[]string{"warning app/routes.go:10 | no health endpoint of the program is known to answer for this process alone; /health reaches"}},
		{"beside a liveness endpoint", []inventory.Probe{deep("/health", inventory.Combined, 10), probe("/livez", inventory.Liveness, "live", 11)}, nil},
		{"beside a readiness endpoint", []inventory.Probe{deep("/health", inventory.Combined, 10), probe("/readyz", inventory.Readiness, "ready", 11)}, nil},
		{"a startup endpoint is no way out", []inventory.Probe{deep("/health", inventory.Combined, 10), probe("/startupz", inventory.Startup, "started", 11)},
			[]string{"warning app/routes.go:10"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			expect(t, judged("shared-handler", program(tt.probes...)), tt.want...)
		})
	}
	s := program(deep("/health", inventory.Combined, 10))
	s.Whole = false // in a package that is no main a sibling may be registered elsewhere
	expect(t, judged("shared-handler", s))
}

func TestSharedHandlerStandsOnUserCode(t *testing.T) {
	p := deep("/health", inventory.Combined, 10)
	p.Package = "example.org/framework"
	expect(t, judged("shared-handler", program(p)), "warning app/server.go:31")
}
