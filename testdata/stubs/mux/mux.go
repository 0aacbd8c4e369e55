// Package mux is a stand-in for tests: signatures of the router and its routes, empty bodies.
package mux

import "net/http"

type MiddlewareFunc func(http.Handler) http.Handler

type Router struct{ NotFoundHandler http.Handler }

type Route struct{}

func NewRouter() *Router { return &Router{} }

func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {}
func (r *Router) Handle(path string, handler http.Handler) *Route    { return &Route{} }
func (r *Router) HandleFunc(path string, f func(http.ResponseWriter, *http.Request)) *Route {
	return &Route{}
}
func (r *Router) NewRoute() *Route                 { return &Route{} }
func (r *Router) Path(tpl string) *Route           { return &Route{} }
func (r *Router) PathPrefix(tpl string) *Route     { return &Route{} }
func (r *Router) Methods(methods ...string) *Route { return &Route{} }
func (r *Router) Use(mwf ...MiddlewareFunc)        {}

func (r *Route) Path(tpl string) *Route              { return r }
func (r *Route) PathPrefix(tpl string) *Route        { return r }
func (r *Route) Methods(methods ...string) *Route    { return r }
func (r *Route) Name(name string) *Route             { return r }
func (r *Route) Handler(handler http.Handler) *Route { return r }
func (r *Route) HandlerFunc(f func(http.ResponseWriter, *http.Request)) *Route {
	return r
}
func (r *Route) Subrouter() *Router { return &Router{} }
