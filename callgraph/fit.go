package callgraph

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// factLimit bounds the bytes of a fact. Drivers store and hash it, and read it again for each package that imports its
// package. Of the 4,533 packages behind 14 repositories half have facts below 0.2 MB, nine in ten below 6 MB, and the
// largest has 65 MB, most of it a few generated functions that all importers hand on. In five of those repositories no
// probe and no dependency changed at a limit of 4 MB, some did at 2 MB; this leaves twice the room. Without it, a large
// program (argo-cd) takes more than twice the memory.
const factLimit = 8 << 20

// ownLimit is the bound for what the main modules make up themselves, a generated GraphQL schema above all: at 8 MB one
// of 33 repositories loses endpoints, at 16 MB none does; this leaves twice the room.
const ownLimit = 32 << 20

const overLimit = "bound on the size of a fact was hit; what importers need least is not in it"

// fit encodes f and leaves out what importers need least until the bytes are within the limits, which it says: first
// functions of other modules, down to limit, then those of the user, down to own.
func (w *world) fit(f *wireFact, limit, own int) []byte {
	buf := w.fitted(f, limit, own)
	if cap(buf)-len(buf) > len(buf)/16 { // a fact is kept until all importers have read it
		return bytes.Clone(buf)
	}
	return buf
}

func (w *world) fitted(f *wireFact, limit, own int) []byte {
	buf := encodeTo(make([]byte, 0, f.room()), f)
	if len(buf) <= limit {
		return buf
	}
	order := w.leastNeeded(f.Funcs)
	users := slices.IndexFunc(order, func(r ranked) bool { return r.need >= needOfUser })
	if users < 0 {
		users = len(order)
	}
	if users == 0 && len(buf) <= own {
		return buf
	}
	f.Left = append(f.Left, omission{"summary of " + f.Path, overLimit})
	sortOmissions(f.Left)
	buf = w.trim(f, encodeTo(buf, f), order[:users], limit)
	buf = w.trim(f, buf, order[users:], own)
	for len(buf) > own && len(f.Types)+len(f.Convs)+len(f.Reported) > 0 { // without functions they are of little use
		f.Types, f.Convs, f.Reported = half(f.Types), half(f.Convs), half(f.Reported)
		buf = encodeTo(buf, f)
	}
	return buf
}

// room is about how many bytes f takes: the bodies of functions and method tables are most of it.
func (f *wireFact) room() int {
	n := 4096
	for _, bs := range [][]blob{f.Funcs, f.Types} {
		for i := range bs {
			n += 2*len(bs[i].Key) + len(bs[i].Body) + 3*len(bs[i].Refs) + 8
		}
	}
	return n + n/32
}

// trim leaves out functions in this order until f, of which buf is the form at hand, takes at most limit bytes.
func (w *world) trim(f *wireFact, buf []byte, order []ranked, limit int) []byte {
	for ; len(buf) > limit && len(order) > 0; buf = encodeTo(buf, f) {
		n := enough(order, len(buf)-limit)
		w.leaveOut(f, order[:n])
		order = order[n:]
	}
	return buf
}

func half[T any](s []T) []T { return s[:len(s)/2] }

// enough gives how many of the first functions take up the bytes that are too many.
func enough(order []ranked, bytes int) int {
	for i, r := range order {
		if bytes -= r.size; bytes <= 0 {
			return i + 1
		}
	}
	return len(order)
}

// ranked is a function of a fact and what speaks for keeping it.
type ranked struct {
	key        string
	need, size int
}

// leastNeeded puts functions into the order in which they are left out: those of other modules before those of the
// user, and of both first those that do nothing an importer could see, last the initialisers and what is on the way to
// registrations; of each kind the largest first, since the fewest are lost that way.
func (w *world) leastNeeded(fs []blob) []ranked {
	out := make([]ranked, len(fs))
	for i, b := range fs {
		out[i] = ranked{b.Key, w.need(b.Key), len(b.Body) + len(b.Key)}
	}
	slices.SortFunc(out, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.need, b.need), cmp.Compare(b.size, a.size), cmp.Compare(a.key, b.key))
	})
	return out
}

// needOfUser is the least need of a function of the main modules.
const needOfUser = 4

func (w *world) need(k string) int {
	user := 0
	if fn := w.outline(k); fn != nil && fn.main {
		user = needOfUser
	}
	switch fl := w.flags(k); {
	case w.registers(k) || strings.HasSuffix(k, ".init"):
		return user + 3
	case fl&(flagEffect|flagGuard) != 0:
		return user + 2
	case fl != 0:
		return user + 1
	}
	return user
}

// leaveOut takes functions out of f. Whether a variable is only set by its initialiser can't be told any more when it
// is one of those that they store into.
func (w *world) leaveOut(f *wireFact, out []ranked) {
	gone := map[string]bool{}
	stored := map[string]bool{}
	for _, r := range out {
		gone[r.key] = true
		w.look(r.key, func(fn *function) { fn.storedGlobals(stored) })
	}
	f.Funcs = slices.DeleteFunc(f.Funcs, func(b blob) bool { return gone[b.Key] })
	for name := range stored {
		f.Marks = append(f.Marks, demandKey("G:"+name))
	}
	slices.Sort(f.Marks)
	f.Marks = slices.Compact(f.Marks)
}
