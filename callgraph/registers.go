package callgraph

// registers reports whether function k leads to a registration or a test on a request.
func (w *world) registers(k string) bool {
	if w.regs == nil {
		w.regs = map[string]bool{}
	}
	if _, known := w.regs[k]; !known {
		w.findRegistering(k)
	}
	return w.regs[k]
}

// findRegistering answers registers for all that k leads to, each function once: a program asks for most of its
// functions, and they share what they lead to.
func (w *world) findRegistering(k string) {
	callers := map[string][]string{}
	var registering []string
	w.regs[k] = false
	for work := []string{k}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		fn := w.outline(n)
		if fn == nil {
			continue
		}
		if fn.registers {
			registering = append(registering, n)
		}
		for _, m := range fn.leadsTo {
			registers, known := w.regs[m]
			switch {
			case registers:
				registering = append(registering, n)
			case !known:
				w.regs[m] = false
				work = append(work, m)
			}
			callers[m] = append(callers[m], n)
		}
	}
	for len(registering) > 0 {
		n := registering[len(registering)-1]
		registering = registering[:len(registering)-1]
		w.regs[n] = true
		registering = append(registering, callers[n]...)
		delete(callers, n)
	}
}
