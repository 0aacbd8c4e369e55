package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNamesResolve looks every name of the tables up in the source of the module that declares it.
// HEALTHLINT_MODULES names a file as go mod download -json prints it, for the modules of data/modules.lst;
// scripts/catalog.sh makes it. The standard library is read from the toolchain.
func TestNamesResolve(t *testing.T) {
	file := os.Getenv("HEALTHLINT_MODULES")
	if file == "" {
		t.Skip("HEALTHLINT_MODULES is not set, see scripts/catalog.sh")
	}
	r := &nameCheck{optional: optionalModules(t), skipped: map[string]int{}}
	modules := downloaded(t, file)
	r.worlds, r.packages = worlds(modules), modulePackages(t, modules)
	r.blocks(Default())
	r.calls(Default())
	r.rules(Rules().All())
	slices.Sort(r.failures)
	for _, f := range slices.Compact(r.failures) {
		t.Error(f)
	}
	t.Logf("%d names checked in %d modules", r.checked, len(modules))
	for _, path := range slices.Sorted(maps.Keys(r.skipped)) {
		t.Logf("not checked: %d names of %s, no source of it is here", r.skipped[path], path)
	}
	if r.checked < 4500 {
		t.Errorf("only %d names checked", r.checked)
	}
}

// nameCheck counts and reports.
type nameCheck struct {
	worlds   []*world        // the second has other versions of some modules
	packages []string        // import paths of the modules at hand
	optional map[string]bool // module paths that may be missing
	skipped  map[string]int  // by module
	checked  int
	failures []string
}

// fail notes what is wrong with a line. Lines of data/deps know their file without its folder.
func (r *nameCheck) fail(where, what string, err error) {
	if !strings.Contains(where, "/") {
		where = "data/deps/" + where
	}
	r.failures = append(r.failures, fmt.Sprintf("%s: %s: %v", where, what, err))
}

// downloaded reads what go mod download -json prints.
func downloaded(t *testing.T, file string) (modules []module) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for dec := json.NewDecoder(f); ; {
		var m struct{ Path, Version, Dir, Error string }
		if err := dec.Decode(&m); err == io.EOF {
			return modules
		} else if err != nil {
			t.Fatal(err)
		}
		if m.Error != "" {
			t.Errorf("%s: %s", m.Path, m.Error)
			continue
		}
		modules = append(modules, module{Path: m.Path, Version: m.Version, Dir: m.Dir})
	}
}

// optionalModules reads which modules data/modules.lst marks.
func optionalModules(t *testing.T) map[string]bool {
	text, err := os.ReadFile("data/modules.lst")
	if err != nil {
		t.Fatal(err)
	}
	marked := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 2 && words[1] == "snapshot" {
			path, _, _ := strings.Cut(words[0], "@")
			marked[path] = true
		}
	}
	return marked
}

