package simulate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Limits of a run, so that a slip of the hand does not take hours.
const (
	maxSweeps = 2
	maxRows   = 10_000
)

// parseSweep reads "key=values" and checks each value.
func (req *request) parseSweep(text string) (axis, error) {
	key, list, ok := strings.Cut(text, "=")
	if !ok || list == "" {
		return axis{}, fmt.Errorf("a sweep is INPUT=VALUES, not %q", text)
	}
	return req.preset.axis(key, list)
}

// axis checks the values of a sweep. Those of an input that is itself a list are separated by "/".
func (p *preset) axis(key, list string) (axis, error) {
	m := p.model()
	in, ok := m.inputs.Get(strings.TrimSpace(key))
	if !ok {
		return axis{}, m.unknown(key)
	}
	a := axis{key: in.Key}
	separator := ","
	if !in.Number && len(in.Choices) == 0 {
		separator = "/"
	}
	for part := range strings.SplitSeq(list, separator) {
		values := []string{strings.TrimSpace(part)}
		if in.Number && strings.Contains(part, "..") {
			var err error
			if values, err = expand(part); err != nil {
				return axis{}, fmt.Errorf("%s: %w", in.Key, err)
			}
		}
		for _, v := range values {
			if err := in.Set(v); err != nil {
				return axis{}, err
			}
		}
		if a.values = append(a.values, values...); len(a.values) > maxRows {
			return axis{}, fmt.Errorf("%s: a sweep has at most %d values", in.Key, maxRows)
		}
	}
	return a, nil
}

// expand turns "1..5" and "0..1..0.25" into their values, the last included.
func expand(text string) ([]string, error) {
	parts := strings.Split(text, "..")
	numbers := make([]float64, len(parts))
	for i, p := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || len(parts) > 3 {
			return nil, fmt.Errorf("a range is FROM..TO or FROM..TO..STEP, not %q", text)
		}
		numbers[i] = n
	}
	step := 1.0
	if len(numbers) == 3 {
		step = numbers[2]
	}
	from, to := numbers[0], numbers[1]
	if step <= 0 || to < from || (to-from)/step > maxRows {
		return nil, fmt.Errorf("%q must rise in at most %d steps", text, maxRows)
	}
	var values []string
	for i := 0; ; i++ {
		// Nine decimals hide that 3 times 0.1 is not 0.3, and no input is finer.
		x := math.Round((from+float64(i)*step)*1e9) / 1e9
		if x > to {
			return values, nil
		}
		values = append(values, strconv.FormatFloat(x, 'f', -1, 64))
	}
}
