package watch

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/nearest"
	"github.com/healthlint/healthlint/internal/risefall"
)

// The formats.
const (
	formatText = "text"
	formatJSON = "json"
)

// What a run can wait for.
const (
	untilHealthy   = "healthy"   // every endpoint is healthy
	untilUnhealthy = "unhealthy" // every endpoint has failed often enough
)

// The roles of an endpoint.
const (
	liveness  = "liveness"
	readiness = "readiness"
	endpoint  = "endpoint" // a URL with a path of its own
)

// request is what the arguments ask for.
type request struct {
	format        string
	until         string
	timeout       time.Duration
	interval      time.Duration
	jitter        time.Duration
	checker       risefall.Options
	livez, readyz string
	targets       []target
}

// target is one endpoint.
type target struct {
	base  string // as the user wrote it, without a password
	role  string
	url   string
	shown string // url without a password
}

// The least interval: a watcher is no load test.
const leastInterval = 100 * time.Millisecond

func (req *request) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("watch", flag.ContinueOnError)
	fs.Func("format", "`text|json` (default text): a line for each change", oneOf("format", &req.format, formatText, formatJSON))
	fs.Func("until", "`healthy|unhealthy`: stop with status 0 when all endpoints are", oneOf("state", &req.until, untilHealthy, untilUnhealthy))
	fs.DurationVar(&req.timeout, "timeout", 0, "stop after this `duration`, with status 1 if -until was not reached; 0 for never")
	fs.DurationVar(&req.interval, "interval", 2*time.Second, "`duration` from question to question to one endpoint, at least 100ms (default 2s)")
	fs.DurationVar(&req.jitter, "jitter", 0, "spread the questions over this `duration`, on top of the interval (default 0s)")
	fs.IntVar(&req.checker.Fall, "fall", 3, "failures in a row that make an endpoint unhealthy; `n` is at least 1 (default 3)")
	fs.IntVar(&req.checker.Rise, "rise", 1, "passes in a row that make it healthy; `n` is at least 1 (default 1)")
	fs.DurationVar(&req.checker.Timeout, "probe-timeout", time.Second, "`duration` after which an answer has failed (default 1s)")
	fs.DurationVar(&req.checker.SlowAfter, "slow-after", 0, "a pass that takes longer than this `duration` is a failure, 0 for none (default 0s)")
	fs.Float64Var(&req.checker.MaxUnhealthy, "max-unhealthy", 1, "`share` of the endpoints, 0 to 1, beyond which none is marked unhealthy (default 1)")
	fs.StringVar(&req.livez, "liveness", "/livez", "`path` of liveness at URLs without a path, empty for none (default /livez)")
	fs.StringVar(&req.readyz, "readiness", "/readyz", "`path` of readiness at URLs without a path, empty for none (default /readyz)")
	return fs
}

func oneOf(kind string, to *string, known ...string) func(string) error {
	return func(value string) error {
		for _, k := range known {
			if value == k {
				*to = value
				return nil
			}
		}
		return nearest.Unknown(kind, value, known)
	}
}

func parse(args []string) (*request, error) {
	req := &request{format: formatText}
	words, err := argv.Parse(req.flags(), args)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("which URL? As in healthlint watch http://127.0.0.1:8080")
	}
	for _, w := range words {
		if err := req.add(w); err != nil {
			return nil, err
		}
	}
	return req, req.check()
}

func (req *request) check() error {
	switch {
	case req.interval < leastInterval:
		return fmt.Errorf("-interval must be at least %v, not %v", leastInterval, req.interval)
	case req.jitter < 0:
		return fmt.Errorf("-jitter must be at least 0s, not %v", req.jitter)
	case req.interval+req.jitter < 0: // beyond what a duration holds
		return fmt.Errorf("-interval and -jitter are too long together: %v and %v", req.interval, req.jitter)
	case req.timeout < 0:
		return fmt.Errorf("-timeout must be at least 0s, not %v", req.timeout)
	case len(req.targets) == 0:
		return errors.New("-liveness and -readiness are both empty: nothing is left to ask")
	}
	return req.checker.Check()
}

// add adds the endpoints of one URL: two for one without a path, itself for one with a path.
func (req *request) add(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is no http or https URL; one looks like http://127.0.0.1:8080", text)
	}
	if u.Path != "" && u.Path != "/" {
		return req.addEndpoint(u.Redacted(), endpoint, u)
	}
	for _, e := range []struct{ role, path string }{{liveness, req.livez}, {readiness, req.readyz}} {
		if e.path == "" {
			continue
		}
		at, err := below(u, e.path)
		if err != nil {
			return fmt.Errorf("-%s: %q is no path; one looks like /%s", e.role, e.path, e.role)
		}
		if err := req.addEndpoint(u.Redacted(), e.role, at); err != nil {
			return err
		}
	}
	return nil
}

// below is the URL of a path on the server of u. The path may have escapes and a query of its own.
func below(u *url.URL, path string) (*url.URL, error) {
	p, err := url.ParseRequestURI("/" + strings.TrimPrefix(path, "/"))
	if err != nil {
		return nil, err
	}
	at := *u
	at.Path, at.RawPath = p.Path, p.RawPath
	if p.RawQuery != "" {
		at.RawQuery = p.RawQuery
	}
	return &at, nil
}

// addEndpoint refuses to ask the same URL twice, since it would be asked twice in an interval, however it is written.
func (req *request) addEndpoint(base, role string, u *url.URL) error {
	plain := *u
	plain.Fragment, plain.RawFragment = "", "" // which no server sees
	plain.Host = strings.ToLower(plain.Host)
	if port, ok := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]; ok {
		plain.Host = strings.TrimSuffix(plain.Host, port)
	}
	t := target{base: base, role: role, url: plain.String(), shown: plain.Redacted()}
	for _, other := range req.targets {
		if other.url == t.url {
			return fmt.Errorf("%s is named twice", t.shown)
		}
	}
	req.targets = append(req.targets, t)
	return nil
}
