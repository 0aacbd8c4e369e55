package outage

// contentRun is the state of a run.
type contentRun struct {
	*Content
	res     ContentResult
	members []member // of the pool, by replica
	pool    []int    // replicas in the pool
	turn    int      // whose turn it is; it goes on from round to round
	watched int      // the replica whose detection is measured, -1 for none
	watch   Windows  // its stops

	// By replica: what the schedule says.
	halfFailed, warming, stopped, brief []Windows
}

// member is one replica in the eyes of the checks.
type member struct {
	in      bool
	streaks streaks
}

// streaks counts equal answers in a row.
type streaks struct{ passes, failures int }

func (s *streaks) count(ok bool) {
	if ok {
		s.passes, s.failures = s.passes+1, 0
	} else {
		s.passes, s.failures = 0, s.failures+1
	}
}

// Run computes the result. The pool takes requests in turn, the last replica of one round is followed by the next
// in the next round.
func (c *Content) Run() (*ContentResult, error) { return c.Watch(nil) }

// Watch is Run, and shows every round to step: the replicas as they were while requests came, and the result so far.
func (c *Content) Watch(step func(t int, now []ReplicaState, sofar ContentResult)) (*ContentResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	r := newContentRun(c)
	for t := 1; t <= c.Rounds; t++ {
		if (t-1)%c.Interval == 0 {
			r.check(t)
		}
		r.serve(t)
		if step != nil {
			step(t, r.states(t), r.res)
		}
	}
	return &r.res, nil
}

func newContentRun(c *Content) *contentRun {
	r := &contentRun{Content: c, watched: -1, members: make([]member, c.Replicas)}
	for i := range r.members {
		r.members[i].in = true
	}
	r.halfFailed, r.warming = c.byReplica(c.HalfFailed), c.byReplica(c.Warming)
	r.stopped, r.brief = c.byReplica(c.Stopped), c.byReplica(c.Brief)
	for i, ws := range r.stopped {
		if len(ws) > 0 && (r.watched < 0 || ws[0].From < r.watch[0].From) {
			r.watched, r.watch = i, ws
		}
	}
	r.fillPool()
	return r
}

func (c *Content) byReplica(rw ReplicaWindows) []Windows {
	list := make([]Windows, c.Replicas)
	for k, ws := range rw {
		if len(ws) > 0 {
			list[replicaIndex(k)] = ws
		}
	}
	return list
}

func (r *contentRun) states(t int) []ReplicaState {
	now := make([]ReplicaState, len(r.members))
	for i, m := range r.members {
		now[i] = ReplicaState{Condition: r.conditionOf(i, t), InPool: m.in}
	}
	return now
}

func (r *contentRun) conditionOf(i, t int) string {
	switch {
	case r.stopped[i].within(t):
		return CondStopped
	case r.brief[i].within(t):
		return CondBrief
	case r.warming[i].within(t):
		return CondWarming
	case r.halfFailed[i].within(t):
		return CondHalfFailed
	}
	return CondHealthy
}

func (r *contentRun) canServe(i, t int) bool {
	return !r.stopped[i].within(t) && !r.brief[i].within(t) && !r.warming[i].within(t)
}

// answer is what the endpoint of replica i says in round t.
func (r *contentRun) answer(i, t int) bool {
	switch r.Depth {
	case Shallow:
		return !r.stopped[i].within(t) && !r.brief[i].within(t)
	case Ready:
		return r.canServe(i, t)
	}
	own := r.canServe(i, t) && !r.halfFailed[i].within(t)
	switch r.Depth {
	case DeepShared:
		return own && !r.StateStore.within(t)
	case DeepAll:
		return own && !r.StateStore.within(t) && !r.BillingStore.within(t)
	}
	return own
}

func (r *contentRun) check(t int) {
	r.res.Checks += len(r.members)
	for i := range r.members {
		m := &r.members[i]
		m.streaks.count(r.answer(i, t))
		switch {
		case m.in && m.streaks.failures >= r.Fall:
			m.in = false
			if r.brief[i].within(t) {
				r.res.FalseEviction++
			}
		case !m.in && m.streaks.passes >= r.Rise:
			m.in = true
		}
	}
	if r.watched >= 0 && r.res.Detection == nil && !r.members[r.watched].in && r.watch.within(t) {
		delay := t - r.watch[0].From
		r.res.Detection = &delay
	}
	r.fillPool()
}

func (r *contentRun) fillPool() {
	r.pool = r.pool[:0]
	for i, m := range r.members {
		if m.in {
			r.pool = append(r.pool, i)
		}
	}
}

// next takes the replica whose turn it is.
func (r *contentRun) next() int {
	i := r.pool[r.turn%len(r.pool)]
	r.turn++
	return i
}

func (r *contentRun) serve(t int) {
	r.res.OutOfPool += len(r.members) - len(r.pool)
	r.res.Offered += r.Reads + r.Writes + r.Batch
	able := false
	for i := range r.members {
		able = able || r.canServe(i, t)
		if r.brief[i].within(t) {
			r.res.BriefRounds++
		}
	}
	if len(r.pool) == 0 {
		r.refuse(able)
		return
	}
	for range r.Reads {
		if r.canServe(r.next(), t) {
			r.res.Served++
		} else {
			r.res.DroppedReads++
		}
	}
	for range r.Writes {
		r.write(r.next(), t)
	}
	for range r.Batch {
		if r.BillingStore.within(t) {
			r.res.DroppedBatch++
			continue
		}
		r.turn++ // a batch request counts as a turn, but any replica in the pool can start it
		r.res.Served++
	}
}

// refuse turns all requests of a round away, as nobody is in the pool.
func (r *contentRun) refuse(able bool) {
	r.res.DroppedReads += r.Reads
	r.res.DroppedWrites += r.Writes
	r.res.DroppedBatch += r.Batch
	if able {
		r.res.WastedReject += r.Reads
	}
}

func (r *contentRun) write(i, t int) {
	switch {
	case !r.canServe(i, t):
		r.res.DroppedWrites++
	case r.halfFailed[i].within(t):
		r.res.Silent++
	case r.StateStore.within(t):
		r.res.DroppedWrites++
	default:
		r.res.Served++
	}
}
