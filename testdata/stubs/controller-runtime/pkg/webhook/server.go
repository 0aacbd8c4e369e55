// Package webhook is a stand-in for tests.
package webhook

import (
	"net/http"

	"sigs.k8s.io/controller-runtime/pkg/healthz"
)

type Server interface {
	Register(path string, hook http.Handler)
	StartedChecker() healthz.Checker
}
