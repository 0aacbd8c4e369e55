package outage

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Input is one input of a model, bound to a field of it. Flags, configuration files, sweeps, forms and range checks
// all come from this one description.
type Input struct {
	Key     string   // its name in YAML and JSON; the flag is the same with dashes
	Unit    string   // "" for words and counts
	Help    string   // one phrase
	Choices []string // the words it takes, if it takes words
	Min     float64  // least number it takes, if Number
	Max     float64  // largest
	Number  bool
	Whole   bool   // it takes no fractions, if Number
	form    string // how a value that is neither number nor word is written
	set     func(string) error
	text    func() string
}

// Flag is the name on the command line.
func (in Input) Flag() string { return strings.ReplaceAll(in.Key, "_", "-") }

// String is the value as Set reads it.
func (in Input) String() string { return in.text() }

// Set gives the field a value, or says which values there are.
func (in Input) Set(text string) error {
	if err := in.set(strings.TrimSpace(text)); err != nil {
		return in.wrong(text, err)
	}
	return in.Check()
}

// Check says whether the value of the field is one of those allowed.
func (in Input) Check() error {
	text := in.text()
	switch {
	case in.Number:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(n) || n < in.Min || n > in.Max {
			return in.wrong(text, nil)
		}
	case len(in.Choices) > 0 && !slices.Contains(in.Choices, text):
		return in.wrong(text, nil)
	}
	return nil
}

func (in Input) wrong(text string, err error) error {
	if err != nil && !errors.Is(err, errForm) {
		return fmt.Errorf("%s: %w", in.Key, err)
	}
	return fmt.Errorf("%s must be %s%s, not %q", in.Key, in.whole(text), in.Range(), text)
}

// whole says what the range does not: that a number without a fraction is expected, where that is what is wrong.
func (in Input) whole(text string) string {
	if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); in.Whole && err == nil && n >= in.Min && n <= in.Max {
		return "a whole number, "
	}
	return ""
}

// Range says in words what the input takes.
func (in Input) Range() string {
	switch {
	case in.Number:
		return strings.TrimSpace(fmt.Sprintf("%s to %s %s", number(in.Min), number(in.Max), in.Unit))
	case len(in.Choices) > 0:
		return orList(in.Choices)
	}
	return in.form
}

// Inputs are those of one model, in the order in which they are shown.
type Inputs []Input

// Get finds an input by its key or by its flag.
func (ins Inputs) Get(name string) (Input, bool) {
	for _, in := range ins {
		if in.Key == name || in.Flag() == name {
			return in, true
		}
	}
	return Input{}, false
}

// Check returns all errors of all inputs.
func (ins Inputs) Check() error {
	var errs []error
	for _, in := range ins {
		errs = append(errs, in.Check())
	}
	return errors.Join(errs...)
}

// errForm marks a value that can't be read; the message is then made from the range.
var errForm = errors.New("unreadable")

func intInput(key, unit, help string, v *int, lo, hi int) Input {
	return Input{Key: key, Unit: unit, Help: help, Number: true, Whole: true, Min: float64(lo), Max: float64(hi),
		text: func() string { return strconv.Itoa(*v) },
		set: func(s string) error {
			n, err := strconv.Atoi(s)
			if err != nil {
				return errForm
			}
			*v = n
			return nil
		}}
}

func floatInput(key, unit, help string, v *float64, lo, hi float64) Input {
	return Input{Key: key, Unit: unit, Help: help, Number: true, Min: lo, Max: hi,
		text: func() string { return number(*v) },
		set: func(s string) error {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return errForm
			}
			*v = n
			return nil
		}}
}

func wordInput[T ~string](key, help string, v *T, words ...T) Input {
	choices := make([]string, len(words))
	for i, w := range words {
		choices[i] = string(w)
	}
	return Input{Key: key, Help: help, Choices: choices,
		text: func() string { return string(*v) },
		set:  func(s string) error { *v = T(s); return nil }}
}

func boolInput(key, help string, v *bool) Input {
	return Input{Key: key, Help: help, Choices: []string{"true", "false"},
		text: func() string { return strconv.FormatBool(*v) },
		set: func(s string) error {
			b, err := strconv.ParseBool(s)
			if err != nil {
				return errForm
			}
			*v = b
			return nil
		}}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func orList(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
