// Package sarif prints a result as SARIF 2.1.0, for GitHub code scanning and other viewers. It is a view like those of
// package report: the same result gives the same bytes, without a time, a directory of this machine or a random id.
//
// The structs are the part of the format that is used here, with no member that says nothing. A library exists
// (github.com/owenrumney/go-sarif); it writes empty members and defaults beside the content, and links an HTTP client
// and a schema validator into a program that promises to open no connection.
package sarif
