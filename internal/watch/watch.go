package watch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/risefall"
)

// The exit statuses.
const (
	exitReached = 0
	exitMissed  = 1 // -until was not reached
	exitFailed  = 2
)

// Main runs the command with the arguments behind "watch" until ctx ends, and returns its exit status.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	req, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage+argv.Usage((&request{}).flags()))
		return exitReached
	}
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(stderr, "healthlint: watch: %s\n", strings.TrimSpace(line))
		}
		return exitFailed
	}
	status, err := req.run(ctx, stdout)
	if err != nil {
		fmt.Fprintf(stderr, "healthlint: watch: %v\n", err)
		return exitFailed
	}
	return status
}

const usage = `usage: healthlint watch [flags] URL...

Asks the liveness and readiness endpoints of running processes and prints every change. A URL without a path stands
for both endpoints, one with a path for itself. Endpoints are unhealthy until they have passed.

exit status: 0 when -until was reached, or without it; 1 when it was not; 2 for wrong arguments.

flags:
`

// watcher is one run.
type watcher struct {
	*request
	checker *risefall.Checker
	out     printer
	byURL   map[string]target
	reached bool
}

func (req *request) run(ctx context.Context, stdout io.Writer) (int, error) {
	checker, err := risefall.New(req.checker)
	if err != nil {
		return 0, err
	}
	w := &watcher{request: req, checker: checker, byURL: map[string]target{}}
	w.out = newPrinter(req.format, stdout, req.targets)
	for _, t := range req.targets {
		w.byURL[t.url] = t
		checker.Add(t.url)
	}
	if req.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, req.timeout)
		defer cancel()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	checker.Run(ctx, req.interval, req.jitter, probe(), func(e risefall.Event) {
		if err := w.change(e); err != nil {
			stop(err)
		}
	}, func() {
		if w.reached = w.done(); w.reached {
			stop(nil)
		}
	})
	return w.finish(context.Cause(ctx))
}

// probe asks as kubelet does.
func probe() risefall.Probe {
	transport := &http.Transport{DisableKeepAlives: true}
	return risefall.HTTP(transport, func(target string) string { return target })
}

// finish prints the end, and fails when the output did.
func (w *watcher) finish(cause error) (int, error) {
	if cause != nil && !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return 0, cause
	}
	if err := w.out.end(w.states(), w.until, w.reached); err != nil {
		return 0, err
	}
	if w.until != "" && !w.reached {
		return exitMissed, nil
	}
	return exitReached, nil
}

// done reports whether what the user waits for is there. An endpoint that is only new is not unhealthy yet.
func (w *watcher) done() bool {
	if w.until == "" {
		return false
	}
	for _, s := range w.checker.Snapshot() {
		switch {
		case w.until == untilHealthy && s.State != risefall.Healthy,
			w.until == untilUnhealthy && (s.State != risefall.Unhealthy || s.Failures < w.request.checker.Fall):
			return false
		}
	}
	return true
}

// states are those of all endpoints, by URL.
func (w *watcher) states() map[string]risefall.Status {
	m := map[string]risefall.Status{}
	for _, s := range w.checker.Snapshot() {
		m[s.Target] = s
	}
	return m
}

func (w *watcher) change(e risefall.Event) error {
	return w.out.change(time.Now(), w.byURL[e.Target], e, w.states())
}
