// Package nearest finds what a misspelt word was meant to be.
package nearest

import (
	"fmt"
	"strings"
)

// To returns the known word that takes the fewest edits to reach from word, the first of equals, or "" when
// even that one is too far away to be a slip of the hand.
func To(word string, known []string) string {
	best, least := "", max(2, len(word)/3)+1
	for _, k := range known {
		if len(word) > 2 && strings.HasPrefix(k, strings.ToLower(word)) {
			return k
		}
		if d := Distance(strings.ToLower(word), k); d < least {
			best, least = k, d
		}
	}
	return best
}

// Unknown is the message for a word that is not known: what kind of word, a proposal, and the choice.
func Unknown(kind, word string, known []string) error {
	if best := To(word, known); best != "" {
		return fmt.Errorf("unknown %s %q; did you mean %q?", kind, word, best)
	}
	return fmt.Errorf("unknown %s %q; there are %s", kind, word, strings.Join(known, ", "))
}

// Distance is the number of letters to insert, delete, replace or swap with their neighbour.
func Distance(a, b string) int {
	var before, last, next []int
	last = make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		next = make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(last[j]+cost, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last = last, next
	}
	return last[len(b)]
}
