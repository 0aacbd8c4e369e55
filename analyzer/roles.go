package analyzer

import (
	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
)

// roles refines the roles of ps by their siblings. Only a package main knows all of them; elsewhere a role
// that depends on siblings stays what the path says.
func roles(ps []inventory.Probe, whole bool) {
	if !whole {
		return
	}
	in := make([]catalog.Sibling, len(ps))
	for i := range ps {
		p := &ps[i]
		in[i] = catalog.Sibling{Path: p.Path, HandlerID: p.HandlerID, Role: string(p.Role), Source: p.RoleSource, Server: p.Server}
	}
	for i, s := range catalog.Siblings(in) {
		ps[i].Role, ps[i].RoleSource = inventory.Role(s.Role), s.Source
	}
}
