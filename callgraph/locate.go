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
	product, local, ok := e.made(recvs, 0)
	if s := &v.f.fn.Stmts[ci.key.stmt]; !ok && s.Eff > 0 && recvOff(s) == 0 { // a call that makes a client and connects
		product, local, ok = e.madeOf(v.f, ci.key.env, s, eff.Callee, 0)
	}
	if ok {
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
		local, known = e.clientAddress(recvs)
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
	return e.madeOf(o.frame, o.env, &o.frame.fn.Stmts[o.stmt], o.name, depth)
}

// madeOf looks at call s of the constructor of that name.
func (e *eval) madeOf(f *frame, en *env, s *stmt, name string, depth int) (product string, local, ok bool) {
	if p, l, found := e.cat.ProductOf(name); found {
		return p, l, true
	}
	if a, found := e.cat.DriverArg(name); found && a+recvOff(s) < len(s.A) {
		for _, t := range e.texts(f, en, s.A[a+recvOff(s)]) {
			if p, l, known := e.cat.Driver(t); known {
				return p, l, true
			}
		}
		return "", false, false
	}
	for _, a := range s.A { // gorm.Open(postgres.Open(dsn)), sqlx.NewDb(db, ...), gormDB.DB()
		if p, l, found := e.made(e.vals(f, en, a), depth+1); found {
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
	if eff.Kind == catalog.KindHTTP {
		network = "http"
	}
	if a > 0 && eff.Kind == catalog.KindTCP {
		if ts := e.texts(v.f, ci.key.env, s.A[a-1]); len(ts) == 1 {
			network = ts[0]
		}
	}
	return e.judge(network, e.addressIn(e.vals(v.f, ci.key.env, s.A[a]), nil, 0))
}

// clientAddress judges the addresses of clients: local only when all of them are.
func (e *eval) clientAddress(recvs []value) (local, known bool) {
	var all []string
	for _, v := range recvs {
		texts := e.addresses(v, 0)
		if len(texts) == 0 {
			return false, false
		}
		all = append(all, texts...)
	}
	return e.judge("", all)
}
