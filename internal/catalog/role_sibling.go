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
	for i := range out {
		if !probes[i].fixed && aboutAnother(probes, i) {
			out[i].Role, out[i].Source = "", sourceSibling
		}
	}
	return out
}

// aboutAnother reports whether a route asks for the health of something else: /api/runtime/readyz beside
// /readyz shows users the state of the runtime, the platform asks the short one.
func aboutAnother(all []siblingProbe, i int) bool {
	self := all[i].segments
	if len(self) < 2 || ownWords(self[:len(self)-1]) {
		return false
	}
	for j, other := range all {
		n := len(other.segments)
		if j != i && n > 0 && n < len(self) && other.segments[n-1] == self[len(self)-1] && ownWords(other.segments[:n-1]) {
			return true
		}
	}
	return false
}

// ownWords reports whether the segments before a token say nothing but that this program is meant.
func ownWords(segments []string) bool {
	for _, s := range segments {
		switch s {
		case "api", "internal", "admin", "public", "private", "health", "healthz", "healthcheck", "probe", "probes", "-", "_", "system", "app", "server", "service":
		default:
			if !pathVersion.MatchString(s) {
				return false
			}
		}
	}
	return true
}

// siblingProbe is a Sibling with what its path says.
type siblingProbe struct {
	Sibling
	role     string
	segments []string
	fixed    bool // not decided by path or name
	weak     bool // a token such as ping or status: never evidence for the others
	page     bool // a token that is a report for people
}

func newSiblingProbe(s Sibling) siblingProbe {
	_, path := SplitPattern(s.Path)
	segments, _ := pathSegments(path)
	p := siblingProbe{Sibling: s, role: s.Role, segments: segments}
	p.fixed = s.Source != "path" && s.Source != "name" && s.Source != ""
	if p.role == "" {
		p.role = roleCombined
	}
	if token := roles().ownToken(segments); token != nil && !p.fixed {
		p.weak, p.page = token.p < 0.7, token.page
	}
	return p
}

// ownToken is the token of the last segments, whatever its conditions.
func (t *roleTable) ownToken(segments []string) *roleToken {
	n := len(segments)
	if n == 0 {
		return nil
	}
	if n > 1 {
		if token := t.suffix[segments[n-2]+"/"+segments[n-1]]; token != nil {
			return token
		}
	}
	if token := t.last[segments[n-1]]; token != nil {
		return token
	}
	return t.whole["/"+segments[n-1]]
}

// company is what the other probes of a program say about one.
type company struct {
	seen     map[string]bool // roles on the same server, weak words left out
	aliases  map[string]bool // roles of probes with the same handler
	open     bool            // another probe that leaves the question open
	live     bool            // another probe that can be asked for liveness, by its role or by being open
	children bool            // a liveness or readiness probe right below
}

func companyOf(all []siblingProbe, i int) company {
	self := all[i]
	c := company{seen: map[string]bool{}, aliases: map[string]bool{}}
	for j, other := range all {
		if j == i {
			continue
		}
		same := self.HandlerID != "" && other.HandlerID == self.HandlerID
		decided := other.role != roleCombined
		if same && !other.weak && decided {
			c.aliases[other.role] = true
		}
		c.live = c.live || other.role == roleLiveness || !decided && !other.weak && !same
		c.open = c.open || !decided && !other.weak
		if other.Server != self.Server || other.weak {
			continue
		}
		c.seen[other.role] = true
		c.children = c.children || isChild(self.segments, other.segments) && (other.role == roleLiveness || other.role == roleReadiness)
	}
	return c
}

// siblingRole decides for one probe whose path leaves the question open.
func siblingRole(all []siblingProbe, i int) (string, bool) {
	if len(all) == 1 {
		return roleCombined, true // the only one answers for everything
	}
	self, c := all[i], companyOf(all, i)
	switch {
	case c.children: // /healthz above /healthz/live and /healthz/ready, whoever handles it
		return roleCombined, true
	case c.aliases[roleLiveness] && c.aliases[roleReadiness]:
		return roleCombined, true
	case c.aliases[roleLiveness]:
		return roleLiveness, true
	case c.aliases[roleReadiness] && c.live:
		return roleReadiness, true
	case self.weak:
		return weakRole(self, c)
	case self.page:
		return "", false
	case c.seen[roleReadiness] && !c.seen[roleLiveness]: // even with the handler of readiness: nothing else is asked
		return roleLiveness, true
	case c.seen[roleLiveness] && !c.seen[roleReadiness] && !c.open: // the other way round: /health beside /livez alone
		return roleReadiness, true
	}
	return "", false
}

// weakRole decides for /status, /ping and the like: beside a readiness endpoint alone /status is what is
// asked for liveness, beside a liveness or health endpoint it is a page of the application.
func weakRole(self siblingProbe, c company) (string, bool) {
	switch {
	case self.role != roleCombined:
		return "", false
	case c.seen[roleLiveness] || c.open:
		return "", true
	case c.seen[roleReadiness]:
		return roleLiveness, true
	}
	return "", false
}

// isChild reports whether child is one segment below parent.
func isChild(parent, child []string) bool {
	return len(child) == len(parent)+1 && strings.Join(parent, "/") == strings.Join(child[:len(parent)], "/")
}
