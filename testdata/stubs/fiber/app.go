// Package fiber is a stand-in for tests: signatures of the router, empty bodies.
package fiber

type Ctx struct{}

func (c *Ctx) Path(override ...string) string   { return "" }
func (c *Ctx) SendStatus(status int) error      { return nil }
func (c *Ctx) Next() error                      { return nil }
func (c *Ctx) Method(override ...string) string { return "" }

type Handler = func(*Ctx) error

type Router interface {
	Use(args ...interface{}) Router
	Get(path string, handlers ...Handler) Router
	Group(prefix string, handlers ...Handler) Router
	Mount(prefix string, fiber *App) Router
}

type App struct{}

func New() *App { return &App{} }

func (app *App) Use(args ...interface{}) Router                  { return app }
func (app *App) Get(path string, handlers ...Handler) Router     { return app }
func (app *App) Group(prefix string, handlers ...Handler) Router { return app }
func (app *App) Mount(prefix string, subApp *App) Router         { return app }
func (app *App) Listen(addr string) error                        { return nil }
