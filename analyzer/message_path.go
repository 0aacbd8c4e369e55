package analyzer

import (
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// maxPath is how many names of a path a message shows; the chain of the finding holds all.
const maxPath = 6

// path shows the calls from the handler to the dependency. Names of other packages than the handler's carry theirs.
// Both ends are kept when the middle is left out: they are the code to change and the call to get rid of.
func path(p *inventory.Probe, d *inventory.Dependency) string {
	steps := make([]string, 0, len(d.Chain))
	for i, s := range d.Chain {
		n := names.Step(s, p.HandlerPackage)
		if i > 0 && s.Edge == "dynamic" && d.Confidence == inventory.Possible {
			n += "?"
		}
		steps = append(steps, n)
	}
	if len(steps) == 0 {
		steps = append(steps, names.Func(p.Handler), names.Func(d.Callee))
	}
	if n := len(steps); n > maxPath {
		steps = append(append(steps[:2:2], "…"), steps[n-maxPath+3:]...)
	}
	return strings.Join(steps, " → ")
}
