package callgraph

import (
	"hash/maphash"
	"slices"
	"sort"
	"strings"
	"sync"
)

// factVersion changes with the form of the fact. A fact of another version is as good as none.
const factVersion = 7

// blob is one encoded function or method table.
type blob struct {
	Key  string
	Refs []string // what the body refers to, so that nobody has to decode it to re-export it
	Body []byte
}

// wireFact is the fact of one package as it is encoded. It holds what importers can need and cannot ask
// for: drivers hand over the facts of direct imports alone.
type wireFact struct {
	Version  int
	Path     string
	Failed   []string // packages in the closure whose analysis failed
	Funcs    []blob   // sorted; own ones and those of imports that own ones lead to
	Types    []blob
	Convs    []conversion
	Marks    []int    // see marks.go; sorted
	Inits    []string // initialisers in the closure that act, in import order
	Reported []uint64 // what this package and its imports have reported, sorted
	Left     []omission
}

// world is everything known at one package: its own summary and the facts of its direct imports.
type world struct {
	own      *summary
	funcs    map[string]*function
	types    map[string]*typeInfo
	rawFuncs map[string]blob
	rawTypes map[string]blob
	convs    map[conversion]bool
	marks    map[int]bool // what some code of the program does; see marks.go
	inits    []string
	reported map[uint64]bool
	failed   map[string]bool
	left     map[omission]bool
	byRecv   map[string][]string // receiver type key to method keys
	flagged  map[string]uint8
	regs     map[string]bool
	stored   map[string]bool // see settled
	outlines map[string]*outline
	texts    map[string]string // texts in the functions that were decoded, which have many in common
	passing  function          // what look shows
	strs     []string          // of the function that was decoded last
}

func newWorld(own *summary) *world {
	w := &world{
		own: own, funcs: map[string]*function{}, types: map[string]*typeInfo{},
		rawFuncs: map[string]blob{}, rawTypes: map[string]blob{}, convs: map[conversion]bool{}, marks: map[int]bool{},
		reported: map[uint64]bool{}, failed: map[string]bool{}, left: map[omission]bool{}, flagged: map[string]uint8{}, outlines: map[string]*outline{}, texts: map[string]string{},
	}
	for k, f := range own.Funcs {
		w.funcs[k] = f
	}
	for k, t := range own.Types {
		w.types[k] = t
	}
	for _, c := range own.Convs {
		w.convs[c] = true
	}
	for _, o := range own.Left {
		w.left[o] = true
	}
	for _, k := range own.Marks {
		w.marks[k] = true
	}
	return w
}

// merge adds the fact of a direct import. Bytes that do not decode are an error; nothing is added then.
func (w *world) merge(buf []byte) error {
	var f wireFact
	if err := decode(buf, &f); err != nil {
		return err
	}
	if f.Version != factVersion {
		return nil
	}
	for _, b := range f.Funcs {
		if _, ok := w.rawFuncs[b.Key]; !ok {
			w.rawFuncs[b.Key] = b
		}
	}
	for _, b := range f.Types {
		if _, ok := w.rawTypes[b.Key]; !ok {
			w.rawTypes[b.Key] = b
		}
	}
	for _, c := range f.Convs {
		w.convs[c] = true
	}
	for _, k := range f.Marks {
		w.marks[k] = true
	}
	for _, i := range f.Inits {
		if !slices.Contains(w.inits, i) {
			w.inits = append(w.inits, i)
		}
	}
	for _, r := range f.Reported {
		w.reported[r] = true
	}
	for _, o := range f.Left {
		w.left[o] = true
	}
	for _, p := range f.Failed {
		w.failed[p] = true
	}
	return nil
}

// fn gives the residual of a function, nil when nothing is known of it.
func (w *world) fn(key string) *function {
	if f, ok := w.funcs[key]; ok {
		return f
	}
	raw, ok := w.rawFuncs[key]
	if !ok {
		return nil
	}
	f := new(function)
	if w.decode(raw.Body, f, false) != nil {
		f = nil
	}
	w.funcs[key] = f
	return f
}

// decode reads a function of an import. again: f was decoded into before.
func (w *world) decode(body []byte, f *function, again bool) error {
	d := &decoder{buf: body, strs: w.strs[:0], texts: w.texts, again: again}
	err := d.decode(f)
	w.strs = d.strs
	return err
}

// look shows the residual of a function to use, if something is known of it. Of most functions in a large fact one
// thing or another is asked once, so they are not kept: nothing but texts must be used afterwards.
func (w *world) look(key string, use func(*function)) {
	f, ok := w.funcs[key]
	if raw, far := w.rawFuncs[key]; !ok && far && w.decode(raw.Body, &w.passing, true) == nil {
		f = &w.passing
	}
	if f != nil {
		use(f)
	}
}

// outline is what has to be known of functions that are not run.
type outline struct {
	main      bool
	registers bool // itself
	flags     uint8
	leadsTo   []string
}

// outline gives the outline of a function, nil when nothing is known of it.
func (w *world) outline(key string) *outline {
	o, ok := w.outlines[key]
	if !ok {
		o = w.findOutline(key)
		w.outlines[key] = o
	}
	return o
}

// seenOutlines holds outlines by body: a driver that works on many packages in one process meets the functions of
// popular imports in hundreds of facts.
var seenOutlines sync.Map

// bodyKey tells functions of one key apart by their bodies.
type bodyKey struct {
	key  string
	size int
	sum  uint64
}

var bodySeed = maphash.MakeSeed()

func (w *world) findOutline(key string) (o *outline) {
	of := func(f *function) { o = &outline{f.Main, f.registersItself(), f.ownFlags(), f.leadsTo()} }
	if f, ok := w.funcs[key]; ok {
		if f != nil {
			of(f)
		}
		return o
	}
	raw, ok := w.rawFuncs[key]
	if !ok {
		return nil
	}
	k := bodyKey{key, len(raw.Body), maphash.Bytes(bodySeed, raw.Body)}
	if seen, ok := seenOutlines.Load(k); ok {
		return seen.(*outline)
	}
	if w.look(key, of); o != nil {
		seenOutlines.Store(k, o)
	}
	return o
}

// typ gives the method table of a type, nil when it was never converted to an interface.
func (w *world) typ(key string) *typeInfo {
	if t, ok := w.types[key]; ok {
		return t
	}
	raw, ok := w.rawTypes[key]
	if !ok {
		return nil
	}
	t := new(typeInfo)
	if decode(raw.Body, t) != nil {
		t = nil
	}
	w.types[key] = t
	return t
}

// methods lists the keys of the known functions with receiver type recv (no star), sorted.
func (w *world) methods(recv string) []string {
	if w.byRecv == nil {
		w.byRecv = map[string][]string{}
		add := func(key string) {
			if end := strings.LastIndex(key, ")."); end > 0 && key[0] == '(' {
				r := strings.TrimPrefix(key[1:end], "*")
				w.byRecv[r] = append(w.byRecv[r], key)
			}
		}
		for k := range w.rawFuncs {
			add(k)
		}
		for k := range w.own.Funcs {
			if _, ok := w.rawFuncs[k]; !ok {
				add(k)
			}
		}
		for _, ks := range w.byRecv {
			sort.Strings(ks)
		}
	}
	return w.byRecv[recv]
}
