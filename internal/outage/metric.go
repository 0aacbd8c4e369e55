package outage

import (
	"math"
	"strconv"
	"strings"
)

// Metric is one figure of a result: a column of a table.
type Metric struct {
	Key      string // its name in CSV
	Head     string // its heading in text
	Value    any    // int, float64, string or []int; nil when the figure does not exist
	Decimals int    // how many are shown in text, for a float64
	Unit     string // shown behind the value in text
}

// Text is the value as a table shows it; "-" when there is none.
func (m Metric) Text() string {
	switch v := m.Value.(type) {
	case int:
		return strconv.Itoa(v) + m.Unit
	case float64:
		return strconv.FormatFloat(v, 'f', m.Decimals, 64) + m.Unit
	case string:
		return v
	case []int:
		if len(v) == 0 {
			return "-"
		}
		return joinInts(v, ", ")
	}
	return "-"
}

// CSV is the value with all its digits; "" when there is none.
func (m Metric) CSV() string {
	switch v := m.Value.(type) {
	case int:
		return strconv.Itoa(v)
	case float64:
		return number(v)
	case string:
		return v
	case []int:
		return joinInts(v, " ")
	}
	return ""
}

func joinInts(v []int, sep string) string {
	texts := make([]string, len(v))
	for i, n := range v {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, sep)
}

// percent is the share of part in whole in percent, with six decimals: more are noise of binary fractions.
func percent(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(100*part/whole*1e6) / 1e6
}

// optional makes a metric value of what may not exist.
func optional(p *int) any {
	if p == nil {
		return nil
	}
	return *p
}
