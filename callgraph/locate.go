package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// locate decides whether a dependency is shared by all replicas, and which product it is, from the address
// and from how the client was made.
func (e *eval) locate(d *inventory.Dependency, v *visit, ci *callInfo, eff *effect, recvs []value) {
	d.Shared = eff.Shared != catalog.Local
	if product, local, ok := e.made(recvs, 0); ok {
		if product != "" && generic(d.Product) {
			d.Product = product
		}
		if local {
			d.Shared = false
			return
		}
	}
	if eff.Shared == catalog.Local {
		return
	}
	local, known := e.address(v, ci, eff)
	if !known {
		local, known = e.clientAddress(recvs, 0)
	}
	if !known || !local {
		return
	}
	switch d.Kind {
	case catalog.KindDatabase, catalog.KindCache, catalog.KindBroker:
		// A sidecar proxy on loopback stands for the shared server behind it.
		d.Confidence = inventory.Possible
	default:
		d.Shared = false
	}
}

func generic(product string) bool { return strings.HasPrefix(product, "SQL") || product == "" }

// made looks at the constructors of a client for a driver name or a driver package.
func (e *eval) made(vals []value, depth int) (product string, local, ok bool) {
	if depth > 4 {
		return "", false, false
	}
	all := true
	for _, v := range vals {
		p, l, found := e.madeBy(v, depth)
		if !found {
			all = false
			continue
		}
		if product == "" {
			product = p
		} else if product != p {
			product = ""
		}
		all, ok = all && l, true
	}
	return product, ok && all, ok
}

func (e *eval) madeBy(v value, depth int) (product string, local, ok bool) {
	o := v.l.o
	if o == nil || o.kind != objExt || o.frame == nil || o.stmt < 0 {
		return "", false, false
	}
	s := &o.frame.fn.Stmts[o.stmt]
	if p, l, found := e.cat.ProductOf(o.name); found {
		return p, l, true
	}
	if a, found := e.cat.DriverArg(o.name); found && a+recvOff(s) < len(s.A) {
		for _, t := range e.texts(o.frame, o.env, s.A[a+recvOff(s)]) {
			if p, l, known := e.cat.Driver(t); known {
				return p, l, true
			}
		}
		return "", false, false
	}
	for _, a := range s.A { // gorm.Open(postgres.Open(dsn)), sqlx.NewDb(db, ...), gormDB.DB()
		if p, l, found := e.made(e.vals(o.frame, o.env, a), depth+1); found {
			return p, l, true
		}
	}
	return "", false, false
}

// address judges the address argument of a call.
func (e *eval) address(v *visit, ci *callInfo, eff *effect) (local, known bool) {
	s := &v.f.fn.Stmts[ci.key.stmt]
	if eff.Addr < 0 || s.Eff == 0 {
		return false, false
	}
	a := eff.Addr + recvOff(s)
	if a >= len(s.A) {
		return false, false
	}
	network := ""
	if a > 0 && eff.Kind == catalog.KindTCP {
		if ts := e.texts(v.f, ci.key.env, s.A[a-1]); len(ts) == 1 {
			network = ts[0]
		}
	}
	return e.judge(network, e.urls(v.f, ci.key.env, s.A[a]))
}

// judge is local only when all of texts are.
func (e *eval) judge(network string, texts []string) (local, known bool) {
	if len(texts) == 0 {
		return false, false
	}
	for _, t := range texts {
		l, k := catalog.LocalAddress(network, t)
		if !k {
			return false, false
		}
		if !l {
			return false, true
		}
	}
	return true, true
}

// urls gives the texts of an address operand: a string, or a request that was made for a URL.
func (e *eval) urls(f *frame, en *env, n int) []string {
	var out []string
	for _, v := range e.vals(f, en, n) {
		switch {
		case v.k == vConst && strings.HasPrefix(v.s, "s:"):
			out = append(out, v.s[2:])
		case v.k == vSym && v.l.o.kind == objExt && v.l.o.frame != nil && v.l.o.stmt >= 0:
			o := v.l.o
			s := &o.frame.fn.Stmts[o.stmt]
			a := -1
			switch o.name {
			case "net/http.NewRequest":
				a = 1
			case "net/http.NewRequestWithContext":
				a = 2
			}
			if a < 0 || a >= len(s.A) {
				return []string{hole}
			}
			out = append(out, e.textsOrHole(o.frame, o.env, s.A[a])...)
		default:
			return []string{hole}
		}
	}
	return out
}

// clientAddress looks for an address in what a client was made from: string arguments of its constructor and
// string fields of its options.
func (e *eval) clientAddress(recvs []value, depth int) (local, known bool) {
	if len(recvs) == 0 || depth > 3 {
		return false, false
	}
	local = true
	for _, v := range recvs {
		o := v.l.o
		if o == nil || o.kind != objExt || o.frame == nil || o.stmt < 0 {
			return false, false
		}
		s := &o.frame.fn.Stmts[o.stmt]
		l, k := false, false
		for _, a := range s.A {
			vals := e.vals(o.frame, o.env, a)
			for _, t := range e.addressTexts(vals) {
				if tl, tk := catalog.LocalAddress("", t); tk && strings.ContainsAny(t, ":/=.") {
					l, k = tl, true
				}
			}
			if !k {
				l, k = e.clientAddress(vals, depth+1)
			}
			if k {
				break
			}
		}
		if !k {
			return false, false
		}
		local = local && l
	}
	return local, true
}

// addressFields are the fields of option structs that hold an address.
var addressFields = []string{".Addr", ".Address", ".Addrs", ".Host", ".URL", ".Url", ".Endpoint", ".Endpoints", ".Brokers"}

func (e *eval) addressTexts(vals []value) []string {
	var out []string
	for _, v := range vals {
		if v.k == vConst && strings.HasPrefix(v.s, "s:") {
			out = append(out, v.s[2:])
			continue
		}
		if v.k != vPtr && v.k != vAgg || v.l.o.kind != objAlloc {
			continue
		}
		for _, fld := range addressFields {
			var have set
			e.demandField(v.l.o, fld[1:])
			e.read(loc{v.l.o, v.l.path + fld}, &have, map[loc]bool{})
			for _, w := range have.list {
				if w.k == vConst && strings.HasPrefix(w.s, "s:") {
					out = append(out, w.s[2:])
				}
			}
		}
	}
	return out
}
