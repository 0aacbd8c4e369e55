package cost

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
)

// dep makes a certain, shared dependency that is called at a line.
func dep(kind, product string, line int) inventory.Dependency {
	at := inventory.Position{File: "store.go", Line: line, Column: 9}
	return inventory.Dependency{Kind: kind, Product: product, Callee: "call", Call: at, IO: "blocking", Shared: true, Confidence: inventory.Certain,
		Chain: []inventory.Step{{Func: "handle", Position: at}, {Func: "call", Position: at}}}
}

var (
	postgres = dep("database", "PostgreSQL", 1)
	redis    = dep("cache", "Redis", 2)
	ledger   = dep("http", "HTTP service", 3)
	mail     = dep("http", "HTTP service", 4)
)

func local(d inventory.Dependency) inventory.Dependency { d.Shared = false; return d }
func possible(d inventory.Dependency) inventory.Dependency {
	d.Confidence = inventory.Possible
	return d
}
func ignored(d inventory.Dependency) inventory.Dependency { d.Decides = new(bool); return d }

// program gives its probes their IDs.
func program(ps ...inventory.Probe) []inventory.Probe {
	for i := range ps {
		ps[i].ID = i
	}
	return ps
}

func probe(path string, role inventory.Role, deps ...inventory.Dependency) inventory.Probe {
	return inventory.Probe{Path: path, Role: role, Program: "example.com/shop", Dependencies: deps}
}

func on(p inventory.Probe, program, server string) inventory.Probe {
	p.Program, p.Server = program, server
	return p
}

func open(p inventory.Probe) inventory.Probe { p.Open = true; return p }

// finding is about some probes and, unless nil, a dependency.
func finding(rule string, d *inventory.Dependency, ids ...int) *inventory.Finding {
	f := &inventory.Finding{Rule: rule, Probes: ids}
	if d != nil {
		f.Dependency = &inventory.FindingDependency{Kind: d.Kind, Product: d.Product, Callee: d.Callee}
		f.Chain = d.Chain
	}
	return f
}

func settings(t testing.TB, list ...string) *Settings {
	t.Helper()
	s := new(Settings)
	for _, pair := range list {
		name, text, _ := strings.Cut(pair, "=")
		if err := s.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func of(t testing.TB, f *inventory.Finding, ps []inventory.Probe, set ...string) *inventory.Cost {
	t.Helper()
	c, err := Of(f, ps, settings(t, set...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	live  = inventory.Liveness
	ready = inventory.Readiness
	both  = inventory.Combined
)

// The figures of the seed: readiness and liveness ask the database, against neither does.
func TestSeedFigures(t *testing.T) {
	c := of(t, finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, postgres), probe("/readyz", ready, postgres)))
	if got := fmt.Sprintf("%.1f %.1f %.1f %d %d", c.AsIs.ServedPercent, c.AsIs.NoTargetPercent, c.AsIs.NeverNeededPercent, c.AsIs.MostRestarts, c.AsIs.NoHealthyTargetS); got != "59.3 36.7 14.7 2 110" {
		t.Errorf("as it is: %s", got)
	}
	if got := fmt.Sprintf("%.1f %.1f %.1f %.1f %d", c.Fixed.ServedPercent, c.Fixed.UnavoidablePercent, c.Fixed.NoTargetPercent, c.Fixed.NeverNeededPercent, c.Fixed.Restarts); got != "76.0 24.0 0.0 0.0 0" {
		t.Errorf("fixed: %s", got)
	}
	if c.Fixed.Liveness != outage.ShallowCheck || c.Fixed.Readiness != outage.ShallowCheck {
		t.Errorf("fixed: liveness %s, readiness %s", c.Fixed.Liveness, c.Fixed.Readiness)
	}
	const line = "if PostgreSQL is down for 120 s: every replica restarts 2x, 36.7 % of requests get no target, " +
		"14.7 % of all requests are turned away though they never needed it ("
	if !strings.HasPrefix(c.Text, line) {
		t.Errorf("%s\nwant at the beginning: %s", c.Text, line)
	}
}

// What the inputs say is what simulate computes of them.
func TestInputsReproduceTheFigures(t *testing.T) {
	c := of(t, finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, postgres)), "instances=12", "platform=kubernetes")
	r, err := c.Inputs.Run()
	if err != nil {
		t.Fatal(err)
	}
	if got := figures(&c.Inputs, r); !reflect.DeepEqual(got, c.AsIs) {
		t.Errorf("%+v\nwant %+v", got, c.AsIs)
	}
	if c.Inputs.Instances != 12 || c.Inputs.Rise != 1 || c.Inputs.OfferedRPS != 900 || c.Inputs.TraceLimit == 0 {
		t.Errorf("inputs %+v", c.Inputs)
	}
}

