package callgraph

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// origin says how a call with IO depends is answered, by where its receivers come from: blocking when all of them
// ask the server, none when all of them answer from memory, and still depends when that is not known.
func (e *eval) origin(recvs []value) string {
	io := ""
	for _, v := range recvs {
		o := v.l.o
		if v.k != vSym || o == nil || o.kind != objExt || v.l.path != "" {
			return catalog.IODepends
		}
		from, ok := e.cat.Origin(o.name)
		if !ok || io != "" && io != from {
			return catalog.IODepends
		}
		io = from
	}
	if io == "" {
		return catalog.IODepends
	}
	return io
}

// effectOn is effectOf for a call on a value of static type recv.
func (x *extractor) effectOn(recv types.Type, obj *types.Func) *effect {
	if obj == nil || obj.Pkg() == x.src.Pkg {
		return nil
	}
	return asEffect(x.cat.EffectOn(recv, obj), obj)
}

func asEffect(e *catalog.Effect, obj *types.Func) *effect {
	if e == nil {
		return nil
	}
	return &effect{ID: e.ID, Kind: e.Kind, Product: e.Product, IO: e.IO, Shared: e.Shared, Callee: fullName(obj), Addr: e.Addr, Context: e.Context}
}

// effectOfCall gives the effect of a static call of obj. A promoted method is selected on a struct that embeds its
// receiver, and lines for that struct win.
func (x *extractor) effectOfCall(c *ssa.CallCommon, obj *types.Func) *effect {
	if c.Signature().Recv() == nil || len(c.Args) == 0 {
		return x.effectOf(obj)
	}
	plain := x.cat.Effect(obj)
	for _, t := range selectedOn(c.Args[0]) {
		if e := x.cat.EffectOn(t, obj); e != plain {
			return x.effectOn(t, obj)
		}
	}
	return x.effectOf(obj)
}

// selectedOn lists the types that v may have been selected on: its own, and those that embed it.
func selectedOn(v ssa.Value) []types.Type {
	out := []types.Type{v.Type()}
	for range 8 {
		switch w := v.(type) {
		case *ssa.UnOp:
			v = w.X
			continue
		case *ssa.FieldAddr:
			if st, _ := structOf(w.X.Type()); st == nil || !st.Field(w.Field).Embedded() {
				return out
			}
			out, v = append(out, w.X.Type()), w.X
			continue
		}
		break
	}
	return out
}
