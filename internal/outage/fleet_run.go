package outage

import "slices"

// instance is one instance and what its checks have seen of it.
type instance struct {
	healthy bool // in the eyes of whoever routes
	up      bool // not being restarted
	fresh   bool // restarted, and not yet healthy since

	ready      streaks
	liveMisses int32
	life       int32 // counts its restarts, so that a verdict on an earlier life does not count
	backoff    backoffState
}

// kind is what matters for requests: all instances of one kind get the same.
type kind struct{ healthy, up, affected bool }

func (k kind) index() int { return b2i(k.healthy) | b2i(k.up)<<1 | b2i(k.affected)<<2 }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// verdict is a failed check that is known only when its time is up.
type verdict struct {
	instance int32
	life     int32
	liveness bool
}

// fleetRun is the state of a run. A second costs the checks that are due in it, and a few additions: requests are
// counted by kind of instance, never by instance.
type fleetRun struct {
	*Fleet
	res    FleetResult
	all    []instance
	counts [8]int // instances by kind

	readyAt, liveAt [][]int32   // instances by the phase of their checks
	returns         [][]int32   // instances by the second in which their restart ends
	verdicts        [][]verdict // by the second in which they are known

	broken bool // the dependency is down
	mode   string
	last   Segment
}

// Run computes the result. All instances are up and healthy in second 0. In each second first the dependency changes,
// then restarts end, then checks look (readiness before liveness, by instance), then the requests of the second are
// routed.
func (f *Fleet) Run() (*FleetResult, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	r := newFleetRun(f)
	for t := range f.DurationS {
		r.dependency(t)
		r.finishRestarts(t)
		r.deliver(t)
		r.checkReadiness(t)
		r.checkLiveness(t)
		r.route(t)
	}
	r.finish()
	return &r.res, nil
}

func newFleetRun(f *Fleet) *fleetRun {
	r := &fleetRun{Fleet: f, all: make([]instance, f.Instances), returns: make([][]int32, f.DurationS),
		readyAt: make([][]int32, f.CheckIntervalS), liveAt: make([][]int32, f.livenessInterval())}
	if f.CheckTimeoutS > 0 {
		r.verdicts = make([][]verdict, f.DurationS)
	}
	r.res = FleetResult{FewestHealthy: f.Instances, Trace: []Event{}, Segments: []Segment{}}
	for i := range r.all {
		r.all[i] = instance{healthy: true, up: true}
		r.counts[r.kind(i).index()]++
		p := f.Stagger.phase(i, f.Instances, len(r.readyAt), f.Seed)
		r.readyAt[p] = append(r.readyAt[p], int32(i))
		p = f.Stagger.phase(i, f.Instances, len(r.liveAt), f.Seed)
		r.liveAt[p] = append(r.liveAt[p], int32(i))
	}
	return r
}

func (r *fleetRun) kind(i int) kind {
	in := &r.all[i]
	return kind{in.healthy, in.up, r.affected(i)}
}

// change alters instance i and keeps the counts right.
func (r *fleetRun) change(i int, alter func(*instance)) {
	r.counts[r.kind(i).index()]--
	alter(&r.all[i])
	r.counts[r.kind(i).index()]++
}

// trace keeps an event while there is room.
func (r *fleetRun) trace(t, i int, what, mode string) {
	if len(r.res.Trace)+len(r.res.Segments) >= r.TraceLimit {
		r.res.TraceDropped++
		return
	}
	r.res.Trace = append(r.res.Trace, Event{T: t, Instance: i, Event: what, Mode: mode})
}

func (r *fleetRun) dependency(t int) {
	down := r.Down.before(t)
	if down {
		r.res.DependencyDownS++
	}
	if down == r.broken {
		return
	}
	r.broken = down
	if down {
		r.trace(t, 0, EventDown, "")
	} else {
		r.trace(t, 0, EventUp, "")
	}
}

func (r *fleetRun) setHealthy(t, i int, healthy bool) {
	if r.all[i].healthy == healthy {
		return
	}
	r.change(i, func(in *instance) {
		in.healthy = healthy
		in.fresh = in.fresh && !healthy
	})
	if healthy {
		r.res.LastRecoveryS = &t
		r.trace(t, i+1, EventHealthy, "")
		return
	}
	if r.res.FirstUnhealthyS == nil {
		r.res.FirstUnhealthyS = &t
	}
	r.trace(t, i+1, EventUnhealthy, "")
}

