// Package otelhttp is a stand-in for tests: middleware that answers as what it is put around.
package otelhttp

import "net/http"

type Option interface{}

func NewMiddleware(operation string, opts ...Option) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return h }
}
