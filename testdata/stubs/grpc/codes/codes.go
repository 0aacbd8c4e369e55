// Package codes is a stand-in for tests.
package codes

type Code uint32

const (
	OK       Code = 0
	NotFound Code = 5
)
