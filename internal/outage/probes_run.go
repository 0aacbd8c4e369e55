package outage

// condition is what a replica is really in. Probes see it through one question each.
type condition uint8

const (
	starting condition = iota
	stuck
	noDependency
	healthy
)

// replica is one process and what its probes have seen of it.
type replica struct {
	readyAt  int // first round in which it can serve
	startAt  int // round of its last start, after a back-off
	stuck    bool
	stuckAt  int
	started  bool // the startup probe has passed, or there is none
	inPool   bool
	restarts int

	liveMisses, startupMisses int
	ready                     streaks
	backoff                   backoffState
	phase                     int
}

// probesRun is the state of a run.
type probesRun struct {
	*Probes
	res       ProbesResult
	reps      []replica
	noDep     []Windows
	scheduled map[int][]int // by round
	stuck     map[int][]int
	pool      []int
}

// Run computes the result. All replicas are warm, started and in the pool in round 0. In each round first things
// happen, then probes look, replica by replica, then requests come.
func (p *Probes) Run() (*ProbesResult, error) { return p.Watch(nil) }

// Watch is Run, and shows every round to step: the replicas as they were while requests came, and the result so far,
// without what is known only at the end.
func (p *Probes) Watch(step func(t int, now []ReplicaState, sofar ProbesResult)) (*ProbesResult, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	r := newProbesRun(p)
	for t := range p.Rounds {
		for _, i := range r.scheduled[t] {
			r.start(i, t, 0)
		}
		for _, i := range r.stuck[t] {
			r.reps[i].stuck, r.reps[i].stuckAt = true, t
		}
		for i := range r.reps {
			r.probe(i, t)
		}
		r.serve(t)
		if step != nil {
			step(t, r.states(t), r.res)
		}
	}
	for _, rep := range r.reps {
		if rep.restarts >= p.Looping {
			r.res.Loop++
		}
	}
	r.res.Healthy = float64(r.res.HealthyRounds) / float64(p.Rounds)
	r.res.Served = r.res.Offered - r.res.Failed
	return &r.res, nil
}

func newProbesRun(p *Probes) *probesRun {
	n := len(p.Startup)
	r := &probesRun{Probes: p, reps: make([]replica, n), noDep: make([]Windows, n),
		scheduled: byRound(p.Scheduled), stuck: byRound(p.Stuck), res: ProbesResult{Tolerance: p.LivenessPeriod * p.LivenessThreshold, Detect: []int{}}}
	for i := range r.reps {
		// One phase for all three probes: a longest period stands for them, so that a spread is one over it.
		span := max(p.LivenessPeriod, p.ReadinessPeriod, p.StartupPeriod, 1)
		r.reps[i] = replica{started: true, inPool: true, phase: p.Stagger.phase(i, n, span, p.Seed)}
	}
	for k, ws := range p.NoDependency {
		if len(ws) > 0 {
			r.noDep[replicaIndex(k)] = ws
		}
	}
	return r
}

func byRound(ms Moments) map[int][]int {
	m := map[int][]int{}
	for _, e := range ms {
		m[e.Round] = append(m[e.Round], replicaIndex(e.Replica))
	}
	return m
}

func (r *probesRun) condition(i, t int) condition {
	switch rep := &r.reps[i]; {
	case t < rep.readyAt:
		return starting
	case rep.stuck:
		return stuck
	case r.noDep[i].before(t):
		return noDependency
	}
	return healthy
}

func (r *probesRun) states(t int) []ReplicaState {
	now := make([]ReplicaState, len(r.reps))
	for i := range r.reps {
		now[i] = ReplicaState{Condition: conditionNames[r.condition(i, t)], InPool: r.reps[i].inPool, Restarts: r.reps[i].restarts}
	}
	return now
}

var conditionNames = [...]string{starting: CondStarting, stuck: CondStuck, noDependency: CondNoDependency, healthy: CondHealthy}

// start starts replica i, after a wait.
func (r *probesRun) start(i, t, wait int) {
	rep := &r.reps[i]
	rep.startAt, rep.readyAt, rep.stuck = t+wait, t+wait+r.Startup[i], false
	rep.liveMisses, rep.startupMisses, rep.ready = 0, 0, streaks{}
	rep.started, rep.inPool = r.StartupPeriod == 0, r.ReadinessPeriod == 0
}

// restart is a start that a probe asks for.
func (r *probesRun) restart(i, t int, c condition) {
	rep := &r.reps[i]
	rep.restarts++
	r.res.Restarts++
	if c == stuck {
		r.res.Detect = append(r.res.Detect, t-rep.stuckAt)
	} else {
		r.res.Unnecessary++
	}
	if c == starting {
		r.res.DuringStartup++
	}
	r.start(i, t, Backoff{r.BackoffFirst, r.BackoffMax}.wait(&rep.backoff, t))
}

// due reports whether a probe with this period looks at the replica in round t.
func (rep *replica) due(period, t int) bool {
	return period > 0 && t >= rep.startAt && (t-rep.phase%period)%period == 0
}

// probe lets the probes of replica i look. While the startup probe has not passed, the other two do not look; in the
// round in which it passes, they still do not.
func (r *probesRun) probe(i, t int) {
	rep, c := &r.reps[i], r.condition(i, t)
	if !rep.started {
		if rep.due(r.StartupPeriod, t) {
			r.probeStartup(i, t, c)
		}
		return
	}
	if rep.due(r.LivenessPeriod, t) && t >= rep.startAt+r.livenessDelay(rep) {
		bad := c == starting || c == stuck || c == noDependency && r.LivenessScope == DependencyScope
		if !bad {
			rep.liveMisses = 0
		} else if rep.liveMisses++; rep.liveMisses >= r.LivenessThreshold {
			r.restart(i, t, c)
			c = r.condition(i, t)
		}
	}
	if !rep.due(r.ReadinessPeriod, t) || !rep.started {
		return
	}
	rep.ready.count(c == healthy)
	switch {
	case rep.ready.passes >= r.ReadinessRise:
		rep.inPool = true
	case rep.ready.failures >= r.ReadinessThreshold:
		rep.inPool = false
	}
}

// livenessDelay does not hold for the first process, which is old when the run begins.
func (r *probesRun) livenessDelay(rep *replica) int {
	if rep.readyAt == 0 {
		return 0
	}
	return r.LivenessDelay
}

func (r *probesRun) probeStartup(i, t int, c condition) {
	rep := &r.reps[i]
	if c != starting {
		rep.started = true
	} else if rep.startupMisses++; rep.startupMisses >= r.StartupThreshold {
		r.restart(i, t, c)
	}
}

// serve deals the requests of a round out over the pool that the probes believe in.
func (r *probesRun) serve(t int) {
	r.pool = r.pool[:0]
	for i := range r.reps {
		if r.reps[i].inPool {
			r.pool = append(r.pool, i)
		}
		if r.condition(i, t) == healthy {
			r.res.HealthyRounds++
		}
	}
	r.res.Offered += r.Requests
	for n := range r.Requests {
		if len(r.pool) == 0 {
			r.res.Failed++
			continue
		}
		switch r.condition(r.pool[n%len(r.pool)], t) {
		case healthy:
			continue
		case starting:
			r.res.Early++
		}
		r.res.Failed++
	}
}
