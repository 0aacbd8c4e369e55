package outage

// Backoff is how long a platform waits before it starts a process again: not at all the first time, then First,
// doubled each time up to Max (which First never exceeds, either), and forgotten when the process ran for twice Max.
// All in seconds (or rounds, for [Probes]); Max 0 is no back-off.
//
// kubelet: 10 s and 300 s (MaxContainerBackOff and backOffPeriod in pkg/kubelet; the doubling and the time to forget
// in client-go/util/flowcontrol/backoff.go).
type Backoff struct {
	First int `json:"first"`
	Max   int `json:"max"`
}

// Kubelet's back-off, in seconds.
var kubeletBackoff = Backoff{First: 10, Max: 300}

// backoffState is that of one process.
type backoffState struct{ next, started int }

// wait is how long a process that ended at t stays down before it is started again.
func (b Backoff) wait(s *backoffState, t int) int {
	if b.Max == 0 {
		return 0
	}
	wait := 0
	if s.next == 0 || t-s.started > 2*b.Max {
		s.next = min(b.First, b.Max)
	} else {
		wait = s.next
		s.next = min(2*s.next, b.Max)
	}
	s.started = t + wait
	return wait
}
