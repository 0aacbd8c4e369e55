package risefall

// State is what the checker thinks of a target.
type State string

// The states of a target, and those of the checker as a whole (see [Options.MaxUnhealthy]).
const (
	Healthy   State = "healthy"
	Unhealthy State = "unhealthy"

	Normal State = "normal"
	Panic  State = "panic"
)

// streak is the state machine of one target.
type streak struct {
	state            State
	passes, failures int // in a row
	held             bool
}

// record counts one answer and returns whether the state changed. A target that should fall but may not is held: it
// stays healthy, and falls with its next failure if it may then.
func (s *streak) record(ok bool, fall, rise int, mayFall bool) (changed bool) {
	if ok {
		s.passes, s.failures = s.passes+1, 0
	} else {
		s.passes, s.failures = 0, s.failures+1
	}
	due := s.state == Healthy && s.failures >= fall
	s.held = due && !mayFall
	switch {
	case due && mayFall:
		s.state = Unhealthy
	case s.state == Unhealthy && s.passes >= rise:
		s.state = Healthy
	default:
		return false
	}
	return true
}