// restart kills instance i. It answers again after the back-off and the restart time.
func (r *fleetRun) restart(t, i int) {
	in := &r.all[i]
	wait := Backoff{r.BackoffFirstS, r.BackoffMaxS}.wait(&in.backoff, t)
	r.res.Restarts++
	r.trace(t, i+1, EventRestart, "")
	r.change(i, func(in *instance) {
		in.up, in.liveMisses = false, 0
		in.life++
		if r.RestartSeen == SeenAtOnce {
			in.ready, in.fresh = streaks{}, true
		}
	})
	if r.RestartSeen == SeenAtOnce {
		r.setHealthy(t, i, false)
	}
	switch back := t + wait + r.RestartS; {
	case back <= t:
		r.back(t, i)
	case back < r.DurationS:
		r.returns[back] = append(r.returns[back], int32(i))
	}
}

// back ends a restart. Without a readiness check an instance that runs gets requests.
func (r *fleetRun) back(t, i int) {
	r.change(i, func(in *instance) { in.up = true })
	r.trace(t, i+1, EventBack, "")
	if r.Readiness == NoCheck {
		r.setHealthy(t, i, true)
	}
}

func (r *fleetRun) finishRestarts(t int) {
	slices.Sort(r.returns[t]) // restarts with different back-offs may end together
	for _, i := range r.returns[t] {
		r.back(t, int(i))
	}
	r.returns[t] = nil
}

// deliver counts the failed checks whose time-out ends now.
func (r *fleetRun) deliver(t int) {
	if r.verdicts == nil {
		return
	}
	for _, v := range r.verdicts[t] {
		in := &r.all[v.instance]
		switch {
		case in.life != v.life || !in.up:
		case v.liveness:
			r.countLiveness(t, int(v.instance), false)
		default:
			r.countReadiness(t, int(v.instance), false)
		}
	}
	r.verdicts[t] = nil
}

// hangs reports whether a deep check of instance i hangs now, and has its verdict delivered later.
func (r *fleetRun) hangs(t, i int, liveness bool) bool {
	if r.CheckTimeoutS == 0 || !r.broken || !r.affected(i) {
		return false
	}
	if at := t + r.CheckTimeoutS; at < r.DurationS {
		r.verdicts[at] = append(r.verdicts[at], verdict{int32(i), r.all[i].life, liveness})
	}
	return true
}

// passes is what a check of this depth says about instance i, which is up.
func (r *fleetRun) passes(i int, depth Check) bool {
	return depth == ShallowCheck || !r.broken || !r.affected(i)
}

func (r *fleetRun) checkReadiness(t int) {
	if r.Readiness == NoCheck {
		return
	}
	for _, i := range r.readyAt[t%len(r.readyAt)] {
		i := int(i)
		switch {
		case !r.all[i].up && r.RestartSeen == SeenAtOnce: // nobody checks what is known to be gone
		case !r.all[i].up:
			r.countReadiness(t, i, false)
		case r.Readiness == DeepCheck && r.hangs(t, i, false):
		default:
			r.countReadiness(t, i, r.passes(i, r.Readiness))
		}
	}
}

func (r *fleetRun) countReadiness(t, i int, ok bool) {
	in := &r.all[i]
	in.ready.count(ok)
	if in.healthy {
		if !ok && in.ready.failures >= r.Fall {
			r.setHealthy(t, i, false)
			if r.ReplaceUnhealthy {
				r.restart(t, i)
			}
		}
		return
	}
	rise := r.Rise
	if in.fresh {
		rise = r.restartedRise()
	}
	switch {
	case in.ready.passes >= rise:
		r.setHealthy(t, i, true)
	case r.ReplaceUnhealthy && in.ready.failures >= r.Fall:
		r.restart(t, i) // the replacement is no better, and is replaced in turn
	}
}

func (r *fleetRun) checkLiveness(t int) {
	if r.Liveness == NoCheck {
		return
	}
	for _, i := range r.liveAt[t%len(r.liveAt)] {
		i := int(i)
		if !r.all[i].up || r.Liveness == DeepCheck && r.hangs(t, i, true) {
			continue
		}
		r.countLiveness(t, i, r.passes(i, r.Liveness))
	}
}

func (r *fleetRun) countLiveness(t, i int, ok bool) {
	in := &r.all[i]
	if ok {
		in.liveMisses = 0
		return
	}
	if in.liveMisses++; int(in.liveMisses) >= r.livenessFall() {
		r.restart(t, i)
	}
}

// finish closes the last segment and fills what is known only now.
func (r *fleetRun) finish() {
	r.close(r.DurationS)
	r.res.Percent = r.res.Requests.percent()
	r.res.InstanceTable = make([]InstanceResult, len(r.all))
	for i, in := range r.all {
		restarts := int(in.life)
		r.res.InstanceTable[i] = InstanceResult{Instance: i + 1, Restarts: restarts, Healthy: in.healthy}
		r.res.MostRestarts = max(r.res.MostRestarts, restarts)
		r.res.HealthyAtTheEnd += b2i(in.healthy)
	}
}
