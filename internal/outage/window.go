package outage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Window is a stretch of time. In a [Fleet] it holds seconds and ends before To; in a [Content] it holds rounds and
// To is one of them. That is how the sources write them.
type Window struct{ From, To int }

// MarshalJSON writes [from, to].
func (w Window) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{w.From, w.To}) }

// UnmarshalJSON reads [from, to].
func (w *Window) UnmarshalJSON(data []byte) error {
	var pair [2]int
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	w.From, w.To = pair[0], pair[1]
	return nil
}

func (w Window) String() string { return fmt.Sprintf("%d-%d", w.From, w.To) }

// Windows is a list of them; its text is "60-180,200-210".
type Windows []Window

func (ws Windows) String() string {
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.String()
	}
	return strings.Join(texts, ",")
}

// within reports whether t is in one of the windows, last moment included.
func (ws Windows) within(t int) bool {
	for _, w := range ws {
		if t >= w.From && t <= w.To {
			return true
		}
	}
	return false
}

// before is within without the last moment.
func (ws Windows) before(t int) bool {
	for _, w := range ws {
		if t >= w.From && t < w.To {
			return true
		}
	}
	return false
}

// parseWindows reads "60-180,200-210"; "60,180" is one window, too, because configuration files write it as a pair.
func parseWindows(text string) (Windows, error) {
	var ws Windows
	if text == "" {
		return ws, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) == 2 && !strings.Contains(text, "-") {
		parts = []string{parts[0] + "-" + parts[1]}
	}
	for _, part := range parts {
		from, to, ok := strings.Cut(strings.TrimSpace(part), "-")
		w := Window{}
		var err1, err2 error
		w.From, err1 = strconv.Atoi(strings.TrimSpace(from))
		w.To, err2 = strconv.Atoi(strings.TrimSpace(to))
		if !ok || err1 != nil || err2 != nil || w.From > w.To {
			return nil, errForm
		}
		ws = append(ws, w)
	}
	return ws, nil
}

func windowsInput(key, unit, help string, v *Windows) Input {
	return Input{Key: key, Unit: unit, Help: help, form: "a list of FROM-TO with FROM at most TO, as in 60-180,200-210",
		text: func() string { return v.String() },
		set: func(s string) (err error) {
			*v, err = parseWindows(s)
			return err
		}}
}

// ReplicaWindows are the windows of single replicas, which are named k1, k2 and so on. Its text is
// "k1:20-45,k2:1-8,k2:60-66".
type ReplicaWindows map[string]Windows

func (rw ReplicaWindows) String() string {
	var texts []string
	for _, k := range rw.replicas() {
		for _, w := range rw[k] {
			texts = append(texts, k+":"+w.String())
		}
	}
	return strings.Join(texts, ",")
}

// replicas names those that have a window, in the order of their numbers.
func (rw ReplicaWindows) replicas() []string {
	var names []string
	for k, ws := range rw {
		if len(ws) > 0 {
			names = append(names, k)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return replicaIndex(a) - replicaIndex(b) })
	return names
}

// replicaIndex is 0 for k1, and -1 for what is no name of a replica.
func replicaIndex(name string) int {
	digits, ok := strings.CutPrefix(name, "k")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || digits[0] == '0' || digits[0] == '+' {
		return -1
	}
	return n - 1
}

func replicaWindowsInput(key, unit, help string, v *ReplicaWindows) Input {
	return Input{Key: key, Unit: unit, Help: help, form: "a list of REPLICA:FROM-TO, as in k1:20-45,k2:1-8",
		text: func() string { return v.String() },
		set: func(s string) error {
			next := ReplicaWindows{}
			for part := range strings.SplitSeq(s, ",") {
				if part == "" {
					continue
				}
				k, text, ok := strings.Cut(strings.TrimSpace(part), ":")
				ws, err := parseWindows(text)
				if !ok || err != nil || len(ws) != 1 || replicaIndex(k) < 0 {
					return errForm
				}
				next[k] = append(next[k], ws...)
			}
			*v = next
			return nil
		}}
}
