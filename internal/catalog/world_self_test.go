package catalog

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"
)

// write makes a module of files in a fresh folder.
func writeModule(t *testing.T, path string, files map[string]string) module {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return module{Path: path, Dir: dir}
}

func TestWorld(t *testing.T) {
	shop := writeModule(t, "example.com/shop", map[string]string{
		"shop.go": `package shop
import (
	"context"
	"example.com/shop/store"
	"example.com/absent/go-queue/v2"
)
type Shop struct { store.Store; Hook func() error }
func (s *Shop) Run(ctx context.Context, q *queue.Queue, opts ...queue.Option) (n int, err error) { return undefined() }
`,
		"shop_windows.go": "package shop\nfunc Registry() {}\n",
		"shop_test.go":    "package shop\nfunc Helper() {}\n",
		"gen.go":          "//go:build ignore\n\npackage main\n",
		"store/store.go":  "package store\ntype Store struct{}\nfunc (Store) Ping() error { return nil }\n",
	})
	w := newWorld([]module{shop})
	p, err := w.load("example.com/shop")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Registry", "Helper"} {
		if p.Scope().Lookup(name) != nil {
			t.Errorf("%s is of a file that does not build", name)
		}
	}
	typ := p.Scope().Lookup("Shop").Type()
	ping, _, _ := types.LookupFieldOrMethod(typ, true, p, "Ping")
	if got := ping.(*types.Func).FullName(); got != "(example.com/shop/store.Store).Ping" {
		t.Errorf("promoted method is %s", got)
	}
	run, _, _ := types.LookupFieldOrMethod(typ, true, p, "Run")
	params := run.(*types.Func).Signature().Params()
	for i, want := range []bool{false, true} {
		if got := w.unknown(params.At(i).Type()); got != want {
			t.Errorf("Unknown of %s is %v", params.At(i).Type(), got)
		}
	}
	if got := params.At(1).Type().String(); got != "*example.com/absent/go-queue/v2.Queue" {
		t.Errorf("a type of a module that is not here is %s", got)
	}
}

func TestWorldLacks(t *testing.T) {
	w := newWorld([]module{writeModule(t, "example.com/shop", map[string]string{"a.go": "package shop\n"})})
	for _, path := range []string{"example.com/shop/nothing", "example.com/other", "no/such/std"} {
		if _, err := w.load(path); err == nil || w.known(path) {
			t.Errorf("%s was found", path)
		}
	}
	if _, err := w.load("net/http"); err != nil {
		t.Error(err)
	}
}

// A module in a folder of another one is a module of its own.
func TestWorldOwner(t *testing.T) {
	outer := writeModule(t, "example.com/shop", map[string]string{"a.go": "package shop\n", "v1/b.go": "package v1\n"})
	inner := writeModule(t, "example.com/shop/v2", map[string]string{"a.go": "package shop\n"})
	w := newWorld([]module{outer, inner})
	for path, want := range map[string]string{
		"example.com/shop": "example.com/shop", "example.com/shop/v1": "example.com/shop", "example.com/shop/v2": "example.com/shop/v2",
	} {
		if m, _ := w.owner(path); m.Path != want {
			t.Errorf("%s belongs to %q, want %s", path, m.Path, want)
		}
	}
}
