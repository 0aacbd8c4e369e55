// Package stress is tests alone: programs that try to break the analysis, generated in the test. What each of them
// is there for stands in inputs_test.go (large) and trees_test.go (odd, but small). None of the tests is timed; the
// sizes are such that work which grows with the square of the input runs into the time-out of go test.
//
// scripts/stress.sh measures the same inputs at n, 2n and 4n.
package stress
