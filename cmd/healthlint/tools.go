package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/healthlint/healthlint/analyzer"
	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/lab"
	"github.com/healthlint/healthlint/internal/load"
	"github.com/healthlint/healthlint/internal/report"
	"github.com/healthlint/healthlint/internal/simulate"
	"github.com/healthlint/healthlint/internal/watch"
)

// tools are the subcommands that analyse no code of their own accord. Each reads its own arguments and returns an exit status.
var tools = map[string]func(c *command, args []string) int{
	"simulate": func(c *command, args []string) int { return simulate.Main(args, c.dir, c.stdout, c.stderr) },
	"lab": func(c *command, args []string) int {
		return untilInterrupt(func(ctx context.Context) int { return lab.Main(ctx, args, c.lab, c.stdout, c.stderr) })
	},
	"watch": func(c *command, args []string) int {
		return untilInterrupt(func(ctx context.Context) int { return watch.Main(ctx, args, c.stdout, c.stderr) })
	},
}

// untilInterrupt runs what goes on until Ctrl-C, which ends its context.
func untilInterrupt(run func(context.Context) int) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return run(ctx)
}

// tool runs the subcommand that the first word names, if it is one of the tools.
func (c *command) tool() (status int, ok bool) {
	if len(c.args) == 0 {
		return 0, false
	}
	run, ok := tools[c.args[0]]
	if !ok {
		return 0, false
	}
	return run(c, c.args[1:]), true
}

// lab analyses packages for the lab: findings of all levels, and on stderr what failed.
func (c *command) lab(ctx context.Context, p lab.Packages) (*inventory.Result, error) {
	res, _, err := load.Run(ctx, load.Options{
		Dir:      joinDir(c.dir, p.Dir),
		Patterns: p.Patterns,
		Tags:     p.Tags,
		Env:      c.env,
		Config:   analyzer.Config{Level: inventory.Note},
	})
	if err != nil {
		return nil, err
	}
	if err := cost.Add(res, &cost.Settings{}); err != nil {
		return nil, err
	}
	return res, report.View{}.Errors(c.stderr, res)
}
