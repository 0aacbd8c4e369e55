package callgraph

import (
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/catalog"
)

// TestOracleModules compares the normal way with the oracle on the programs of real modules; scripts/oracle.sh names
// them. The bounds of the oracle are ten times as large there, not off: what a program of a thousand packages
// stores and calls has no end that a machine could wait for. What stays different is the way that says so.
func TestOracleModules(t *testing.T) {
	dirs := strings.Fields(os.Getenv("HEALTHLINT_MODULES"))
	if len(dirs) == 0 {
		t.Skip("HEALTHLINT_MODULES names no module; see scripts/oracle.sh")
	}
	for _, d := range dirs {
		dir, pattern, _ := strings.Cut(d, "=")
		t.Run(filepath.Base(dir), func(t *testing.T) { oracleModule(t, dir, pattern) })
	}
}

func oracleModule(t *testing.T, dir, pattern string) {
	if pattern == "" {
		pattern = "./..."
	}
	ps, wrong := loadPackages(dir, os.Environ(), parseFile(followedFile), pattern)
	if len(ps) == 0 {
		t.Fatal(wrong)
	} else if wrong != "" {
		t.Log(wrong) // what does not check is left out of both sides
	}
	sums := map[*followed]*summary{}
	for _, p := range ps {
		sums[p] = extract(p.src)
	}
	facts(t, ps, func(p *followed, sum *Package, _ []byte) {
		if !p.program() || !p.src.Main {
			return
		}
		w := oracleWorld(t, p, sums)
		normal := answers(sum.Evaluate())
		t.Logf("%s: %d probes", p.path, len(normal))
		for name, as := range map[string]way{
			"no facts":                {relevance: true, bounds: true},
			"no facts, bounds x 10":   {relevance: true, times: 10},
			"no facts, all of it run": {bounds: true},
		} {
			if other := answers(evaluateAs(w, true, as)); !slices.Equal(normal, other) {
				t.Errorf("%s, %s:\nnormal\n\t%s\noracle\n\t%s", p.path, name, strings.Join(normal, "\n\t"), strings.Join(other, "\n\t"))
			}
		}
	})
}

var moduleFile = regexp.MustCompile(`^(.*)@[^/]*(/.*)?/[^/]*$`)

// followedFile reports whether a source file is of a package that is followed: not of the standard library, and in
// the module cache not of a catalogued package.
func followedFile(name string) bool {
	if strings.HasPrefix(name, build.Default.GOROOT) || strings.Contains(name, "/toolchain@") {
		return false
	}
	_, rest, ok := strings.Cut(filepath.ToSlash(name), "/pkg/mod/")
	if !ok {
		return true
	}
	m := moduleFile.FindStringSubmatch(rest)
	return m == nil || catalog.Default().Class(m[1]+m[2]) == catalog.Follow
}
