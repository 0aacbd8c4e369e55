package catalog

import (
	"strings"
	"testing"
)

func TestRoleOf(t *testing.T) {
	tests := []struct {
		method, path, want string // want "" is no probe
	}{
		// One token at the end of the path.
		{"GET", "/livez", "liveness"},
		{"", "/readyz", "readiness"},
		{"", "/startupz", "startup"},
		{"", "/healthz", "combined"},
		{"", "/healthz/", "combined"},
		{"", "/HealthZ", "combined"},
		{"", "/-/healthy", "liveness"},
		{"", "/-/ready", "readiness"},
		{"", "/_/healthcheck", "combined"},
		{"", "/__gtg", "readiness"},
		{"", "/__lbheartbeat__", "liveness"},
		{"", "/.well-known/live", "liveness"},
		{"", "/is-alive", "liveness"},
		{"", "livez", "liveness"}, // groups take paths without a slash
		{"", "health/live", "liveness"},
		{"", "/livezz", ""},
		{"", "/deliveries", ""},
		{"", "/already", ""},

		// Prefixes say nothing.
		{"", "/api/livez", "liveness"},
		{"", "/api/v2.0/health", "combined"},
		{"", "/v1/readiness", "readiness"},
		{"", "/proxy/health", "combined"},
		{"", "/app/ready", "readiness"},

		// Patterns of net/http and of other routers.
		{"", "GET /livez", "liveness"},
		{"", "GET example.com/livez", "liveness"},
		{"", "localhost:8080/livez", "liveness"},
		{"", "GET /healthz/{$}", "combined"},
		{"", "GET:/livez", "liveness"},
		{"", "/healthz/*", "combined"},
		{"", "/healthz/{rest...}", "combined"},
		{"", "/healthz/{rest:.*}", "combined"},
		{"", "/live/{id}", ""}, // a parameter behind an everyday word: a business object
		{"", "/health/:id", ""},

		// Methods: a prober sends GET or HEAD.
		{"HEAD", "/livez", "liveness"},
		{"GET,HEAD", "/livez", "liveness"},
		{"POST,GET", "/livez", "liveness"},
		{"ANY", "/livez", "liveness"},
		{"POST", "/livez", ""},
		{"put,PATCH,delete", "/readyz", ""},
		{"", "POST /healthz", ""},

		// Parameters in front: one of many objects, not this process.
		{"GET", "/jobs/:id/status", ""},
		{"GET", "/{name}/healthz", ""},
		{"GET", "/nodes/{id}/health", ""},
		{"GET", "/nodes/<id>/ready", ""},
		{"GET", "/*tenant/readyz", ""},

		// Unknown parts.
		{"", "\uFFFC/livez", "liveness"},
		{"", "GET \uFFFC/livez", "liveness"},
		{"", "\uFFFC /livez", "liveness"}, // method and path from variables
		{"", "/api/\uFFFC/ready", "readiness"},
		{"", "\uFFFClivez", ""}, // could be /api/v1/xlivez
		{"", "/livez\uFFFC", ""},
		{"", "/livez/\uFFFC", ""},
		{"", "/health/\uFFFC/live\uFFFC", ""},
		{"", "\uFFFC", ""},

		// Everyday words below a collection are business routes.
		{"", "/live", "liveness"},
		{"", "/health/live", "liveness"},
		{"", "/notifications/live", ""},
		{"", "/match/live", ""},
		{"", "/orders/ready", ""},
		{"", "/probes/ready", "readiness"},
		{"", "/orders/readyz", "readiness"}, // nobody calls a state readyz
		{"", "/jobs/started", ""},

		// Tokens with conditions.
		{"GET", "/ping", "liveness"},
		{"", "/ping", "liveness"},
		{"POST", "/ping", ""},
		{"GET", "/ping/:id", ""},
		{"GET", "/heartbeat", "liveness"},
		{"", "/heartbeat", ""}, // as likely an inbound call
		{"POST", "/heartbeat/{id}", ""},
		{"GET", "/status", "combined"},
		{"GET", "/api/v1/status", "combined"},
		{"GET", "/app/status", "combined"},
		{"GET", "/a/b/status", ""},
		{"", "/status", ""},
		{"GET", "/up", "liveness"},
		{"GET", "/jobs/up", ""},
		{"GET", "/hc", "combined"},
		{"GET", "/api/hc", ""},
		{"GET", "/hello", ""},

		// Below a token.
		{"", "/ready/status", "readiness"},
		{"", "/liveness/check", "liveness"},
		{"", "/health/status", "combined"},
		{"", "/healthz/etcd", "combined"},
		{"", "/livez/{check}", "liveness"},
		{"", "/readyz/health", "readiness"},
		{"", "/health/engine", "combined"},
		{"", "/health-checks/{name}", "combined"},
		{"", "/ready/orders", ""},

		// Queries.
		{"", "/healthz?full=true", "combined"},
		{"", "/healthz?readiness=true", "readiness"},
		{"", "/health?probe=live", "liveness"},
		{"", "/health?readiness=false", "combined"},

		// gRPC.
		{"", "grpc:grpc.health.v1.Health", "combined"},
		{"", "/grpc.health.v1.Health/", "combined"},
		{"", "/grpc.health.v1.Health/Check", "combined"},
		{"", "grpc:grpc.health.v1.Health/liveness", "liveness"},
		{"", "/grpc.health.v1.Health/Watch", ""}, // no prober calls it

		{"", "grpc.health.v1.Health/Check", "combined"},

		// No paths at all, or paths of somebody else.
		{"", "the server is not /ready", ""},
		{"", "http://upstream:8080/healthz", ""},

		// Only a manifest makes these probes.
		{"GET", "/", ""},
		{"GET", "/{$}", ""},
		{"GET", "", ""},
		{"GET", "/metrics", ""},
		{"GET", "/statusz", ""},
		{"GET", "/debug/pprof/", ""},
	}
	for _, test := range tests {
		role, p, ok := RoleOf(test.method, test.path)
		if role != test.want || ok != (test.want != "") || ok && (p <= 0 || p > 1) {
			t.Errorf("RoleOf(%q, %q) = %q, %v, %v; want %q", test.method, test.path, role, p, ok, test.want)
		}
	}
}

