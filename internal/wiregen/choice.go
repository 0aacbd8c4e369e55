package wiregen

import "math/rand/v2"

// choices is where decisions come from: bytes, and zero when they are used up, so that every input ends.
type choices struct{ data []byte }

// n gives a number below k.
func (c *choices) n(k int) int {
	if len(c.data) == 0 || k < 2 {
		return 0
	}
	b := int(c.data[0])
	c.data = c.data[1:]
	return b % k
}

// seed gives a number that decides the details of one term.
func (c *choices) seed() uint64 { return uint64(c.n(256))<<8 | uint64(c.n(256)) }

// pick gives detail i of a term, a number below k.
func pick(seed uint64, i, k int) int {
	return rand.New(rand.NewPCG(seed, uint64(i))).IntN(k)
}

// Seed makes the input that stands for a number.
func Seed(n uint64) []byte {
	r := rand.New(rand.NewPCG(n, 7))
	out := make([]byte, 64+r.IntN(400))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}
