// Package health is a stand-in for tests: signatures of the checker and its handler, empty bodies.
package health

import (
	"context"
	"net/http"
	"time"
)

type Check struct {
	Name    string
	Timeout time.Duration
	Check   func(ctx context.Context) error
}

type CheckerResult struct{ Status string }

type Checker interface {
	Start()
	Stop()
	Check(ctx context.Context) CheckerResult
}

type config struct{}

type CheckerOption func(config *config)

type HandlerConfig struct{}

type HandlerOption func(*HandlerConfig)

type checker struct{}

func (*checker) Start()                                  {}
func (*checker) Stop()                                   {}
func (*checker) Check(ctx context.Context) CheckerResult { return CheckerResult{} }

func NewChecker(options ...CheckerOption) Checker { return &checker{} }

func WithCheck(check Check) CheckerOption { return func(*config) {} }

func WithPeriodicCheck(refreshPeriod time.Duration, initialDelay time.Duration, check Check) CheckerOption {
	return func(*config) {}
}

func WithTimeout(timeout time.Duration) CheckerOption { return func(*config) {} }

func WithDisabledCache() CheckerOption { return func(*config) {} }

func WithStatusCodeDown(httpStatus int) HandlerOption { return func(*HandlerConfig) {} }

func NewHandler(checker Checker, options ...HandlerOption) http.HandlerFunc {
	return func(http.ResponseWriter, *http.Request) {}
}
