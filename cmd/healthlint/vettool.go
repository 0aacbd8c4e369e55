package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/healthlint/healthlint/analyzer"
)

// vettoolMode reports whether the go command speaks to us: it asks for the flags, for the version, or hands
// over one unit.
func vettoolMode(args []string) bool {
	for _, a := range args {
		name, dashed := strings.CutPrefix(strings.Replace(a, "--", "-", 1), "-")
		if dashed && (name == "flags" || strings.HasPrefix(name, "V=")) {
			return true
		}
	}
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vettool serves the go command and does not return.
func vettool() {
	flag.Var(versionFlag{}, "V", "print version and exit") // unitchecker keeps a V flag that is already there
	unitchecker.Main(analyzer.Analyzer)
}

// versionFlag answers -V=full with what the go command keys its cache on: a digest of this executable. A
// version number would not do, as two builds of one version may differ.
type versionFlag struct{}

func (versionFlag) IsBoolFlag() bool { return true }
func (versionFlag) String() string   { return "" }

func (versionFlag) Set(s string) error {
	if s != "full" {
		return fmt.Errorf("only -V=full is known")
	}
	sum, err := executableDigest()
	if err != nil {
		return err
	}
	fmt.Printf("healthlint version devel healthlint buildID=%x\n", sum)
	os.Exit(0)
	return nil
}

func executableDigest() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
