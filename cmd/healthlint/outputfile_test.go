package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// What is written takes the place of the old file, with its mode, and leaves nothing beside it.
func TestOutputFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	for _, text := range []string{"first, and longer", "second"} {
		o, err := newOutputFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.write([]byte(text)); err != nil || readFile(t, file) != text {
			t.Errorf("%v, %q", err, readFile(t, file))
		}
		if err := os.Chmod(file, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	o, err := newOutputFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.write(nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v %v", list, err)
	}
}

// A write that fails leaves the old file, and nothing beside it.
func TestOutputFileFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	o, err := newOutputFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(file, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := o.write([]byte("new")); err == nil {
		t.Error("written over a directory")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 || !list[0].IsDir() {
		t.Errorf("%v %v", list, err)
	}
}

// A link stays one: what it leads to is replaced.
func TestOutputFileLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "report.html"), filepath.Join(dir, "link.html")
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("report.html", link); err != nil {
		t.Skip(err)
	}
	o, err := newOutputFile(link)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != "report.html" || readFile(t, file) != "new" {
		t.Errorf("%s %v %s", to, err, readFile(t, file))
	}
}

func TestOutputFileRefused(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "nowhere", "report.html")} {
		if _, err := newOutputFile(path); err == nil {
			t.Errorf("%s is accepted", path)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
}
