package catalog

import (
	"errors"
	"fmt"
	"go/importer"
	"go/types"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// ruleParts takes (*P.T).M, (P.T).M, P.F and P.T#F apart.
func ruleParts(full string) (pkg, typ, member string) {
	member = full
	switch {
	case strings.HasPrefix(full, "("):
		typ, member, _ = strings.Cut(strings.TrimLeft(full, "(*"), ").")
	case strings.Contains(full, "#"):
		typ, member, _ = strings.Cut(full, "#")
	default:
		dot := strings.LastIndexByte(full, '.')
		return full[:dot], "", full[dot+1:]
	}
	dot := strings.LastIndexByte(typ, '.')
	return typ[:dot], typ[dot+1:], member
}

// resolveRule checks that the function or field of a rule exists under exactly this name, and that its
// arguments have the types the rule speaks of.
func resolveRule(pkg *types.Package, rule Rule) error {
	_, typ, member := ruleParts(rule.Func)
	var obj types.Object
	if typ == "" {
		obj = pkg.Scope().Lookup(member)
	} else if t := pkg.Scope().Lookup(typ); t != nil {
		obj, _, _ = types.LookupFieldOrMethod(t.Type(), true, pkg, member)
	}
	if obj == nil {
		return errors.New("not found")
	}
	fn, isFunc := obj.(*types.Func)
	if !isFunc {
		if rule.As == "" {
			return nil // a variable of kind constant
		}
		return resolveAs(obj.Type(), rule.As, false)
	}
	if fn.Origin().FullName() != rule.Func {
		return fmt.Errorf("its full name is %s", fn.Origin().FullName())
	}
	return resolveArguments(fn.Signature(), rule)
}

func resolveArguments(sig *types.Signature, rule Rule) error {
	args := sig.Params()
	for key, n := range map[string]int{"path": rule.Path, "name": rule.Name, "method": rule.Method} {
		if n == None {
			continue
		}
		if n >= args.Len() || !strings.Contains(args.At(n).Type().Underlying().String(), "string") {
			return fmt.Errorf("%s: argument %d is no text", key, n)
		}
	}
	for _, use := range []struct {
		n  int
		as string
	}{{rule.Handler, rule.As}, {rule.Middleware, rule.MiddlewareAs}} {
		if use.n == None {
			continue
		}
		if use.n >= args.Len() {
			return fmt.Errorf("there is no argument %d", use.n)
		}
		t, last := args.At(use.n).Type(), use.n == args.Len()-1 && sig.Variadic()
		if last != (use.n == rule.Middleware || rule.Pick != "") && rule.Kind != KindCheckNew {
			return errors.New("pick or mw does not fit: is the argument variadic?")
		}
		if last {
			t = t.(*types.Slice).Elem()
		}
		if err := resolveAs(t, use.as, true); err != nil {
			return fmt.Errorf("argument %d: %w", use.n, err)
		}
	}
	return nil
}

// resolveAs checks that a value of type t can be used in the form as.
func resolveAs(t types.Type, as string, argument bool) error {
	form, rest, _ := strings.Cut(as, ":")
	sig, _ := t.Underlying().(*types.Signature)
	iface, _ := t.Underlying().(*types.Interface)
	if iface != nil && iface.Empty() {
		return nil // fiber v3: any
	}
	switch form {
	case "func":
		if sig == nil {
			return fmt.Errorf("%s is no func", t)
		}
	case "wrap":
		if iface != nil { // fasthttp adapters and the like
			return nil
		}
		if sig == nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
			return fmt.Errorf("%s is no middleware", t)
		}
		return resolveAs(sig.Results().At(0).Type(), rest, argument)
	case "router":
		if sig == nil || sig.Params().Len() != 1 {
			return fmt.Errorf("%s is no callback", t)
		}
	case "iface":
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, rest); obj == nil {
			return fmt.Errorf("%s has no method %s", t, rest)
		}
	case "each":
		switch u := t.Underlying().(type) {
		case *types.Map:
			return resolveAs(u.Elem(), rest, argument)
		case *types.Slice:
			return resolveAs(u.Elem(), rest, argument)
		}
		return fmt.Errorf("%s has no elements", t)
	case "field":
		name, rest, _ := strings.Cut(rest, ":")
		if rest == "" {
			rest = AsFunc
		}
		field, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if field == nil {
			return fmt.Errorf("%s has no field %s", t, name)
		}
		return resolveAs(field.Type(), rest, argument)
	}
	return nil
}

// Every rule of the standard library names something real.
func TestStdRulesResolve(t *testing.T) {
	imp := importer.Default()
	n := 0
	for _, rule := range Rules().All() {
		path, _, _ := ruleParts(rule.Func)
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			continue
		}
		pkg, err := imp.Import(path)
		if err != nil {
			t.Errorf("%s: %v", rule.Line, err)
			continue
		}
		if err := resolveRule(pkg, rule); err != nil {
			t.Errorf("%s: %s: %v", rule.Line, rule.Func, err)
		}
		n++
	}
	if n < 10 {
		t.Errorf("only %d rules of the standard library", n)
	}
}

// TestModuleRulesResolve does the same for libraries. The folder in HEALTHLINT_RULE_MODULES is a module that
// requires them; route_modules.sh makes one. Packages of other modules are left out.
func TestModuleRulesResolve(t *testing.T) {
	dir := os.Getenv("HEALTHLINT_RULE_MODULES")
	if dir == "" {
		t.Skip("HEALTHLINT_RULE_MODULES is not set, see route_modules.sh")
	}
	rules := map[string][]Rule{}
	var paths []string
	for _, rule := range Rules().All() {
		path, _, _ := ruleParts(rule.Func)
		if rules[path] == nil {
			paths = append(paths, path)
		}
		rules[path] = append(rules[path], rule)
	}
	loaded, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.NeedName | packages.NeedTypes}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, pkg := range loaded {
		if pkg.Types == nil || len(pkg.Errors) > 0 {
			t.Logf("left out: %s (%v)", pkg.PkgPath, pkg.Errors)
			continue
		}
		for _, rule := range rules[pkg.PkgPath] {
			if err := resolveRule(pkg.Types, rule); err != nil {
				t.Errorf("%s: %s: %v", rule.Line, rule.Func, err)
			}
			checked++
		}
	}
	t.Logf("%d rules checked", checked)
}
