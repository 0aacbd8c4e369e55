// Package watch is the command healthlint watch: the rise/fall checker against the liveness and readiness endpoints of
// running processes, with an exit status for scripts.
//
// Probes ask as kubelet does: a GET, a new connection each time, a status from 200 to 399 passes, redirects are not
// followed, no proxy. A target is never asked more than once in an interval.
package watch
