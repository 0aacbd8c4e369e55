package outage

// Stagger says when the checks of different replicas happen.
type Stagger string

// The three ways.
const (
	InStep Stagger = "none"   // all at the same instant, as in the seeds
	Evenly Stagger = "even"   // spread evenly over the interval
	Seeded Stagger = "random" // at instants that follow from the seed, as if replicas had started whenever they did
)

// phase is the offset of the checks of replica i of n, in 0..interval-1.
func (s Stagger) phase(i, n, interval, seed int) int {
	switch s {
	case Evenly:
		return i * interval / n
	case Seeded:
		return int(mix(uint64(seed)<<32|uint64(i)) % uint64(interval))
	}
	return 0
}

// mix is the finaliser of splitmix64: a fixed function, so that a seed means the same run in every build.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
