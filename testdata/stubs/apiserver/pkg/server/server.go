// Package server is a stand-in for tests: where checks are added to a generic server.
package server

import "k8s.io/apiserver/pkg/server/healthz"

type GenericAPIServer struct{}

func (s *GenericAPIServer) AddHealthChecks(checks ...healthz.HealthChecker) error { return nil }
func (s *GenericAPIServer) AddReadyzChecks(checks ...healthz.HealthChecker) error { return nil }
