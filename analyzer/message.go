package analyzer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
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
	case p.Path == "":
		return role + "endpoint of " + p.Handler
	case isRoute(p):
		return cmp.Or(role, "health ") + "endpoint " + p.Path
	}
	return fmt.Sprintf("%scheck %q", cmp.Or(role, "health "), p.Path)
}

// name is the short form, for lists in brackets.
func name(p *inventory.Probe) string {
	service, grpc := grpcService(p)
	switch {
	case grpc && service == "":
		return "gRPC health service"
	case grpc:
		return fmt.Sprintf("gRPC service %q", service)
	case p.Path == "":
		return p.Handler
	case isRoute(p):
		return p.Path
	}
	return fmt.Sprintf("check %q", p.Path)
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

// nouns are what messages call the kinds of dependencies.
var nouns = map[string]string{
	"database":       "database",
	"cache":          "cache",
	"broker":         "message broker",
	"http":           "HTTP service",
	"grpc":           "gRPC service",
	"tcp":            "TCP peer",
	"dns":            "DNS server",
	"kubernetes-api": "Kubernetes API",
	"cloud":          "cloud API",
	"objectstore":    "object store",
	"directory":      "directory service",
	"disk":           "disk",
	"disk-space":     "disk space",
	"filesystem":     "file system",
	"connections":    "connection count",
	"host":           "host",
	"exec":           "command",
}

// dependency names a dependency by kind and product: the database (PostgreSQL).
func dependency(d *inventory.Dependency) string {
	noun := cmp.Or(nouns[d.Kind], d.Kind, "dependency")
	product, kind := strings.ToLower(d.Product), strings.ToLower(noun)
	switch {
	case product == "" || strings.Contains(kind, product):
		return "the " + noun
	case strings.Contains(product, kind):
		return "the " + d.Product
	}
	return "the " + noun + " (" + d.Product + ")"
}

// dependencies lists what a probe reaches: two by name, further ones as a number.
func dependencies(deps []*inventory.Dependency) string {
	var names []string
	for _, d := range deps {
		if n := dependency(d); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) > 3 {
		names = append(names[:2:2], fmt.Sprintf("%d more", len(names)-2))
	}
	return and(names)
}

// and joins with commas and a last "and".
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// reaches says how the probe gets at a dependency, with the path, as the middle of a sentence up to its full stop.
func reaches(p *inventory.Probe, d *inventory.Dependency) string {
	verb := "reaches "
	switch {
	case d.Confidence == inventory.Possible:
		verb = "may reach "
	case d.IO == "none":
		verb = "hangs on the client's view of "
	}
	return verb + dependency(d) + ": " + path(p, d) + doubt(d) + "."
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
