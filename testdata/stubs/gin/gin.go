// Package gin is a stand-in for tests: signatures of the engine and its groups, empty bodies.
package gin

import "net/http"

type HandlerFunc func(*Context)

type HandlersChain []HandlerFunc

type H map[string]any

type OptionFunc func(*Engine)

type ResponseWriter interface {
	http.ResponseWriter
	Status() int
}

type Context struct {
	Request *http.Request
	Writer  ResponseWriter
}

func (c *Context) JSON(code int, obj any)                        {}
func (c *Context) String(code int, format string, values ...any) {}
func (c *Context) Status(code int)                               {}
func (c *Context) AbortWithStatus(code int)                      {}
func (c *Context) Next()                                         {}
func (c *Context) Set(key any, value any)                        {}
func (c *Context) Get(key any) (value any, exists bool)          { return nil, false }
func (c *Context) MustGet(key any) any                           { return nil }

type IRoutes interface {
	Use(...HandlerFunc) IRoutes
	Handle(string, string, ...HandlerFunc) IRoutes
	Any(string, ...HandlerFunc) IRoutes
	GET(string, ...HandlerFunc) IRoutes
	POST(string, ...HandlerFunc) IRoutes
	HEAD(string, ...HandlerFunc) IRoutes
}

type IRouter interface {
	IRoutes
	Group(string, ...HandlerFunc) *RouterGroup
}

type RouterGroup struct {
	Handlers HandlersChain
	basePath string
	engine   *Engine
	root     bool
}

func (group *RouterGroup) Use(middleware ...HandlerFunc) IRoutes { return group }
func (group *RouterGroup) Group(relativePath string, handlers ...HandlerFunc) *RouterGroup {
	return &RouterGroup{}
}
func (group *RouterGroup) Handle(httpMethod, relativePath string, handlers ...HandlerFunc) IRoutes {
	return group
}
func (group *RouterGroup) Any(relativePath string, handlers ...HandlerFunc) IRoutes  { return group }
func (group *RouterGroup) GET(relativePath string, handlers ...HandlerFunc) IRoutes  { return group }
func (group *RouterGroup) POST(relativePath string, handlers ...HandlerFunc) IRoutes { return group }
func (group *RouterGroup) HEAD(relativePath string, handlers ...HandlerFunc) IRoutes { return group }

type Engine struct {
	RouterGroup
}

func New(opts ...OptionFunc) *Engine     { return &Engine{} }
func Default(opts ...OptionFunc) *Engine { return &Engine{} }

func (engine *Engine) ServeHTTP(w http.ResponseWriter, req *http.Request) {}
func (engine *Engine) Use(middleware ...HandlerFunc) IRoutes              { return engine }
func (engine *Engine) Run(addr ...string) error                           { return nil }
func (engine *Engine) NoRoute(handlers ...HandlerFunc)                    {}

func Logger() HandlerFunc   { return func(*Context) {} }
func Recovery() HandlerFunc { return func(*Context) {} }

func WrapF(f http.HandlerFunc) HandlerFunc { return func(*Context) {} }
func WrapH(h http.Handler) HandlerFunc     { return func(*Context) {} }
