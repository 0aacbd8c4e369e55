// Package huma is a stand-in for tests: operations on an API, empty bodies.
package huma

import "context"

type Operation struct {
	OperationID string
	Method      string
	Path        string
}

type Config struct{ Title, Version string }

func DefaultConfig(title, version string) Config { return Config{} }

type API interface{ Config() Config }

type Group struct{ API }

func NewGroup(api API, prefixes ...string) *Group { return &Group{API: api} }

func Register[I, O any](api API, op Operation, handler func(context.Context, *I) (*O, error)) {}

func Get[I, O any](api API, path string, handler func(context.Context, *I) (*O, error), operationHandlers ...func(o *Operation)) {
}
