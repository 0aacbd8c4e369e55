package catalog

import (
	"errors"
	"fmt"
	"go/types"
	"strings"
)

// HigherOrder says that a function runs one of its arguments.
type HigherOrder struct {
	Arg  int    // from 0, receiver not counted
	When string // RunsSync, RunsGoroutine, RunsReturned or RunsLater
}

// Values of HigherOrder.When.
const (
	RunsSync      = "sync"      // before the function returns
	RunsGoroutine = "goroutine" // in a goroutine that somebody waits for
	RunsReturned  = "returned"  // when the value that the function returns is called
	RunsLater     = "later"     // after the function has returned, nobody waits
)

// Factory describes a constructor of checks: the work is in the value it returns.
type Factory struct {
	Effect     *Effect // of calling the result, with Addr an argument of the constructor; nil when it wraps
	Wraps      int     // the argument that the result runs, -1 for none
	Deadline   bool    // the result bounds the check in time
	Background bool    // a goroutine runs the check, the result reports the last answer
}

// source is what a driver name or a constructor says about the database behind it.
type source struct {
	product string
	local   bool
}

// HigherOrder lists the arguments that the function full runs. The key is what
// (*types.Func).Origin().FullName() prints; type parameters do not matter.
func (c *Catalog) HigherOrder(full string) []HigherOrder {
	return lookup(c, full, func(c *Catalog, k key) ([]HigherOrder, bool) { v, ok := c.runs[k]; return v, ok })
}

// Factory describes the constructor of a check, nil when full is none.
func (c *Catalog) Factory(full string) *Factory {
	return lookup(c, full, func(c *Catalog, k key) (*Factory, bool) { v, ok := c.checks[k]; return v, ok })
}

// ProductOf names the product that a constructor fixes, as in gorm.io/driver/postgres.Open.
func (c *Catalog) ProductOf(full string) (product string, local, ok bool) {
	s := lookup(c, full, func(c *Catalog, k key) (source, bool) { v, ok := c.products[k]; return v, ok })
	return s.product, s.local, s.product != ""
}

// DriverArg is the argument of full that holds the name of a database/sql driver.
func (c *Catalog) DriverArg(full string) (arg int, ok bool) {
	n := lookup(c, full, func(c *Catalog, k key) (int, bool) { v, ok := c.opens[k]; return v + 1, ok })
	return n - 1, n > 0
}

// Origin tells how a value that full returns answers calls whose Effect is IODepends: IOBlocking when it asks the
// server each time, IONone when it answers from memory that a background refresh fills. ok is false for all others.
func (c *Catalog) Origin(full string) (io string, ok bool) {
	io = lookup(c, full, func(c *Catalog, k key) (string, bool) { v, ok := c.origins[k]; return v, ok })
	return io, io != ""
}

// Driver names the product behind a database/sql driver name.
func (c *Catalog) Driver(name string) (product string, local, ok bool) {
	for cat := c; cat != nil; cat = cat.base {
		if s, ok := cat.drivers[name]; ok {
			return s.product, s.local, true
		}
	}
	return "", false, false
}

// lookup asks the layers of a catalogue in turn.
func lookup[T any](c *Catalog, full string, get func(*Catalog, key) (T, bool)) (found T) {
	k, ok := splitFull(full)
	if !ok {
		return found
	}
	for cat := c; cat != nil; cat = cat.base {
		if v, ok := get(cat, k); ok {
			return v
		}
	}
	return found
}

// runsLine: runs IMPORT WHEN:ARG[,ARG] TARGET NAME...
func (p *depParser) runsLine(words []string) error {
	if len(words) < 4 {
		return errors.New("want: runs IMPORT WHEN:ARG TARGET NAME...")
	}
	when, list, _ := strings.Cut(words[1], ":")
	switch when {
	case RunsSync, RunsGoroutine, RunsReturned, RunsLater:
	default:
		return fmt.Errorf("unknown time %q: sync, goroutine, returned or later", when)
	}
	var args []HigherOrder
	for s := range strings.SplitSeq(list, ",") {
		n, err := argument(s)
		if err != nil {
			return err
		}
		args = append(args, HigherOrder{n, when})
	}
	return p.each("runs", words[0], words[2], words[3:], func(k key) { p.cat.runs[k] = args })
}

// each checks IMPORT TARGET NAME... and hands over one key a name.
func (p *depParser) each(what, pkg, recv string, names []string, add func(key)) error {
	recv, err := target(recv)
	if err != nil {
		return err
	}
	if !importWord.MatchString(pkg) || isGlob(recv) || strings.HasPrefix(recv, ".") || strings.HasPrefix(recv, onType) || len(names) == 0 {
		return fmt.Errorf("want: %s with IMPORT, func or a type, and names", what)
	}
	for _, name := range names {
		if !identWord.MatchString(name) {
			return fmt.Errorf("bad name %q", name)
		}
		if err := p.once(fmt.Sprintf("%s %s %s.%s", what, pkg, recv, name)); err != nil {
			return err
		}
		add(key{pkg, member{recv, name}})
	}
	return nil
}

