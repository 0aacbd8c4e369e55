package lab

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/healthlint/healthlint/internal/outage"
	"github.com/healthlint/healthlint/internal/picture"
)

// startAnswer is what the page asks for first.
type startAnswer struct {
	Models  []modelAnswer  `json:"models"`
	Finding *findingAnswer `json:"finding"` // what the first model starts with, if it is a finding
}

type modelAnswer struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Question string        `json:"question"`
	Inputs   []inputAnswer `json:"inputs"`
	This     settings      `json:"this"`
	Fixed    settings      `json:"fixed"`
}

// inputAnswer describes a control.
type inputAnswer struct {
	Key     string   `json:"key"`
	Unit    string   `json:"unit"`
	Help    string   `json:"help"`
	Range   string   `json:"range"`
	Number  bool     `json:"number"`
	Whole   bool     `json:"whole"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Choices []string `json:"choices"`
	First   bool     `json:"first"` // shown at once
}

type findingAnswer struct {
	Title       string   `json:"title"`
	Message     string   `json:"message"`
	Assumptions []string `json:"assumptions"`
}

// runRequest asks for two runs of one model. Values are set in order.
type runRequest struct {
	Model string   `json:"model"`
	This  settings `json:"this"`
	Fixed settings `json:"fixed"`
}

// runAnswer has both runs, or what is wrong with the inputs of each.
type runAnswer struct {
	This  sideAnswer `json:"this"`
	Fixed sideAnswer `json:"fixed"`
}

type sideAnswer struct {
	Values settings      `json:"values"` // of all inputs, as they are now
	Inputs any           `json:"inputs"` // the same as the model writes them, if they are right
	View   *picture.View `json:"view"`
	Errors []inputError  `json:"errors"`
}

func (s *Server) start(w http.ResponseWriter, _ *http.Request) {
	a := startAnswer{}
	for i := range models {
		m := &models[i]
		this, fixed := s.defaults(m)
		a.Models = append(a.Models, modelAnswer{m.name, m.title, m.question, m.controls(this.inputs), m.values(this), m.values(fixed)})
	}
	if f := s.scenario; f != nil {
		a.Finding = &findingAnswer{f.Title, f.Message, append([]string{}, f.Assumptions...)}
	}
	answer(w, http.StatusOK, a)
}

// defaults are the two settings that a model starts with; those of a finding for the first one.
func (s *Server) defaults(m *model) (this, fixed *setting) {
	if s.scenario != nil && m == &models[0] {
		a, b := s.scenario.AsIs, s.scenario.Fixed
		return fleet(&a), fleet(&b)
	}
	return m.this(), m.fixed()
}

func (m *model) controls(inputs outage.Inputs) []inputAnswer {
	list := []inputAnswer{}
	for _, in := range inputs {
		if m.hides(in.Key) {
			continue
		}
		c := inputAnswer{Key: in.Key, Unit: in.Unit, Help: in.Help, Range: in.Range(), Number: in.Number, Whole: in.Whole,
			Min: in.Min, Max: in.Max, Choices: append([]string{}, in.Choices...)}
		for _, k := range m.first {
			c.First = c.First || k == in.Key
		}
		list = append(list, c)
	}
	return list
}

func (m *model) values(s *setting) settings {
	list := settings{}
	for _, in := range s.inputs {
		if !m.hides(in.Key) {
			list = append(list, [2]string{in.Key, in.String()})
		}
	}
	return list
}

func (s *Server) run(w http.ResponseWriter, r *http.Request) {
	req, err := decode(w, r)
	if err != nil {
		status := http.StatusBadRequest
		if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
			status = http.StatusRequestEntityTooLarge
		}
		refuse(w, status, err.Error())
		return
	}
	m, ok := find(req.Model)
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such model")
		return
	}
	select { // one run at a time: a page needs no more, and nobody can pile them up
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-r.Context().Done():
		return
	}
	a := runAnswer{m.side(m.this(), req.This), m.side(m.fixed(), req.Fixed)}
	status := http.StatusOK
	if len(a.This.Errors)+len(a.Fixed.Errors) > 0 {
		status = http.StatusUnprocessableEntity
	}
	answer(w, status, a)
}

// side computes one of the two settings.
func (m *model) side(s *setting, values settings) sideAnswer {
	a := sideAnswer{Errors: m.apply(s, values)}
	if len(a.Errors) == 0 {
		a.View, a.Errors = s.run()
	}
	if a.Errors == nil {
		a.Errors = []inputError{}
	}
	a.Values = m.values(s)
	if len(a.Errors) == 0 { // a refused value may be one that JSON can't say
		a.Inputs = s.value
	}
	return a
}

// decode reads one JSON object and nothing behind it.
func decode(w http.ResponseWriter, r *http.Request) (*runRequest, error) {
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.DisallowUnknownFields()
	req := new(runRequest)
	if err := dec.Decode(req); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
			return nil, err
		}
		return nil, errors.New("one JSON object is expected")
	}
	return req, nil
}

func answer(w http.ResponseWriter, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		data, status = []byte(`{"error":"the answer can't be written"}`), http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(data) // a reader that went away is its own trouble
}

func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, map[string]string{"error": why})
}
