// Package health is a stand-in for tests: a registry of checks and its handler, empty bodies.
package health

import (
	"context"
	"net/http"
	"time"
)

type CheckFunc func(context.Context) error

type Config struct {
	Name      string
	Timeout   time.Duration
	SkipOnErr bool
	Check     CheckFunc
}

type Check struct{ Status string }

type Health struct{}

type Option func(*Health) error

func New(opts ...Option) (*Health, error) { return &Health{}, nil }
func WithChecks(checks ...Config) Option  { return func(*Health) error { return nil } }

func (h *Health) Register(c Config) error                            { return nil }
func (h *Health) Handler() http.Handler                              { return nil }
func (h *Health) HandlerFunc(w http.ResponseWriter, r *http.Request) {}
func (h *Health) Measure(ctx context.Context) Check                  { return Check{} }
