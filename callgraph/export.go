package callgraph

import (
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
		if b := w.funcBlob(k); b != nil {
			f.Funcs = append(f.Funcs, blob{k, b})
		}
	}
	for _, k := range sortedKeys(x.types) {
		if b := w.typeBlob(k); b != nil {
			f.Types = append(f.Types, blob{k, b})
		}
	}
	f.Convs = w.sortedConvs()
	for r := range w.reported {
		reported = append(reported, r)
	}
	slices.Sort(reported)
	f.Reported = slices.Compact(reported)
	return encode(&f)
}

func (w *world) funcBlob(k string) []byte {
	if f, ok := w.own.Funcs[k]; ok {
		return encode(f)
	}
	return w.rawFuncs[k]
}

func (w *world) typeBlob(k string) []byte {
	if raw, ok := w.rawTypes[k]; ok {
		return raw
	}
	if t, ok := w.own.Types[k]; ok {
		return encode(t)
	}
	return nil
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
		f := x.w.fn(k)
		if f == nil {
			delete(x.funcs, k)
			continue
		}
		x.body(f)
	}
}

func (x *exporter) body(f *function) {
	for i := range f.Nodes {
		n := &f.Nodes[i]
		switch n.Op {
		case opFunc:
			x.fn(n.Str)
		case opIface, opBound, opThunk, opAssert:
			x.typ(n.Str)
		case opAlloc:
			x.recv(strings.TrimLeft(originKey(n.Str), "*[]"))
		case opGlobal:
			if p := pkgOfFull(n.Str); p != x.w.own.Path {
				x.fn(p + ".init")
			}
		}
	}
	for i := range f.Stmts {
		if s := &f.Stmts[i]; s.Kind == stCall && s.Mode == callStatic && !s.Ext {
			x.fn(s.Callee)
		}
	}
}

// typ keeps a method table and the functions it names.
func (x *exporter) typ(k string) {
	if k == "" || x.types[k] {
		return
	}
	x.types[k] = true
	t := x.w.typ(k)
	if t == nil {
		return
	}
	for _, m := range t.Methods {
		if !m.Ext && m.Iface == "" {
			x.fn(m.Fn)
		}
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
