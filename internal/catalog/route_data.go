package catalog

import (
	"bytes"
	"embed"
	"errors"
	"path"
	"sync"
)

//go:embed data/routes/*.txt
var routeData embed.FS

const (
	routeFolder = "data/routes"
	roleFile    = "roles.txt" // the one file of the folder that holds no rules
)

var routeRules = sync.OnceValue(readRules)

// Rules returns the built-in rules. A test keeps their Err nil.
func Rules() *RuleSet { return routeRules() }

func readRules() *RuleSet {
	set := &RuleSet{rules: map[string]*Rule{}}
	entries, err := routeData.ReadDir(routeFolder)
	errs := []error{err}
	for _, entry := range entries {
		if entry.Name() == roleFile {
			continue
		}
		name := path.Join(routeFolder, entry.Name())
		data, err := routeData.ReadFile(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		rules, err := ParseRules(name, bytes.NewReader(data))
		errs = append(errs, err, set.add(rules))
	}
	set.err = errors.Join(errs...)
	return set
}
