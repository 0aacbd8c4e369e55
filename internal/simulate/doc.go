// Package simulate is the command healthlint simulate: presets over the models of package outage, their inputs as
// flags and as YAML, sweeps, and the results as text, JSON and CSV.
//
// A preset is a model, and the rows of a table: named cases or axes. Whoever sets an input that the rows vary, or
// sweeps one, replaces those rows; everything else changes all of them.
package simulate
