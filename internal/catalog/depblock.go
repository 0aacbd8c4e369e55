package catalog

import (
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strings"
)

// funcType is the receiver under which named function types are kept: "type Ping" in the data.
const funcType = "type "

// onType begins the receiver under which methods are kept that another type declares: "on:Cache" in the data.
const onType = "on:"

// ioNever marks lines that say "none": they carve exceptions out of patterns and families.
const ioNever = "never"

// member is a function (empty recv), a method, a field (recv ".T") or a function type (recv funcType).
type member struct{ recv, name string }

// block is one package or one family of packages.
type block struct {
	id, kind, product, shared string

	match *regexp.Regexp // nil for a single package
	names map[member]named
	globs []*line
	where string // file:line, for messages
}

// named is a line seen from one of its names.
type named struct {
	*line
	addr  int
	where string
}

// line is one effect line, with the defaults of its block filled in.
type line struct {
	io, kind, product, shared string

	sig    predicate // nil: any signature
	recv   string    // pattern
	names  []pattern // only of lines that hold a pattern
	except []string
	where  string // file:line
}

// pattern is a name with at most a few stars, and the index of the address argument.
type pattern struct {
	glob string
	addr int
}

func isGlob(s string) bool { return strings.Contains(s, "*") }

// find returns the line that covers m and the index of its address argument.
func (b *block) find(m member, sig *types.Signature) (*line, int) {
	if n, ok := b.names[m]; ok && n.sig.holds(sig) {
		return n.line, n.addr
	}
	for _, l := range b.globs {
		if addr, ok := l.covers(m, sig); ok {
			return l, addr
		}
	}
	return nil, -1
}

// covers reports whether a line with patterns means m. Stars stand for exported names only.
func (l *line) covers(m member, sig *types.Signature) (addr int, ok bool) {
	if !token.IsExported(m.name) || !matchName(l.recv, m.recv) || !l.sig.holds(sig) {
		return -1, false
	}
	for _, x := range l.except {
		if matchName(x, m.name) {
			return -1, false
		}
	}
	for _, p := range l.names {
		if matchName(p.glob, m.name) {
			return p.addr, true
		}
	}
	return -1, false
}

// matchName compares with a pattern in which a star stands for any run of letters. Names hold no slash
// and the parser refuses other special characters, so path.Match does it.
func matchName(glob, name string) bool {
	if !isGlob(glob) {
		return glob == name
	}
	if (glob[0] == '.') != strings.HasPrefix(name, ".") || name == "" || name == funcType ||
		strings.HasPrefix(glob, onType) != strings.HasPrefix(name, onType) {
		return false // a star turns no method into a field, a function, a function type or what a value embeds
	}
	ok, err := path.Match(glob, name)
	return err == nil && ok
}

// product fills in {last}, the last element of the import path: the service of a cloud SDK.
func product(text, pkg string) string {
	if !strings.Contains(text, "{last}") {
		return text
	}
	last := path.Base(pkg)
	if versionElement(last) {
		last = path.Base(path.Dir(pkg))
	}
	return strings.ReplaceAll(text, "{last}", strings.TrimSuffix(last, "iface")) // s3iface declares what s3 does
}

// versionElement reports whether a path element is a version such as v2, apiv1 or v1beta1.
func versionElement(s string) bool {
	s = strings.TrimPrefix(s, "api")
	return len(s) > 1 && s[0] == 'v' && '0' <= s[1] && s[1] <= '9'
}
