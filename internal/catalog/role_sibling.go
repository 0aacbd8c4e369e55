package catalog

import (
	"slices"
	"strings"
)

// Sibling is one probe of a program as far as its neighbours need to know it.
type Sibling struct {
	Path      string
	Method    string
	HandlerID string // equal when one handler value answers both; "" when not known
	Role      string
	Source    string // what decided Role
	Server    string // probes of one server have the same
}

const sourceSibling = "sibling"

// Siblings refines the roles of the probes of one program. The order is kept, and the length: a route that
// turns out to be no probe beside real ones (/status) comes back with Role "". Only roles that came from a
// path or a name change; what a library, a manifest or the configuration said stands.
func Siblings(in []Sibling) []Sibling {
	out := slices.Clone(in)
	probes := make([]siblingProbe, len(in))
	for i := range in {
		probes[i] = newSiblingProbe(in[i])
	}
	for i := range out {
		if probes[i].fixed || !probes[i].weak && probes[i].role != roleCombined {
			continue
		}
		if role, ok := siblingRole(probes, i); ok && role != in[i].Role {
			out[i].Role, out[i].Source = role, sourceSibling
		}
	}
	return out
}

// siblingProbe is a Sibling with what its path says.
type siblingProbe struct {
	Sibling
	role     string
	segments []string
	fixed    bool // not decided by path or name
	weak     bool // a token such as ping or status: never evidence for the others
}

func newSiblingProbe(s Sibling) siblingProbe {
	_, path := SplitPattern(s.Path)
	segments, _ := pathSegments(path)
	p := siblingProbe{Sibling: s, role: s.Role, segments: segments}
	p.fixed = s.Source != "path" && s.Source != "name" && s.Source != ""
	if p.role == "" {
		p.role = roleCombined
	}
	p.weak = !p.fixed && roles().weakPath(segments)
	return p
}

// weakPath reports whether the last segment is a word that seldom means a probe.
func (t *roleTable) weakPath(segments []string) bool {
	if len(segments) == 0 {
		return false
	}
	last := segments[len(segments)-1]
	token := t.last[last]
	if token == nil {
		token = t.whole["/"+last]
	}
	return token != nil && token.p < 0.7
}

// siblingRole decides for one probe whose path leaves the question open.
func siblingRole(all []siblingProbe, i int) (string, bool) {
	self := all[i]
	if len(all) == 1 {
		return roleCombined, true // the only one answers for everything
	}
	seen := map[string]bool{}    // strong roles of the same server
	aliases := map[string]bool{} // roles of probes with the same handler
	others, children := false, false
	for j, other := range all {
		if j == i {
			continue
		}
		if self.HandlerID != "" && other.HandlerID == self.HandlerID && !other.weak && other.role != roleCombined {
			aliases[other.role] = true
		}
		others = others || !other.weak && other.role == roleCombined
		if other.Server != self.Server || other.weak {
			continue
		}
		seen[other.role] = true
		children = children || isChild(self.segments, other.segments) && (other.role == roleLiveness || other.role == roleReadiness)
	}
	switch {
	case children: // /healthz above /healthz/live and /healthz/ready, whoever handles it
		return roleCombined, true
	case aliases[roleLiveness] && aliases[roleReadiness]:
		return roleCombined, true
	case aliases[roleLiveness]:
		return roleLiveness, true
	case aliases[roleReadiness]:
		return roleReadiness, true
	case self.weak:
		return weakRole(self, seen, others)
	case seen[roleReadiness] && !seen[roleLiveness]:
		return roleLiveness, true
	}
	return "", false
}

// weakRole decides for /status, /ping and the like: beside a readiness endpoint alone /status is what is
// asked for liveness, beside a liveness or health endpoint it is a page of the application.
func weakRole(self siblingProbe, seen map[string]bool, others bool) (string, bool) {
	if self.role != roleCombined {
		return "", false
	}
	if seen[roleLiveness] || others {
		return "", true
	}
	if seen[roleReadiness] {
		return roleLiveness, true
	}
	return "", false
}

// isChild reports whether child is one segment below parent.
func isChild(parent, child []string) bool {
	return len(child) == len(parent)+1 && strings.Join(parent, "/") == strings.Join(child[:len(parent)], "/")
}
