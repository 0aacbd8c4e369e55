package load

import "sync"

// state is what the schedule knows of a node. Guarded by the mutex of its schedule.
type state struct {
	asked   bool
	done    bool
	waiting int     // imports that are not done
	waiters []*node // importers that wait for it
}

// schedule works on a graph depth first on a few goroutines: a package is opened (which says what it
// imports), then its imports are done, then it is finished. The newest task goes first, so that few
// packages are open at a time; that bounds memory on large graphs.
type schedule struct {
	open   func(n *node) []*node // first step; returns the imports that must be done before the second
	finish func(n *node)

	mu      sync.Mutex
	wake    sync.Cond
	tasks   []func()
	running int
}

// run does everything that the given nodes need and returns when nothing is left to do.
func (s *schedule) run(nodes []*node, workers int) {
	s.wake.L = &s.mu
	for i := len(nodes) - 1; i >= 0; i-- { // the last one pushed is taken first
		s.ask(nodes[i])
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(s.work)
	}
	wg.Wait()
}

func (s *schedule) work() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.tasks) == 0 {
			if s.running == 0 {
				s.wake.Broadcast()
				return
			}
			s.wake.Wait()
		}
		task := s.tasks[len(s.tasks)-1]
		s.tasks = s.tasks[:len(s.tasks)-1]
		s.running++
		s.mu.Unlock()
		task()
		s.mu.Lock()
		s.running--
		s.wake.Broadcast()
	}
}

// ask pushes the first step of a node, once. The caller holds the mutex or is alone.
func (s *schedule) ask(n *node) {
	if n.asked {
		return
	}
	n.asked = true
	s.tasks = append(s.tasks, func() { s.opened(n, s.open(n)) })
}

func (s *schedule) opened(n *node, deps []*node) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(deps) - 1; i >= 0; i-- {
		d := deps[i]
		if d.done {
			continue
		}
		n.waiting++
		d.waiters = append(d.waiters, n)
		s.ask(d)
	}
	if n.waiting == 0 {
		s.ready(n)
	}
}

func (s *schedule) ready(n *node) {
	s.tasks = append(s.tasks, func() {
		s.finish(n)
		s.mu.Lock()
		defer s.mu.Unlock()
		n.done = true
		for _, r := range n.waiters {
			if r.waiting--; r.waiting == 0 {
				s.ready(r)
			}
		}
		n.waiters = nil
	})
}
