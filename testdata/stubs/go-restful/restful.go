// Package restful is a stand-in for tests: services, routes and containers, empty bodies.
package restful

import "net/http"

type Request struct{ Request *http.Request }

type Response struct{ http.ResponseWriter }

type RouteFunction func(*Request, *Response)

type WebService struct{}

func (w *WebService) Path(root string) *WebService            { return w }
func (w *WebService) Consumes(types ...string) *WebService    { return w }
func (w *WebService) Route(builder *RouteBuilder) *WebService { return w }
func (w *WebService) GET(subPath string) *RouteBuilder        { return &RouteBuilder{} }
func (w *WebService) POST(subPath string) *RouteBuilder       { return &RouteBuilder{} }
func (w *WebService) Method(httpMethod string) *RouteBuilder  { return &RouteBuilder{} }

type RouteBuilder struct{}

func (b *RouteBuilder) Path(subPath string) *RouteBuilder       { return b }
func (b *RouteBuilder) Doc(documentation string) *RouteBuilder  { return b }
func (b *RouteBuilder) To(function RouteFunction) *RouteBuilder { return b }

type Container struct{}

func NewContainer() *Container { return &Container{} }

func (c *Container) Add(service *WebService) *Container               { return c }
func (c *Container) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func Add(service *WebService) {}
