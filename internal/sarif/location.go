package sarif

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/healthlint/healthlint/internal/inventory"
)

// What the URIs of a log are relative to. The directories are of the machine and stay out.
const (
	sourceRoot  = "%SRCROOT%"
	moduleCache = "GOMODCACHE"
	goRoot      = "GOROOT"
)

func baseIDs() map[string]artifactLocation {
	about := func(s string) artifactLocation { return artifactLocation{Description: &text{Text: s}} }
	return map[string]artifactLocation{
		sourceRoot:  about("the directory that healthlint ran in"),
		moduleCache: about("the module cache of the go command"),
		goRoot:      about("the src directory of the Go installation"),
	}
}

// module matches a file of another module, as in example.com/lib@v1.2.3/lib.go.
var module = regexp.MustCompile(`^[^@]+@v\d[^/]*/`)

// artifact names a file of a result.
func artifact(file string) artifactLocation {
	base := sourceRoot
	file, own := strings.CutPrefix(file, "./") // says that it is none of the others, whatever it looks like
	own = own || strings.HasPrefix(file, "../")
	switch rest, std := strings.CutPrefix(file, "std/"); {
	case own:
	case std:
		base, file = goRoot, rest
	case module.MatchString(file):
		base = moduleCache
	}
	return artifactLocation{URI: (&url.URL{Path: file}).String(), URIBaseID: base}
}

// location is a place, with a message unless that is empty. It has no physical part where no file is known.
func (p *printer) location(at inventory.Position, message string) location {
	var l location
	if message != "" {
		l.Message = &text{Text: escape(message)}
	}
	if at.File == "" {
		return l
	}
	l.Physical = &physicalLocation{Artifact: artifact(at.File)}
	if at.IsValid() {
		l.Physical.Region = p.region(at)
	}
	return l
}

// region goes from a position to the end of its line: alerts on a pull request show when all of the region is changed.
func (p *printer) region(at inventory.Position) *region {
	r := &region{StartLine: at.Line, StartColumn: at.Column, EndLine: at.Line}
	line, ok := p.line(at)
	if !ok || at.Column < 1 || at.Column > len(line)+1 {
		return r
	}
	r.StartColumn = units(line[:at.Column-1]) + 1
	r.EndColumn = max(r.StartColumn, units(strings.TrimRight(line, " \t\r"))+1)
	return r
}

// units is the length of a text in UTF-16, which columns of SARIF count in.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r)) // 1 for a byte that is no text
	}
	return n
}

// line reads the line of a position in the user's own code.
func (p *printer) line(at inventory.Position) (string, bool) {
	if p.Source == nil || artifact(at.File).URIBaseID != sourceRoot {
		return "", false
	}
	lines, known := p.files[at.File]
	if !known {
		if data, err := p.Source(at.File); err == nil && utf8.Valid(data) {
			lines = strings.Split(string(data), "\n")
		}
		p.files[at.File] = lines
	}
	if at.Line > len(lines) {
		return "", false
	}
	return lines[at.Line-1], true
}
