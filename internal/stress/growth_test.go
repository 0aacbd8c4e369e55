package stress

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/healthlint/healthlint/internal/fixture"
)

// TestGrowth runs the command that HEALTHLINT names over the inputs at n, 2n and 4n and prints what it took: seconds of
// CPU and megabytes at the peak. scripts/stress.sh calls it. HEALTHLINT_INPUT chooses inputs by a part of the name.
func TestGrowth(t *testing.T) {
	tool := os.Getenv("HEALTHLINT")
	if tool == "" {
		t.Skip("HEALTHLINT names no binary")
	}
	percent := scale(t)
	fmt.Printf("%-45s %8s   CPU seconds at n, 2n, 4n (ratios)       MB at n, 2n, 4n\n", "input", "n")
	for _, in := range inputs {
		if !strings.Contains(in.name, os.Getenv("HEALTHLINT_INPUT")) {
			continue
		}
		n := in.n * percent / 100
		var cpu, mb [3]float64
		for i := range cpu {
			cpu[i], mb[i] = measure(t, tool, in.files(n<<i))
		}
		fmt.Printf("%-45s %8d   %6.2f %6.2f %6.2f  (x%.1f x%.1f)   %6.0f %6.0f %6.0f\n", in.name, n,
			cpu[0], cpu[1], cpu[2], cpu[1]/cpu[0], cpu[2]/cpu[1], mb[0], mb[1], mb[2])
	}
}

func measure(t *testing.T, tool string, f files) (cpu, mb float64) {
	t.Helper()
	dir := t.TempDir()
	f.write(t, dir)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, "-format=json", "./...")
	cmd.Dir, cmd.Env = dir, fixture.Env()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		t.Errorf("%v: %s", err, out[:min(len(out), 1000)])
		return 0, 0
	}
	return cmd.ProcessState.UserTime().Seconds() + cmd.ProcessState.SystemTime().Seconds(), peak(cmd.ProcessState)
}
