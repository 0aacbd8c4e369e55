package callgraph

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/wiregen"
)

// TestWiringSome runs the seeds that HEALTHLINT_WIRING names.
func TestWiringSome(t *testing.T) {
	for _, s := range strings.Fields(os.Getenv("HEALTHLINT_WIRING")) {
		n, _ := strconv.ParseUint(s, 10, 64)
		t.Run(s, func(t *testing.T) { wiring(t, wiregen.Seed(n)) })
	}
}
