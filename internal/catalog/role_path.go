package catalog

import (
	"regexp"
	"slices"
	"strings"
)

// grpcHealth is the service of the gRPC health checking protocol.
const grpcHealth = "grpc.health.v1.Health"

// Unknown stands in a path for a part that could not be resolved.
const Unknown = "\uFFFC"

// RoleOf decides a role by the path of a route. path may be a net/http pattern, may hold parameters of any
// router and Unknown. ok is false when the path is no probe path; p says how far the role can be trusted
// when nothing else is known.
func RoleOf(method, path string) (role string, p float64, ok bool) {
	inPath, path := SplitPattern(path)
	if inPath != "" {
		method = inPath
	}
	if !probeMethod(method) || strings.ContainsAny(path, " \t\n") || strings.Contains(path, "://") {
		return "", 0, false
	}
	path, query, _ := strings.Cut(path, "?")
	table := roles()
	if token := table.whole[strings.TrimSuffix(path, "/")]; token != nil {
		return token.role, token.p, true
	}
	if strings.Contains(path, grpcHealth) {
		return table.grpcRole(path)
	}
	segments, parameter := pathSegments(path)
	match := table.match(segments, method)
	if match.token == nil || parameter >= 0 && parameter < match.at || match.unknownAfter(segments) {
		return "", 0, false
	}
	role, p = match.token.role, match.p
	if byQuery := table.queryRole(query); byQuery != "" {
		role = byQuery
	}
	return role, p, true
}

var (
	patternMethod = regexp.MustCompile(`^([A-Z]+|` + Unknown + `)[ \t]+|^([A-Z]+):/`)
	patternHost   = regexp.MustCompile(`^([\w-]+(\.[\w-]+)+|localhost)(:\d+)?/`)
	pathCatchAll  = regexp.MustCompile(`^(\{\$\}|\{[^{}]*\.\.\.\}|\{[^{}:]*:\.[*+]\}|\*\w*)$`)
	pathVersion   = regexp.MustCompile(`^v\d+(\.\d+)*((alpha|beta)\d*)?$`)
)

// SplitPattern separates the method and the host from a pattern such as "GET example.com/livez". Paths of
// groups need not begin with a slash.
func SplitPattern(pattern string) (method, path string) {
	path = pattern
	if m := patternMethod.FindStringSubmatch(path); m != nil {
		method = m[1] + m[2]
		path = strings.TrimLeft(path[len(method):], ": \t")
		if method == Unknown {
			method = ""
		}
	}
	if host := patternHost.FindString(path); host != "" && !strings.Contains(host, grpcHealth) {
		path = path[len(host)-1:]
	}
	return method, path
}

// probeMethod reports whether a probe can use one of the methods, a list with commas. Kubelets and load
// balancers send GET or HEAD.
func probeMethod(methods string) bool {
	for method := range strings.SplitSeq(strings.ToUpper(methods), ",") {
		switch strings.TrimSpace(method) {
		case "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", "QUERY":
		default:
			return true
		}
	}
	return false
}

// onlyReads reports whether the methods are named and a probe would use them.
func onlyReads(methods string) bool {
	for method := range strings.SplitSeq(strings.ToUpper(methods), ",") {
		if method = strings.TrimSpace(method); method != "GET" && method != "HEAD" {
			return false
		}
	}
	return true
}

// pathSegments splits a path into lower-case segments without a catch-all at its end, and finds its first
// parameter.
func pathSegments(path string) (segments []string, parameter int) {
	parameter = -1
	for segment := range strings.SplitSeq(path, "/") {
		if segment != "" {
			segments = append(segments, strings.ToLower(segment))
		}
	}
	for len(segments) > 0 && pathCatchAll.MatchString(segments[len(segments)-1]) {
		segments = segments[:len(segments)-1]
	}
	parameter = slices.IndexFunc(segments, isParameter)
	return segments, parameter
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "*") || strings.ContainsAny(segment, "{<")
}

// roleMatch is a token found in a path, from segment at on.
type roleMatch struct {
	token *roleToken
	at    int
	p     float64
}

func (m roleMatch) unknownAfter(segments []string) bool {
	return slices.ContainsFunc(segments[m.at:], func(s string) bool { return strings.Contains(s, Unknown) })
}

// match finds the token that decides: the longest suffix, the last segment, or a token above it.
func (t *roleTable) match(segments []string, method string) roleMatch {
	n := len(segments)
	for size := min(t.suffixLen, n); size > 1; size-- {
		if token := t.suffix[strings.Join(segments[n-size:], "/")]; token != nil {
			return roleMatch{token, n - size, token.p}
		}
	}
	if n == 0 {
		return roleMatch{}
	}
	above := roleMatch{}
	if n > 1 {
		above = t.lastSegment(segments[:n-1], method)
	}
	if above.token != nil && t.below[segments[n-1]] {
		above.p *= 0.9 // /live/check asks what /live asks
		return above
	}
	own := t.lastSegment(segments, method)
	switch {
	case above.token == nil:
		return own
	case own.token != nil && (own.token.role != roleCombined || above.token.role == roleCombined):
		return own
	case own.token != nil: // /readyz/health
		return above
	case above.token.sub && (above.token.open || !isParameter(segments[n-1])):
		above.p *= 0.7 // /healthz/etcd is one check of /healthz
		return above
	}
	return roleMatch{}
}

// lastSegment matches the last segment alone and looks at the conditions of its token.
func (t *roleTable) lastSegment(segments []string, method string) roleMatch {
	n := len(segments)
	token := t.last[segments[n-1]]
	if token == nil || token.get && !onlyReads(method) {
		return roleMatch{}
	}
	first := 0
	for first < n-1 && (t.prefix[segments[first]] || pathVersion.MatchString(segments[first])) {
		first++
	}
	own := segments[first : n-1]
	if token.short && len(own) > 1 {
		return roleMatch{}
	}
	p := token.p
	if token.word && len(own) > 0 {
		parent := own[len(own)-1]
		switch {
		case t.area[parent] || strings.Contains(parent, Unknown):
		case isPlural(parent) || slices.Contains(token.notUnder, parent):
			return roleMatch{}
		default:
			p *= 0.7
		}
	}
	return roleMatch{token, n - 1, p}
}

// isPlural tells a collection of business objects (/orders/ready) from the name of a service.
func isPlural(segment string) bool {
	return strings.HasSuffix(segment, "s") && !strings.HasSuffix(segment, "ss") && !strings.HasSuffix(segment, "us")
}

// grpcRole decides for "grpc:grpc.health.v1.Health[/service]" and for the HTTP path of the service.
func (t *roleTable) grpcRole(path string) (string, float64, bool) {
	_, service, _ := strings.Cut(path, grpcHealth)
	service = strings.ToLower(strings.Trim(service, "/ "))
	if token := t.last[service]; token != nil && token.role != roleCombined {
		return token.role, token.p, true
	}
	if service == "watch" || service == "list" { // no prober calls these
		return "", 0, false
	}
	return roleCombined, 0.8, true
}

// queryRole finds a role in a query such as probe=ready or readiness=true.
func (t *roleTable) queryRole(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(strings.ToLower(pair), "=")
		if value == "false" || value == "0" {
			continue
		}
		for _, word := range []string{value, key} {
			if token := t.last[word]; token != nil && token.role != roleCombined && !token.get {
				return token.role
			}
		}
	}
	return ""
}
