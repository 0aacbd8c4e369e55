// Package server is a stand-in for tests: what else the metrics server serves.
package server

import "net/http"

type Options struct {
	BindAddress   string
	ExtraHandlers map[string]http.Handler
}
