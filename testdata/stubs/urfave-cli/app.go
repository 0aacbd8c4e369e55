// Package cli is a stand-in for tests: commands that the library runs, in fields of type any.
package cli

type Context struct{ App *App }

type BeforeFunc func(*Context) error

type Command struct {
	Name   string
	Before BeforeFunc
	Action interface{}
}

type App struct {
	Name     string
	Commands []Command
	Before   BeforeFunc
	Action   interface{}
	Metadata map[string]interface{}
}

func NewApp() *App { return &App{} }

func (a *App) Run(arguments []string) error { return nil }