// modulePackages lists the folders of all modules as import paths.
func modulePackages(t *testing.T, modules []module) (paths []string) {
	for _, m := range modules {
		err := filepath.WalkDir(m.Dir, func(dir string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				rel, _ := filepath.Rel(m.Dir, dir)
				paths = append(paths, strings.TrimSuffix(m.Path+"/"+filepath.ToSlash(rel), "/."))
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// worlds puts the second version of a module into a world of its own.
func worlds(modules []module) []*world {
	seen := map[string]bool{}
	var first, other []module
	for _, m := range modules {
		if seen[m.Path] {
			other = append(other, m)
		} else {
			first = append(first, m)
		}
		seen[m.Path] = true
	}
	return []*world{newWorld(first), newWorld(append(slices.Clone(first), other...))}
}

// verify asks about a package until one of its versions answers nil, and reports what the first one answers.
func (r *nameCheck) verify(where, path string, ask func(w *world, p *types.Package) error) {
	for prefix := path; prefix != ""; prefix = parent(prefix) {
		if r.optional[prefix] && !r.worlds[0].known(path) {
			r.skipped[prefix]++
			return
		}
	}
	r.checked++
	var first error
	for i, w := range r.worlds {
		if i > 0 && sameVersion(r.worlds[0], w, path) {
			break
		}
		p, err := w.load(path)
		if err == nil {
			err = ask(w, p)
		}
		if err == nil {
			return
		}
		if i == 0 {
			first = err
		}
	}
	r.fail(where, path, first)
}

func sameVersion(a, b *world, path string) bool {
	m, _ := a.owner(path)
	n, _ := b.owner(path)
	return m == n
}

// blocks checks effect lines.
func (r *nameCheck) blocks(c *Catalog) {
	for path, b := range c.blocks {
		for m, n := range b.names {
			r.verify(n.where, path, func(_ *world, p *types.Package) error { return resolveMember(p, m, n) })
		}
		for _, l := range b.globs {
			r.verify(l.where, path, func(_ *world, p *types.Package) error { return unmatched(l, p) })
		}
	}
	for _, b := range c.families {
		r.family(b)
	}
}

// family checks that each name of a family is in one of its packages at least.
func (r *nameCheck) family(b *block) {
	r.checked += len(b.names)
	var all []*types.Package
	for _, path := range r.packages {
		if b.match.MatchString(path) {
			if p, err := r.worlds[0].load(path); err == nil {
				all = append(all, p)
			}
		}
	}
	if len(all) == 0 {
		r.fail(b.where, b.id, errors.New("no package of the listed modules belongs to it"))
		return
	}
	for m, n := range b.names {
		if !slices.ContainsFunc(all, func(p *types.Package) bool { return resolveMember(p, m, n) == nil }) {
			r.fail(n.where, b.id, fmt.Errorf("no package has %s.%s", m.recv, m.name))
		}
	}
	for _, l := range b.globs {
		r.checked++
		if err := unmatched(l, all...); err != nil {
			r.fail(l.where, b.id, err)
		}
	}
}

// calls checks the lines whose keys are functions: runs, check, product, opens; and the types of quiet.
func (r *nameCheck) calls(c *Catalog) {
	for k, runs := range c.runs {
		r.function(c, "runs", k, func(sig *types.Signature) error {
			for _, h := range runs {
				if !runnable(sig, h.Arg) {
					return fmt.Errorf("%s: parameter %d is nothing to run", k.name, h.Arg)
				}
			}
			return nil
		})
	}
	for k, f := range c.checks {
		arg := f.Wraps
		if f.Effect != nil {
			arg = f.Effect.Addr
		}
		r.function(c, "check", k, func(sig *types.Signature) error { return hasParameter(sig, arg) })
	}
	for k, a := range c.address {
		r.address(c, k, a)
	}
	for k := range c.origins {
		r.function(c, "origin", k, func(*types.Signature) error { return nil })
	}
	for k := range c.products {
		r.function(c, "product", k, func(*types.Signature) error { return nil })
	}
	for k, arg := range c.opens {
		r.function(c, "opens", k, func(sig *types.Signature) error { return hasParameter(sig, arg) })
	}
	for path, names := range c.quiet {
		for name := range names {
			r.verify(c.given["quiet "+path], path, func(_ *world, p *types.Package) error {
				if p.Scope().Lookup(name) == nil {
					return fmt.Errorf("no type %s", name)
				}
				return nil
			})
		}
	}
}

// address checks where an address is said to be.
func (r *nameCheck) address(c *Catalog, k key, a *Address) {
	if typ, ok := strings.CutPrefix(k.recv, "."); ok {
		where := c.given[fmt.Sprintf("address field %s %s.%s", k.pkg, typ, k.name)]
		r.verify(where, k.pkg, func(_ *world, p *types.Package) error {
			if obj := p.Scope().Lookup(typ); obj != nil {
				return hasField(obj.Type(), k.name)
			}
			return fmt.Errorf("no type %s", typ)
		})
		return
	}
	r.function(c, "address", k, func(sig *types.Signature) error {
		if err := hasParameter(sig, a.Arg); err != nil {
			return err
		}
		for _, field := range a.Fields {
			if err := hasField(sig.Params().At(a.Arg).Type(), strings.Split(field, ".")...); err != nil {
				return err
			}
		}
		return nil
	})
}

// hasField walks along fields. What stands behind an interface is not known.
func hasField(t types.Type, path ...string) error {
	for _, name := range path {
		if types.IsInterface(t) {
			return nil
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if v, ok := obj.(*types.Var); !ok || !v.IsField() {
			return fmt.Errorf("%s has no field %s", t, name)
		}
		t = obj.Type()
	}
	return nil
}

func hasParameter(sig *types.Signature, n int) error {
	if n >= sig.Params().Len() {
		return fmt.Errorf("no parameter %d in %s", n, sig)
	}
	return nil
}

// function looks k up and asks about its signature. The keyword says which line gave it.
func (r *nameCheck) function(c *Catalog, keyword string, k key, ask func(*types.Signature) error) {
	where := c.given[fmt.Sprintf("%s %s %s.%s", keyword, k.pkg, k.recv, k.name)]
	r.verify(where, k.pkg, func(_ *world, p *types.Package) error {
		sig, err := memberSignature(p, k.member)
		if err == nil {
			err = ask(sig)
		}
		return err
	})
}

// rules checks registration rules.
func (r *nameCheck) rules(rules []Rule) {
	for _, rule := range rules {
		path, _, _ := ruleParts(rule.Func)
		r.verify(rule.Line, path, func(w *world, p *types.Package) error {
			if err := (ruleResolver{w.unknown}).rule(p, rule); err != nil {
				return fmt.Errorf("%s: %w", rule.Func, err)
			}
			return nil
		})
	}
}
