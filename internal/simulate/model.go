package simulate

import (
	"github.com/healthlint/healthlint/internal/outage"
)

// model is one of the models, with its result behind an interface.
type model struct {
	inputs outage.Inputs
	value  any // the struct of inputs, for JSON
	run    func() (result, error)
}

// result is what all models compute.
type result interface{ Metrics() []outage.Metric }

// detailed results have a table of their own.
type detailed interface {
	Detail() (head []string, rows [][]string)
}

// brief results have a form without that table.
type brief interface{ Brief() any }

// of wraps a model.
func of[R result](m interface {
	Inputs() outage.Inputs
	Run() (R, error)
}) *model {
	return &model{m.Inputs(), m, func() (result, error) { return m.Run() }}
}
