package lab

import (
	"fmt"
	"strings"

	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/picture"
)

// model is one thing to try out, with two settings that are worth comparing.
type model struct {
	name, title, question string
	first                 []string // inputs that are shown at once; the others fold away
	without               []string // inputs that the picture varies itself
	this, fixed           func() *setting
}

// setting is a model with values for its inputs.
type setting struct {
	inputs outage.Inputs
	value  any
	draw   func() (*picture.View, error)
	work   func() error // says when a run is too large for a page
}

// settings gives inputs their values, in order, since a platform brings values for others.
type settings [][2]string

// inputError is a value that an input does not take.
type inputError struct {
	Key     string `json:"key"` // "" for what concerns several
	Message string `json:"message"`
}

// apply sets what it can and returns what is wrong.
func (m *model) apply(s *setting, values settings) []inputError {
	var errs []inputError
	for _, kv := range values {
		in, ok := s.inputs.Get(kv[0])
		if !ok || m.hides(in.Key) {
			errs = append(errs, inputError{"", fmt.Sprintf("%s has no input %q", m.name, kv[0])})
			continue
		}
		if err := in.Set(kv[1]); err != nil {
			errs = append(errs, inputError{in.Key, err.Error()})
		}
	}
	return errs
}

func (m *model) hides(key string) bool {
	for _, k := range m.without {
		if k == key {
			return true
		}
	}
	return false
}

// run computes and draws one setting.
func (s *setting) run() (*picture.View, []inputError) {
	if err := s.work(); err != nil {
		return nil, s.explain(err)
	}
	v, err := s.draw()
	if err != nil {
		return nil, s.explain(err)
	}
	return v, nil
}

// explain finds the input that each line of an error is about: messages begin with its key.
func (s *setting) explain(err error) []inputError {
	var errs []inputError
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(line)
		e := inputError{Message: line}
		word, _, _ := strings.Cut(line, " ")
		if in, ok := s.inputs.Get(strings.TrimSuffix(word, ":")); ok {
			e.Key = in.Key
		}
		errs = append(errs, e)
	}
	return errs
}

// find returns the model of this name.
func find(name string) (*model, bool) {
	for i := range models {
		if models[i].name == name {
			return &models[i], true
		}
	}
	return nil, false
}
