// Package rest is a stand-in for tests: signatures of the server and its routes, empty bodies.
package rest

import "net/http"

type Route struct {
	Method  string
	Path    string
	Handler http.HandlerFunc
}

type RestConf struct{ Port int }

type RouteOption func(r *featuredRoutes)

type featuredRoutes struct{}

type RunOption func(*Server)

type Middleware func(next http.HandlerFunc) http.HandlerFunc

type Server struct{}

func MustNewServer(c RestConf, opts ...RunOption) *Server { return &Server{} }

func (s *Server) AddRoute(r Route, opts ...RouteOption)     {}
func (s *Server) AddRoutes(rs []Route, opts ...RouteOption) {}
func (s *Server) Use(middleware Middleware)                 {}
func (s *Server) Start()                                    {}

func WithPrefix(group string) RouteOption { return func(*featuredRoutes) {} }

func WithMiddlewares(ms []Middleware, rs ...Route) []Route { return rs }
