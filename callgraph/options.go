package callgraph

import (
	"strings"

	"github.com/healthlint/healthlint/internal/catalog"
)

// options gives the rule calls that made the options of r.
func (e *eval) options(r *registration) []*registration {
	if r.rule.Options == catalog.None || r.value {
		return nil
	}
	var out []*registration
	for _, slot := range e.slots(r, r.rule.Options) {
		for _, v := range slot {
			if reg := e.madeByRule(v); reg != nil {
				out = append(out, reg)
			}
		}
	}
	return out
}

// adopt notes for the options of r that register routes that they do so on the router that r returns.
func (e *eval) adopt(r *registration) {
	for _, o := range e.options(r) {
		switch o.rule.Kind {
		case catalog.KindRoute, catalog.KindGroup, catalog.KindMount:
		default:
			continue
		}
		k := regKey{o.f, o.env, o.stmt}
		owner := value{k: vSym, l: loc{e.extOf(e.info(r.f, r.env, r.stmt), 0), ""}}
		known := false
		for _, v := range e.owners[k] {
			known = known || v == owner
		}
		if !known {
			e.owners[k] = append(e.owners[k], owner)
		}
	}
}

// switchedOff reports whether one of the options of r says that it does not happen.
func (e *eval) switchedOff(r *registration) bool {
	for _, o := range e.options(r) {
		if o.rule.Kind == catalog.KindNone {
			return true
		}
	}
	return false
}

// prefixed puts the prefixes in the options of r before paths.
func (e *eval) prefixed(r *registration, paths []string) []string {
	for _, o := range e.options(r) {
		if o.rule.Kind == catalog.KindOptPrefix {
			paths = joinRoutes(e.paths(o), paths)
		}
	}
	return paths
}

// optionMiddleware gives the middleware in the options of r.
func (e *eval) optionMiddleware(r *registration) []ref {
	var out []ref
	for _, o := range e.options(r) {
		if o.rule.Kind == catalog.KindOptMiddleware {
			out = append(out, e.refs(e.handlers(o), o.rule.As, 0)...)
		}
	}
	return out
}

// joinRoutes puts each of paths behind each of prefixes.
func joinRoutes(prefixes, paths []string) []string {
	if len(prefixes) == 0 {
		return paths
	}
	var out []string
	for _, pre := range prefixes {
		for _, p := range paths {
			out = append(out, joinRoute(pre, p))
		}
	}
	if out = dedupe(out); len(out) > stringLimit {
		out = out[:stringLimit]
	}
	return out
}

// mountsBehind gives what a list of middleware that begins with texts serves, and under which texts.
func (e *eval) mountsBehind(r *registration) (paths []string, vals []value) {
	slots := e.slots(r, r.rule.Handler)
	for i, slot := range slots {
		texts := e.textsOf(slot)
		if len(texts) == 0 || strings.Contains(texts[0], hole) {
			for _, s := range slots[i:] {
				vals = append(vals, s...)
			}
			break
		}
		paths = append(paths, texts...)
	}
	if len(paths) == 0 {
		return nil, nil
	}
	return paths, vals
}
