package catalog

import (
	"errors"
	"fmt"
	"go/importer"
	"go/types"
	"strings"
	"testing"
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

// ruleResolver checks rules against the declarations of packages. A type for which unknown is true has a
// name and nothing else, so it fits everywhere.
type ruleResolver struct{ unknown func(types.Type) bool }

// rule checks that the function or field of a rule exists under exactly this name, and that its
// arguments have the types the rule speaks of.
func (r ruleResolver) rule(pkg *types.Package, rule Rule) error {
	_, typ, member := ruleParts(rule.Func)
	var obj types.Object
	if typ == "" {
		obj = pkg.Scope().Lookup(member)
	} else if t := pkg.Scope().Lookup(typ); t != nil {
		obj, _, _ = types.LookupFieldOrMethod(t.Type(), true, pkg, member)
	}
	if typ == "" && member == "init" {
		return nil // stands for the import of the package, which is there
	}
	if obj == nil {
		return errors.New("not found")
	}
	fn, isFunc := obj.(*types.Func)
	if !isFunc {
		if rule.Kind == KindDefaultPath && obj.Type().Underlying() != types.Typ[types.String] {
			return fmt.Errorf("%s is no text", obj.Type())
		}
		if rule.As == "" {
			return nil // a variable of kind constant
		}
		return r.as(obj.Type(), rule.As)
	}
	if fn.Origin().FullName() != rule.Func {
		return fmt.Errorf("its full name is %s", fn.Origin().FullName())
	}
	return r.arguments(fn.Signature(), rule)
}

func (r ruleResolver) arguments(sig *types.Signature, rule Rule) error {
	texts := []struct {
		key   string
		n     int
		field string
	}{{"path", rule.Path, rule.PathField}, {"name", rule.Name, rule.NameField}, {"method", rule.Method, rule.MethodField}}
	for _, text := range texts {
		if text.n == None {
			continue
		}
		if err := r.text(sig, text.n, text.field); err != nil {
			return fmt.Errorf("%s: %w", text.key, err)
		}
	}
	for _, list := range []int{rule.Options, rule.Mapping} {
		if list != None && (list >= sig.Params().Len() || elementOf(sig.Params().At(list).Type()) == sig.Params().At(list).Type()) {
			return fmt.Errorf("argument %d is no list", list)
		}
	}
	if rule.Router >= sig.Params().Len() || rule.Router != None && sig.Recv() != nil {
		return errors.New("there is no such router argument")
	}
	if rule.Handler != None {
		if err := r.handler(sig, rule); err != nil {
			return fmt.Errorf("handler: %w", err)
		}
	}
	if rule.Middleware == None {
		return nil
	}
	if !sig.Variadic() || rule.Middleware != sig.Params().Len()-1 {
		return errors.New("mw: not the variadic argument")
	}
	return r.as(elementOf(sig.Params().At(rule.Middleware).Type()), rule.MiddlewareAs)
}

func (r ruleResolver) text(sig *types.Signature, n int, field string) error {
	if n >= sig.Params().Len() {
		return fmt.Errorf("there is no argument %d", n)
	}
	t := sig.Params().At(n).Type()
	if r.unknown(elementOf(t)) {
		return nil
	}
	if m, ok := t.Underlying().(*types.Map); ok && field == MapKey {
		t, field = m.Key(), ""
	}
	if field != "" {
		obj, _, _ := types.LookupFieldOrMethod(elementOf(t), true, nil, field)
		if obj == nil {
			return fmt.Errorf("%s has no field %s", t, field)
		}
		t = obj.Type()
	}
	if iface, ok := t.Underlying().(*types.Interface); ok && (iface.Empty() || typeName(t) == "Pattern") {
		return nil // goji: any kind of pattern, or one made by a call with a pattern rule
	}
	if elem := elementOf(t); elem != nil && elem.Underlying() == types.Typ[types.String] {
		return nil
	}
	return fmt.Errorf("%s is no text", t)
}

// elementOf returns the element type of a slice, any other type itself.
func elementOf(t types.Type) types.Type {
	if slice, ok := t.Underlying().(*types.Slice); ok {
		return slice.Elem()
	}
	return t
}

func (r ruleResolver) handler(sig *types.Signature, rule Rule) error {
	n, last := rule.Handler, sig.Params().Len()-1
	if n > last {
		return fmt.Errorf("there is no argument %d", n)
	}
	t := sig.Params().At(n).Type()
	_, slice := t.Underlying().(*types.Slice)
	if list := sig.Variadic() && n >= last-1 || slice; list != (rule.Pick != "") && (rule.Pick != "" || n == last) && !strings.HasPrefix(rule.As, AsEach) {
		return errors.New("pick does not fit: is the argument a list?")
	}
	if rule.Pick != "" {
		t = elementOf(t)
	}
	if rule.Fails != "" {
		if err := r.flag(t, strings.TrimPrefix(rule.Fails, "!")); err != nil {
			return err
		}
	}
	return r.as(t, rule.As)
}

// flag checks that a struct, or what a list holds, has a bool field.
func (r ruleResolver) flag(t types.Type, name string) error {
	field, _, _ := types.LookupFieldOrMethod(elementOf(t), true, nil, name)
	if field == nil || field.Type().Underlying() != types.Typ[types.Bool] {
		return fmt.Errorf("%s has no bool field %s", t, name)
	}
	return nil
}

// as checks that a value of type t can be used in the form as.
func (r ruleResolver) as(t types.Type, as string) error {
	if r.unknown(t) {
		return nil
	}
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
		return r.as(sig.Results().At(0).Type(), rest)
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
			return r.as(u.Elem(), rest)
		case *types.Slice:
			return r.as(u.Elem(), rest)
		}
		return fmt.Errorf("%s has no elements", t)
	case "field":
		if iface != nil {
			return nil // the structs behind it are known to the engine alone
		}
		name, rest, _ := strings.Cut(rest, ":")
		if rest == "" {
			rest = AsFunc
		}
		field, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if field == nil {
			return fmt.Errorf("%s has no field %s", t, name)
		}
		return r.as(field.Type(), rest)
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
		if err := (ruleResolver{func(types.Type) bool { return false }}).rule(pkg, rule); err != nil {
			t.Errorf("%s: %s: %v", rule.Line, rule.Func, err)
		}
		n++
	}
	if n < 10 {
		t.Errorf("only %d rules of the standard library", n)
	}
}
