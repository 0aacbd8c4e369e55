package catalog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
)

// Parse reads all *.txt files at the root of fsys as one catalogue. Errors name file and line and come
// all at once.
func Parse(fsys fs.FS) (*Catalog, error) {
	names, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("catalogue: no *.txt files")
	}
	p := newParser(nil)
	for _, name := range names {
		f, err := fsys.Open(name)
		if err != nil {
			return nil, err
		}
		p.read(name, f)
		f.Close()
	}
	return p.finish()
}

// Extend returns a catalogue in which the lines of r win over those of c. The name is for errors.
func (c *Catalog) Extend(name string, r io.Reader) (*Catalog, error) {
	p := newParser(c)
	p.read(name, r)
	return p.finish()
}

// key names a function or a method the way the data does.
type key struct {
	pkg string
	member
}

// splitFull reads what (*types.Func).FullName prints: pkg.F, (pkg.T).M, (*pkg.T[K, V]).M.
func splitFull(full string) (key, bool) {
	if rest, ok := strings.CutPrefix(full, "("); ok {
		typ, name, ok := cutLast(rest, ").")
		if !ok {
			return key{}, false
		}
		typ, _, _ = strings.Cut(strings.TrimPrefix(typ, "*"), "[")
		pkg, recv, ok := cutLast(typ, ".")
		return key{pkg, member{recv, name}}, ok
	}
	full, _, _ = strings.Cut(full, "[")
	pkg, name, ok := cutLast(full, ".")
	return key{pkg, member{"", name}}, ok
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

type depParser struct {
	cat   *Catalog
	block *block // the one that indented lines belong to
	at    string // file:line
	errs  []error
}

func newParser(base *Catalog) *depParser {
	return &depParser{cat: &Catalog{
		base: base, given: map[string]string{}, blocks: map[string]*block{}, classes: map[string]Class{}, listed: map[string]bool{},
		std: map[string]bool{}, quiet: map[string]map[string]bool{}, runs: map[key][]HigherOrder{},
		checks: map[key]*Factory{}, products: map[key]source{}, opens: map[key]int{}, origins: map[key]string{}, address: map[key]*Address{}, drivers: map[string]source{},
	}}
}

func (p *depParser) finish() (*Catalog, error) {
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.cat, nil
}

func (p *depParser) read(name string, r io.Reader) {
	p.block = nil
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	n := 0
	for sc.Scan() {
		n++
		p.at = fmt.Sprintf("%s:%d", name, n)
		if err := p.line(sc.Text()); err != nil {
			p.errs = append(p.errs, fmt.Errorf("%s: %w", p.at, err))
		}
	}
	if err := sc.Err(); err != nil {
		p.errs = append(p.errs, fmt.Errorf("%s:%d: %w", name, n+1, err))
	}
}

func (p *depParser) line(text string) error {
	words, err := splitWords(text)
	if err != nil || len(words) == 0 {
		return err
	}
	if text[0] == ' ' || text[0] == '\t' {
		if p.block == nil {
			return errors.New("indented line without a package or family above it")
		}
		return p.effectLine(p.block, words)
	}
	p.block = nil
	keyword := keywords[words[0]]
	if keyword == nil {
		return fmt.Errorf("unknown keyword %q", words[0])
	}
	return keyword(p, words[1:])
}

// keywords of lines that are not indented.
var keywords map[string]func(*depParser, []string) error

func init() { // a map literal would be an initialization cycle
	keywords = map[string]func(*depParser, []string) error{
		"package": (*depParser).packageLine,
		"family":  (*depParser).familyLine,
		"shape":   (*depParser).shapeLine,
		"runs":    (*depParser).runsLine,
		"check":   (*depParser).checkLine,
		"driver":  (*depParser).driverLine,
		"product": (*depParser).productLine,
		"opens":   (*depParser).opensLine,
		"address": (*depParser).addressLine,
		"live":    originLine("live", IOBlocking),
		"cached":  originLine("cached", IONone),
		"follow":  classLine(Follow),
		"table":   classLine(Table),
		"ambient": classLine(Ambient),
		"std":     (*depParser).stdLine,
		"quiet":   (*depParser).quietLine,
	}
}

// once refuses the second line that says something about what.
func (p *depParser) once(what string) error {
	if at := p.cat.given[what]; at != "" {
		return fmt.Errorf("%s is already given at %s", what, at)
	}
	p.cat.given[what] = p.at
	return nil
}

// splitWords cuts a line at blanks. Double quotes keep blanks together, # begins a comment.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quoted, open := false, false // open: a word has begun, maybe an empty one
	flush := func() {
		if open {
			words = append(words, word.String())
			word.Reset()
			open = false
		}
	}
	for _, r := range text {
		switch {
		case r == '"':
			quoted, open = !quoted, true
		case quoted:
			word.WriteRune(r)
		case r == '#' && !open:
			return words, nil
		case r == ' ' || r == '\t':
			flush()
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quoted {
		return nil, errors.New("quote is not closed")
	}
	flush()
	return words, nil
}

// attributes takes key=value words off the list; only the keys given are allowed.
func attributes(words []string, allowed ...string) (rest []string, attrs map[string]string, err error) {
	attrs = map[string]string{}
	for _, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok {
			rest = append(rest, w)
			continue
		}
		known := false
		for _, a := range allowed {
			known = known || a == k
		}
		if !known {
			return nil, nil, fmt.Errorf("unknown attribute %q", k)
		}
		if _, twice := attrs[k]; twice {
			return nil, nil, fmt.Errorf("attribute %q given twice", k)
		}
		attrs[k] = v
	}
	return rest, attrs, nil
}

// argument reads a parameter index.
func argument(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 99 {
		return 0, fmt.Errorf("bad argument index %q: counted from 0, without the receiver", s)
	}
	return n, nil
}
