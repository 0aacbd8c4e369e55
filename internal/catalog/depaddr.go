package catalog

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Address says where the address of a client comes from: an argument of the call that makes it or sets it.
//
// The argument holds a text, a list of texts, or a value that has an address itself, because a call with an
// Address made it: options, parsed configurations, connections that a client is put on. With Fields it may also
// be a struct or a pointer to one, and the first of the fields that is set holds such a value. An argument that
// holds a list of options has the addresses of its elements.
//
// A method that has no result but its receiver is a setter: the receiver has that address from then on.
type Address struct {
	Arg    int      // from 0 without the receiver
	Fields []string // paths of fields, "Addr" or "Client.Addresses"
}

// AddressOf says where the function full takes the address of what it returns or sets from, nil when no line
// tells. Calls that talk have theirs in Effect.Addr.
func (c *Catalog) AddressOf(full string) *Address {
	return lookup(c, full, func(c *Catalog, k key) (*Address, bool) { v, ok := c.address[k]; return v, ok })
}

// AddressField reports whether the field of the struct type pkg.typ holds the address of its values, for
// clients that are written as literals.
func (c *Catalog) AddressField(pkg, typ, field string) bool {
	for cat := c; cat != nil; cat = cat.base {
		if cat.address[key{pkg, member{"." + typ, field}}] != nil {
			return true
		}
	}
	return false
}

var fieldPath = regexp.MustCompile(`^\pL[\pL\pN_]*(\.\pL[\pL\pN_]*)*$`)

// addressLine: address IMPORT ARG[:FIELD,FIELD] TARGET NAME... or address IMPORT field .T FIELD...
func (p *depParser) addressLine(words []string) error {
	if len(words) < 4 {
		return errors.New("want: address IMPORT ARG[:FIELD,FIELD] TARGET NAME... or address IMPORT field .T FIELD...")
	}
	if words[1] == "field" {
		return p.addressFields(words[0], words[2], words[3:])
	}
	arg, fields, ok := strings.Cut(words[1], ":")
	n, err := argument(arg)
	if err != nil {
		return err
	}
	a := &Address{Arg: n}
	if ok {
		a.Fields = strings.Split(fields, ",")
	}
	for _, f := range a.Fields {
		if !fieldPath.MatchString(f) {
			return fmt.Errorf("bad field %q", f)
		}
	}
	return p.each("address", words[0], words[2], words[3:], func(k key) { p.cat.address[k] = a })
}

func (p *depParser) addressFields(pkg, target string, fields []string) error {
	typ, ok := strings.CutPrefix(target, ".")
	if !ok {
		return fmt.Errorf("bad target %q: .T for the fields of T", target)
	}
	return p.each("address field", pkg, typ, fields, func(k key) {
		k.recv = target
		p.cat.address[k] = &Address{}
	})
}
