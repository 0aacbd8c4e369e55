// Package grpc_health_v1 is a stand-in for tests: the health protocol.
package grpc_health_v1

import (
	"context"
	"errors"

	"google.golang.org/grpc"
)

type HealthCheckRequest struct{ Service string }

func (x *HealthCheckRequest) GetService() string {
	if x != nil {
		return x.Service
	}
	return ""
}

type HealthCheckResponse_ServingStatus int32

const (
	HealthCheckResponse_UNKNOWN     HealthCheckResponse_ServingStatus = 0
	HealthCheckResponse_SERVING     HealthCheckResponse_ServingStatus = 1
	HealthCheckResponse_NOT_SERVING HealthCheckResponse_ServingStatus = 2
)

type HealthCheckResponse struct {
	Status HealthCheckResponse_ServingStatus
}

type HealthServer interface {
	Check(context.Context, *HealthCheckRequest) (*HealthCheckResponse, error)
}

type UnimplementedHealthServer struct{}

func (UnimplementedHealthServer) Check(context.Context, *HealthCheckRequest) (*HealthCheckResponse, error) {
	return nil, errors.New("method Check not implemented")
}

func RegisterHealthServer(s grpc.ServiceRegistrar, srv HealthServer) {
	s.RegisterService(&grpc.ServiceDesc{ServiceName: "grpc.health.v1.Health"}, srv)
}

type HealthClient interface {
	Check(ctx context.Context, in *HealthCheckRequest, opts ...grpc.CallOption) (*HealthCheckResponse, error)
}

type healthClient struct{ cc grpc.ClientConnInterface }

func NewHealthClient(cc grpc.ClientConnInterface) HealthClient { return &healthClient{cc} }

func (c *healthClient) Check(ctx context.Context, in *HealthCheckRequest, opts ...grpc.CallOption) (*HealthCheckResponse, error) {
	out := new(HealthCheckResponse)
	return out, c.cc.Invoke(ctx, "/grpc.health.v1.Health/Check", in, out, opts...)
}
