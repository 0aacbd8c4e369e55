package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
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
	if err := checkVetFlags(os.Args[1:]); err != nil && !factsOnly(os.Args[len(os.Args)-1]) {
		fmt.Fprintf(os.Stderr, "healthlint: %v\n", err)
		os.Exit(exitFailed)
	} else if err != nil {
		os.Args = slices.DeleteFunc(os.Args, func(a string) bool { return checkVetFlags([]string{a}) != nil })
	}
	flag.Var(versionFlag{}, "V", "print version and exit") // unitchecker keeps a V flag that is already there
	unitchecker.Main(analyzer.Analyzer)
}

// checkVetFlags looks at the values of our flags before package flag does, which would print all of the usage with
// each error.
func checkVetFlags(args []string) error {
	for _, a := range args {
		name, value, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		var err error
		switch name {
		case "healthlint.rules":
			_, err = analyzer.ParseRules(value)
		case "healthlint.level":
			_, err = analyzer.ParseLevel(value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// factsOnly reports whether the go command asks for the facts of a dependency alone. An error for each of them, down to
// the standard library, would bury that of the packages that were named; facts made with the flag left out are read by
// runs with the same wrong flag only, which fail.
func factsOnly(cfg string) bool {
	var unit struct{ VetxOnly bool }
	data, err := os.ReadFile(cfg)
	return err == nil && json.Unmarshal(data, &unit) == nil && unit.VetxOnly
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
