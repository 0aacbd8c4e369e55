// Package fx is a stand-in for tests: a container that calls what it is given by reflection.
package fx

import (
	"context"
	"reflect"
)

type Option interface{ apply(*App) }

type App struct{ invokes, provides []any }

type Hook struct {
	OnStart func(context.Context) error
	OnStop  func(context.Context) error
}

type Lifecycle interface{ Append(Hook) }

type provideOption struct{ targets []any }

func (o provideOption) apply(a *App) { a.provides = append(a.provides, o.targets...) }

type invokeOption struct{ targets []any }

func (o invokeOption) apply(a *App) { a.invokes = append(a.invokes, o.targets...) }

func Provide(constructors ...any) Option { return provideOption{constructors} }

func Invoke(funcs ...any) Option { return invokeOption{funcs} }

func New(opts ...Option) *App {
	a := &App{}
	for _, o := range opts {
		o.apply(a)
	}
	return a
}

func (a *App) Run() {
	for _, f := range a.invokes {
		reflect.ValueOf(f).Call(nil)
	}
}
