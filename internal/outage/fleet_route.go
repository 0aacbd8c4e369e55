package outage

// route sends the requests of second t.
func (r *fleetRun) route(t int) {
	healthy := r.count(func(k kind) bool { return k.healthy })
	r.res.FewestHealthy = min(r.res.FewestHealthy, healthy)
	mode := r.routing(healthy)
	if mode != r.mode {
		if r.mode != "" || mode != RouteHealthy {
			r.trace(t, 0, EventRouting, mode)
		}
		r.mode = mode
	}
	next := Segment{From: t, Mode: mode, Healthy: healthy, Rates: r.rates(mode),
		Restarting: r.count(func(k kind) bool { return !k.up })}
	if same := r.last; same.Rates == next.Rates && same.Mode == mode && same.Healthy == healthy &&
		same.Restarting == next.Restarting && t > 0 && r.unavoidable(t) == r.unavoidable(t-1) {
		return
	}
	r.close(t)
	r.last = next
}

// routing is the mode for so many healthy instances.
func (r *fleetRun) routing(healthy int) string {
	switch {
	case r.Balancer == ALB && healthy == 0, r.Balancer == Envoy && float64(healthy) < r.PanicThreshold*float64(r.Instances):
		return RouteAll
	case healthy == 0:
		return RouteNone
	}
	return RouteHealthy
}

func (r *fleetRun) count(is func(kind) bool) (n int) {
	for i, c := range r.counts {
		if is(kind{i&1 != 0, i&2 != 0, i&4 != 0}) {
			n += c
		}
	}
	return n
}

// rates says what becomes of the requests of a second. Each target gets the same; what exceeds its capacity is
// turned away at its door, before anybody looks what it needs.
func (r *fleetRun) rates(mode string) Rates {
	if mode == RouteNone {
		return Rates{NoTarget: r.OfferedRPS}
	}
	target := func(k kind) bool { return mode == RouteAll || k.healthy }
	down := r.count(func(k kind) bool { return target(k) && !k.up })
	cut := r.count(func(k kind) bool { return target(k) && k.up && k.affected && r.broken })
	whole := r.count(func(k kind) bool { return target(k) && k.up }) - cut
	each := r.OfferedRPS / float64(down+cut+whole)
	taken := min(each, r.CapacityRPS)
	return Rates{
		Served:     taken * (float64(whole) + float64(cut)*(1-r.DBShare)),
		Dependency: taken * float64(cut) * r.DBShare,
		Restarting: each * float64(down),
		Overload:   (each - taken) * float64(cut+whole),
	}
}

// unavoidable is the rate of requests that nobody could answer in second t.
func (r *fleetRun) unavoidable(t int) float64 {
	if r.Fault == SharedFault && r.Down.before(t) {
		return r.OfferedRPS * r.DBShare
	}
	return 0
}

// close ends the last segment at t and adds up its requests.
func (r *fleetRun) close(t int) {
	s := &r.last
	if s.To = t; s.To == s.From {
		return
	}
	length := float64(s.To - s.From)
	q := &r.res.Requests
	q.Offered += length * r.OfferedRPS
	q.Served += length * s.Rates.Served
	q.Dependency += length * s.Rates.Dependency
	q.NoTarget += length * s.Rates.NoTarget
	q.Restarting += length * s.Rates.Restarting
	q.Overload += length * s.Rates.Overload
	q.Unavoidable += length * r.unavoidable(s.From)
	q.NeverNeeded += length * (s.Rates.NoTarget + s.Rates.Restarting + s.Rates.Overload) * (1 - r.DBShare)
	if s.Healthy == 0 {
		r.res.NoHealthyS += s.To - s.From
	}
	if s.Mode == RouteAll {
		r.res.FailOpenS += s.To - s.From
	}
	if len(r.res.Trace)+len(r.res.Segments) >= r.TraceLimit {
		r.res.TraceDropped++
		return
	}
	r.res.Segments = append(r.res.Segments, *s)
}
