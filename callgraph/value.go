package callgraph

import (
	"slices"
	"strings"
)

// objKind says where an object comes from.
type objKind uint8

const (
	objAlloc  objKind = iota // allocated by a frame
	objGlobal                // package variable
	objSym                   // whatever a parameter holds that no caller is known for
	objExt                   // result of a call that is not followed
)

// object is one abstract object: an allocation under a chain of call sites, a package variable, or
// something that is known only by where it came from.
type object struct {
	id     int
	kind   objKind
	typ    string
	name   string // for people: a parameter, a variable, a callee
	frame  *frame // allocating or calling frame
	env    *env
	stmt   int               // objExt: the call
	from   *callInfo         // objExt: what is known of the call
	bare   bool              // its function stores nothing into locals
	cells  []*cell           // of places that were read or written, while they are few
	byPath map[string]*cell  // the same when they are many
	read   []string          // paths that someone read
	taint  []string          // places that code which is not followed may have written, and all below them
	req    bool              // part of the request a handler answers
	bound  map[string]string // request objects: path, service, query values that are assumed
}

// loc is a place in an object. path is a string of steps: .field, [i], [*], {entry}, ~k, ~v, and ^ for
// what an unknown pointer points to.
type loc struct {
	o    *object
	path string
}

// tainted reports whether code that is not followed may have written path.
func (o *object) tainted(path string) bool {
	for _, t := range o.taint {
		if rest, ok := strings.CutPrefix(path, t); ok && (rest == "" || strings.IndexByte(".[{~^", rest[0]) >= 0) {
			return true
		}
	}
	return false
}

type valueKind uint8

const (
	vConst valueKind = iota
	vPtr             // pointer to l; also slices, maps and channels
	vAgg             // the struct or array stored at l
	vSym             // unknown content of l
	vFunc            // function value c
	vNone            // an operation of a library: text in s
)

// value is one abstract value. typ is its dynamic type once it was converted to an interface.
type value struct {
	k   valueKind
	s   string
	l   loc
	c   *closure
	typ string
}

// closure is a function value: made by node n of frame f under env, or an external function.
type closure struct {
	id   int
	f    *frame
	env  *env
	n    int
	op   op
	key  string // function key, or full name of an external function
	recv value  // opBound: the receiver
	eff  *effect
	rule string // opBound, opFunc: key of the rule of the method or function
}

// set is an ordered set of values.
type set struct {
	list   []value
	hashes []uint32 // of the values in list, once it is not short any more
}

// setLimit bounds the values of one slot. More than this many are of no use to a person who reads a
// finding; what is beyond is unknown and said to be so.
const setLimit = 96

// shortSet is up to how many values are compared one by one.
const shortSet = 8

func (s *set) add(v value) bool {
	full := len(s.list) >= setLimit
	if full || s.holds(v) {
		return false
	}
	s.list = append(s.list, v)
	if s.hashes != nil {
		s.hashes = append(s.hashes, v.hash())
	}
	return true
}

// holds reports whether v is in s.
func (s *set) holds(v value) bool {
	if len(s.list) <= shortSet {
		return slices.Contains(s.list, v)
	}
	if s.hashes == nil {
		s.hashes = make([]uint32, len(s.list), 2*len(s.list))
		for i, x := range s.list {
			s.hashes[i] = x.hash()
		}
	}
	h := v.hash()
	for i, x := range s.hashes {
		if x == h && s.list[i] == v {
			return true
		}
	}
	return false
}

// drop takes the last value out again.
func (s *set) drop() {
	s.list = s.list[:len(s.list)-1]
	s.hashes = s.hashes[:min(len(s.hashes), len(s.list))]
}

// hash tells values apart that are in one set, most of the time: it looks at the ends of texts and paths.
func (v value) hash() uint32 {
	h := uint64(v.k) | uint64(len(v.typ))<<8
	if v.l.o != nil {
		h |= uint64(v.l.o.id) << 24
	}
	if v.c != nil {
		h |= uint64(v.c.id) << 24
	}
	h = mix(mix(h, v.s), v.l.path)
	return uint32(h>>32) ^ uint32(h)
}

// mix adds the length and the last bytes of s to h.
func mix(h uint64, s string) uint64 {
	tail := uint64(len(s))
	for i := max(0, len(s)-12); i < len(s); i++ {
		tail = tail*31 + uint64(s[i])
	}
	return (h ^ tail) * 0x9E3779B97F4A7C15
}

// env binds loop iterations to the element at hand: iter to el, and what up binds. Equal bindings are one env.
type env struct {
	id   int32 // 0 while it only is a part of others
	iter int32
	up   *env
	el   loc
}

// envKey is what makes two envs one.
type envKey struct {
	up   *env
	iter int
	el   loc
}

func (en *env) get(iter int) (loc, bool) {
	for ; en != nil; en = en.up {
		if int(en.iter) == iter {
			return en.el, true
		}
	}
	return loc{}, false
}

// size is how many iterations en binds.
func (en *env) size() int {
	n := 0
	for ; en != nil; en = en.up {
		n++
	}
	return n
}

// outward walks over the bindings of en, from the innermost loop.
func (en *env) outward(yield func(*env) bool) {
	for ; en != nil; en = en.up {
		if !yield(en) {
			return
		}
	}
}

// deref gives the place that pointer v points to.
func deref(v value) (loc, bool) {
	switch v.k {
	case vPtr:
		return v.l, true
	case vSym:
		return loc{v.l.o, v.l.path + "^"}, true
	case vAgg:
		return v.l, true
	}
	return loc{}, false
}

// few is a set of a handful of things, as a rule, which takes no map.
type few[T comparable] struct {
	list [6]T
	n    int
	more map[T]bool
}

func (s *few[T]) has(x T) bool {
	return slices.Contains(s.list[:s.n], x) || s.more[x]
}

func (s *few[T]) add(x T) {
	if s.n < len(s.list) {
		s.list[s.n] = x
		s.n++
		return
	}
	if s.more == nil {
		s.more = map[T]bool{}
	}
	s.more[x] = true
}

// places are those that a reading has come by.
type places = few[loc]

// firstStep gives the length of the first step of path.
func firstStep(path string) int {
	if i := strings.IndexAny(path[1:], ".[{~^"); i >= 0 {
		return i + 1
	}
	return len(path)
}

// stepBuf is room for the steps of most paths.
type stepBuf [16]int

// steps gives the offsets in path at which a step begins, and len(path), in buf if there is room.
func steps(path string, buf *stepBuf) []int {
	out := buf[:0]
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '.', '[', '{', '~', '^':
			out = append(out, i)
		}
		if path[i] == '[' {
			i += strings.IndexByte(path[i:], ']')
		}
	}
	return append(out, len(path))
}

// pathLimit bounds the depth of a place: recursive data folds into its first levels.
const pathLimit = 120

// hole stands for the unknown part of a string.
const hole = "\uFFFC"
