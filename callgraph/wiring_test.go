package callgraph

import (
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/wiregen"
)

// wiringSeeds is how many generated programs a normal test runs.
const wiringSeeds = 600

// FuzzWiring compares the engine's answers with those that a generated program is known to have. A normal test
// runs the seeds in TestWiring only. To look for longer, by other seeds or by what covers more of the engine:
//
//	HEALTHLINT_WIRING_SEEDS=1000-20000 go test ./callgraph -run TestWiring -timeout 1h
//	go test ./callgraph -run '^$' -fuzz FuzzWiring -fuzztime 30m -fuzzminimizetime 1x
//
// A failure shows the smallest program that it found to be wrong. Whether the generator itself is right is checked
// by running programs:
//
//	HEALTHLINT_WIRING_RUN=200 go test ./internal/wiregen -run TestAnswersRun
//
// What the engine is known not to tell apart is allowed for in the answers (variant.may of package wiregen), or is
// left out:
//
//   - The order of stores: a variable that is set twice holds both, a struct that was copied has what is stored
//     into the original later, a list of middleware may be applied in part, an element that was appended or that
//     lies behind a slice of a slice may have any index.
//   - A function that is entered again through a callback is one, so what the two are given is mixed up; see
//     term.nests.
//   - A check that is kept in a value of a context is not found, and nothing says so. No gadget does that.
func FuzzWiring(f *testing.F) {
	for n := range uint64(8) {
		f.Add(wiregen.Seed(n))
	}
	f.Fuzz(func(t *testing.T, data []byte) { wiring(t, data) })
}

// TestWiring runs a fixed number of generated programs: the first ones, or those that HEALTHLINT_WIRING_SEEDS names
// as first-last.
func TestWiring(t *testing.T) {
	first, last := uint64(0), uint64(wiringSeeds-1)
	if s := os.Getenv("HEALTHLINT_WIRING_SEEDS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d-%d", &first, &last); err != nil {
			t.Fatal(err)
		}
	}
	for n := first; n <= last; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) { wiring(t, wiregen.Seed(n)) })
	}
}

// wiring fails when the engine is wrong about the program that data stands for, and shows the smallest such program.
func wiring(t *testing.T, data []byte) {
	p := wiregen.New(data)
	diff, err := wrongWiring(p)
	if err != nil {
		t.Fatal(err)
	}
	if diff == "" {
		if len(data)%4 == 0 { // the oracle takes as long again
			if diff := oracleWiring(t, p); diff != "" {
				t.Errorf("the oracle: %s\n%s\n%s", diff, p, programText(p))
			}
		}
		return
	}
	small := p.Shrink(func(q *wiregen.Program) bool {
		d, err := wrongWiring(q)
		return err == nil && d != ""
	})
	d, _ := wrongWiring(small)
	t.Errorf("%s\nin the smallest program:\n%s\n%s\n%s", diff, d, small, programText(small))
}

// wrongWiring says how the answers of the engine, or of the oracle, differ from the right ones.
func wrongWiring(p *wiregen.Program) (string, error) {
	ps, err := loadWiring(p)
	if err != nil {
		return "", err
	}
	defer unloadWiring(ps)
	have := map[string][]byte{}
	var last *Package
	var early []inventory.Probe
	for _, f := range ps {
		if last, err = Summarise(f.src, func(path string) []byte { return have[path] }); err != nil {
			return "", err
		}
		have[f.path] = last.Fact(nil)
		if f != ps[len(ps)-1] {
			early = append(early, last.Evaluate().Probes...)
		}
	}
	found := last.Evaluate()
	return strings.TrimSpace(compareWiring(p.Want, found) + "\n" + refined(early, found.Probes)), nil
}

// refined says what packages reported of which the program says something else.
func refined(early, late []inventory.Probe) string {
	var out []string
	for i := range early {
		p := &early[i]
		if !slices.ContainsFunc(late, func(q inventory.Probe) bool {
			return q.Registered == p.Registered && q.Path == p.Path && q.Role == p.Role && dependencyKeys(&q) == dependencyKeys(p)
		}) {
			out = append(out, p.Path+": its package reports what the program does not")
		}
	}
	return strings.Join(out, "\n")
}

// oracleWiring is wrongWiring for the oracle.
func oracleWiring(t *testing.T, p *wiregen.Program) string {
	ps, err := loadWiring(p)
	if err != nil {
		t.Fatal(err)
	}
	defer unloadWiring(ps)
	sums := map[*followed]*summary{}
	for _, f := range ps {
		sums[f] = extract(f.src)
	}
	return compareWiring(p.Want, evaluateAs(oracleWorld(t, ps[len(ps)-1], sums), true, way{}))
}

func compareWiring(want []wiregen.Answer, got Findings) string {
	var out []string
	have := map[string]wiregen.Deps{}
	for i := range got.Probes {
		pr := &got.Probes[i]
		d := have[pr.Path]
		if pr.Open {
			out = append(out, pr.Path+": open")
		}
		for _, dep := range pr.Dependencies {
			if dep.Confidence != inventory.Certain {
				out = append(out, fmt.Sprintf("%s: %s is %s", pr.Path, dep.Callee, dep.Confidence))
			}
			bit, ok := wiregen.Of(dep.Callee)
			if !ok {
				out = append(out, fmt.Sprintf("%s: unexpected callee %s", pr.Path, dep.Callee))
			}
			if want := bit.Product(); want != "" && want != dep.Product {
				out = append(out, fmt.Sprintf("%s: %s reaches %s, not %s", pr.Path, dep.Callee, dep.Product, want))
			}
			d |= bit
		}
		have[pr.Path] = d
	}
	for _, w := range want {
		d, ok := have[w.Path]
		if !ok {
			out = append(out, w.Path+": not found")
		} else if !w.Fits(d) {
			out = append(out, fmt.Sprintf("%s: got %s, want %s", w.Path, d, w.Must))
		}
		delete(have, w.Path)
	}
	for p := range have {
		out = append(out, p+": no probe")
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func programText(p *wiregen.Program) string {
	var b strings.Builder
	for _, pkg := range p.Packages {
		src, err := format.Source([]byte(pkg.Source))
		if err != nil {
			src = []byte(pkg.Source)
		}
		fmt.Fprintf(&b, "-- %s --\n%s", pkg.Path, src)
	}
	return b.String()
}
