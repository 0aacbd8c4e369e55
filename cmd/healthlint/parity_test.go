package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/fixture"
)

// TestParity runs all fixtures of the engine, and the example, through the command and through go vet. The sets of
// (place, message) must be the same. scripts/parity.sh does it for any module.
func TestParity(t *testing.T) {
	dir := t.TempDir()
	if err := fixture.All("../..", dir); err != nil {
		t.Fatal(err)
	}
	env := append(slices.Clone(fixture.Env()), "GOWORK=")
	parity(t, dir, env, "example.com/...")
	parity(t, "../../testdata/example", append(os.Environ(), "GOFLAGS="), "./...")
}

func parity(t *testing.T, dir string, env []string, pattern string) {
	t.Helper()
	var alone, errs bytes.Buffer
	c := &command{args: []string{pattern}, stdout: &alone, stderr: &errs, env: env, dir: dir}
	if status := c.run(); status != exitFindings {
		t.Fatalf("%s: exit status %d\n%s", dir, status, errs.String())
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vet := exec.Command("go", "vet", "-vettool="+exe, pattern)
	vet.Dir, vet.Env = dir, append(env, asTool+"=1")
	out, _ := vet.CombinedOutput() // fails when there are findings
	want, got := findingLines(alone.String()), findingLines(string(out))
	if len(want) == 0 {
		t.Fatalf("%s: no finding to compare", dir)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("%s: only as a command: %s", dir, line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("%s: only as a vettool: %s", dir, line)
		}
	}
	t.Logf("%s: %d findings", dir, len(want))
}

var findingLine = regexp.MustCompile(`^\S[^:]*(:\d+)+: [a-z]+(-[a-z]+)+: `)

func findingLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimPrefix(line, "./"); findingLine.MatchString(line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