// Each form of each rule: what the code says becomes the depth of the two checks, and the depth becomes figures.
func TestCost(t *testing.T) {
	for _, tt := range []struct {
		name    string
		finding *inventory.Finding
		probes  []inventory.Probe
		want    string // liveness and readiness, restarts of a replica, shares without target, never needed, served; served when fixed
	}{
		{"liveness asks, readiness does not", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), probe("/readyz", ready)), "deep shallow 2x 26.7 10.7 65.3 76.0"},
		{"no readiness at all: out only while it restarts", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres)), "deep none 2x 20.0 8.0 68.0 76.0"},
		{"liveness and readiness ask", finding("readiness-shared-state", &postgres, 1),
			program(probe("/livez", live, postgres), probe("/readyz", ready, postgres)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"readiness only", finding("readiness-shared-state", &postgres, 1),
			program(probe("/livez", live), probe("/readyz", ready, postgres)), "shallow deep 0x 36.7 14.7 59.3 76.0"},
		{"readiness only, no liveness", finding("readiness-shared-state", &postgres, 0),
			program(probe("/readyz", ready, postgres)), "none deep 0x 36.7 14.7 59.3 76.0"},
		{"readiness asks something else", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), probe("/readyz", ready, redis)), "deep shallow 2x 26.7 10.7 65.3 76.0"},
		{"another HTTP service", finding("liveness-dependency", &ledger, 0),
			program(probe("/livez", live, ledger), probe("/readyz", ready, mail)), "deep shallow 2x 26.7 10.7 65.3 76.0"},
		{"the same HTTP service", finding("liveness-dependency", &ledger, 0),
			program(probe("/livez", live, ledger), probe("/readyz", ready, ledger)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"of two HTTP services the one that the finding shows, first", finding("liveness-dependency", &mail, 0),
			program(probe("/livez", live, mail, ledger), probe("/readyz", ready, mail)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"of two HTTP services the one that the finding shows, last", finding("liveness-dependency", &mail, 0),
			program(probe("/livez", live, ledger, mail), probe("/readyz", ready, mail)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"the other's is this replica's own", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), probe("/readyz", ready, local(postgres))), "deep shallow 2x 26.7 10.7 65.3 76.0"},
		{"one handler for both", finding("shared-handler", &postgres, 0, 1),
			program(probe("/livez", live, postgres), probe("/readyz", ready, postgres)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"the only endpoint", finding("shared-handler", &postgres, 0),
			program(probe("/health", both, postgres)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"an alias beside liveness and readiness has no say", finding("readiness-shared-state", &postgres, 1),
			program(probe("/livez", live), probe("/readyz", ready, postgres), probe("/health", both, postgres)), "shallow deep 0x 36.7 14.7 59.3 76.0"},
		{"a combined endpoint has it where there is no other", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), probe("/health", both, postgres)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"another program", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), on(probe("/readyz", ready, postgres), "example.com/jobs", "")), "deep none 2x 20.0 8.0 68.0 76.0"},
		{"another server", finding("liveness-dependency", &postgres, 0),
			program(on(probe("/livez", live, postgres), "a", "admin"), on(probe("/readyz", ready, postgres), "a", "public")), "deep none 2x 20.0 8.0 68.0 76.0"},
		{"one check of several under a path", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, postgres), probe("/readyz", ready), probe("/readyz", ready, postgres)), "deep deep 2x 36.7 14.7 59.3 76.0"},
		{"possible", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, possible(postgres)), probe("/readyz", ready)), "deep shallow 2x 26.7 10.7 65.3 76.0"},
		{"the answer does not depend on it", finding("liveness-dependency", &postgres, 0),
			program(probe("/livez", live, ignored(postgres)), probe("/readyz", ready)), "shallow shallow 0x 0.0 0.0 76.0 76.0"},
		{"local only: the bad replica is taken out, and restarted for nothing", finding("shared-handler", nil, 0, 1),
			program(probe("/livez", live, local(redis)), probe("/readyz", ready, local(redis))), "deep deep 2x 0.0 0.0 99.3 99.3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := of(t, tt.finding, tt.probes)
			if c == nil {
				t.Fatal("no cost")
			}
			a := c.AsIs
			if got := fmt.Sprintf("%s %s %dx %.1f %.1f %.1f %.1f", a.Liveness, a.Readiness, a.MostRestarts, a.NoTargetPercent,
				a.NeverNeededPercent, a.ServedPercent, c.Fixed.ServedPercent); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if c.Fixed.Restarts != 0 || a.LeastRestarts != a.MostRestarts {
				t.Errorf("restarts: %d when fixed, %d to %d as it is", c.Fixed.Restarts, a.LeastRestarts, a.MostRestarts)
			}
		})
	}
}

