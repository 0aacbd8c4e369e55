package analyzer

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

// The builders below make inventories as the engine would: package app holds the handlers, pg a store over pgxpool.

const appPkg, pgPkg, poolPkg = "example.com/shop/app", "example.com/shop/pg", "github.com/jackc/pgx/v5/pgxpool"

func at(file string, line int) inventory.Position {
	return inventory.Position{File: file, Line: line, Column: 2}
}

func probe(path string, role inventory.Role, handler string, reg int, deps ...inventory.Dependency) inventory.Probe {
	return inventory.Probe{
		Program: "example.com/shop/cmd/server", Path: path, Role: role, RoleSource: inventory.SourcePath,
		Registered: at("app/routes.go", reg), Package: appPkg,
		Handler: handler, HandlerID: handler + "@1", HandlerPackage: appPkg, HandlerPosition: at("app/server.go", 5),
		Via: "(*net/http.ServeMux).HandleFunc", Dependencies: deps,
	}
}

func step(fn, pkg, edge string, pos inventory.Position) inventory.Step {
	return inventory.Step{Func: fn, Package: pkg, Edge: edge, Position: pos, ID: pkg + "." + fn}
}

// postgres is reached from the handler through an interface, its implementation and the steps between.
func postgres(handler string, line int, between ...inventory.Step) inventory.Dependency {
	chain := append([]inventory.Step{step(handler, appPkg, "static", at("app/server.go", line))}, between...)
	chain = append(chain,
		step("(*Store).Ping", pgPkg, "dynamic", at("pg/store.go", 20)),
		step("(*Pool).Ping", poolPkg, "static", inventory.Position{}))
	return inventory.Dependency{
		Kind: "database", Product: "PostgreSQL", Call: at("pg/store.go", 20), Callee: "(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping",
		IO: "blocking", Shared: true, Confidence: inventory.Certain, Chain: chain,
	}
}

func redis(handler string, line int) inventory.Dependency {
	return inventory.Dependency{
		Kind: "cache", Product: "Redis", Call: at("app/server.go", line), Callee: "(github.com/redis/go-redis/v9.cmdable).Ping",
		IO: "blocking", Shared: true, Confidence: inventory.Certain,
		Chain: []inventory.Step{
			step(handler, appPkg, "static", at("app/server.go", line)),
			step("(*Client).Ping", "github.com/redis/go-redis/v9", "static", inventory.Position{}),
		},
	}
}

func local(d inventory.Dependency) inventory.Dependency { d.Shared = false; return d }

// program is the scope of a whole program.
func program(probes ...inventory.Probe) Scope {
	for i := range probes {
		probes[i].ID = i
	}
	return Scope{Probes: probes, Program: "example.com/shop/cmd/server", Whole: true, InMain: inShop}
}

func inShop(pkg string) bool { return strings.HasPrefix(pkg, "example.com/shop/") }

// judged runs one rule and prints its findings as "level file:line message".
func judged(rule string, s Scope) []string {
	var out []string
	for _, f := range Judge(Config{Rules: []string{rule}}, s) {
		p := f.Position
		out = append(out, string(f.Level)+" "+p.File+":"+strconv.Itoa(p.Line)+" "+f.Message)
	}
	return out
}

