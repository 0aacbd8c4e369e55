// Package gosundheit is a stand-in for tests: checks that a goroutine of their own runs.
package gosundheit

import "context"

type Check interface {
	Name() string
	Execute(ctx context.Context) (details interface{}, err error)
}

type Option interface{}

type CheckOption interface{}

type Health interface {
	RegisterCheck(check Check, opts ...CheckOption) error
	IsHealthy() bool
}

func New(opts ...Option) Health { return nil }
