package catalog

import (
	"errors"
	"fmt"
	"go/types"
	"strings"
)

// Class tells how the engine treats a package.
type Class int

// The classes.
const (
	Follow  Class = iota // bodies are read
	Std                  // standard library: tables only
	Table                // a client, router or health library: tables only; what no line names does nothing
	Ambient              // logging, metrics, tracing, pure helpers: never read, its interfaces are never open
)

func (c Class) String() string { return [...]string{"follow", "std", "table", "ambient"}[c] }

// Class of the package at an import path. The longest prefix that a line names decides; a package with
// effect lines of its own is a table together with what is below it. Nothing here knows whose package
// it is: a caller that analyses the module of a client or a router follows it all the same.
func (c *Catalog) Class(path string) Class {
	for cat := c; cat != nil; cat = cat.base {
		if class, ok := cat.ownClass(path); ok {
			return class
		}
	}
	return Follow
}

func (c *Catalog) ownClass(path string) (Class, bool) {
	for prefix := path; prefix != ""; prefix = parent(prefix) {
		if class, ok := c.classes[prefix]; ok {
			return class, true
		}
		if c.listed[prefix] && !c.std[firstElement(prefix)] {
			return Table, true
		}
	}
	return Std, c.std[firstElement(path)]
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)]
}

func firstElement(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

// AmbientInterface reports whether a call of m, a method of an interface, is never open: whatever
// answers it is not worth looking for. Interfaces of tables are another matter: their methods have an
// effect line or none, and the values behind them may be the user's.
func (c *Catalog) AmbientInterface(m *types.Func) bool {
	if m.Pkg() == nil {
		return true // error.Error
	}
	path := m.Pkg().Path()
	if c.Class(path) == Ambient {
		return true
	}
	name := receiver(m.Signature())
	for cat := c; cat != nil; cat = cat.base {
		for prefix := path; prefix != ""; prefix = parent(prefix) {
			types, ok := cat.quiet[prefix]
			if ok && (types == nil || prefix == path && types[name]) {
				return true
			}
		}
	}
	return false
}

// classLine: follow|table|ambient PREFIX...
func classLine(class Class) func(*depParser, []string) error {
	return func(p *depParser, words []string) error {
		if len(words) == 0 {
			return errors.New("want import path prefixes")
		}
		for _, w := range words {
			if !importWord.MatchString(w) || strings.HasSuffix(w, "/") {
				return fmt.Errorf("bad import path prefix %q", w)
			}
			if err := p.once("class of " + w); err != nil {
				return err
			}
			p.cat.classes[w] = class
		}
		return nil
	}
}

// stdLine: std ELEMENT...
func (p *depParser) stdLine(words []string) error {
	for _, w := range words {
		if !identWord.MatchString(w) {
			return fmt.Errorf("bad first path element %q", w)
		}
		if err := p.once("std " + w); err != nil {
			return err
		}
		p.cat.std[w] = true
	}
	return nil
}

// quietLine: quiet IMPORT [TYPE...]; without types the package and all below it.
func (p *depParser) quietLine(words []string) error {
	if len(words) == 0 || !importWord.MatchString(words[0]) {
		return errors.New("want: quiet IMPORT [TYPE...]")
	}
	if err := p.once("quiet " + words[0]); err != nil {
		return err
	}
	var names map[string]bool
	if len(words) > 1 {
		names = set(words[1:]...)
	}
	p.cat.quiet[words[0]] = names
	return nil
}
