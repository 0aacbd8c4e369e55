package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/outage"
)

var targetStates = []State{
	{"passes", "passes", Part},
	{"fails", "fails", Bad},
	{"error", "an error", Restart},
	{"healthy", "healthy", Good},
	{"unhealthy", "unhealthy", Out},
	{"held", "held healthy: too many are unhealthy", Open},
}

// RiseFall runs the checker on paper and draws answers and states of each target.
func RiseFall(m *outage.RiseFall) (*View, error) {
	r, err := m.Run()
	if err != nil {
		return nil, err
	}
	v := empty()
	v.Result, v.Figures = r, figures(r.Metrics())
	v.Axis = Axis{"rounds", 1, len(r.Rounds) + 1}
	rec := &recorder{}
	healthy := Plot{Title: "Healthy targets", Unit: "targets", XName: "rounds", Timed: true, Series: []Series{{Name: "healthy", Look: Good}}}
	for _, round := range r.Rounds {
		for i, a := range m.Answers {
			if 2*i >= MaxRows {
				break
			}
			rec.add(2*i, round.Round, a.Target+" says", answerState(round.Answers[i]))
			rec.add(2*i+1, round.Round, a.Target+" is", targetState(a.Target, round))
		}
		healthy.add(float64(round.Round), float64(len(round.Healthy)))
		for _, c := range round.Changes {
			name, change, _ := strings.Cut(c, ": ")
			v.Trace = append(v.Trace, Change{round.Round, name, change})
		}
	}
	extend(&healthy, len(r.Rounds)+1)
	v.Headline = fmt.Sprintf("%s in %s; targets are healthy in %d of %d target-rounds.", capital(plural(r.Changes, "change")), plural(len(r.Rounds), "round"),
		r.HealthyRounds, len(r.Rounds)*len(m.Answers))
	v.Lanes = []Lanes{{Title: "Targets", States: targetStates, Rows: rec.rows, Note: firstOf(2*len(m.Answers), "rows")}}
	v.Plots = []Plot{healthy}
	head, rows := r.Detail()
	v.Tables = []Table{{"Rounds", head, rows}}
	return v, nil
}

func answerState(sign byte) string {
	switch sign {
	case '+':
		return "passes"
	case 'e':
		return "error"
	}
	return "fails"
}

func targetState(name string, round outage.RiseFallRound) string {
	switch {
	case slices.Contains(round.Held, name):
		return "held"
	case slices.Contains(round.Healthy, name):
		return "healthy"
	}
	return "unhealthy"
}
