package analyzer

import (
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func TestLivenessDependency(t *testing.T) {
	view := redis("live", 30)
	view.Kind, view.Product, view.IO, view.Callee = "broker", "NATS", "none", "(*github.com/nats-io/nats.go.Conn).IsConnected"
	longer := postgres("live", 30, step("(*Server).check", appPkg, "static", at("app/server.go", 60)))
	disk := redis("live", 30)
	disk.Kind, disk.Product, disk.Shared = "disk-space", "disk space", false

	for _, tt := range []struct {
		name string // what, and why it is silent
		deps []inventory.Dependency
		want []string
	}{
		{"nothing", nil, nil},
		{"a shared database", []inventory.Dependency{postgres("live", 30)},
			[]string{"error app/server.go:30 | endpoint /livez reaches the database (PostgreSQL): live → (*pg.Store).Ping → (*pgxpool.Pool).Ping."}},
		{"an embedded one: a restart may repair it", []inventory.Dependency{local(postgres("live", 30))}, nil},
		{"disk space: another rule's", []inventory.Dependency{disk}, nil},
		{"a client's view of a shared server: it turns bad everywhere at once", []inventory.Dependency{view},
			[]string{"error app/server.go:30 | hangs on the client's view of the message broker (NATS)"}},
		{"two calls of the handler are two", []inventory.Dependency{postgres("live", 30), postgres("live", 33)},
			[]string{"error app/server.go:30", "error app/server.go:33"}},
		{"two products behind one call are two", []inventory.Dependency{postgres("live", 30), redis("live", 30)},
			[]string{"error app/server.go:30 | Redis", "error app/server.go:30 | PostgreSQL"}},
		{"two ways from one call to one dependency are one, the shorter", []inventory.Dependency{longer, postgres("live", 30)},
			[]string{"error app/server.go:30 | live → (*pg.Store).Ping →"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := judged("liveness-dependency", program(probe("/livez", inventory.Liveness, "live", 10, tt.deps...)))
			expect(t, got, tt.want...)
		})
	}
}

func TestLivenessDependencyKeepsToItsRole(t *testing.T) {
	for _, role := range []inventory.Role{inventory.Readiness, inventory.Startup, inventory.Combined} {
		got := judged("liveness-dependency", program(
			probe("/x", role, "x", 10, postgres("x", 30)), probe("/livez", inventory.Liveness, "live", 11)))
		expect(t, got)
	}
}
