package watch

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/healthlint/healthlint/internal/risefall"
)

// printer writes changes and the end of a run.
type printer interface {
	change(at time.Time, t target, e risefall.Event, states map[string]risefall.Status) error
	end(states map[string]risefall.Status, until string, reached bool) error
}

func newPrinter(format string, w io.Writer, targets []target) printer {
	p := lines{w: w, targets: targets, start: time.Now()}
	if format == formatJSON {
		return &jsonLines{p}
	}
	return &p
}

// lines prints text.
type lines struct {
	w       io.Writer
	targets []target
	start   time.Time
}

// beside lists the endpoints of one base URL, so that liveness and readiness stand side by side.
func (p *lines) beside(base string, states map[string]risefall.Status) string {
	var words []string
	for _, t := range p.targets {
		if t.base == base {
			words = append(words, t.role+" "+word(states[t.url]))
		}
	}
	return strings.Join(words, ", ")
}

// word is the state of an endpoint; one that never passed and has not failed often enough is new.
func word(s risefall.Status) string {
	switch {
	case s.Held:
		return "failing, held in"
	case s.State == risefall.Unhealthy && s.Error != "":
		return fmt.Sprintf("%s (%s)", s.State, s.Error)
	}
	return string(s.State)
}

func (p *lines) change(at time.Time, t target, e risefall.Event, states map[string]risefall.Status) error {
	seconds := at.Sub(p.start).Seconds()
	if e.Target == "" {
		_, err := fmt.Fprintf(p.w, "%7.1fs  %s: %s\n", seconds, e, e.Why)
		return err
	}
	_, err := fmt.Fprintf(p.w, "%7.1fs  %s %s: %s -> %s  [%s]\n", seconds, t.base, t.role, e.From, e.To, p.beside(t.base, states))
	return err
}

func (p *lines) end(states map[string]risefall.Status, until string, reached bool) error {
	var b strings.Builder
	last := ""
	for _, t := range p.targets {
		if t.base != last {
			fmt.Fprintf(&b, "%s: %s\n", t.base, p.beside(t.base, states))
			last = t.base
		}
	}
	if until != "" {
		fmt.Fprintf(&b, "until %s: %s\n", until, map[bool]string{true: "reached", false: "not reached"}[reached])
	}
	_, err := io.WriteString(p.w, b.String())
	return err
}

// jsonLines prints one object a line.
type jsonLines struct{ lines }

// jsonChange is a change, with the state of all endpoints of its URL after the round.
type jsonChange struct {
	Event   string         `json:"event"` // "change"
	Time    string         `json:"time"`
	Elapsed float64        `json:"elapsed_s"`
	URL     string         `json:"url"`
	Role    string         `json:"role"`
	From    risefall.State `json:"from"`
	To      risefall.State `json:"to"`
	Why     string         `json:"why,omitempty"`
	States  []jsonState    `json:"states,omitempty"`
}

type jsonState struct {
	URL      string         `json:"url"`
	Role     string         `json:"role"`
	State    risefall.State `json:"state"`
	Passes   int            `json:"passes"`
	Failures int            `json:"failures"`
	Error    string         `json:"error,omitempty"`
	Latency  float64        `json:"latency_ms"`
}

// jsonEnd is the last line.
type jsonEnd struct {
	Event   string      `json:"event"` // "end"
	Until   string      `json:"until,omitempty"`
	Reached bool        `json:"reached"`
	States  []jsonState `json:"states"`
}

func (p *jsonLines) states(base string, states map[string]risefall.Status) []jsonState {
	var all []jsonState
	for _, t := range p.targets {
		if s := states[t.url]; base == "" || t.base == base {
			all = append(all, jsonState{t.shown, t.role, s.State, s.Passes, s.Failures, s.Error, float64(s.Latency.Microseconds()) / 1000})
		}
	}
	return all
}

func (p *jsonLines) change(at time.Time, t target, e risefall.Event, states map[string]risefall.Status) error {
	c := jsonChange{Event: "change", Time: at.UTC().Format(time.RFC3339Nano), Elapsed: at.Sub(p.start).Seconds(),
		URL: t.shown, Role: t.role, From: e.From, To: e.To, Why: e.Why}
	if e.Target == "" {
		c.Role = "checker"
	} else {
		c.States = p.states(t.base, states)
	}
	return p.line(c)
}

func (p *jsonLines) end(states map[string]risefall.Status, until string, reached bool) error {
	return p.line(jsonEnd{"end", until, reached, p.states("", states)})
}

func (p *jsonLines) line(v any) error {
	enc := json.NewEncoder(p.w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
