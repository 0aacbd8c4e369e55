package main

import (
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"
)

func main() {
	if vettoolMode(os.Args[1:]) {
		vettool()
	}
	c := &command{
		args:     os.Args[1:],
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		env:      os.Environ(),
		terminal: isatty.IsTerminal(os.Stdout.Fd()) || isatty.IsCygwinTerminal(os.Stdout.Fd()),
	}
	if c.terminal {
		c.stdout = color.Output // understands escape codes on every system
	}
	os.Exit(c.run())
}
