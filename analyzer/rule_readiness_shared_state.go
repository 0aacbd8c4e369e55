package analyzer

import "github.com/healthlint/healthlint/internal/inventory"

var readinessSharedState = Rule{
	ID:      "readiness-shared-state",
	Level:   inventory.Warning,
	Since:   "0.1.0",
	Summary: "a readiness probe's answer depends on state that is the same on every replica",
	Finds: "A readiness endpoint or check that waits for a shared dependency: something that is up or down for all replicas together. " +
		"Each dependency is reported once for each endpoint and call in its handler: a ping and a query in one handler are two places to mend.",
	Why: "Readiness takes a replica out of the pool so that its neighbours serve instead. When all replicas ask the same question they " +
		"all give the same answer: the moment the dependency fails the pool is empty, and requests that never needed it are turned away " +
		"with the rest. In a model of three replicas the shared store in the probe turned 0 dropped reads into 88, each of which some " +
		"replica could have answered, and a second store that only a nightly job uses made that 176. In a model of six replicas with a " +
		"database outage of two minutes, 59.3 percent of the requests were served with the database in readiness and 76 percent, the most " +
		"that was possible, without. Each replica also adds its probes to the load of the dependency.",
	Remedy: "Let readiness say whether this replica is worse off than its neighbours: still warming up, not configured, shutting down, its " +
		"own path to the store broken. Handle the outage of a shared dependency where it is used: circuit breaker, degraded answer, a clear error.",
	Silent: []string{
		"dependencies of this replica alone: loopback addresses, unix sockets, embedded stores, its own disk",
		"flags and results that a background loop left in memory, such as a synced informer",
		"work that the handler starts with go and does not wait for",
		"logging, metrics and tracing",
		"endpoints of the role combined, which answer both questions under one path (shared-handler says what to do about those)",
		"middleware of a whole router or server, such as one that loads sessions: it often passes the requests of a probe, which " +
			"carry no cookie, as they are. Middleware of the one route counts",
	},
	Example: `func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.cache.Ping(r.Context()).Err(); err != nil { // *redis.Client
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (s *Server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/readyz", s.ready)
}
`,
	judge: func(sc *scope) []inventory.Finding {
		return sc.byDependency("readiness-shared-state", inventory.Warning, inventory.Readiness, readinessText)
	},
}

func readinessText(p *inventory.Probe, d *inventory.Dependency) string {
	return endpoint(p) + " " + reaches(p, d) + " All replicas answer alike, so one outage empties the pool, also for requests " +
		"that never need it. Let readiness say what is wrong with this replica (warm-up, configuration, shutdown); " +
		"meet the outage with circuit breakers and degraded answers."
}
