package callgraph

import "github.com/healthlint/healthlint/internal/catalog"

// findMethods finds the calls that name the methods of a route behind it, by the call that made the route: a router
// can have many thousand of both.
func (e *eval) findMethods() {
	e.behind = map[regKey]*registration{}
	for _, r := range e.byKind[catalog.KindSame] {
		if r.rule.Method == catalog.None {
			continue
		}
		for _, v := range e.receivers(r) {
			if o := v.l.o; o != nil && o.kind == objExt {
				at := regKey{o.frame, o.env, o.stmt}
				if e.behind[at] == nil {
					e.behind[at] = r
				}
			}
		}
	}
}
