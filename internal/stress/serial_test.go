package stress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/fixture"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
)

// listed is what the driver needs to know of a package, as go list prints it.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles, Imports              []string
	Standard                      bool
	Module                        *struct {
		Main    bool
		Replace *struct{ Version string }
	}
}

// own reports whether the package is the user's.
func (p *listed) own() bool {
	return p.Module.Main || p.Module.Replace != nil && p.Module.Replace.Version == ""
}

func (p *listed) followed() bool {
	return !p.Standard && catalog.Default().Class(p.ImportPath) == catalog.Follow
}

// TestSerial analyses the packages of all fixtures one by one, each in a process of its own, in an order drawn by lot
// among those that have every import before its importers. All that a process gets of other packages is their types
// and, in files, the facts of those that it imports itself. The findings must be those of the run in one process.
func TestSerial(t *testing.T) {
	dir := t.TempDir()
	if err := fixture.All("../..", dir); err != nil {
		t.Fatal(err)
	}
	env := append(fixture.Env(), "GOWORK=")
	res := run(t, load.Options{Dir: dir, Patterns: []string{"example.com/..."}, Env: env})
	want := findingLines(dir, res)
	if len(want) == 0 {
		t.Fatal("no finding to compare")
	}
	d := newSerial(t, dir, env)
	var got []string
	for _, path := range d.order(rand.New(rand.NewPCG(1, 2))) {
		got = append(got, d.analyse(path)...)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("only in one process: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("only in separate processes: %s", line)
		}
	}
	t.Logf("%d packages, %d findings", len(d.pkgs), len(want))
}

func findingLines(dir string, res *inventory.Result) []string {
	var out []string
	for _, f := range res.Findings {
		if f.Level.Rank() >= inventory.Warning.Rank() && f.Suppressed == nil {
			out = append(out, fmt.Sprintf("%s:%d:%d: %s\n", filepath.Join(dir, f.Position.File), f.Position.Line, f.Position.Column, f.Message))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// serial is a driver that knows packages by what go list says and facts by the files it has put them in.
type serial struct {
	t     *testing.T
	exe   string
	facts string // directory
	pkgs  map[string]*listed
}

func newSerial(t *testing.T, dir string, env []string) *serial {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := &serial{t: t, exe: exe, facts: t.TempDir(), pkgs: map[string]*listed{}}
	// Without directories in the export data it is in the build cache from the second run of this test on.
	cmd := exec.Command("go", "list", "-trimpath", "-deps", "-export", "-json=ImportPath,Dir,Name,Export,GoFiles,Imports,Standard,Module", "example.com/...")
	cmd.Dir, cmd.Env = dir, env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return d
		} else if err != nil {
			t.Fatal(err)
		}
		d.pkgs[p.ImportPath] = p
	}
}

// order draws an order of the packages whose bodies are read.
func (d *serial) order(r *rand.Rand) []string {
	waits := map[string]int{}
	importers := map[string][]string{}
	var ready, out []string
	for path, p := range d.pkgs {
		if !p.followed() {
			continue
		}
		for _, imp := range p.Imports {
			if q := d.pkgs[imp]; q != nil && q.followed() {
				waits[path]++
				importers[imp] = append(importers[imp], path)
			}
		}
		if waits[path] == 0 {
			ready = append(ready, path)
		}
	}
	slices.Sort(ready)
	for len(ready) > 0 {
		i := r.IntN(len(ready))
		path := ready[i]
		ready = slices.Delete(ready, i, i+1)
		out = append(out, path)
		slices.Sort(importers[path])
		for _, imp := range importers[path] {
			if waits[imp]--; waits[imp] == 0 {
				ready = append(ready, imp)
			}
		}
	}
	return out
}

// analyse runs a process on one package and gives its findings.
func (d *serial) analyse(path string) []string {
	d.t.Helper()
	p := d.pkgs[path]
	j := job{Path: path, Main: p.own(), Export: map[string]string{}, Facts: map[string]string{}, Fact: d.factFile(path)}
	for _, f := range p.GoFiles {
		j.Files = append(j.Files, filepath.Join(p.Dir, f))
	}
	for imp, q := range d.pkgs { // the types of an import need those that it imports
		j.Export[imp] = q.Export
	}
	for _, imp := range p.Imports {
		if _, err := os.Stat(d.factFile(imp)); err == nil {
			j.Facts[imp] = d.factFile(imp)
		}
	}
	text, err := json.Marshal(&j)
	if err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command(d.exe)
	cmd.Env = append(os.Environ(), asUnit+"=1")
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		d.t.Errorf("%s: %v\n%s", path, err, stderr.String())
	}
	return slices.Collect(strings.Lines(string(out)))
}

func (d *serial) factFile(path string) string {
	return filepath.Join(d.facts, strings.ReplaceAll(path, "/", "+")+".fact")
}