// expect holds the findings against "level file:line" and a part of the message each; none means silent.
func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		place, part, _ := strings.Cut(want[i], " | ")
		ok = strings.HasPrefix(got[i], place+" ") && strings.Contains(got[i], part)
	}
	if !ok {
		t.Errorf("got:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// everything is a program that makes all rules speak, aliases included.
func everything() Scope {
	const h = "(*Server).health"
	return program(
		probe("/health", inventory.Combined, h, 10, postgres(h, 30), redis(h, 31)),
		probe("/livez", inventory.Liveness, h, 10, postgres(h, 30), redis(h, 31)),
		probe("/readyz", inventory.Readiness, h, 10, postgres(h, 30), redis(h, 31)),
		probe("/ping", inventory.Liveness, "ping", 12),
		probe("/internal/live", inventory.Liveness, "(*Server).live$1", 14, redis("(*Server).live$1", 40)),
		probe("/internal/live", inventory.Liveness, "(*Server).live$2", 16, redis("(*Server).live$2", 44)),
	)
}

func TestJudgeSortsByPosition(t *testing.T) {
	found := Judge(Config{}, everything())
	var rules []string
	for _, f := range found {
		rules = append(rules, f.Rule+":"+strconv.Itoa(f.Position.Line))
	}
	want := []string{
		"shared-handler:10", // on the registration, so before the handler's file
		"liveness-dependency:30", "readiness-shared-state:30", "liveness-dependency:31", "readiness-shared-state:31",
		"liveness-dependency:40", "liveness-dependency:44",
	}
	if !slices.Equal(rules, want) {
		t.Errorf("got %v\nwant %v", rules, want)
	}
	if got := found[0].Probes; !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("shared-handler lists probes %v, want all three paths of the handler", got)
	}
}

func TestJudgeKeepsOnlyTheRulesOfTheConfig(t *testing.T) {
	for _, f := range Judge(Config{Rules: []string{"readiness-shared-state"}, Level: inventory.Error}, everything()) {
		if f.Rule != "readiness-shared-state" {
			t.Errorf("rule %s was not asked for", f.Rule)
		}
		return // one is enough: and the level of the config did not hold it back
	}
	t.Error("nothing found: the level of the config is for drivers, not for Judge")
}

func TestJudgeDoesNotDependOnTheOrderOfProbes(t *testing.T) {
	marshal := func(s Scope) string {
		b, err := json.Marshal(Judge(Config{}, s))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	want := marshal(everything())
	for i := range uint64(20) {
		s := everything()
		r := rand.New(rand.NewPCG(i, i))
		r.Shuffle(len(s.Probes), func(i, j int) { s.Probes[i], s.Probes[j] = s.Probes[j], s.Probes[i] })
		for k := range s.Probes {
			d := s.Probes[k].Dependencies
			r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
		}
		if got := marshal(s); got != want {
			t.Fatalf("order %d differs:\n%s\n%s", i, got, want)
		}
	}
}

func TestJudgeLeavesTheInventoryAlone(t *testing.T) {
	s := everything()
	before, _ := json.Marshal(s.Probes)
	found := Judge(Config{}, s)
	for i := range found {
		for j := range found[i].Chain {
			found[i].Chain[j].Position.File = "made relative by a report"
		}
	}
	if after, _ := json.Marshal(s.Probes); string(after) != string(before) {
		t.Error("findings share memory with the probes")
	}
}

func TestMergeMakesOneOfEqualFindings(t *testing.T) {
	a := Judge(Config{}, program(probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30))))
	s := program(probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30)))
	s.Program, s.Probes[0].Program, s.Probes[0].ID = "example.com/shop/cmd/worker", "example.com/shop/cmd/worker", 7
	b := Judge(Config{}, s)
	for _, all := range [][]inventory.Finding{slices.Concat(a, b), slices.Concat(b, a)} {
		got := Merge(all)
		if len(got) != 1 || !slices.Equal(got[0].Probes, []int{0, 7}) || got[0].Program != "example.com/shop/cmd/server" {
			t.Errorf("two programs with one endpoint: %+v", got)
		}
	}
	b[0].Message += " Also."
	if got := Merge(slices.Concat(a, b)); len(got) != 2 {
		t.Errorf("another message is another finding: %+v", got)
	}
}

// Two probes on one path, GET and HEAD, say one thing.
func TestJudgeMergesMethodsOfOnePath(t *testing.T) {
	found := Judge(Config{}, program(
		probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30)),
		probe("/livez", inventory.Liveness, "live", 11, postgres("live", 30))))
	if len(found) != 1 || !slices.Equal(found[0].Probes, []int{0, 1}) {
		t.Fatalf("got %+v", found)
	}
	if n := len(found[0].Related); n != 3 {
		t.Errorf("%d related places, want both registrations and the call: %+v", n, found[0].Related)
	}
}

func TestPlace(t *testing.T) {
	wrapped := postgres("(*Server).live", 30)
	wrapped.Chain = append([]inventory.Step{step("(*Handler).ServeHTTP", "example.org/otelhttp", "static", at("mod/otel.go", 9))}, wrapped.Chain...)
	library := func(d inventory.Dependency) inventory.Probe {
		p := probe("db", inventory.Liveness, "(*Checker).Check", 10, d)
		p.Library, p.HandlerPackage = true, "example.org/checks"
		return p
	}
	foreign := library(wrapped)
	foreign.Package = "example.org/checks"
	alien := library(redis("(*Checker).Check", 3))
	alien.Package, alien.Dependencies[0].Chain[0].Package = "example.org/checks", "example.org/checks"

	for _, tt := range []struct {
		name string
		p    inventory.Probe
		want string
	}{
		{"first call in the handler's body", probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30)), "app/server.go:30"},
		{"a middleware of another module around it", probe("/livez", inventory.Liveness, "(*Server).live", 10, wrapped), "app/server.go:30"},
		{"body in another module: the registration", library(postgres("(*Checker).Check", 30)), "app/routes.go:10"},
		{"registration too: the first call of ours", foreign, "app/server.go:30"},
		{"no code of the user: nothing to say", alien, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := judged("liveness-dependency", program(tt.p))
			if tt.want == "" {
				expect(t, got)
				return
			}
			expect(t, got, "error "+tt.want)
		})
	}
}

// TestReached tells dependencies of one call in the handler apart by product, and by callee where no product is known.
func TestReached(t *testing.T) {
	query := postgres("(*Server).ready", 30)
	query.Callee = "(*github.com/jackc/pgx/v5/pgxpool.Pool).Query"
	other := postgres("(*Server).ready", 31)
	http := redis("(*Server).ready", 30)
	http.Kind, http.Product, http.Callee = "http", "HTTP service", "net/http.Get"
	head := http
	head.Callee = "net/http.Head"
	p := probe("/readyz", inventory.Readiness, "(*Server).ready", 10, query, postgres("(*Server).ready", 30), other, http, head, http)
	var got []string
	for _, d := range reached(&p) {
		got = append(got, d.Callee)
	}
	want := []string{"net/http.Get", "net/http.Head", "(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping", "(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
