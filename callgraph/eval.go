package callgraph

import (
	"github.com/healthlint/healthlint/internal/catalog"
)

// eval is the interpreter of residual functions. It is one fixpoint: frames run, write into the heap and
// find further frames; a change makes whoever read the changed place run again. What is found only grows.
type eval struct {
	w           *world
	cat         *catalog.Catalog
	rules       *catalog.RuleSet
	cur         *unit   // unit at work, for dependencies; nil outside of the fixpoint
	mode        mode    // what values are asked for
	pending     []*unit // values and callees to work out again
	settling    bool
	depth       int      // values that are being worked out, one for another
	first       []*frame // to run, on the way to registrations
	queue       []*frame // to run
	frames      []*frame
	framesOf    map[*function][]*frame
	objs        int
	global      map[string]*object
	allocs      map[allocKey]*object
	allocL      map[allocKey][]*object // all instances of an allocation node of a frame
	clos        map[closureKey]*closure
	envs        map[envKey]*env
	lastEnv     int32 // number of the last env
	spareEnvs   spare[*env]
	spareLocs   spare[loc]
	spareValues spare[value]
	lists       lists
	keys        map[string]string // map entry steps
	regs        []*registration
	regIdx      map[regKey]*registration
	regsRead    readers // who asked which registrations there are
	byKind      map[catalog.RuleKind][]*registration
	builders    []*registration  // calls that give their own receiver a path
	routed      map[*object]bool // what routes are registered on
	behind      map[regKey]*registration
	promoting   map[promotion]bool
	ofStructs   map[string][]*catalog.Rule // see structRules
	owners      map[regKey][]value         // routers that registrations made as options belong to
	hits        []*guardHit
	hitIdx      map[regKey]bool
	roots       []*probeRoot
	rootIx      map[string]*probeRoot
	mounts      map[*object][]mounted
	invokers    map[string]*function
	perFn       map[fnKind]int
	perSite     map[siteKey]int
	shared      map[sharedKey]*frame
	shapes      map[string]*catalog.Rule
	tired       bool // the bound on work was hit: only registrations and handlers go on
	left        int  // visits left to the frame that runs
	inner       int  // visits that were charged to a package so far
	visits      int  // nodes and places visited for the unit at work
	probes      []*probe
	known       map[string]bool
	nameless    map[*registration]bool // routes whose path is not known
	inits       map[string]bool
	used        map[string]int  // visits by package, those for probes apart
	stopped     map[string]bool // packages that used up their share, in the same way
	waiting     []string        // initialisers that nothing has needed yet
	bounds      map[string]int  // bounds that were hit
	partial     bool            // the package is no program: its callers know more
	final       bool            // all of the program is known: open calls may be resolved by conversions
	limits      limits
	locals      map[*function]*localStores
	relevant    *relevance // nil: everything is worth running
}

// limits bound the work of one evaluation. A run that hits one says so (open) and is less precise, never wrong
// about what it does report. The figures leave room over the largest program of the corpus.
type limits struct {
	frames int // frames in all
	depth  int // frames on one stack
	links  int // ways into one frame; more make its parameters unknown as well

	// Frames of one function while wiring, in all and from one call in the code; further ones share one frame.
	sites, contexts       int
	ownSites, ownContexts int // the same for functions of the main modules

	split   int // elements of a loop that are told apart
	work    int // runs of frames
	visits  int // visits of nodes and places, which is what time goes into
	reserve int // visits that are kept for registrations and handlers when all else is cut off

	library, own int // share of the visits of one package of another module, of the user's
}

var defaultLimits = limits{frames: 300_000, depth: 48, links: 256, sites: 64, contexts: 8, ownSites: 512, ownContexts: 32, split: 1024, work: 400_000, visits: 10_000_000, reserve: 4_000_000, library: 300_000, own: 3_000_000}

// spare keeps lists that are of no more use for the next that is needed: walks over long tables are frequent, and
// each inside of others.
type spare[T any] struct{ lists [][]T }

func (s *spare[T]) take() []T {
	n := len(s.lists) - 1
	if n < 0 {
		return nil
	}
	out := s.lists[n]
	s.lists = s.lists[:n]
	return out
}

func (s *spare[T]) give(list []T) { s.lists = append(s.lists, list[:0]) }

type allocKey struct {
	f *frame
	n int
	e *env
}

type closureKey struct {
	f    *frame
	e    *env
	n    int
	recv value
}

func newEval(w *world) *eval {
	return &eval{
		w: w, locals: map[*function]*localStores{}, framesOf: map[*function][]*frame{}, cat: catalog.Default(), rules: catalog.Rules(),
		global: map[string]*object{}, allocs: map[allocKey]*object{}, allocL: map[allocKey][]*object{},
		clos: map[closureKey]*closure{}, envs: map[envKey]*env{}, keys: map[string]string{},
		regIdx: map[regKey]*registration{}, hitIdx: map[regKey]bool{}, rootIx: map[string]*probeRoot{}, mounts: map[*object][]mounted{}, owners: map[regKey][]value{}, byKind: map[catalog.RuleKind][]*registration{}, routed: map[*object]bool{}, invokers: map[string]*function{}, perFn: map[fnKind]int{}, perSite: map[siteKey]int{}, shared: map[sharedKey]*frame{}, shapes: map[string]*catalog.Rule{}, known: map[string]bool{}, nameless: map[*registration]bool{},
		promoting: map[promotion]bool{}, left: defaultLimits.own, inits: map[string]bool{}, used: map[string]int{}, stopped: map[string]bool{}, bounds: map[string]int{}, limits: defaultLimits,
	}
}

func (e *eval) bounded(what string) { e.bounds[what]++ }

func (e *eval) newObject(k objKind, typ, name string) *object {
	e.objs++
	return &object{id: e.objs, kind: k, typ: typ, name: name}
}
