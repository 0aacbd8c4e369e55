package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/load"
	"github.com/healthlint/healthlint/internal/nearest"
)

// commands are the words that may come first.
var commands = []string{verbProbes, verbReport, "simulate", "lab", "watch", verbHelp}

// bare matches a word that may be a command or, rarely, a package: no slash, no dot.
var bare = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// mistaken explains a word that stands where packages do and was meant as a command. What the go command takes for a
// package is one, and so is what could be a directory without its ./, which the loader explains.
func (c *command) mistaken(inv *invocation) error {
	if inv.verb != verbCheck {
		return nil
	}
	for i, word := range inv.patterns {
		known := slices.Contains(commands, word)
		if !bare.MatchString(word) || i > 0 && !known || !load.NotAPackage(context.Background(), c.options(inv), word) {
			continue
		}
		if known {
			return fmt.Errorf("%s comes first: healthlint %s", word, strings.Join(toFront(c.args, word), " "))
		}
		if best := nearest.To(word, commands); best != "" {
			return fmt.Errorf("unknown command %q; did you mean %s?", word, best)
		}
		return fmt.Errorf("unknown command %q; there are %s, and a package goes by its directory, as in ./%s", word, strings.Join(commands, ", "), word)
	}
	return nil
}

// toFront puts the last argument that is word before all others: it is none that a flag before it took as its value.
func toFront(args []string, word string) []string {
	i := len(args) - 1
	for args[i] != word {
		i--
	}
	return slices.Concat([]string{word}, args[:i], args[i+1:])
}
