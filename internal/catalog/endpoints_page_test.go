package catalog

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// sure is the confidence from which a name needs no company.
const sure = 0.7

// TestEndpointsPage holds the names on docs/endpoints.md: those of roles.txt, all of them. UPDATE_README=1 rewrites them.
func TestEndpointsPage(t *testing.T) {
	const page, open, end = "../../docs/endpoints.md", "<!-- names -->\n", "<!-- /names -->\n"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), open)
	have, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no block of names", page)
	}
	want := namesOfRoles()
	switch {
	case have == want:
	case os.Getenv("UPDATE_README") == "":
		t.Errorf("%s is stale (UPDATE_README=1 rewrites it). Its names should be\n%s", page, want)
	default:
		if err := os.WriteFile(page, []byte(before+open+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// What the page says around its names is so.
func TestEndpointsPageIsTrue(t *testing.T) {
	for path, want := range map[string]string{
		"/livez": roleLiveness, "/API/v1/Readyz/": roleReadiness, "GET /healthz": roleCombined, "/healthz/etcd": roleCombined,
		"/livez/etcd": roleLiveness, "POST /livez": "", "/orders/ready": "", "/users/{id}/health": "", "/any/thing/livez": roleLiveness, "/status": "", "GET /status": roleCombined,
		"/heartbeat": "", "GET /heartbeat": roleLiveness, "/": "", "/metrics": "", "/statusz": "", "/hello": "", "/startupz": roleStartup,
		"grpc:grpc.health.v1.Health/liveness": roleLiveness, "grpc:grpc.health.v1.Health/shop": roleCombined,
	} {
		if role, _, _ := RoleOf("", path); role != want {
			t.Errorf("%s: %q, want %q", path, role, want)
		}
	}
}

// namesOfRoles is the table of the page.
func namesOfRoles() string {
	var b strings.Builder
	b.WriteString("| role | paths that end in | names of handlers, by their words |\n| --- | --- | --- |\n")
	for _, role := range []string{roleLiveness, roleReadiness, roleStartup, roleCombined} {
		t := roles()
		whole := shownNames(t.whole, role, "")
		for i := range whole {
			whole[i] += " alone"
		}
		paths := slices.Concat(shownNames(t.last, role, "/"), shownNames(t.suffix, role, "/"), whole)
		b.WriteString("| " + role + " | " + strings.Join(paths, ", ") + " | " + strings.Join(shownNames(t.word, role, ""), ", ") + " |\n")
	}
	return b.String()
}

func shownNames(tokens map[string]*roleToken, role, prefix string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(tokens)) {
		token := tokens[name]
		switch shown := "`" + prefix + name + "`"; {
		case token.role != role:
		case (token.word || token.get || token.p < sure) && prefix != "":
			out = append(out, "("+shown+")")
		default:
			out = append(out, shown)
		}
	}
	return out
}
