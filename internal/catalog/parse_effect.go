package catalog

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var kinds = set(KindDatabase, KindCache, KindBroker, KindHTTP, KindGRPC, KindTCP, KindDNS, KindKubernetes, KindCloud,
	KindObjectStore, KindDirectory, KindDiskSpace, KindFilesystem, KindConnections, KindHost, KindExec)

var sharing = set(Shared, Local, Depends)

// verbs of effect lines. A view does no I/O, but its value stands for the dependency.
var verbs = map[string]string{
	"block": IOBlocking, "async": IOAsync, "maybe": IODepends, "view": IONone, "none": ioNever,
}

var (
	identWord  = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)
	globWord   = regexp.MustCompile(`^[\pL\pN_*]+$`)
	targetWord = regexp.MustCompile(`^(\.|on:)?[\pL\pN_*]+$`)
	importWord = regexp.MustCompile(`^[A-Za-z0-9_.~/-]+$`)
)

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// nature checks the three words KIND SHARED PRODUCT.
func nature(kind, shared, product string) error {
	switch {
	case !kinds[kind]:
		return fmt.Errorf("unknown kind %q", kind)
	case !sharing[shared]:
		return fmt.Errorf("unknown sharing %q: shared, local or depends", shared)
	case product == "":
		return errors.New("empty product")
	}
	return nil
}

// packageLine: package ID IMPORT KIND SHARED "PRODUCT"
func (p *depParser) packageLine(words []string) error {
	b, path, err := p.header(words)
	if err != nil {
		return err
	}
	if !importWord.MatchString(path) {
		return fmt.Errorf("bad import path %q", path)
	}
	if old := p.cat.blocks[path]; old != nil {
		return fmt.Errorf("package %s is already given at %s", path, old.where)
	}
	p.cat.blocks[path] = b
	p.cat.listed[path] = true
	p.block = b
	return nil
}

// familyLine: family ID REGEXP KIND SHARED "PRODUCT"
func (p *depParser) familyLine(words []string) error {
	b, path, err := p.header(words)
	if err != nil {
		return err
	}
	if b.match, err = regexp.Compile(path); err != nil {
		return err
	}
	p.cat.families = append(p.cat.families, b)
	p.block = b
	return nil
}

func (p *depParser) header(words []string) (*block, string, error) {
	if len(words) != 5 {
		return nil, "", errors.New("want: ID PATH KIND SHARED PRODUCT")
	}
	if err := nature(words[2], words[3], words[4]); err != nil {
		return nil, "", err
	}
	if err := p.once("id " + words[0]); err != nil {
		return nil, "", err
	}
	return &block{
		id: words[0], kind: words[2], shared: words[3], product: words[4], names: map[member]named{}, where: p.at,
	}, words[1], nil
}

// effectLine: VERB TARGET NAME[@ADDR]... -EXCEPT... [kind=] [shared=] [product=] [sig=]
func (p *depParser) effectLine(b *block, words []string) error {
	io, ok := verbs[words[0]]
	if !ok {
		return fmt.Errorf("unknown verb %q", words[0])
	}
	words, attrs, err := attributes(words[1:], "kind", "shared", "product", "sig")
	if err != nil {
		return err
	}
	if len(words) < 2 {
		return errors.New("want: VERB TARGET NAME...")
	}
	l := &line{io: io, kind: b.kind, shared: b.shared, product: b.product, where: p.at}
	if err := l.setAttributes(attrs); err != nil {
		return err
	}
	if l.recv, err = target(words[0]); err != nil {
		return err
	}
	return p.addNames(b, l, words[1:])
}

func (l *line) setAttributes(attrs map[string]string) error {
	if l.io == ioNever && (len(attrs) > 1 || len(attrs) == 1 && attrs["sig"] == "") {
		return errors.New("a line that says none has no kind, shared or product")
	}
	for k, v := range attrs {
		switch k {
		case "kind":
			l.kind = v
		case "shared":
			l.shared = v
		case "product":
			l.product = v
		case "sig":
			if l.sig = predicates[v]; l.sig == nil {
				return fmt.Errorf("unknown signature %q", v)
			}
		}
	}
	return nature(l.kind, l.shared, l.product)
}

// target reads func, type, .T, on:T or T.
func target(word string) (string, error) {
	switch {
	case word == "func":
		return "", nil
	case word == "type":
		return funcType, nil
	case !targetWord.MatchString(word):
		return "", fmt.Errorf("bad target %q: func, type, a type name, on:TypeName or .TypeName for fields", word)
	}
	return word, nil
}

// addNames files l under its plain names, or as a whole when it holds a pattern.
func (p *depParser) addNames(b *block, l *line, words []string) error {
	glob := isGlob(l.recv)
	for _, w := range words {
		glob = glob || isGlob(w)
	}
	for _, w := range words {
		if except, ok := strings.CutPrefix(w, "-"); ok {
			if !globWord.MatchString(except) || !glob {
				return fmt.Errorf("bad exception %q: a name, on a line with a pattern", w)
			}
			l.except = append(l.except, except)
			continue
		}
		name, addr, err := nameAndAddress(w)
		if err != nil {
			return err
		}
		if l.io == ioNever && addr >= 0 {
			return fmt.Errorf("%q: a line that says none has no address", w)
		}
		if glob {
			l.names = append(l.names, pattern{name, addr})
			err = p.once(fmt.Sprintf("pattern %s.%s of %s", l.recv, w, b.id))
		} else {
			err = b.add(member{l.recv, name}, named{l, addr, p.at})
		}
		if err != nil {
			return err
		}
	}
	if glob && len(l.names) == 0 {
		return errors.New("only exceptions: name what they are exceptions of")
	}
	if glob {
		b.globs = append(b.globs, l)
	}
	return nil
}

func (b *block) add(m member, n named) error {
	if !identWord.MatchString(m.name) {
		return fmt.Errorf("bad name %q", m.name)
	}
	if old, twice := b.names[m]; twice {
		verb := "is already given"
		if old.io != n.io || old.kind != n.kind || old.shared != n.shared {
			verb = "contradicts the line"
		}
		return fmt.Errorf("%s.%s %s at %s", m.recv, m.name, verb, old.where)
	}
	b.names[m] = n
	return nil
}

// nameAndAddress reads Name or Name@1.
func nameAndAddress(word string) (string, int, error) {
	name, index, ok := strings.Cut(word, "@")
	if !globWord.MatchString(name) {
		return "", 0, fmt.Errorf("bad name %q", word)
	}
	if !ok {
		return name, -1, nil
	}
	addr, err := argument(index)
	return name, addr, err
}
