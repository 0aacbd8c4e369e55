package analyzer

import "github.com/healthlint/healthlint/internal/inventory"

var livenessDependency = Rule{
	ID:      "liveness-dependency",
	Level:   inventory.Error,
	Since:   "0.1.0",
	Summary: "a liveness probe synchronously reaches a shared dependency",
	Finds: "A liveness endpoint or check whose answer waits for something outside the process that is the same for every replica: " +
		"a database, a cache, a broker, another service, the Kubernetes API. The call counts however many functions, interfaces and " +
		"packages lie between, and also when it only asks a client for its view of a shared server. Each dependency is reported once for each endpoint and call in its handler: a ping and a query in one handler are two places to mend.",
	Why: "The platform has one answer to a failing liveness probe: it kills the process and starts it again. That does not bring a " +
		"dependency back. The new process finds the same outage, is killed too, and the loop runs on every replica at once until the " +
		"dependency returns; then the restarted processes still have to warm up. In a small model of one node (60 ticks, the dependency " +
		"away for 25 of them) liveness with the dependency in it caused 4 restarts and 106 failed requests, 48 of them to a route that " +
		"never needed the dependency, and the node was whole again 4 ticks after the dependency; without it there were no restarts, 50 " +
		"failed requests, all of which needed the dependency, and no delay.",
	Remedy: "Let liveness ask only what a restart repairs: a deadlock, a stuck event loop, corrupt memory. A handler that answers 200 is a " +
		"good liveness probe. An outage of a dependency belongs to an alert, and to circuit breakers and timeouts where the dependency is used.",
	Silent: []string{
		"dependencies of this replica alone: loopback addresses, unix sockets, embedded stores, its own disk",
		"work that the handler starts with go and does not wait for, and values that a background loop left in memory",
		"logging, metrics and tracing",
		"endpoints of the role combined, which answer both questions under one path (shared-handler says what to do about those)",
		"middleware of a whole router or server, such as one that loads sessions: it often passes the requests of a probe, which " +
			"carry no cookie, as they are. Middleware of the one route counts",
		"disk space, connection counts and other things that run out: those are another rule's",
	},
	Example: `func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	if err := s.store.Ping(r.Context()); err != nil { // *pg.Store, which pings its pool
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (s *Server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/livez", s.live)
}
`,
	judge: func(sc *scope) []inventory.Finding {
		return sc.byDependency("liveness-dependency", inventory.Error, inventory.Liveness, livenessText)
	},
}

func livenessText(p *inventory.Probe, d *inventory.Dependency) string {
	return endpoint(p) + " " + reaches(p, d) + " " + restarts(p) + ": no restart brings it back, and each " +
		"drops warm caches and requests in flight. Let liveness ask only about this process; " +
		"leave the outage to alerts and circuit breakers."
}

// restarts says what liveness costs. That the platform restarts on this endpoint is known where a library, a manifest
// or the user says so; a path or a name says only what the endpoint is there for.
func restarts(p *inventory.Probe) string {
	switch p.RoleSource {
	case inventory.SourceLibrary, inventory.SourceManifest, inventory.SourceConfig, inventory.SourceAnnotation:
		return "While it stays down or slow, every replica is restarted in a loop"
	}
	return "While it is down or slow, a platform that acts on this endpoint restarts every replica in a loop"
}
