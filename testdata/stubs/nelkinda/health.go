// Package health is a stand-in for tests: a service over providers of checks, empty bodies.
package health

import (
	"context"
	"net/http"
)

type Health struct{ Version string }

type Checks struct{ Status string }

type ChecksProvider interface {
	HealthChecks(ctx context.Context) map[string][]Checks
	AuthorizeHealth(r *http.Request) bool
}

type Service struct{}

func New(h Health, providers ...ChecksProvider) *Service { return &Service{} }

func (s *Service) Handler(w http.ResponseWriter, r *http.Request) {}