func TestNoCost(t *testing.T) {
	for _, tt := range []struct {
		name    string
		finding *inventory.Finding
		probes  []inventory.Probe
	}{
		{"reaches nothing", finding("shared-handler", nil, 0, 1), program(probe("/livez", live), probe("/readyz", ready))},
		{"reaches nothing local", finding("shared-handler", nil, 0), program(probe("/livez", live, postgres))},
		{"no probe", finding("liveness-dependency", &postgres), program(probe("/livez", live, postgres))},
		{"a probe that is not there", finding("liveness-dependency", &postgres, 7), program(probe("/livez", live, postgres))},
		{"another dependency", finding("liveness-dependency", &redis, 0), program(probe("/livez", live, postgres))},
		{"a rule that the model does not know", finding("unbounded-check", &postgres, 0), program(probe("/livez", live, postgres))},
	} {
		if c := of(t, tt.finding, tt.probes); c != nil {
			t.Errorf("%s: %s", tt.name, c.Text)
		}
	}
}

// Add reaches every finding, and gives the same bytes each time.
func TestAdd(t *testing.T) {
	fresh := func() *inventory.Result {
		return &inventory.Result{
			Probes: program(probe("/livez", live, postgres), probe("/readyz", ready, postgres)),
			Findings: []inventory.Finding{*finding("liveness-dependency", &postgres, 0), *finding("readiness-shared-state", &postgres, 1),
				*finding("unbounded-check", &postgres, 0)},
		}
	}
	var texts [2]string
	for i := range texts {
		res := fresh()
		if err := Add(res, settings(t, "platform=kubernetes")); err != nil {
			t.Fatal(err)
		}
		if res.Findings[0].Cost == nil || res.Findings[1].Cost == nil || res.Findings[2].Cost != nil {
			t.Fatal("want a cost on the first two findings")
		}
		data, err := json.Marshal(res.Findings)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(data)
	}
	if texts[0] != texts[1] {
		t.Error("two runs differ")
	}
	if err := Add(fresh(), settings(t, "down_s=")); err == nil {
		t.Error("an outage that is none is accepted")
	}
}
