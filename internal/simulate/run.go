package simulate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/outage"
)

// row is one run.
type row struct {
	name   string
	set    []setting // on top of the base
	inputs outage.Inputs
	result result
}

// outcome is all runs of a request.
type outcome struct {
	*request
	base *model
	axes []axis // what the rows vary, if they have no names
	rows []row
}

// compute runs all rows.
func (req *request) compute() (*outcome, error) {
	if len(req.sweeps) > maxSweeps {
		return nil, fmt.Errorf("at most %d inputs can be swept, not %d", maxSweeps, len(req.sweeps))
	}
	o := &outcome{request: req}
	if err := o.plan(); err != nil {
		return nil, err
	}
	for i := range o.rows {
		m, err := o.model(o.rows[i].set)
		if err != nil {
			return nil, err
		}
		o.rows[i].inputs = m.inputs
		if o.rows[i].result, err = m.run(); err != nil {
			return nil, o.explain(&o.rows[i], err)
		}
	}
	var err error
	o.base, err = o.model(nil)
	return o, err
}

// plan decides the rows: those of a sweep, or those of the preset without what is set, or one.
func (o *outcome) plan() error {
	given := map[string]bool{}
	for _, s := range o.settings {
		given[s.key] = true
	}
	switch {
	case len(o.sweeps) > 0:
		o.axes = o.sweeps
	case len(o.preset.cases) > 0 && !o.preset.varies(given):
		for _, c := range o.preset.cases {
			o.rows = append(o.rows, row{name: c.name, set: c.set})
		}
		return nil
	default:
		for _, a := range o.preset.axes {
			if !given[a.key] {
				o.axes = append(o.axes, a)
			}
		}
	}
	for i, a := range o.axes {
		if slices.ContainsFunc(o.axes[:i], func(b axis) bool { return b.key == a.key }) {
			return fmt.Errorf("%s is swept twice", a.key)
		}
	}
	o.rows = []row{{}}
	for _, a := range o.axes {
		var next []row
		for _, r := range o.rows {
			for _, v := range a.values {
				next = append(next, row{set: append(slices.Clip(r.set), setting{a.key, v})})
			}
		}
		if o.rows = next; len(next) > maxRows {
			return fmt.Errorf("that would be more than %d runs", maxRows)
		}
	}
	return nil
}

// varies reports whether the named cases set one of these inputs.
func (p *preset) varies(given map[string]bool) bool {
	for _, c := range p.cases {
		for _, s := range c.set {
			if given[s.key] {
				return true
			}
		}
	}
	return false
}

// model is a fresh model with all settings. A platform comes first, whoever sets it: it brings defaults, which more
// special settings change.
func (o *outcome) model(set []setting) (*model, error) {
	m := o.preset.model()
	all := slices.Concat(o.settings, set)
	var errs []error
	for _, platform := range []bool{true, false} {
		for _, s := range all {
			if (s.key == "platform") == platform {
				errs = append(errs, m.set(s))
			}
		}
	}
	return m, errors.Join(errs...)
}

// explain says in which row of several an error is.
func (o *outcome) explain(r *row, err error) error {
	if len(o.rows) == 1 {
		return err
	}
	name := r.name
	for _, s := range r.set {
		if r.name == "" {
			name += " " + s.key + "=" + s.value
		}
	}
	return fmt.Errorf("row %q: %w", strings.TrimSpace(name), err)
}
