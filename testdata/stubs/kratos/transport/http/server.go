// Package http is a stand-in for tests: signatures of the server and its options, empty bodies.
package http

import "net/http"

type Context interface{ Request() *http.Request }

type HandlerFunc func(Context) error

type FilterFunc func(http.Handler) http.Handler

type ServerOption func(*Server)

type Server struct{}

func NewServer(opts ...ServerOption) *Server { return &Server{} }

func PathPrefix(prefix string) ServerOption                          { return func(*Server) {} }
func Filter(filters ...FilterFunc) ServerOption                      { return func(*Server) {} }
func Address(addr string) ServerOption                               { return func(*Server) {} }
func (s *Server) Handle(path string, h http.Handler)                 {}
func (s *Server) HandleFunc(path string, h http.HandlerFunc)         {}
func (s *Server) HandlePrefix(prefix string, h http.Handler)         {}
func (s *Server) Route(prefix string, filters ...FilterFunc) *Router { return &Router{} }

type Router struct{}

func (r *Router) GET(path string, h HandlerFunc, m ...FilterFunc) {}