// checkLine: check IMPORT KIND SHARED "PRODUCT" NAME[@ADDR]... [deadline] [background] or
// check IMPORT wraps:ARG NAME... [deadline] [background]
func (p *depParser) checkLine(words []string) error {
	if len(words) < 3 {
		return errors.New("want: check IMPORT, then KIND SHARED PRODUCT or wraps:ARG, then NAME...")
	}
	pkg := words[0]
	f := Factory{Wraps: -1}
	if arg, ok := strings.CutPrefix(words[1], "wraps:"); ok {
		n, err := argument(arg)
		if err != nil {
			return err
		}
		f.Wraps, words = n, words[2:]
	} else {
		if len(words) < 5 {
			return errors.New("want: check IMPORT KIND SHARED PRODUCT NAME...")
		}
		if err := nature(words[1], words[2], words[3]); err != nil {
			return err
		}
		f.Effect = &Effect{ID: "check:" + pkg, Kind: words[1], Shared: words[2], Product: words[3], IO: IOBlocking, Context: -1}
		words = words[4:]
	}
	var names []string
	for _, w := range words {
		switch w {
		case "deadline":
			f.Deadline = true
		case "background":
			f.Background = true
		default:
			names = append(names, w)
		}
	}
	return p.addChecks(pkg, f, names)
}

// addChecks files a copy of f under each name, with the address that the name carries.
func (p *depParser) addChecks(pkg string, f Factory, names []string) error {
	if len(names) == 0 {
		return errors.New("want the names of constructors")
	}
	for _, w := range names {
		name, addr, err := nameAndAddress(w)
		if err != nil {
			return err
		}
		own := f
		if f.Effect != nil {
			e := *f.Effect
			e.Addr = addr
			own.Effect = &e
		} else if addr >= 0 {
			return fmt.Errorf("%q: a wrapper has no address", w)
		}
		if err := p.each("check", pkg, "func", []string{name}, func(k key) { p.cat.checks[k] = &own }); err != nil {
			return err
		}
	}
	return nil
}

// driverLine: driver SHARED "PRODUCT" NAME...
func (p *depParser) driverLine(words []string) error {
	if len(words) < 3 {
		return errors.New("want: driver SHARED PRODUCT NAME...")
	}
	if err := nature(KindDatabase, words[0], words[1]); err != nil {
		return err
	}
	for _, name := range words[2:] {
		if err := p.once("driver " + name); err != nil {
			return err
		}
		p.cat.drivers[name] = source{words[1], words[0] == Local}
	}
	return nil
}

// productLine: product IMPORT SHARED "PRODUCT" NAME...
func (p *depParser) productLine(words []string) error {
	if len(words) < 4 {
		return errors.New("want: product IMPORT SHARED PRODUCT NAME...")
	}
	if err := nature(KindDatabase, words[1], words[2]); err != nil {
		return err
	}
	s := source{words[2], words[1] == Local}
	return p.each("product", words[0], "func", words[3:], func(k key) { p.cat.products[k] = s })
}

// opensLine: opens IMPORT ARG NAME...
func (p *depParser) opensLine(words []string) error {
	if len(words) < 3 {
		return errors.New("want: opens IMPORT ARG NAME...")
	}
	arg, err := argument(words[1])
	if err != nil {
		return err
	}
	return p.each("opens", words[0], "func", words[2:], func(k key) { p.cat.opens[k] = arg })
}

// originLine: live|cached IMPORT TARGET NAME...
func originLine(word, io string) func(*depParser, []string) error {
	return func(p *depParser, words []string) error {
		if len(words) < 3 {
			return fmt.Errorf("want: %s IMPORT TARGET NAME...", word)
		}
		return p.each("origin", words[0], words[1], words[2:], func(k key) { p.cat.origins[k] = io })
	}
}

// shape is a guess at the method of an interface.
type shape struct {
	id, kind, shared, product string

	sig   predicate
	names map[string]int // method -> address argument
}

// shapeLine: shape ID KIND SHARED "PRODUCT" METHOD[@ADDR]... sig=NAME
func (p *depParser) shapeLine(words []string) error {
	words, attrs, err := attributes(words, "sig")
	if err != nil {
		return err
	}
	if len(words) < 5 {
		return errors.New("want: shape ID KIND SHARED PRODUCT METHOD... sig=NAME")
	}
	if err := nature(words[1], words[2], words[3]); err != nil {
		return err
	}
	if err := p.once("id " + words[0]); err != nil {
		return err
	}
	s := &shape{id: words[0], kind: words[1], shared: words[2], product: words[3], names: map[string]int{}}
	if s.sig = predicates[attrs["sig"]]; s.sig == nil {
		return fmt.Errorf("unknown signature %q", attrs["sig"])
	}
	for _, w := range words[4:] {
		name, addr, err := nameAndAddress(w)
		if err != nil {
			return err
		}
		s.names[name] = addr
	}
	p.cat.shapes = append(p.cat.shapes, s)
	return nil
}

func (s *shape) effect(name string, sig *types.Signature) *Effect {
	addr, ok := s.names[name]
	if !ok || !s.sig.holds(sig) {
		return nil
	}
	return &Effect{
		ID: s.id, Kind: s.kind, Product: s.product, IO: IOBlocking, Shared: s.shared,
		Addr: addr, Context: contextIndex(sig),
	}
}
