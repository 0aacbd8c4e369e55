// Package cobra is a stand-in for tests: commands whose functions the library runs.
package cobra

import "context"

type PositionalArgs func(cmd *Command, args []string) error

type Command struct {
	Use, Short, Long   string
	Args               PositionalArgs
	SilenceUsage       bool
	PersistentPreRunE  func(cmd *Command, args []string) error
	PreRun             func(cmd *Command, args []string)
	Run                func(cmd *Command, args []string)
	RunE               func(cmd *Command, args []string) error
	PersistentPostRunE func(cmd *Command, args []string) error
	commands           []*Command
}

func (c *Command) AddCommand(cmds ...*Command) { c.commands = append(c.commands, cmds...) }

func (c *Command) Context() context.Context { return context.Background() }

func (c *Command) Execute() error { return nil }

func (c *Command) ExecuteContext(ctx context.Context) error { return c.Execute() }
