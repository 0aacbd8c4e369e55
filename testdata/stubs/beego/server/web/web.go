// Package web is a stand-in for tests: controllers, routes and namespaces, empty bodies.
package web

import "github.com/beego/beego/v2/server/web/context"

type ControllerInterface interface {
	Prepare()
	Get()
	Post()
	Finish()
}

type Controller struct{ Ctx *context.Context }

func (c *Controller) Prepare()          {}
func (c *Controller) Get()              {}
func (c *Controller) Post()             {}
func (c *Controller) Finish()           {}
func (c *Controller) Abort(code string) {}

type HandleFunc func(ctx *context.Context)

type HttpServer struct{}

func Get(rootpath string, f HandleFunc) *HttpServer { return nil }
func Router(rootpath string, c ControllerInterface, mappingMethods ...string) *HttpServer {
	return nil
}
func Run(params ...string) {}

type Namespace struct{}

type LinkNamespace func(*Namespace)

func NewNamespace(prefix string, params ...LinkNamespace) *Namespace { return &Namespace{} }
func AddNamespace(nl ...*Namespace)                                  {}
func NSNamespace(prefix string, params ...LinkNamespace) LinkNamespace {
	return func(*Namespace) {}
}
func NSGet(rootpath string, f HandleFunc) LinkNamespace { return func(*Namespace) {} }
func NSRouter(rootpath string, c ControllerInterface, mappingMethods ...string) LinkNamespace {
	return func(*Namespace) {}
}
