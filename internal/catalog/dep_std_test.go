package catalog

import (
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"
)

// TestStdNames resolves every name that the data gives to the standard library. Names of third parties
// cannot be checked here: their modules are not among our requirements.
func TestStdNames(t *testing.T) {
	c := Default()
	n := 0
	resolve := func(where, path, recv, name string) *types.Func {
		if !c.std[firstElement(path)] || path == "syscall" && runtime.GOOS != "linux" {
			return nil // Sysinfo is Linux's
		}
		n++
		full := strings.TrimPrefix(recv+"."+name, ".")
		p := stubPackage(t, path)
		if typ := p.Scope().Lookup(recv); recv != "" && typ == nil {
			t.Errorf("%s: %s has no type %s", where, path, recv)
			return nil
		}
		fn := function(p, full)
		if fn == nil {
			t.Errorf("%s: %s has no %s", where, path, full)
		} else if got := receiver(fn.Signature()); got != recv {
			t.Errorf("%s: %s.%s is declared by %q", where, path, full, got)
		}
		return fn
	}
	for path, b := range c.blocks {
		for m, e := range b.names {
			if fn := resolve(e.where, path, m.recv, m.name); fn != nil && e.addr >= fn.Signature().Params().Len() {
				t.Errorf("%s: %s has no parameter %d", e.where, fn.FullName(), e.addr)
			}
		}
	}
	for k, runs := range c.runs {
		fn := resolve("runs", k.pkg, k.recv, k.name)
		for _, r := range runs {
			if fn != nil && !runnable(fn.Signature(), r.Arg) {
				t.Errorf("%s: parameter %d is nothing to run", fn.FullName(), r.Arg)
			}
		}
	}
	for k := range c.opens {
		resolve("opens", k.pkg, k.recv, k.name)
	}
	for path, names := range c.quiet {
		if len(names) == 0 {
			continue // a prefix, maybe without a package of that name
		}
		for name := range names {
			n++
			if stubPackage(t, path).Scope().Lookup(name) == nil {
				t.Errorf("quiet: %s has no type %s", path, name)
			}
		}
	}
	if n < 250 {
		t.Errorf("only %d names checked", n)
	}
}

// runnable reports whether parameter i is a function, a handler or a finalizer of any type.
func runnable(sig *types.Signature, i int) bool {
	if i >= sig.Params().Len() {
		return false
	}
	switch u := param(sig, i).Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() < 2 // http.Handler, any
	}
	return false
}

// TestStdElements compares the list of first path elements with the standard library of this Go.
func TestStdElements(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(runtime.GOROOT(), "src"))
	if err != nil {
		t.Skip(err)
	}
	var missing []string
	for _, e := range entries {
		if !e.IsDir() || Default().std[e.Name()] {
			continue
		}
		switch e.Name() {
		case "cmd", "internal", "testdata", "simd", "vendor":
			continue // see classes.txt; simd is an experiment
		}
		missing = append(missing, e.Name())
	}
	sort.Strings(missing)
	if len(missing) > 0 {
		t.Errorf("classes.txt lacks std %s", strings.Join(missing, " "))
	}
}
