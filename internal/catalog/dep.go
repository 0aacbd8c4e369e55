package catalog

import (
	"embed"
	"fmt"
	"go/types"
	"io/fs"
	"sync"
)

// Kinds of dependencies, as in the result contract. Disk space and ordinary files are told apart here
// because only the first runs out.
const (
	KindDatabase    = "database"
	KindCache       = "cache"
	KindBroker      = "broker"
	KindHTTP        = "http"
	KindGRPC        = "grpc"
	KindTCP         = "tcp"
	KindDNS         = "dns"
	KindKubernetes  = "kubernetes-api"
	KindCloud       = "cloud"
	KindObjectStore = "objectstore"
	KindDirectory   = "directory"
	KindDiskSpace   = "disk-space"
	KindFilesystem  = "filesystem"
	KindConnections = "connections"
	KindHost        = "host"
	KindExec        = "exec"
)

// Values of Effect.IO.
const (
	IOBlocking = "blocking" // returns after I/O or waits for it
	IOAsync    = "async"    // hands over to a goroutine or a buffer
	IODepends  = "depends"  // a cache answers first, or an option decides
	IONone     = "none"     // a value in memory that stands for the dependency
)

// Values of Effect.Shared.
const (
	Shared  = "shared"  // the same for every replica
	Local   = "local"   // this replica's or this node's own
	Depends = "depends" // an address decides
)

// Effect says what a call of one function means.
type Effect struct {
	ID      string // stable id of the package entry or the family, as in "pgxpool-v5"
	Kind    string
	Product string
	IO      string
	Shared  string
	Addr    int // argument with the address, the URL or the *http.Request, from 0 without the receiver; -1 for none
	Context int // parameter that is a context.Context, counted the same way; -1 for none
}

// Catalog answers questions about functions, packages and addresses. It does not change after Parse and
// is safe for concurrent use.
type Catalog struct {
	base *Catalog // asked where the lines of this one are silent

	blocks   map[string]*block // by import path
	families []*block
	classes  map[string]Class // by import path prefix
	listed   map[string]bool  // paths with a package header
	std      map[string]bool  // first path elements of the standard library
	quiet    map[string]map[string]bool
	runs     map[key][]HigherOrder
	checks   map[key]*Factory
	products map[key]source
	opens    map[key]int
	origins  map[key]string // IO of the values that a function returns
	address  map[key]*Address
	drivers  map[string]source
	shapes   []*shape
	given    map[string]string // what a line speaks of, as in "id redis" or "opens database/sql .Open" -> file:line

	found sync.Map // import path -> []*block: families are regular expressions, so remember the answer
}

//go:embed data/deps/*.txt
var depData embed.FS

// Default is the catalogue that comes with the program.
var Default = sync.OnceValue(func() *Catalog {
	sub, err := fs.Sub(depData, "data/deps")
	if err == nil {
		var c *Catalog
		if c, err = Parse(sub); err == nil {
			return c
		}
	}
	// The data is part of the program and a test reads it, so this is a broken build.
	panic(fmt.Sprintf("embedded catalogue: %v", err))
})

// Effect says what calling fn means, nil when that is no dependency call. fn may be an instance of a
// generic function, and the method of an interface.
func (c *Catalog) Effect(fn *types.Func) *Effect {
	fn = fn.Origin()
	if fn.Pkg() == nil {
		return nil
	}
	sig := fn.Signature()
	recv := receiver(sig)
	if sig.Recv() != nil && recv == "" {
		return nil // method of an interface without a name: no table can know it
	}
	path := fn.Pkg().Path()
	if e, ok := c.effect(path, member{recv, fn.Name()}, sig); ok {
		return e
	}
	if recv != "" && grpcStub(sig) {
		switch c.Class(path) {
		case Follow, Table: // a stub of a closed package is as good as one of the user's
			return stubEffect(path, recv, sig)
		}
	}
	return nil
}

// EffectOn is Effect for a call that selects fn on a value whose static type is recv: the type of the operand
// as the source has it, or a pointer to it. Where fn is declared by something that recv embeds, lines for recv
// win: Get of a controller-runtime cache.Cache is declared by client.Reader, and answers from memory.
func (c *Catalog) EffectOn(recv types.Type, fn *types.Func) *Effect {
	if n := namedOf(recv); n != nil && n.Obj().Pkg() != nil {
		m := member{onType + n.Obj().Name(), fn.Name()}
		if e, ok := c.effect(n.Obj().Pkg().Path(), m, fn.Origin().Signature()); ok {
			return e
		}
	}
	return c.Effect(fn)
}

// FieldEffect says what calling a value of a function type means when there is no function to look up:
// field of the struct type typ, or with an empty field a value of the named function type typ.
func (c *Catalog) FieldEffect(typ *types.Named, field string) *Effect {
	obj := typ.Origin().Obj()
	if obj.Pkg() == nil {
		return nil
	}
	m := member{funcType, obj.Name()}
	var sig *types.Signature
	switch u := typ.Underlying().(type) {
	case *types.Signature:
		if field != "" {
			return nil
		}
		sig = u
	case *types.Struct:
		m = member{"." + obj.Name(), field}
		sig = fieldSignature(u, field)
	}
	if sig == nil {
		return nil
	}
	e, _ := c.effect(obj.Pkg().Path(), m, sig)
	return e
}

// Shape says what the method of an interface probably is, told by its name and signature alone: an
// HTTP client of one method, sqlc's DBTX, anything that speaks database/sql. Only for calls that
// nothing else resolves.
func (c *Catalog) Shape(m *types.Func) *Effect {
	m = m.Origin()
	sig := m.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return nil
	}
	for cat := c; cat != nil; cat = cat.base {
		for _, s := range cat.shapes {
			if e := s.effect(m.Name(), sig); e != nil {
				return e
			}
		}
	}
	return nil
}

// effect looks m up; ok is true when a line covers it, also one that says "none".
func (c *Catalog) effect(path string, m member, sig *types.Signature) (e *Effect, ok bool) {
	for cat := c; cat != nil; cat = cat.base {
		for _, b := range cat.blocksOf(path) {
			l, addr := b.find(m, sig)
			if l == nil {
				continue
			}
			if l.io == ioNever {
				return nil, true
			}
			return &Effect{
				ID: b.id, Kind: l.kind, Product: product(l.product, path), IO: l.io, Shared: l.shared,
				Addr: addr, Context: contextIndex(sig),
			}, true
		}
	}
	return nil, false
}

// blocksOf lists the package block and the families that path belongs to, in the order of asking.
func (c *Catalog) blocksOf(path string) []*block {
	if v, ok := c.found.Load(path); ok {
		return v.([]*block)
	}
	var bs []*block
	if b := c.blocks[path]; b != nil {
		bs = append(bs, b)
	}
	for _, f := range c.families {
		if f.match.MatchString(path) {
			bs = append(bs, f)
		}
	}
	c.found.Store(path, bs)
	return bs
}
