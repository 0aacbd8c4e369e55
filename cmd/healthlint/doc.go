// Healthlint says what the health endpoints of Go services answer, what they touch, and what the platform will do
// because of it. The text of `healthlint help` is usage.txt beside this file.
//
// The go command can run the same binary: go vet -vettool=$(command -v healthlint) ./...
package main

import _ "embed"

//go:embed usage.txt
var usage string

// columns explains the table of `healthlint probes`; the README shows it too.
//
//go:embed probes.txt
var columns string
