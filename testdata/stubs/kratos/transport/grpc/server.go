// Package grpc is a stand-in for tests: the server and the option that leaves its health service out.
package grpc

type ServerOption func(*Server)

type Server struct{}

func NewServer(opts ...ServerOption) *Server { return &Server{} }

func CustomHealth() ServerOption       { return func(*Server) {} }
func Address(addr string) ServerOption { return func(*Server) {} }
