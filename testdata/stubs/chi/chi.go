// Package chi is a stand-in for tests: signatures of the router, empty bodies.
package chi

import "net/http"

type Router interface {
	http.Handler

	Use(middlewares ...func(http.Handler) http.Handler)
	With(middlewares ...func(http.Handler) http.Handler) Router
	Group(fn func(r Router)) Router
	Route(pattern string, fn func(r Router)) Router
	Mount(pattern string, h http.Handler)
	Handle(pattern string, h http.Handler)
	HandleFunc(pattern string, h http.HandlerFunc)
	Method(method, pattern string, h http.Handler)
	MethodFunc(method, pattern string, h http.HandlerFunc)
	Get(pattern string, h http.HandlerFunc)
	Head(pattern string, h http.HandlerFunc)
	Post(pattern string, h http.HandlerFunc)
	NotFound(h http.HandlerFunc)
}

type Mux struct{}

func NewRouter() *Mux { return &Mux{} }

func (mx *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request)              {}
func (mx *Mux) Use(middlewares ...func(http.Handler) http.Handler)            {}
func (mx *Mux) With(middlewares ...func(http.Handler) http.Handler) Router    { return mx }
func (mx *Mux) Group(fn func(r Router)) Router                                { return mx }
func (mx *Mux) Route(pattern string, fn func(r Router)) Router                { return mx }
func (mx *Mux) Mount(pattern string, handler http.Handler)                    {}
func (mx *Mux) Handle(pattern string, handler http.Handler)                   {}
func (mx *Mux) HandleFunc(pattern string, handlerFn http.HandlerFunc)         {}
func (mx *Mux) Method(method, pattern string, handler http.Handler)           {}
func (mx *Mux) MethodFunc(method, pattern string, handlerFn http.HandlerFunc) {}
func (mx *Mux) Get(pattern string, handlerFn http.HandlerFunc)                {}
func (mx *Mux) Head(pattern string, handlerFn http.HandlerFunc)               {}
func (mx *Mux) Post(pattern string, handlerFn http.HandlerFunc)               {}
func (mx *Mux) NotFound(handlerFn http.HandlerFunc)                           {}
