package analyzer

import (
	"regexp"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

func fingerprints(s Scope) []string {
	var out []string
	for _, f := range Judge(Config{}, s) {
		out = append(out, f.Fingerprint)
	}
	return out
}

func TestFingerprint(t *testing.T) {
	base := func() inventory.Probe {
		return probe("/livez", inventory.Liveness, "(*Server).live$1", 10, postgres("(*Server).live$1", 30))
	}
	want := fingerprints(program(base()))[0]
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(want) {
		t.Errorf("fingerprint %q is no hex", want)
	}
	for _, tt := range []struct {
		name   string
		change func(*inventory.Probe)
		same   bool
	}{
		{"code above grew", func(p *inventory.Probe) {
			p.Registered.Line += 7
			p.Dependencies[0].Chain[0].Position.Line += 7
		}, true},
		{"a closure above shifted the numbers", func(p *inventory.Probe) { p.Handler = "(*Server).live$2" }, true},
		{"another function on the way", func(p *inventory.Probe) { p.Dependencies[0].Chain[1].Func = "(*Store).Reach" }, true},
		{"less certain now", func(p *inventory.Probe) { p.Dependencies[0].Confidence = inventory.Possible }, true},
		{"another path", func(p *inventory.Probe) { p.Path = "/alive" }, false},
		{"another handler", func(p *inventory.Probe) { p.Handler = "(*Server).alive" }, false},
		{"registered in another package", func(p *inventory.Probe) { p.Package = "example.com/shop/admin" }, false},
		{"another program", func(p *inventory.Probe) { p.Program = "example.com/shop/cmd/worker" }, false},
		{"another call", func(p *inventory.Probe) { p.Dependencies[0].Callee += "Context" }, false},
	} {
		p := base()
		tt.change(&p)
		if got := fingerprints(program(p))[0]; (got == want) != tt.same {
			t.Errorf("%s: same fingerprint: %v, want %v", tt.name, got == want, tt.same)
		}
	}
}

func TestFingerprintsOfOneScopeDiffer(t *testing.T) {
	s := everything()
	s.Probes = append(s.Probes, s.Probes[4]) // equal but for where it stands
	last := &s.Probes[len(s.Probes)-1]
	last.ID, last.Registered = len(s.Probes)-1, at("app/routes.go", 50)
	last.Dependencies = []inventory.Dependency{redis("(*Server).live$1", 80)}
	seen := map[string]bool{}
	for _, f := range fingerprints(s) {
		if seen[f] {
			t.Errorf("%s twice", f)
		}
		seen[f] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d findings", len(seen))
	}
}

func TestFingerprintIsPinned(t *testing.T) {
	const want = "8a82b60b073766ae62330b2b4ea5e215"
	got := fingerprints(program(probe("/livez", inventory.Liveness, "live", 10, postgres("live", 30))))[0]
	if got != want {
		t.Errorf("got %s, want %s: baselines of users hold the old one; when that is meant, raise fingerprintVersion", got, want)
	}
}
