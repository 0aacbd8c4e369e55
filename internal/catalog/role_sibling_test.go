package catalog

import (
	"strings"
	"testing"
)

// siblingsOf reads "METHOD PATH[@SERVER][#HANDLER][!ROLE:SOURCE]..." and gives each path its own role first.
func siblingsOf(text string) []Sibling {
	var out []Sibling
	for word := range strings.FieldsSeq(text) {
		word, fixed, _ := strings.Cut(word, "!")
		word, handler, _ := strings.Cut(word, "#")
		path, server, _ := strings.Cut(word, "@")
		s := Sibling{Path: path, Method: "GET", HandlerID: handler, Server: server, Source: "path"}
		s.Role, _, _ = RoleOf(s.Method, path)
		if fixed != "" {
			s.Role, s.Source, _ = strings.Cut(fixed, ":")
		}
		out = append(out, s)
	}
	return out
}

func TestSiblings(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"the old pair", "/healthz /readyz", "liveness* readiness"},
		{"the old pair, other words", "/health /ready", "liveness* readiness"},
		{"behind a prefix", "/api/health /api/readiness", "liveness* readiness"},
		{"both are there: an alias", "/healthz /livez /readyz", "combined liveness readiness"},
		{"alias of liveness", "/healthz#a /livez#a /readyz#b", "liveness* liveness readiness"},
		{"alias of readiness", "/healthz#b /livez#a /readyz#b", "readiness* liveness readiness"},
		{"one handler for all", "/healthz#a /livez#a /readyz#a", "combined liveness readiness"},
		{"two aliases", "/liveness#a /healthz#a /readiness#b /readyz#b /healthcheck#b", "liveness liveness* readiness readiness readiness*"},
		{"one handler, and nothing else for liveness", "/healthz#b /readyz#b", "liveness* readiness"},
		{"one handler, but something else for liveness", "/health#a /healthz#b /readyz#b", "liveness* readiness* readiness"},
		{"the handler of readiness on another server", "/healthz@a#b /readyz@b#b", "combined readiness"},
		{"a report for people is not asked", "/__health /__gtg", "combined readiness"},
		{"alone", "/health", "combined"},
		{"two names for one endpoint", "/health#a /api/health#a", "combined combined"},
		{"parent and children", "/health /health/live /health/ready", "combined liveness readiness"},
		{"parent and one child", "/health /health/readiness", "combined readiness"},
		{"parent with the handler of a child", "/healthz#b /healthz/live#a /healthz/ready#b", "combined liveness readiness"},
		{"no child: another parent", "/health /probes/live /probes/ready", "combined liveness readiness"},
		{"health beside liveness alone is what is left to ask for readiness", "/livez /health", "liveness readiness*"},
		{"a nested one beside the short one is about something else", "/readyz /api/runtime/readyz", "readiness -*"},
		{"a version or /api names the same program", "/readyz /api/v1/readyz", "readiness readiness"},
		{"a nested one alone is asked", "/runtime/readyz", "readiness"},
		{"another server does not count", "/healthz@a /readyz@b", "combined readiness"},
		{"a handler counts on any server", "/healthz@a#a /livez@b#a", "liveness* liveness"},
		{"startup says nothing about the others", "/healthz /startupz", "combined startup"},
		{"fixed by a library", "/healthz!combined:library /readyz", "combined readiness"},
		{"fixed by a manifest", "/healthz!readiness:manifest /readyz", "readiness readiness"},
		{"fixed roles count for others", "/healthz /x!readiness:manifest", "liveness* readiness"},
		{"the handler's name can be refined", "/healthz!combined:name /readyz", "liveness* readiness"},
		{"ping alone answers for everything", "/ping", "combined*"},
		{"ping beside others", "/ping /ready", "liveness readiness"},
		{"ping is no liveness endpoint for healthz", "/ping /healthz /ready", "liveness liveness* readiness"},
		{"status alone", "/status", "combined"},
		{"status beside readiness", "/status /readiness", "liveness* readiness"},
		{"status beside health is a page", "/status /healthz", "-* combined"},
		{"status beside liveness is a page", "/status /livez /readyz", "-* liveness readiness"},
		{"status with the handler of readiness", "/status#a /livez#b /readyz#a", "readiness* liveness readiness"},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		in := siblingsOf(test.in)
		var got []string
		for i, s := range Siblings(in) {
			word := s.Role
			if word == "" {
				word = "-"
			}
			if s.Source == sourceSibling {
				word += "*"
			} else if s != in[i] {
				t.Errorf("%s: %s changed without saying so", test.name, s.Path)
			}
			got = append(got, word)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s\n got %s\nwant %s", test.name, test.in, strings.Join(got, " "), test.want)
		}
	}
}

func TestSiblingsKeepsInput(t *testing.T) {
	in := siblingsOf("/healthz /readyz")
	Siblings(in)
	if in[0].Role != "combined" || in[0].Source != "path" {
		t.Errorf("input changed: %+v", in[0])
	}
}
