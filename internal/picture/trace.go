package picture

import (
	"slices"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/outage"
)

// changes puts what happens to several instances in one second in one line.
func changes(trace []outage.Event) []Change {
	list := []Change{}
	for i := 0; i < len(trace); {
		n := i
		var kinds [][]outage.Event // of this second, in the order in which each comes first
		for ; n < len(trace) && trace[n].T == trace[i].T; n++ {
			e := trace[n]
			k := slices.IndexFunc(kinds, func(of []outage.Event) bool { return of[0].Event == e.Event && of[0].Mode == e.Mode })
			if k < 0 {
				kinds = append(kinds, nil)
				k = len(kinds) - 1
			}
			kinds[k] = append(kinds[k], e)
		}
		for _, of := range kinds {
			list = append(list, Change{of[0].T, who(of), what(of[0])})
		}
		i = n
	}
	return list
}

func what(e outage.Event) string {
	switch e.Event {
	case outage.EventDown:
		return "down"
	case outage.EventUp:
		return "up again"
	case outage.EventRouting:
		return "routes to " + e.Mode
	case outage.EventRestart:
		return "restarted"
	case outage.EventBack:
		return "answers again"
	}
	return e.Event
}

// who names the instances of equal events as ranges.
func who(events []outage.Event) string {
	switch events[0].Event {
	case outage.EventDown, outage.EventUp:
		return "dependency"
	case outage.EventRouting:
		return "balancer"
	}
	if len(events) == 1 {
		return "instance " + strconv.Itoa(events[0].Instance)
	}
	const most = 8 // ranges
	var ranges []string
	for i := 0; i < len(events); {
		n := i + 1
		for n < len(events) && events[n].Instance == events[n-1].Instance+1 {
			n++
		}
		text := strconv.Itoa(events[i].Instance)
		if n-i > 1 {
			text += "-" + strconv.Itoa(events[n-1].Instance)
		}
		ranges = append(ranges, text)
		i = n
	}
	if len(ranges) > most {
		return strconv.Itoa(len(events)) + " instances"
	}
	return "instances " + strings.Join(ranges, ", ")
}
