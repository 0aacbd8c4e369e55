// Package outage computes what health checks cost while something is down. The models, each a struct of
// inputs with a Run method:
//
//   - [Content]: what an endpoint asks (five depths), how often, over a schedule of failures; and [CheckCost], what
//     its checks cost on a day without failures;
//   - [Fleet]: replicas behind a load balancer while a dependency is down;
//   - [Combined]: one process with separate or combined liveness and readiness endpoints;
//   - [Probes]: startup, readiness and liveness probes over slow starts, stuck processes and lost dependencies;
//   - [RiseFall]: what two thresholds make of a series of answers.
//
// All are pure and deterministic: no clock, no random source but a seeded hash, the same inputs give the same result
// to the last bit. Units stand in the names (_s seconds, _rps requests a second, _share 0 to 1, _rounds steps of an
// abstract length). The defaults are those of five published lessons and experiments; testdata/models.json holds the
// figures these state, and tests reproduce each of them. Where a model goes beyond them (platforms, back-off,
// staggered checks), the default is off, and the comment names the source.
//
// Watch methods show a run moment by moment to those who draw it.
//
// What no model here has: queues, retries, slow answers, autoscaling, more than one dependency outage at a time in a
// fleet. They carry over as decisions (what to check where), not as forecasts.
package outage
