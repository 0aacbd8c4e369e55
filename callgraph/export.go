package callgraph

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// exporter collects what the fact of a package must hold.
type exporter struct {
	w     *world
	funcs map[string]bool
	types map[string]bool
	recvs map[string]bool
	work  []string
}

// export encodes the fact of w's package: all of its own functions and method tables, and of its imports'
// whatever those refer to, directly or through one another.
func (w *world) export(reported []uint64) []byte {
	x := &exporter{w: w, funcs: map[string]bool{}, types: map[string]bool{}, recvs: map[string]bool{}}
	for _, k := range sortedKeys(w.own.Funcs) {
		x.fn(k)
	}
	for _, k := range sortedKeys(w.own.Types) {
		x.typ(k)
	}
	for _, m := range w.own.Mentions {
		x.recv(m)
	}
	for _, i := range w.inits {
		x.fn(i)
	}
	x.close()
	f := wireFact{Version: factVersion, Path: w.own.Path, Inits: w.inits, Failed: sortedKeys(w.failed)}
	if init := w.own.Path + ".init"; w.own.Funcs[init] != nil {
		f.Inits = append(slices.Clone(f.Inits), init)
	}
	for _, k := range sortedKeys(x.funcs) {
		if b, ok := w.funcBlob(k); ok {
			f.Funcs = append(f.Funcs, b)
		}
	}
	for _, k := range sortedKeys(x.types) {
		if b, ok := w.typeBlob(k); ok {
			f.Types = append(f.Types, b)
		}
	}
	f.Convs = w.sortedConvs()
	f.Left = w.omissions()
	f.Marks = slices.Sorted(maps.Keys(w.marks))
	for r := range w.reported {
		reported = append(reported, r)
	}
	slices.Sort(reported)
	f.Reported = slices.Compact(reported)
	return w.fit(&f, factLimit, ownLimit)
}

func (w *world) funcBlob(k string) (blob, bool) {
	if f, ok := w.own.Funcs[k]; ok {
		return blob{k, f.refs(w.own.Path), encode(f)}, true
	}
	b, ok := w.rawFuncs[k]
	return b, ok
}

func (w *world) typeBlob(k string) (blob, bool) {
	if b, ok := w.rawTypes[k]; ok {
		return b, true
	}
	if t, ok := w.own.Types[k]; ok {
		return blob{k, t.refs(), encode(t)}, true
	}
	return blob{}, false
}

func (w *world) sortedConvs() []conversion {
	out := make([]conversion, 0, len(w.convs))
	for c := range w.convs {
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Iface < out[j].Iface || out[i].Iface == out[j].Iface && out[i].Type < out[j].Type
	})
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func (x *exporter) fn(k string) {
	if !x.funcs[k] {
		x.funcs[k] = true
		x.work = append(x.work, k)
	}
}

func (x *exporter) close() {
	for len(x.work) > 0 {
		k := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		if f, ok := x.w.own.Funcs[k]; ok {
			x.follow(f.refs(x.w.own.Path))
		} else if b, ok := x.w.rawFuncs[k]; ok {
			x.follow(b.Refs)
		} else {
			delete(x.funcs, k)
		}
	}
}

// Kinds of references, the first byte of each.
const (
	refFunc = "f"
	refType = "t"
	refRecv = "r"
)

func (x *exporter) follow(refs []string) {
	for _, r := range refs {
		if r == "" {
			continue
		}
		switch k := r[1:]; r[:1] {
		case refFunc:
			x.fn(k)
		case refType:
			x.typ(k)
		case refRecv:
			x.recv(k)
		}
	}
}

// refs lists what f refers to, sorted: functions, method tables, and types whose values it makes. own is the
// path of its package.
func (f *function) refs(own string) []string {
	out := map[string]bool{}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		switch n.Op {
		case opFunc:
			out[refFunc+n.Str] = true
		case opIface, opBound, opThunk, opAssert:
			if n.Str != "" {
				out[refType+n.Str] = true
			}
		case opAlloc:
			out[refRecv+strings.TrimLeft(originKey(n.Str), "*[]")] = true
		case opGlobal:
			if p := pkgOfFull(n.Str); p != own {
				out[refFunc+p+".init"] = true
			}
		}
	}
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Kind == stCall && s.Mode == callStatic && !s.Ext {
			out[refFunc+s.Callee] = true
		}
		for _, t := range s.TArgs {
			out[refType+t] = true
		}
	}
	return sortedKeys(out)
}

// refs lists the functions that a method table names.
func (t *typeInfo) refs() []string {
	var out []string
	for _, m := range t.Methods {
		if !m.Ext && m.Iface == "" {
			out = append(out, refFunc+m.Fn)
		}
	}
	return out
}

// typ keeps a method table and the functions it names.
func (x *exporter) typ(k string) {
	if k == "" || x.types[k] {
		return
	}
	x.types[k] = true
	if b, ok := x.w.rawTypes[k]; ok {
		x.follow(b.Refs)
	} else if t, ok := x.w.own.Types[k]; ok {
		x.follow(t.refs())
	}
}

// recv keeps all methods of a type that an importer can get hold of.
func (x *exporter) recv(k string) {
	if k == "" || x.recvs[k] {
		return
	}
	x.recvs[k] = true
	for _, m := range x.w.methods(k) {
		x.fn(m)
	}
}
