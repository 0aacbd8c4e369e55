package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/htmlreport"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/load"
	"github.com/healthlint/healthlint/internal/report"
)

// openReport finds out before the analysis whether the file of a report can be written.
func (c *command) openReport(inv *invocation) (err error) {
	if inv.verb != verbReport {
		return nil
	}
	dir := joinDir(c.dir, inv.dir)
	if info, err := os.Stat(firstOf(dir, ".")); err != nil || !info.IsDir() {
		return fmt.Errorf("no such directory: %s", dir)
	}
	if c.report, err = newOutputFile(joinDir(dir, inv.output)); err != nil {
		return fmt.Errorf("-o %s: %w", inv.output, err)
	}
	return nil
}

// writeReport writes the HTML file. A report that can't be made leaves the old one as it is.
func (c *command) writeReport(inv *invocation, view report.View, res *inventory.Result, stats load.Stats) error {
	var b bytes.Buffer
	err := htmlreport.Write(&b, res, htmlreport.Options{
		View:    view,
		Summary: closing(inv, view, res, stats),
		Source:  c.sources(inv, stats.Dirs),
	})
	if err != nil {
		return err
	}
	if err := c.report.write(b.Bytes()); err != nil {
		return fmt.Errorf("-o %s: %w", inv.output, err)
	}
	_, err = fmt.Fprintf(c.stderr, "healthlint: wrote %s\n", inv.output)
	return err
}

// sources reads files of the main modules by their names in the result.
func (c *command) sources(inv *invocation, mains []string) func(file string) ([]byte, error) {
	dir := joinDir(c.dir, inv.dir)
	return func(file string) ([]byte, error) { return source(dir, mains, file) }
}

// maxSource is the size up to which a file of code is read.
const maxSource = 4 << 20

// source reads a file of the main modules by its name in a result. A line directive can make code claim to be in any
// file, so a name alone proves nothing. Files of other modules and of the standard library have names that are no paths:
// module@version/file.go, std/net/http/server.go.
func source(dir string, mains []string, file string) ([]byte, error) {
	switch first, _, _ := strings.Cut(file, "/"); {
	case first == "." || first == "..": // a path for sure
	case first == "std":
		return nil, errors.New("this is code of the standard library, which a report does not show")
	case strings.Contains(file, "@"):
		return nil, errors.New("this is code of another module, which a report does not show")
	}
	real, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, unreadable(err)
	}
	if real, err = filepath.Abs(real); err != nil || !inside(mains, real) {
		return nil, errors.New("this file is outside the main modules, which a report does not show")
	}
	f, err := os.Open(real)
	if err != nil {
		return nil, unreadable(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular() || info.Size() > maxSource:
		return nil, errors.New("this file is too large to be shown, or none")
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, unreadable(err)
	}
	return data, nil
}

// inside reports whether a file is in one of the directories.
func inside(dirs []string, file string) bool {
	for _, dir := range dirs {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// unreadable leaves the name out of an error: it may be absolute, and the report names the file already.
func unreadable(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("this file can't be read: %w", err)
}

func reportText() string {
	return "usage: healthlint report -o FILE [flags] [packages]\n\nWrites one HTML file that needs nothing else: endpoints and what they reach as a graph, findings with their\n" +
		"calls in the code, what they cost, and what stayed open. The exit status is that of healthlint itself: 1 when\n" +
		"there are findings. With -C the file is relative to that directory, as for the go command.\n\nflags:\n" +
		argv.Usage((&invocation{verb: verbReport}).flags())
}
