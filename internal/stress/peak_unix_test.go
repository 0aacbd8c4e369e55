//go:build unix

package stress

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the memory that a finished process had at most, in megabytes.
func peak(p *os.ProcessState) float64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // bytes there, kilobytes elsewhere
		return float64(u.Maxrss) / 1e6
	}
	return float64(u.Maxrss) / 1e3
}
