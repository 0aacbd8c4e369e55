// Package analyzer says what the health endpoints of a Go program will do to it: which of them a restart hangs on,
// which of them decides about traffic, and what outside the process each of them reaches before it answers.
//
// The parts, in the order in which they run:
//
//	Unit, Analyze   the work on one type-checked package, the same for every driver
//	Scope, Judge    the rules over the probes of one package or program
//	rules.go        the ordered list of rules; rule_<id>.go is one rule, with its texts on top
//	message*.go     how a finding is put into one line
//	fingerprint.go  what a finding is recognised by when code around it moves
//
// Rules are pure functions over package inventory. They never see syntax, types or SSA, so each can be tested with an
// inventory written by hand, and no rule can disagree with another about what a probe reaches.
//
// # Adding a rule
//
// Write the texts first (what it finds, why that hurts, what to do, what it stays silent on), then the table test with
// a silent case beside each loud one, then rule_<id>.go (underscores for hyphens) and its line in the list. Give the
// page of the rule an example in meta_test.go and run
//
//	go generate ./analyzer
//
// which writes docs/rules/<id>.md. A rule without one of these, or with a stale page, fails the tests.
package analyzer
