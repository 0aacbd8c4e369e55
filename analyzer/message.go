package analyzer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// A message is one line that stands alone: drivers cut off related places, categories and rule names, and merge
// findings whose texts agree. So it begins with the rule id, names endpoint and dependency, shows the path between
// them, says what that causes and what to do.

// line makes one line of what a rule says.
func line(rule, text string) string {
	return rule + ": " + strings.Join(strings.Fields(text), " ")
}

// endpoint names what the platform calls: a route by its path, a check by its name, a gRPC service by its name.
func endpoint(p *inventory.Probe) string {
	role := ""
	if p.Role != inventory.Combined && p.Role != "" {
		role = string(p.Role) + " "
	}
	switch service, grpc := grpcService(p); {
	case grpc && service == "":
		return role + "gRPC health service"
	case grpc:
		return fmt.Sprintf("%sgRPC health service %q", role, service)
	case p.Path == "" && p.Check == "":
		return role + "endpoint of " + names.Func(p.Handler)
	case isRoute(p):
		return cmp.Or(role, "health ") + "endpoint " + p.Shown()
	}
	return fmt.Sprintf("%scheck %q", cmp.Or(role, "health "), cmp.Or(p.Path, p.Check))
}

// name is the short form, for lists in brackets.
func name(p *inventory.Probe) string {
	service, grpc := grpcService(p)
	switch {
	case grpc && service == "":
		return "gRPC health service"
	case grpc:
		return fmt.Sprintf("gRPC service %q", service)
	case p.Path == "" && p.Check == "":
		return names.Func(p.Handler)
	case isRoute(p):
		return p.Shown()
	}
	return fmt.Sprintf("check %q", cmp.Or(p.Path, p.Check))
}

func isRoute(p *inventory.Probe) bool {
	return strings.HasPrefix(p.Path, "/") || !p.Library && strings.Contains(p.Path, "/")
}

// grpcService tells the service that a gRPC health probe asks for; "" is the server as a whole. Paths are written
// grpc:grpc.health.v1.Health/service. A gateway that serves gRPC health under an HTTP route is a route.
func grpcService(p *inventory.Probe) (string, bool) {
	service, named := strings.CutPrefix(p.Path, "grpc:")
	if !named && (strings.HasPrefix(p.Path, "/") || !strings.Contains(p.Via, "grpc")) {
		return "", false
	}
	service = strings.TrimPrefix(strings.TrimPrefix(service, "grpc.health.v1.Health"), "/")
	if service == "Check" { // the method, not a service
		service = ""
	}
	return service, true
}

// dependencies lists what a probe reaches: three by name, of more two and a number. What is only possible says so
// beside what is certain, which stands first.
func dependencies(p *inventory.Probe, deps []*inventory.Dependency) string {
	var list []string
	for _, d := range deps {
		n := names.Dependency(d, p.HandlerPackage)
		switch guess := d.Confidence == inventory.Possible && deps[0].Confidence != inventory.Possible; {
		case slices.Contains(list, n) || slices.Contains(list, "possibly "+n):
		case guess:
			list = append(list, "possibly "+n)
		default:
			list = append(list, n)
		}
	}
	if len(list) > 3 {
		list = append(list[:2:2], fmt.Sprintf("%d more", len(list)-2))
	}
	return and(list)
}

// and joins with commas and a last "and".
func and(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// reaches says how the probe gets at dependencies, with the path to the first, as the middle of a sentence up to its
// full stop.
func reaches(p *inventory.Probe, deps ...*inventory.Dependency) string {
	d := deps[0]
	verb := "reaches "
	switch {
	case d.Confidence == inventory.Possible:
		verb = "may reach "
	case d.IO == "none":
		verb = "hangs on the client's view of "
	}
	list := dependencies(p, deps)
	return verb + list + ": " + path(p, d) + doubt(d) + others(deps, list != dependencies(p, deps[:1])) + "."
}

// others says that there are more paths than the one that is shown, to several dependencies or to one.
func others(deps []*inventory.Dependency, several bool) string {
	switch n := len(deps) - 1; {
	case n == 0:
		return ""
	case several:
		return fmt.Sprintf(" (path of the first), and %d more", n)
	default:
		return fmt.Sprintf(" (one path of %d)", n+1)
	}
}

// doubt puts the confidence into words; marks in the path show which hops are guesses.
func doubt(d *inventory.Dependency) string {
	switch {
	case d.Confidence != inventory.Possible:
		return ""
	case dynamic(d.Chain) > 0:
		return " (possible, not certain: a call marked ? was resolved by type)"
	}
	return " (possible, not certain)"
}
