// Package grpc is a stand-in for tests: signatures of the server and of clients, empty bodies.
package grpc

import (
	"context"
	"net"
)

type ServiceDesc struct{ ServiceName string }

type ServiceRegistrar interface {
	RegisterService(desc *ServiceDesc, impl any)
}

type ServerOption interface{ apply() }

type Server struct{}

func NewServer(opt ...ServerOption) *Server { return &Server{} }

func (s *Server) RegisterService(sd *ServiceDesc, ss any) {}
func (s *Server) Serve(lis net.Listener) error            { return nil }

type CallOption interface{ before() }

type DialOption interface{ apply() }

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error
}

type ClientConn struct{}

func NewClient(target string, opts ...DialOption) (conn *ClientConn, err error) {
	return &ClientConn{}, nil
}

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}
