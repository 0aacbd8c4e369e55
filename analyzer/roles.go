package analyzer

import (
	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// roles refines the roles of ps by their siblings. Only a package main knows all of them; elsewhere a role
// that depends on siblings stays what the path says.
//
// A route that turns out to be no probe beside its siblings is left out, and open.
func roles(ps []inventory.Probe, whole bool) (kept []inventory.Probe, open []inventory.Open) {
	if !whole {
		return ps, nil
	}
	in := make([]catalog.Sibling, len(ps))
	for i := range ps {
		p := &ps[i]
		in[i] = catalog.Sibling{Path: p.Path, HandlerID: p.HandlerID, Role: string(p.Role), Source: p.RoleSource, Server: p.Server}
	}
	out := ps[:0]
	for i, s := range catalog.Siblings(in) {
		if s.Role == "" {
			open = append(open, inventory.Open{Position: ps[i].Registered, What: "route " + inventory.Printable(ps[i].Path), Why: "beside the other endpoints of the program it is taken for a route about something else, not for a probe"})
			continue
		}
		p := ps[i]
		p.Role, p.RoleSource, p.ID = inventory.Role(s.Role), s.Source, len(out)
		out = append(out, p)
	}
	return out, open
}
