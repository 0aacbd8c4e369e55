package analyzer

import (
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func TestReadinessSharedState(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    inventory.Probe
		want []string
	}{
		{"a shared database", probe("/readyz", inventory.Readiness, "ready", 10, postgres("ready", 30)),
			[]string{"warning app/server.go:30 | readiness endpoint /readyz reaches the database (PostgreSQL)"}},
		{"this replica's own store: the pool keeps the others", probe("/readyz", inventory.Readiness, "ready", 10, local(postgres("ready", 30))), nil},
		{"warm-up only", probe("/readyz", inventory.Readiness, "ready", 10), nil},
		{"startup: it only holds liveness back", probe("/startupz", inventory.Startup, "started", 10, postgres("started", 30)), nil},
		{"liveness: the other rule's", probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30)), nil},
		{"combined: shared-handler's", probe("/health", inventory.Combined, "health", 10, postgres("health", 30)), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			expect(t, judged("readiness-shared-state", program(tt.p)), tt.want...)
		})
	}
}