// A less certain form must not look as certain as a plain one.
func TestRoleOfConfidence(t *testing.T) {
	less := [][2]string{{"/shop/live", "/live"}, {"/health/db", "/health"}, {"/live/check", "/live"}, {"/up", "/ping"}, {"/ping", "/livez"}}
	for _, pair := range less {
		_, low, _ := RoleOf("GET", pair[0])
		_, high, _ := RoleOf("GET", pair[1])
		if low == 0 || low >= high {
			t.Errorf("confidence of %s is %v, of %s %v", pair[0], low, pair[1], high)
		}
	}
}

func TestRoleOfName(t *testing.T) {
	tests := []struct{ ident, want string }{
		{"handleLivez", "liveness"},
		{"livenessProbe", "liveness"},
		{"HandleLive", "liveness"},
		{"liveHandler", "liveness"},
		{"LiveGETRequest", ""}, // "live" needs a word of this kind behind it
		{"isAlive", "liveness"},
		{"IsAlive-fm", "liveness"},
		{"is_alive", "liveness"},
		{"(*Server).handleReady", "readiness"},
		{"newReadinessProbe$1", "readiness"},
		{"ReadyzHandler", "readiness"},
		{"startupProbe", "startup"},
		{"HealthCheck", "combined"},
		{"HTTPHealthz", "combined"},
		{"ReadinessHealthCheck", "readiness"}, // the sharper word wins
		{"livenessAndReadiness", "combined"},
		{"servePing", "liveness"},
		{"pingHandler", "liveness"},
		{"LIVEZ_PATH", "liveness"},
		// A word inside another word, or in another sense.
		{"livestreamHandler", ""},
		{"LiveStream", ""},
		{"deliver", ""},
		{"Olive", ""},
		{"keepAlive", ""},
		{"KeepAliveHandler", ""},
		{"alreadyDone", ""},
		{"readyState", ""},
		{"notReady", ""},
		{"sendHeartbeat", ""},
		{"PingDatabase", ""},
		{"redisPing", ""},
		{"onStartup", ""},
		{"startedAt", ""},
		{"HealthInsurance", ""},
		{"", ""},
	}
	for _, test := range tests {
		role, p, ok := RoleOfName(test.ident)
		if role != test.want || ok != (test.want != "") || ok != (p > 0) {
			t.Errorf("RoleOfName(%q) = %q, %v, %v; want %q", test.ident, role, p, ok, test.want)
		}
	}
}

func TestRegistersCheck(t *testing.T) {
	tests := []struct{ name, want string }{
		{"AddLivenessCheck", "liveness"},
		{"WithLive", "liveness"},
		{"RegisterReadinessProbe", "readiness"},
		{"AddReadyzCheck", "readiness"},
		{"AddStartupCheck", "startup"},
		{"AddHealthChecks", "combined"},
		{"AddLivenessCheckFoo", ""}, // the whole name
		{"addLivenessCheck", "liveness"},
		{"AddDelivery", ""},
		{"RemoveLivenessCheck", ""},
		{"RunReadinessCheck", ""},
		{"SetHealth", ""}, // stores a state
	}
	for _, test := range tests {
		role, ok := RegistersCheck(test.name)
		if role != test.want || ok != (test.want != "") {
			t.Errorf("RegistersCheck(%q) = %q, %v; want %q", test.name, role, ok, test.want)
		}
	}
}

func TestParseRolesErrors(t *testing.T) {
	tests := []struct{ line, want string }{
		{"last livez", "want name, role and confidence"},
		{"last livez alive 0.5", "unknown role"},
		{"last livez liveness 1.5", "is no confidence"},
		{"last livez liveness x", "is no confidence"},
		{"last livez liveness 0.5 fast", "unknown keyword"},
		{"last livez liveness 0.5 next", "unknown keyword"},
		{"first livez liveness 0.5", "unknown keyword"},
		{"last {a,a} liveness 0.5", "second line for last a"},
		{"adder ( liveness", "missing closing"},
		{"adder ^Add$ alive", "adder: want"},
		{"prefix api api", "given twice"},
		{"prefix", "missing arguments"},
	}
	for _, test := range tests {
		_, err := parseRoles("my.txt", strings.NewReader("\n"+test.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "my.txt:2: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want my.txt:2: ... %s", test.line, err, test.want)
		}
	}
}
