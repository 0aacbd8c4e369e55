package outage

import (
	"fmt"
	"slices"
	"strings"
)

// RiseFall is the health checker of seed rise-fall-checker.txt on paper: targets that pass or fail round by round, and
// the changes that thresholds make of it. The real one is package risefall; a test holds them against each other.
type RiseFall struct {
	Fall         int     `json:"fall"`          // failures in a row that make a target unhealthy
	Rise         int     `json:"rise"`          // passes in a row that make it healthy
	MaxUnhealthy float64 `json:"max_unhealthy"` // share of targets beyond which none is marked unhealthy; 1 is no limit
	Answers      Answers `json:"answers"`
}

// Answers are what targets answer, round by round, in the order of names: "+" passes, "-" fails, "e" is an error. Its
// text is "web-1:++-,web-2:+e-".
type Answers []TargetAnswers

// TargetAnswers are those of one target.
type TargetAnswers struct {
	Target string `json:"target"`
	Rounds string `json:"rounds"`
}

// MarshalText writes "web-1:++-".
func (a TargetAnswers) MarshalText() ([]byte, error) { return []byte(a.Target + ":" + a.Rounds), nil }

func (as Answers) String() string {
	texts := make([]string, len(as))
	for i, a := range as {
		texts[i] = a.Target + ":" + a.Rounds
	}
	return strings.Join(texts, ",")
}

func answersInput(key, help string, v *Answers) Input {
	return Input{Key: key, Help: help, form: "a list of TARGET:ANSWERS, one sign a round (+ passes, - fails, e is an error), as in web-1:++-,web-2:+e-, equally long, at most 10000 rounds of 1000 targets",
		text: func() string { return v.String() },
		set: func(s string) error {
			var next Answers
			for part := range strings.SplitSeq(s, ",") {
				name, rounds, _ := strings.Cut(strings.TrimSpace(part), ":")
				next = append(next, TargetAnswers{name, rounds})
			}
			slices.SortFunc(next, func(a, b TargetAnswers) int { return strings.Compare(a.Target, b.Target) })
			if !next.fine() {
				return errForm
			}
			*v = next
			return nil
		}}
}

// fine reports whether each target has a name of its own and as many answers as the others.
func (as Answers) fine() bool {
	if len(as) > 1000 || len(as) == 0 || len(as[0].Rounds) > 10_000 {
		return false
	}
	for i, a := range as {
		if a.Target == "" || a.Rounds == "" || strings.Trim(a.Rounds, "+-e") != "" || len(a.Rounds) != len(as[0].Rounds) ||
			i > 0 && a.Target <= as[i-1].Target {
			return false
		}
	}
	return true
}

// DefaultRiseFall is the seed's two examples, one after the other.
func DefaultRiseFall() *RiseFall {
	return &RiseFall{Fall: 2, Rise: 2, MaxUnhealthy: 1, Answers: Answers{{"web-1", "++++++++"}, {"web-2", "++e-+-++"}}}
}

// Inputs describes the fields.
func (m *RiseFall) Inputs() Inputs {
	return Inputs{
		intInput("fall", "", "failures in a row that make a target unhealthy", &m.Fall, 1, 1000),
		intInput("rise", "", "passes in a row that make it healthy", &m.Rise, 1, 1000),
		floatInput("max_unhealthy", "", "share of targets beyond which none is marked unhealthy, 1 for no limit", &m.MaxUnhealthy, 0, 1),
		answersInput("answers", "what the targets answer, round by round", &m.Answers),
	}
}

// Check says which inputs are out of range.
func (m *RiseFall) Check() error {
	if !m.Answers.fine() {
		in, _ := m.Inputs().Get("answers")
		return in.wrong(m.Answers.String(), nil)
	}
	return m.Inputs().Check()
}

// RiseFallResult is what became of the targets.
type RiseFallResult struct {
	Changes       int             `json:"changes"`
	HealthyRounds int             `json:"healthy_rounds"` // target-rounds
	FewestHealthy int             `json:"fewest_healthy"` // after the first round that had all healthy; -1 without one
	HealthyAtEnd  []string        `json:"healthy_at_the_end"`
	Rounds        []RiseFallRound `json:"rounds"`
}

// RiseFallRound is one round.
type RiseFallRound struct {
	Round   int      `json:"round"` // from 1
	Answers string   `json:"answers"`
	Changes []string `json:"changes"` // "web-2: healthy -> unhealthy", in the order of names
	Healthy []string `json:"healthy"`
	Held    []string `json:"held"` // should be unhealthy, but too many are
}

// Metrics are the columns of a table.
func (r *RiseFallResult) Metrics() []Metric {
	return []Metric{
		{Key: "changes", Head: "changes", Value: r.Changes},
		{Key: "healthy_rounds", Head: "healthy target-rounds", Value: r.HealthyRounds},
		{Key: "fewest_healthy", Head: "fewest healthy once all were", Value: r.FewestHealthy},
		{Key: "healthy_at_the_end", Head: "healthy at the end", Value: list(r.HealthyAtEnd)},
	}
}

// Detail is a table of the rounds.
func (r *RiseFallResult) Detail() (head []string, rows [][]string) {
	head = []string{"round", "answers", "changes", "healthy", "held"}
	for _, n := range r.Rounds {
		rows = append(rows, []string{fmt.Sprint(n.Round), n.Answers, list(n.Changes), list(n.Healthy), list(n.Held)})
	}
	return head, rows
}

func list(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ", ")
}

// paperTarget is the state of one target.
type paperTarget struct {
	healthy, held bool
	streaks       streaks
}

// Run computes the result.
func (m *RiseFall) Run() (*RiseFallResult, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	r := &RiseFallResult{FewestHealthy: -1}
	targets := make([]paperTarget, len(m.Answers))
	for n := range len(m.Answers[0].Rounds) {
		round := m.round(targets, n)
		r.Changes += len(round.Changes)
		r.HealthyRounds += len(round.Healthy)
		switch healthy := len(round.Healthy); {
		case healthy == len(targets) && r.FewestHealthy < 0, healthy < r.FewestHealthy:
			r.FewestHealthy = healthy
		}
		r.Rounds = append(r.Rounds, round)
	}
	r.HealthyAtEnd = r.Rounds[len(r.Rounds)-1].Healthy
	return r, nil
}

func (m *RiseFall) round(targets []paperTarget, n int) RiseFallRound {
	round := RiseFallRound{Round: n + 1, Changes: []string{}, Healthy: []string{}, Held: []string{}}
	unhealthy := 0
	for _, t := range targets {
		unhealthy += b2i(!t.healthy)
	}
	for i := range targets {
		t, name, answer := &targets[i], m.Answers[i].Target, m.Answers[i].Rounds[n]
		round.Answers += string(answer)
		t.streaks.count(answer == '+')
		due := t.healthy && t.streaks.failures >= m.Fall
		t.held = due && float64(unhealthy+1) > m.MaxUnhealthy*float64(len(targets))
		switch {
		case due && !t.held:
			t.healthy = false
			unhealthy++
			round.Changes = append(round.Changes, name+": healthy -> unhealthy")
		case !t.healthy && t.streaks.passes >= m.Rise:
			t.healthy = true
			unhealthy--
			round.Changes = append(round.Changes, name+": unhealthy -> healthy")
		}
		if t.held {
			round.Held = append(round.Held, name)
		}
		if t.healthy {
			round.Healthy = append(round.Healthy, name)
		}
	}
	return round
}
