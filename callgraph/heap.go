package callgraph

import (
	"slices"
	"strconv"
	"strings"
)

// cell is what is known of one place, and who read it, so that a change makes its readers run again. A place that was
// read has one, whether it was written or not.
type cell struct {
	path    string
	vals    set
	readers readers
	kids    []string // element steps of a container
	kid     int32    // of an element: its number among the kids of its container, from 1
	written bool
	late    bool // some store was made outside of the frame that allocated the object
}

// values gives what was stored.
func (c *cell) values() []value {
	if c == nil {
		return nil
	}
	return c.vals.list
}

// manyCells is up to how many places of an object are looked through one by one.
const manyCells = 8

// cell gives what is known of the place path of o, nil when nothing is.
func (o *object) cell(path string) *cell {
	if o.byPath != nil {
		return o.byPath[path]
	}
	for _, c := range o.cells {
		if c.path == path {
			return c
		}
	}
	return nil
}

// makeCell is cell for a place that is read or written now.
func (o *object) makeCell(path string) *cell {
	c := o.cell(path)
	if c != nil {
		return c
	}
	c = &cell{path: path}
	if o.byPath != nil {
		o.byPath[path] = c
		return c
	}
	o.cells = append(o.cells, c)
	if len(o.cells) > manyCells {
		o.byPath = make(map[string]*cell, 2*manyCells)
		for _, c := range o.cells {
			o.byPath[c.path] = c
		}
		o.cells = nil
	}
	return c
}

// write adds v to l. Elements come into being when something is written into them.
func (e *eval) write(l loc, v value, init bool) {
	if len(l.path) > pathLimit {
		e.bounded("depth of data")
		return
	}
	c := l.o.makeCell(l.path)
	if !c.written {
		c.written = true
		e.element(l)
	}
	changed := c.vals.add(v)
	if !init && !c.late {
		c.late, changed = true, true
	}
	if changed {
		e.notify(&c.readers)
	}
}

// element makes known the elements that path l passes through.
func (e *eval) element(l loc) {
	var buf stepBuf
	st := steps(l.path, &buf)
	for i := 0; i+1 < len(st); i++ {
		if ch := l.path[st[i]]; ch != '[' && ch != '{' {
			continue
		}
		el := l.o.makeCell(l.path[:st[i+1]])
		if el.kid > 0 {
			continue
		}
		box := l.o.makeCell(l.path[:st[i]])
		box.kids = append(box.kids, l.path[st[i]:st[i+1]])
		el.kid = int32(len(box.kids))
		e.touch(loc{l.o, box.path + "#"})
	}
}

// touch has everyone who read l look again.
func (e *eval) touch(l loc) {
	if c := l.o.cell(l.path); c != nil {
		e.notify(&c.readers)
	}
}

// dependOn has the unit at work run again when l changes. It gives what is known of l, nil for nothing.
func (e *eval) dependOn(l loc) *cell {
	c := l.o.cell(l.path)
	first := c == nil || c.readers.first == nil
	if first && l.o.kind == objAlloc { // whoever read l before wanted what is stored there
		e.wantLocal(l.o, l.path)
		c = l.o.cell(l.path)
	}
	if e.cur == nil {
		return c
	}
	if c == nil {
		c = l.o.makeCell(l.path)
	}
	if l.o.kind == objAlloc && c.readers.first == nil {
		l.o.read = append(l.o.read, l.path)
	}
	c.readers.add(e.cur)
	return c
}

