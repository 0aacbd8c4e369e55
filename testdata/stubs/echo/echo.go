// Package echo is a stand-in for tests: signatures of the router and its groups, empty bodies.
package echo

import "net/http"

type Context interface {
	Request() *http.Request
	JSON(code int, i any) error
	String(code int, s string) error
	NoContent(code int) error
	Get(key string) any
	Set(key string, val any)
}

type HandlerFunc func(c Context) error

type MiddlewareFunc func(next HandlerFunc) HandlerFunc

type Route struct{ Method, Path, Name string }

type Echo struct{ Server *http.Server }

type Group struct{}

func New() (e *Echo) { return &Echo{} }

func (e *Echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (e *Echo) Start(address string) error                       { return nil }
func (e *Echo) Use(middleware ...MiddlewareFunc)                 {}
func (e *Echo) Pre(middleware ...MiddlewareFunc)                 {}
func (e *Echo) GET(path string, h HandlerFunc, m ...MiddlewareFunc) *Route {
	return nil
}
func (e *Echo) HEAD(path string, h HandlerFunc, m ...MiddlewareFunc) *Route {
	return nil
}
func (e *Echo) POST(path string, h HandlerFunc, m ...MiddlewareFunc) *Route {
	return nil
}
func (e *Echo) Any(path string, handler HandlerFunc, middleware ...MiddlewareFunc) []*Route {
	return nil
}
func (e *Echo) Add(method, path string, handler HandlerFunc, middleware ...MiddlewareFunc) *Route {
	return nil
}
func (e *Echo) Group(prefix string, m ...MiddlewareFunc) (g *Group) { return &Group{} }

func (g *Group) Use(middleware ...MiddlewareFunc) {}
func (g *Group) GET(path string, h HandlerFunc, m ...MiddlewareFunc) *Route {
	return nil
}
func (g *Group) Group(prefix string, middleware ...MiddlewareFunc) (sg *Group) { return &Group{} }

func WrapHandler(h http.Handler) HandlerFunc { return func(Context) error { return nil } }
