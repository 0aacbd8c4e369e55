package picture

import (
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/outage"
)

// changes puts what happens to several instances at once in one line.
func changes(trace []outage.Event) []Change {
	list := []Change{}
	for i := 0; i < len(trace); {
		e := trace[i]
		n := i + 1
		for n < len(trace) && trace[n].T == e.T && trace[n].Event == e.Event && trace[n].Mode == e.Mode {
			n++
		}
		list = append(list, Change{e.T, who(trace[i:n]), what(e)})
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
