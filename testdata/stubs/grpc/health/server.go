// Package health is a stand-in for tests: the server that answers what it was told.
package health

import (
	"context"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

type Server struct {
	healthpb.UnimplementedHealthServer
}

func NewServer() *Server { return &Server{} }

func (s *Server) Check(ctx context.Context, in *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	return &healthpb.HealthCheckResponse{}, nil
}

func (s *Server) SetServingStatus(service string, servingStatus healthpb.HealthCheckResponse_ServingStatus) {
}

func (s *Server) Shutdown() {}