// read adds to out what l can hold. In strict mode, used to decide branches, a place that code at another
// time may have changed also holds an unknown value, and one that nobody wrote holds zero.
func (e *eval) read(l loc, out *set, seen *places) {
	if seen.has(l) || len(l.path) > pathLimit || e.spent() {
		return
	}
	seen.add(l)
	c := e.dependOn(l)
	written := c != nil && c.written
	if len(out.list) > 0 && (l.o.kind != objAlloc || e.mode.is(strict)) {
		all := out // whether l holds anything is not to be told by what is there already
		out = &set{}
		defer func() {
			for _, v := range out.list {
				all.add(v)
			}
		}()
	}
	n := len(out.list)
	for _, v := range c.values() {
		if e.superseded(v) || v.k == vFunc && e.stale(v) {
			continue
		}
		if e.known1(v) { // it was not known when it was stored
			e.readAs(v, out, seen)
			continue
		}
		out.add(v)
	}
	e.readThrough(l, out, seen)
	switch o := l.o; {
	case o.tainted(l.path), o.kind != objAlloc && len(out.list) == n && !(e.mode.is(strict) && o.kind == objGlobal && e.fixed(o.name)):
		out.add(value{k: vSym, l: l})
	case e.mode.is(strict) && o.kind == objGlobal && e.fixed(o.name):
		if len(out.list) == n {
			out.add(value{k: vConst, s: "z:"})
		}
	case e.mode.is(strict) && (o.kind == objGlobal || written && c.late):
		out.add(value{k: vSym, l: l})
	case e.mode.is(strict) && len(out.list) == n:
		out.add(value{k: vConst, s: "z:"})
	}
}

// readAs reads the place that v stood for, as the type that v was converted from.
func (e *eval) readAs(v value, out *set, seen *places) {
	if v.typ == "" {
		e.read(v.l, out, seen)
		return
	}
	var have set
	e.read(v.l, &have, seen)
	for _, w := range have.list {
		if w.typ == "" {
			w.typ = v.typ
		}
		out.add(w)
	}
}

// known1 reports whether v stood for the unknown content of a place that has become known.
func (e *eval) known1(v value) bool {
	if v.k != vSym || v.l.o.kind != objGlobal {
		return false
	}
	return len(e.dependOn(v.l).values()) > 0
}

// superseded reports whether v is the unknown result of a call whose callees were found later: their results
// are there too.
func (e *eval) superseded(v value) bool {
	if v.k != vSym || v.l.o.kind != objExt || v.l.o.from == nil {
		return false
	}
	ci := v.l.o.from
	e.reads(&ci.unit.readers)
	s := &ci.from.fn.Stmts[ci.key.stmt]
	return !s.Ext && !s.Amb && s.Rule == "" && s.Mode != callStatic && !ci.open && !ci.noBody && len(ci.direct) == 0 && len(ci.targets) > 0
}

// stale reports whether v was made of something that has become known since: what replaces it is there too.
func (e *eval) stale(v value) bool {
	if v.k == vFunc && v.c.op == opBound {
		return e.known1(v.c.recv) || e.superseded(v.c.recv)
	}
	return e.known1(v) || e.superseded(v)
}

// readThrough follows element wildcards and struct copies on the way to l.
func (e *eval) readThrough(l loc, out *set, seen *places) {
	var buf stepBuf
	st := steps(l.path, &buf)
	for i := 0; i < len(st)-1; i++ {
		step, rest := l.path[st[i]:st[i+1]], l.path[st[i+1]:]
		box := loc{l.o, l.path[:st[i]]}
		if step[0] == '[' {
			joined := e.joined(box, step)
			for _, el := range e.elementsAt(box, step) {
				if step == "[*]" || strings.HasSuffix(el.path, "[*]") || el.path == box.path+step || joined[el] {
					e.readQuiet(loc{el.o, el.path + rest}, out, seen)
				} else if el.o != box.o && strings.HasSuffix(el.path, step) {
					e.readQuiet(loc{el.o, el.path + rest}, out, seen)
				}
			}
		}
		e.readCopies(box, l.path[st[i]:], out, seen)
	}
}

// joined gives the elements that box has of others, by append or copy: which index they have in it is not known.
func (e *eval) joined(box loc, step string) map[loc]bool {
	c := e.dependOn(loc{box.o, box.path + "#"})
	if c == nil || !c.written || step == "[*]" {
		return nil
	}
	out := map[loc]bool{}
	for _, v := range c.vals.list {
		if m, ok := deref(v); ok {
			e.collect(m, "[*]", &places{}, func(el loc) { out[el] = true })
		}
	}
	return out
}

