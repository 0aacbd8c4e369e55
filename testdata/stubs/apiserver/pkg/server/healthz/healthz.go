// Package healthz is a stand-in for tests: checks and the calls that install them, empty bodies.
package healthz

import "net/http"

type HealthChecker interface {
	Name() string
	Check(req *http.Request) error
}

type ping struct{}

func (ping) Name() string                { return "ping" }
func (ping) Check(_ *http.Request) error { return nil }

var PingHealthz HealthChecker = ping{}

type mux interface {
	Handle(pattern string, handler http.Handler)
}

func InstallHandler(mux mux, checks ...HealthChecker)                  {}
func InstallReadyzHandler(mux mux, checks ...HealthChecker)            {}
func InstallPathHandler(mux mux, path string, checks ...HealthChecker) {}
