package cost

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/outage"
)

// What a line says, and what it rests on.
func TestText(t *testing.T) {
	liveOnly := program(probe("/livez", live, postgres), probe("/readyz", ready))
	seedLine := "(6 replicas, check every 10 s, fall 3, rise 2, 60 % need it, restart takes 30 s, load 75 % of capacity, down for 120 of 300 s, " +
		"Kubernetes Service routing, checks in step, no back-off, liveness at /livez asks it, readiness at /readyz does not ask it; " +
		"assumptions: the platform asks these endpoints, an answer fails with its call)"
	for _, tt := range []struct {
		name    string
		finding *inventory.Finding
		probes  []inventory.Probe
		set     []string
		want    string // "..." stands for anything
	}{
		{"nothing is known", finding("liveness-dependency", &postgres, 0), liveOnly, nil,
			"if PostgreSQL is down for 120 s: every replica restarts 2x, 26.7 % of requests get no target, 10.7 % of all requests are turned away though they never needed it " +
				"(liveness at /livez asks it, readiness at /readyz does not ask it; assumptions: 6 replicas, check every 10 s, fall 3, rise 2, 60 % need it, " +
				"restart takes 30 s, load 75 % of capacity, down for 120 of 300 s, Kubernetes Service routing, checks in step, no back-off, " +
				"the platform asks these endpoints, an answer fails with its call)"},
		{"some is known", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"instances=6", "fall=3", "db-share=0.6"},
			"...(6 replicas, fall 3, 60 % need it, liveness at /livez asks it, readiness at /readyz does not ask it; assumptions: check every 10 s, rise 2, restart takes..."},
		{"all is known", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"platform=seed", "instances=6", "db_share=0.6", "restart_s=30", "offered_rps=450", "capacity_rps=100", "down_s=60-180"},
			"..." + seedLine},
		{"one replica", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"instances=1"},
			"if PostgreSQL is down for 120 s: the only replica restarts 2x, ...(1 replica, liveness at /livez asks it, ..."},
		{"two replicas", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"instances=2"},
			"if PostgreSQL is down for 120 s: every replica restarts 2x, ...(2 replicas, liveness at /livez asks it, ..."},
		{"local on the only one", finding("shared-handler", nil, 0), program(probe("/health", both, local(redis))), []string{"instances=1"},
			"if Redis fails on the only replica for 120 s: the only replica restarts 2x, ...(1 replica, liveness ..."},
		{"readiness only: no restarts", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres), probe("/livez", live)), nil,
			"if PostgreSQL is down for 120 s: no replica restarts, 36.7 % of requests get no target, 14.7 % of all...(liveness at /livez does not ask it, readiness at /readyz asks it; ...load 75 % of capacity, down for 120 of 300 s, Kubernetes Service routing, checks in step, the platform..."},
		{"an outage that ends before it is noticed", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"down_s=60-80"},
			"if PostgreSQL is down for 20 s: no replica restarts and no request fails that would not fail with a shallow check (..."},
		{"restarts that take no time", finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, postgres)), []string{"restart_s=0"},
			"if PostgreSQL is down for 120 s: every replica restarts 4x, no request is lost by that in this model (restart takes 0 s, liveness at /livez asks it, no readiness endpoint was found; ...no readiness probe)"},
		{"a balancer that fails open", finding("shared-handler", &postgres, 0), program(probe("/health", both, postgres)), []string{"balancer=alb"},
			"if PostgreSQL is down for 120 s: every replica restarts 2x, 20.0 % of requests meet a replica that is restarting, 8.0 % of all requests are turned away though they never needed it " +
				"(ALB routing, liveness and readiness at /health ask it; ..."},
		{"kubelet", finding("shared-handler", &postgres, 0), program(probe("/health", both, postgres)), []string{"platform=kubernetes", "instances=3"},
			"if PostgreSQL is down for 120 s: every replica restarts ...(3 replicas, check every 10 s, fall 3, rise 1, time-out 1 s, Kubernetes Service routing, checks spread at random, back-off 10 s doubling to 300 s, ..."},
		{"a load that is too much anyway", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"offered_rps=1200", "capacity_rps=100", "instances=6"},
			"...36.7 % of requests get no target, 7.3 % more of all requests are turned away though they never needed it (6 replicas, load 200 % of capacity, ..."},
		{"a share that one decimal would show as nothing", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"db_share=0.9995"},
			"...36.7 % of requests get no target, less than 0.1 % of all requests are turned away though they never needed it (99.95 % need it, ..."},
		{"two outages make the run longer", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"down_s=60-180,400-460"},
			"if PostgreSQL is down for 180 s: ...(down for 180 of 580 s, ..."},
		{"possible, and calls that stayed open", finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, possible(postgres)), open(probe("/readyz", ready))), nil,
			"...an answer fails with its call, /livez does reach it (possible, not certain), the calls of /readyz that stayed open do not reach it)"},
		{"the same product by another call", finding("liveness-dependency", &redis, 0), program(probe("/livez", live, redis), probe("/readyz", ready, dep("cache", "Redis", 9))), nil,
			"if Redis is down ..., both ask the same Redis)"},
		{"no product", finding("liveness-dependency", &ledger, 0), program(probe("/livez", live, ledger)), nil,
			"if an HTTP service (through call in handle) is down for 120 s: ..."},
		{"a product of several words", finding("readiness-shared-state", kube(), 0), program(probe("/readyz", ready, *kube())), nil,
			"if the Kubernetes API server is down for 120 s: ..."},
		{"several endpoints", finding("shared-handler", &postgres, 0, 1, 2), program(probe("/livez", live, postgres), probe("/live", live, postgres), probe("/health", live, postgres)), nil,
			"...(liveness at /livez and 2 more asks it, no readiness endpoint was found; ..."},
		{"a load of an unknown capacity", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"offered_rps=300"},
			"...(no liveness endpoint was found, readiness at /readyz asks it; assumptions: 6 replicas, ..., load 50 % of capacity, ..."},
		{"shares and loads that rounding would show as nothing or all", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)),
			[]string{"db_share=0.000001", "offered_rps=1"}, "...(0.0001 % need it, ...load 0.166666667 % of capacity, ..."},
		{"all but nothing", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"db_share=0.99999999"}, "...(99.999999 % need it, ..."},
		{"nothing and all", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"db_share=0"}, "...(0 % need it, ..."},
		{"what Envoy assumes", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"balancer=envoy"},
			"...(Envoy routing, liveness at ...assumptions: ..., panic below 50 % healthy, a restart is seen at once, checks in step, ..."},
		{"Envoy without panic", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"balancer=envoy", "panic_threshold=0"},
			"...(Envoy routing, no panic, no liveness..., checks in step, the platform..."},
		{"how a restart is seen", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"restart_seen=checks", "restarted_rise=5", "seed=7", "stagger=random"},
			"...(rise 5 after a restart, a restart is seen by checks, checks spread at random (seed 7), liveness at ..."},
		{"ECS", finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres)), []string{"platform=ecs"},
			"...(check every 30 s, fall 2, rise 5, liveness fall 3, time-out 5 s, rise 1 after a restart, ALB routing, a restart is seen at once, what is unhealthy is replaced, checks spread at random, ..."},
		{"restarts that the remedy has, too", finding("shared-handler", nil, 0), program(probe("/health", both, local(redis))), []string{"replace_unhealthy=true"},
			"if Redis fails on 1 of 6 replicas for 120 s: that replica restarts ...x, as with the remedy, and no request fails that would not fail with it (what is unhealthy..."},
		{"a back-off that does not double", finding("liveness-dependency", &postgres, 0), liveOnly, []string{"backoff_first_s=100", "backoff_max_s=5"}, "...(back-off 5 s, liveness..."},
		{"several programs", finding("liveness-dependency", &postgres, 0, 1), program(on(probe("/livez", live, postgres), "b", ""), on(probe("/livez", live, postgres), "a", "")), nil,
			"...(liveness at /livez asks it, no readiness endpoint was found, in a, the first of 2 programs; ..."},
		{"local only", finding("shared-handler", nil, 0, 1), program(probe("/livez", live, local(redis)), probe("/readyz", ready, local(redis))), nil,
			"if Redis fails on 1 of 6 replicas for 120 s: that replica restarts 2x, no request is lost by that in this model (liveness at /livez asks it, readiness at /readyz asks it; assumptions: 6 replicas, 1 of them hit, ..."},
		{"local on two", finding("shared-handler", nil, 0), program(probe("/health", both, local(redis))), []string{"local_instances=2", "instances=6"},
			"if Redis fails on 2 of 6 replicas for 120 s: these replicas restart 2x, no request is lost by that in this model (6 replicas, 2 of them hit, ..."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := of(t, tt.finding, tt.probes, tt.set...).Text; !matches(got, tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func kube() *inventory.Dependency {
	d := dep("kubernetes-api", "Kubernetes API server", 5)
	return &d
}

// matches compares with a text in which "..." stands for anything.
func matches(got, want string) bool {
	parts := strings.Split(want, "...")
	for i, p := range parts {
		at := strings.Index(got, p)
		if at < 0 || i == 0 && at != 0 {
			return false
		}
		got = got[at+len(p):]
	}
	return parts[len(parts)-1] == "" || got == ""
}

// A line is one line, names each assumption, and claims exactly the losses that the figures have.
func TestTextIsTrue(t *testing.T) {
	n := 0
	for c := range randomCosts(t, 400) {
		a, b := c.AsIs, c.Fixed
		worse := map[string]bool{
			"get no target":                    a.NoTargetPercent > b.NoTargetPercent+noise,
			"that is restarting":               a.RestartingPercent > b.RestartingPercent+noise,
			"are too many":                     a.OverloadPercent > b.OverloadPercent+noise,
			"though they never":                a.NeverNeededPercent > b.NeverNeededPercent+noise,
			"no replica restarts":              a.MostRestarts == 0,
			fmt.Sprintf("%dx", a.MostRestarts): a.MostRestarts > 0,
		}
		claims, _, _ := strings.Cut(c.Text, " (")
		for phrase, is := range worse {
			if strings.Contains(claims, phrase) != is {
				t.Fatalf("%q is %v: %s\n%+v\n%+v", phrase, is, c.Text, a, b)
			}
		}
		if strings.Contains(c.Text, "\n") || !strings.HasSuffix(c.Text, "assumptions: "+strings.Join(c.Assumptions, ", ")+")") {
			t.Fatalf("%s\n%q", c.Text, c.Assumptions)
		}
		n++
	}
	if n != 400 {
		t.Fatal(n)
	}
}

// The remedy never loses more than what is there, and restarts nothing, whatever the settings; it serves all that can
// be served of a shared outage.
func TestFixedIsNoWorse(t *testing.T) {
	losses := 0
	for c := range randomCosts(t, 1000) {
		a, b := c.AsIs, c.Fixed
		if c.Inputs.ReplaceUnhealthy && c.Inputs.Fault == outage.LocalFault {
			continue // the balancer restarts there, not liveness
		}
		if b.Restarts != 0 {
			t.Fatalf("fixed restarts %d times: %+v", b.Restarts, c.Inputs)
		}
		if c.Inputs.Fault == outage.SharedFault && b.ServedPercent < a.ServedPercent-noise {
			t.Fatalf("fixed serves %v, before %v: %+v", b.ServedPercent, a.ServedPercent, c.Inputs)
		}
		if c.Inputs.Fault == outage.SharedFault && b.NeverNeededPercent > a.NeverNeededPercent+noise {
			t.Fatalf("fixed turns away %v, before %v: %+v", b.NeverNeededPercent, a.NeverNeededPercent, c.Inputs)
		}
		if b.ServedPercent > a.ServedPercent+noise {
			losses++
		}
	}
	if losses < 100 {
		t.Errorf("only %d of 1000 lost anything: this shows nothing", losses)
	}
}

// randomCosts yields costs of all configurations under random settings, the same each time.
func randomCosts(t *testing.T, n int) func(func(*inventory.Cost) bool) {
	rng := rand.New(rand.NewPCG(7, 8))
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	configurations := []func() (*inventory.Finding, []inventory.Probe){
		func() (*inventory.Finding, []inventory.Probe) {
			return finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, postgres), probe("/readyz", ready))
		},
		func() (*inventory.Finding, []inventory.Probe) {
			return finding("liveness-dependency", &postgres, 0), program(probe("/livez", live, postgres))
		},
		func() (*inventory.Finding, []inventory.Probe) {
			return finding("readiness-shared-state", &postgres, 0), program(probe("/readyz", ready, postgres))
		},
		func() (*inventory.Finding, []inventory.Probe) {
			return finding("shared-handler", &postgres, 0), program(probe("/health", both, postgres))
		},
		func() (*inventory.Finding, []inventory.Probe) {
			return finding("shared-handler", nil, 0), program(probe("/health", both, local(redis)))
		},
	}
	return func(yield func(*inventory.Cost) bool) {
		for i := range n {
			from := rng.IntN(200)
			f, ps := configurations[i%len(configurations)]()
			c := of(t, f, ps,
				"platform="+pick("seed", "kubernetes", "alb", "ecs", "envoy", "haproxy"),
				fmt.Sprintf("instances=%d", 1+rng.IntN(20)),
				fmt.Sprintf("offered_rps=%d", 1+rng.IntN(2000)),
				fmt.Sprintf("db_share=%.2f", rng.Float64()),
				fmt.Sprintf("down_s=%d-%d", from, from+1+rng.IntN(300)),
				fmt.Sprintf("restart_s=%d", rng.IntN(60)),
				fmt.Sprintf("fall=%d", 1+rng.IntN(5)),
				"stagger="+pick("none", "even", "random"))
			if !yield(c) {
				return
			}
		}
	}
}
