package htmlreport

import (
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/report"
)

// longest is the number of signs shown of a line: generated code may have lines of megabytes.
const longest = 500

// around is the number of lines shown before and after a position.
const around = 3

// excerpt is some lines of a file.
type excerpt struct {
	What  string // whose position this is
	Place string
	Lines []line
	Why   string // why there are no lines
	Open  bool   // shown unfolded
}

type line struct {
	Number int
	Text   string
	Here   bool // a position is in it
}

// file is what was read of one.
type file struct {
	lines []string
	err   error
}

// reader reads each file once.
type reader struct {
	source func(string) ([]byte, error)
	files  map[string]file
}

// add appends the lines around a position, unless they are there already.
func (r *reader) add(list []excerpt, p inventory.Position, what string) []excerpt {
	place := report.Position(p)
	if !p.IsValid() || slices.ContainsFunc(list, func(e excerpt) bool { return e.Place == place }) {
		return list
	}
	e := excerpt{What: what, Place: place}
	f := r.read(p.File)
	switch {
	case f.err != nil:
		e.Why = f.err.Error()
	case p.Line > len(f.lines):
		e.Why = "the file has changed since it was analysed"
	default:
		for n := max(1, p.Line-around); n <= min(len(f.lines), p.Line+around); n++ {
			e.Lines = append(e.Lines, line{n, printable(cut(f.lines[n-1], longest)), n == p.Line})
		}
	}
	return append(list, e)
}

// printable is [inventory.Printable] with tabs: what code hides from the eye shows.
func printable(text string) string {
	parts := strings.Split(text, "\t")
	for i, p := range parts {
		parts[i] = inventory.Printable(p)
	}
	return strings.Join(parts, "\t")
}

func (r *reader) read(name string) file {
	f, ok := r.files[name]
	if !ok {
		data, err := r.source(name)
		f = file{strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"), "\n"), err}
		r.files[name] = f
	}
	return f
}
