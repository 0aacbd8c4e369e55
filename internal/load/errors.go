package load

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/healthlint/healthlint/internal/inventory"
)

// errorsOf turns what the go command says of a package into failures.
func (l *listing) errorsOf(p *packages.Package) []inventory.Failure {
	var out []inventory.Failure
	for _, e := range p.Errors {
		msg := withHint(oneLine(e.Msg))
		if m := l.ownModule(p.PkgPath); m != "" && strings.Contains(msg, "no required module provides package ") {
			msg = fmt.Sprintf("package %s is not in module %s; if its code is generated, generate it first (go generate ./...)", p.PkgPath, m)
		}
		if strings.Contains(msg, " is not in std") && l.isDir(p.PkgPath) {
			msg += fmt.Sprintf("; did you mean ./%s?", p.PkgPath)
		}
		at := parsePosition(e.Pos, l.dir)
		if strings.Contains(msg, "build constraints exclude all Go files") {
			if c := whereC(p.IgnoredFiles); c.IsValid() {
				at = c
				msg = "left out: it is written with cgo, which is switched off or has no C compiler (CGO_ENABLED=1 switches it on)"
			}
		}
		out = append(out, inventory.Failure{Package: p.PkgPath, Position: at, Message: msg})
	}
	return out
}

// ownModule is the main module that an import path belongs to by its name, "" for none.
func (l *listing) ownModule(path string) string {
	for _, m := range l.modules {
		if strings.HasPrefix(path, m+"/") {
			return m
		}
	}
	return ""
}

// isDir reports whether a directory below the working directory has this name.
func (l *listing) isDir(name string) bool {
	st, err := os.Stat(filepath.Join(l.dir, name))
	return err == nil && st.IsDir()
}

// parsePosition reads file:line:col as the go command prints it: relative to the directory it ran in.
func parsePosition(s, dir string) inventory.Position {
	var nums []int
	for range 2 {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(s[i+1:])
		if err != nil {
			break
		}
		nums = append(nums, n)
		s = s[:i]
	}
	if s == "" || s == "-" {
		return inventory.Position{}
	}
	if !filepath.IsAbs(s) {
		s = filepath.Join(dir, s)
	}
	pos := inventory.Position{File: s}
	switch len(nums) {
	case 1:
		pos.Line = nums[0]
	case 2:
		pos.Line, pos.Column = nums[1], nums[0]
	}
	return pos
}

// mergeErrors adds found to list. An error of the go command gives way to one of ours at the same line: it
// only read the imports, and often without a column.
func mergeErrors(list, found []inventory.Failure) []inventory.Failure {
	for _, f := range found {
		list = slices.DeleteFunc(list, func(e inventory.Failure) bool {
			return e.Position.File == f.Position.File && e.Position.Line == f.Position.Line && f.Position.IsValid()
		})
		list = append(list, f)
	}
	return list
}

// addLine adds what the type checker says in a line of its own behind an error: the stations of a cycle.
func addLine(f *inventory.Failure, text string) {
	sep := "; "
	if strings.HasSuffix(f.Message, ":") {
		sep = " "
	}
	f.Message += sep + text
}

func compareFailures(a, b inventory.Failure) int {
	return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.Package, b.Package), cmp.Compare(a.Message, b.Message))
}

func comparePositions(a, b inventory.Position) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