// readQuiet reads without making an unknown value of a place that nobody wrote, unless all of it is unknown.
func (e *eval) readQuiet(l loc, out *set, seen *places) {
	if l.o.kind == objAlloc {
		n := len(out.list)
		e.read(l, out, seen)
		if e.mode.is(strict) && len(out.list) == n+1 && out.list[n].s == "z:" && out.list[n].k == vConst {
			out.drop()
		}
		return
	}
	e.read(l, out, seen)
}

// readCopies reads rest in the structs that were copied to box.
func (e *eval) readCopies(box loc, rest string, out *set, seen *places) {
	for _, v := range e.dependOn(box).values() {
		if (v.k == vAgg || v.k == vSym) && v.l != box {
			e.readQuiet(loc{v.l.o, v.l.path + rest}, out, seen)
		}
	}
}

// elements lists the places of the elements of container l, those of appended and copied containers included.
func (e *eval) elements(l loc) []loc { return e.elementsAt(l, "[*]") }

// elementsAt lists those of the elements of l that may be at step.
func (e *eval) elementsAt(l loc, step string) []loc { return e.appendElements(nil, l, step) }

// appendElements adds what elementsAt lists to out.
func (e *eval) appendElements(out []loc, l loc, step string) []loc {
	if l.path == "" && l.o.kind == objAlloc {
		e.demandType(l.o.typ)
	}
	e.collect(l, step, &places{}, func(m loc) { out = append(out, m) })
	return out
}

// kidsAt lists the element steps of l that may be step, in the order in which they came up. Tables can be long, and
// each of their elements is read by itself.
func kidsAt(l loc, step string) []string {
	if step == "[*]" {
		if c := l.o.cell(l.path); c != nil {
			return c.kids
		}
		return nil
	}
	var out []string
	at := l.kid(step)
	if at > 0 {
		out = append(out, step)
	}
	if any := l.kid("[*]"); any > 0 {
		if out = append(out, "[*]"); any < at {
			slices.Reverse(out)
		}
	}
	return out
}

// kid gives the number of element step among the kids of l, 0 for none.
func (l loc) kid(step string) int32 {
	if c := l.o.cell(l.path + step); c != nil {
		return c.kid
	}
	return 0
}

func (e *eval) collect(l loc, step string, seen *places, add func(loc)) {
	if seen.has(l) || len(l.path) > pathLimit || e.spent() {
		return
	}
	seen.add(l)
	src := e.dependOn(loc{l.o, l.path + "#"})
	for _, k := range kidsAt(l, step) {
		add(loc{l.o, l.path + k})
	}
	if l.path == "" {
		e.unwritten(l.o, add)
	}
	for _, v := range src.values() {
		if m, ok := deref(v); ok {
			e.collect(m, "[*]", seen, add) // at whatever index they are in l
		}
	}
	if l.o.kind != objAlloc || l.o.tainted(l.path) {
		add(loc{l.o, l.path + "[*]"})
	}
	var buf stepBuf
	for _, end := range steps(l.path, &buf) {
		box := loc{l.o, l.path[:end]}
		for _, v := range e.dependOn(box).values() {
			if v.k == vAgg && v.l != box {
				e.collect(loc{v.l.o, v.l.path + l.path[end:]}, step, seen, add)
			}
		}
	}
}

// arrayLimit is the length of the arrays whose elements are there before anything is stored.
const arrayLimit = 64

// unwritten adds the elements of array o that nothing was stored into yet.
func (e *eval) unwritten(o *object, add func(loc)) {
	if o.kind != objAlloc || !strings.HasPrefix(o.typ, "[") {
		return
	}
	size, _, ok := strings.Cut(o.typ[1:], "]")
	n, err := strconv.Atoi(size)
	if !ok || err != nil || n > arrayLimit {
		return
	}
	for _, step := range arraySteps[:n] {
		if (loc{o, ""}).kid(step) == 0 {
			add(loc{o, step})
		}
	}
}

// arraySteps are the steps to the elements of an array.
var arraySteps = func() (steps [arrayLimit]string) {
	for i := range steps {
		steps[i] = "[" + strconv.Itoa(i) + "]"
	}
	return steps
}()
