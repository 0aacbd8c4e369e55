package catalog

import (
	"errors"
	"fmt"
	"go/types"
	"strings"
)

// resolveMember looks for m among the declarations of p.
func resolveMember(p *types.Package, m member, n named) error {
	sig, err := memberSignature(p, m)
	if err != nil {
		return err
	}
	if n.addr >= sig.Params().Len() {
		return fmt.Errorf("%s.%s has no parameter %d", m.recv, m.name, n.addr)
	}
	if !n.sig.holds(sig) {
		return fmt.Errorf("%s.%s has another signature than the line asks for: %s", m.recv, m.name, sig)
	}
	return nil
}

// memberSignature finds a function, a method, a field of a function type, or a named function type.
func memberSignature(p *types.Package, m member) (*types.Signature, error) {
	typ, field := strings.CutPrefix(m.recv, ".")
	typ, selected := strings.CutPrefix(typ, onType)
	switch {
	case m.recv == "":
		if fn, ok := p.Scope().Lookup(m.name).(*types.Func); ok {
			return fn.Signature(), nil
		}
		return nil, fmt.Errorf("no function %s", m.name)
	case m.recv == funcType:
		typ = m.name
	}
	name, ok := p.Scope().Lookup(typ).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("no type %s", typ)
	}
	if m.recv == funcType {
		sig, ok := name.Type().Underlying().(*types.Signature)
		if !ok {
			return nil, fmt.Errorf("%s is no function type", typ)
		}
		return sig, nil
	}
	obj, index, _ := types.LookupFieldOrMethod(name.Type(), true, p, m.name)
	if field {
		if v, ok := obj.(*types.Var); ok && len(index) == 1 {
			if sig, ok := v.Type().Underlying().(*types.Signature); ok {
				return sig, nil
			}
		}
		return nil, fmt.Errorf("%s has no field %s of a function type", typ, m.name)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s has no method %s", typ, m.name)
	}
	if declared := receiver(fn.Signature()) == typ && fn.Pkg() == p; declared == selected {
		return nil, fmt.Errorf("%s.%s is declared by %s", typ, m.name, fn.FullName())
	}
	return fn.Signature(), nil
}

// unmatched names the patterns and exceptions of l that nothing in the packages has.
func unmatched(l *line, packages ...*types.Package) error {
	var errs []error
	hit := make([]bool, len(l.names))
	except := make([]bool, len(l.except))
	for _, p := range packages {
		for _, m := range members(p) {
			sig, err := memberSignature(p, m)
			if err != nil || !matchName(l.recv, m.recv) {
				continue
			}
			_, covered := l.covers(m, sig)
			for i, n := range l.names {
				hit[i] = hit[i] || covered && matchName(n.glob, m.name)
			}
			for i, x := range l.except {
				except[i] = except[i] || matchName(x, m.name)
			}
		}
	}
	for i, n := range l.names {
		if !hit[i] {
			errs = append(errs, fmt.Errorf("nothing matches %s.%s", l.recv, n.glob))
		}
	}
	for i, x := range l.except {
		if !except[i] {
			errs = append(errs, fmt.Errorf("nothing to except as %s.%s", l.recv, x))
		}
	}
	return errors.Join(errs...)
}

// members lists what a package declares, in the terms of the tables.
func members(p *types.Package) (all []member) {
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			all = append(all, member{"", name})
		case *types.TypeName:
			all = append(all, typeMembers(obj)...)
		}
	}
	return all
}

func typeMembers(obj *types.TypeName) (all []member) {
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return nil
	}
	for fn := range named.Methods() {
		all = append(all, member{obj.Name(), fn.Name()})
	}
	for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		all = append(all, member{onType + obj.Name(), m.Obj().Name()}) // the promoted ones; nothing asks for others
	}
	switch u := named.Underlying().(type) {
	case *types.Interface:
		for fn := range u.ExplicitMethods() {
			all = append(all, member{obj.Name(), fn.Name()})
		}
		for fn := range u.Methods() {
			all = append(all, member{onType + obj.Name(), fn.Name()})
		}
	case *types.Struct:
		for f := range u.Fields() {
			all = append(all, member{"." + obj.Name(), f.Name()})
		}
	case *types.Signature:
		all = append(all, member{funcType, obj.Name()})
	}
	return all
}
