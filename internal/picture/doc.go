// Package picture says what a run of a model of package outage looks like: lanes of replicas coloured by state, plots,
// what changed when, and one line that sums it up. The page of the lab draws it with scripts, a report with SVG of its
// own; neither computes a model. Everything is deterministic.
package picture
