package callgraph

// frame is one function under one chain of call sites. Frames are made when something asks for them.
type frame struct {
	id     int
	fn     *function
	parent *frame
	depth  int
	links  []link
	loose  int  // calls left to a frame that runs for what requests other than a probe's store; 0: it does not
	crowd  bool // there are more ways in than links
	clo    *closure
	folded []*closure // other values of the literal that a recursion folded into it
	recv   value
	targs  map[string]string
	level  level
	queued bool
	anew   bool               // all of its statements are to run
	todo   []*unit            // statements that are to run again
	units  map[stmtKey]*unit  // statements that ran
	values map[valueKey]*unit // nodes that were asked for
	entry  readers            // who read its parameters or type arguments
	read   map[slot]bool      // parts of its allocations that were read
	calls  map[callKey]*callInfo
	order  []*callInfo
	syms   []*object
	root   *probeRoot // the handler evaluation it belongs to; nil while wiring
	alias  *frame     // same parameters as this frame, except for the request
}

// looser is what is left to the frames that f calls: one call less, and never none for what runs loosely.
func (f *frame) looser() int { return max(f.loose-1, min(f.loose, 1)) }

// level says what a frame is run for.
type level uint8

const (
	idle  level = iota
	wire        // stores, registrations, results
	reach       // also dependency calls
)

// link is one way into a frame: the call and what its parameters are.
type link struct {
	from *frame
	env  *env
	stmt int
	off  int // operand of parameter 0
	recv value
	has  bool // recv replaces parameter 0
	vals [][]value
	box  int  // operand+1 of a container whose elements are the arguments
	kept bool // the container is a library's: sync.Map
}

// callKey is a call statement under a loop iteration.
type callKey struct {
	stmt int
	env  *env
}

// callInfo is what a call statement leads to.
type callInfo struct {
	key     callKey
	from    *frame
	targets []target
	index   map[targetKey]int
	ext     []*object // results of a call that is not followed
	open    bool      // some receiver or function value stayed unknown
	effect  bool      // the catalogued effect counts
	level   level
	unit    *unit // finds the callees, and is what their readers depend on
	noBody  bool
	known   bool // a receiver of known type: what it does is followed
	direct  []directEffect
	round   int // how often the callees were worked out
}

// target is one callee.
type target struct {
	f        *frame
	round    int // when it was found last; 0 when by somebody else than findCallees
	dynamic  bool
	possible bool
	terms    terms // of the library that runs it
}

type targetKey struct {
	fn   string
	recv value
	clo  *closure
	arg  int
}

// directEffect is a dependency call that is made through a function value or an interface: there is no
// frame for it.
type directEffect struct {
	eff      *effect
	recv     value
	possible bool
	terms    terms
	round    int // as in target
}

// stmtKey is a statement under a loop iteration, or all of a repeated statement.
type stmtKey struct {
	stmt int
	env  *env
	loop bool
}

// ancestors walks from f up to the frame that nothing called.
func (f *frame) ancestors(yield func(*frame) bool) {
	for p := f; p != nil; p = p.parent {
		if !yield(p) {
			return
		}
	}
}
