// Package middleware is a stand-in for tests.
package middleware

import "net/http"

func Heartbeat(endpoint string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return h }
}

func Logger(next http.Handler) http.Handler { return next }

func Recoverer(next http.Handler) http.Handler { return next }
