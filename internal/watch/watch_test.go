package watch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// endpoints is a server on loopback that notes when each path is asked, and answers as the test says.
type endpoints struct {
	mu    sync.Mutex
	asked map[string][]time.Time
	ok    func(path string, n int) bool
}

func (e *endpoints) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	n := len(e.asked[r.URL.Path])
	e.asked[r.URL.Path] = append(e.asked[r.URL.Path], time.Now())
	e.mu.Unlock()
	if !e.ok(r.URL.Path, n) {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func serve(t *testing.T, ok func(path string, n int) bool) (*endpoints, string) {
	t.Helper()
	e := &endpoints{asked: map[string][]time.Time{}, ok: ok}
	srv := httptest.NewServer(e)
	t.Cleanup(srv.Close)
	return e, srv.URL
}

// However fast a server answers, it gets one request per interval and endpoint.
func TestOneRequestPerInterval(t *testing.T) {
	e, url := serve(t, func(string, int) bool { return true })
	var out, errs bytes.Buffer
	status := Main(t.Context(), []string{"-timeout=1s", "-interval=150ms", "-jitter=30ms", url}, &out, &errs)
	if status != exitReached || errs.Len() > 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.asked) != 2 {
		t.Fatalf("asked %v", e.asked)
	}
	for path, times := range e.asked {
		if len(times) < 2 || len(times) > 8 {
			t.Errorf("%s was asked %d times", path, len(times))
		}
		for i := 1; i < len(times); i++ {
			// The watcher counts from before the request is sent; the server sees it a moment later.
			if gap := times[i].Sub(times[i-1]); gap < 100*time.Millisecond {
				t.Errorf("%s was asked %v after the last time", path, gap)
			}
		}
	}
}

// An endpoint that is named in two ways would be asked twice in an interval.
func TestNamedTwice(t *testing.T) {
	for _, tt := range []struct {
		args string
		err  string
	}{
		{"http://h.example/x http://h.example/x", "named twice"},
		{"http://h.example/x#a http://h.example/x#b", "named twice"},
		{"http://h.example/x http://H.Example:80/x", "named twice"},
		{"https://h.example/x HTTPS://h.example:443/x", "named twice"},
		{"http://[::1]/x http://[::1]:80/x", "named twice"},
		{"http://h.example http://h.example/livez", "named twice"},
		{"http://h.example http://h.example:80/", "named twice"},
		{"http://h.example/x http://h.example/X", ""},
		{"http://h.example/x http://h.example/x?a", ""},
		{"http://h.example/x https://h.example/x", ""},
		{"http://h.example/x http://h.example:443/x", ""},
		{"http://h.example/x http://h.example:8080/x", ""},
	} {
		_, err := parse(strings.Fields(tt.args))
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %v", tt.args, err)
		}
	}
}

// -liveness takes what stands behind the host in a URL.
func TestPaths(t *testing.T) {
	for path, want := range map[string]string{
		"/healthz":           "http://h.example/healthz",
		"healthz":            "http://h.example/healthz",
		"/healthz?verbose=1": "http://h.example/healthz?verbose=1",
		"/a%20b/%2f":         "http://h.example/a%20b/%2f",
		"/a b":               "http://h.example/a%20b",
		"//x":                "http://h.example//x", // another path, not another server
		"/%zz":               "",
	} {
		req, err := parse([]string{"-readiness=", "-liveness", path, "http://h.example"})
		switch {
		case want == "":
			if err == nil || !strings.Contains(err.Error(), `-liveness: "/%zz" is no path`) {
				t.Errorf("%s: %v", path, err)
			}
		case err != nil || req.targets[0].url != want:
			t.Errorf("%s: %v %+v", path, err, req)
		}
	}
	req, err := parse([]string{"http://h.example?token=1"})
	if err != nil || req.targets[0].url != "http://h.example/livez?token=1" {
		t.Errorf("a query of the URL stays: %v %+v", err, req)
	}
}

// JSON lines: each is an object, changes have both states of their URL, the last line is the end.
func TestJSONLines(t *testing.T) {
	_, url := serve(t, func(path string, n int) bool { return path == "/livez" || n >= 1 })
	var out, errs bytes.Buffer
	if status := Main(t.Context(), []string{"-until=healthy", "-timeout=60s", "-interval=100ms", "-format=json", url}, &out, &errs); status != exitReached {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	var events, roles []string
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		var line struct {
			Event, Role string
			States      []struct{ Role, State string }
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil || len(line.States) != 2 {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		events, roles = append(events, line.Event), append(roles, line.Role)
	}
	if strings.Join(events, " ") != "change change end" || strings.Join(roles, " ") != "liveness readiness " {
		t.Errorf("events %v of %v", events, roles)
	}
}

// An interrupt ends the run; with -until it was not reached then.
func TestInterrupt(t *testing.T) {
	_, url := serve(t, func(string, int) bool { return false })
	for args, want := range map[string]int{"": exitReached, "-until=healthy": exitMissed} {
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		var out, errs bytes.Buffer
		status := Main(ctx, append(strings.Fields(args), "-interval=100ms", url), &out, &errs)
		cancel()
		if status != want || !strings.Contains(out.String(), "unhealthy (status 500)") {
			t.Errorf("%q: status %d, want %d\n%s%s", args, status, want, out.String(), errs.String())
		}
	}
}

func TestPanicModeIsSaid(t *testing.T) {
	_, url := serve(t, func(_ string, n int) bool { return n == 0 })
	var out, errs bytes.Buffer
	Main(t.Context(), []string{"-timeout=1s", "-interval=100ms", "-fall=1", "-max-unhealthy=0.5", url}, &out, &errs)
	for _, want := range []string{"liveness: healthy -> unhealthy", "checker: normal -> panic: 1 of 2 targets fail", "readiness failing, held in"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// A password in a URL is used and never shown.
func TestPassword(t *testing.T) {
	var seen atomic.Value
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		seen.Store(password)
	}))
	defer srv.Close()
	url := strings.Replace(srv.URL, "http://", "http://user:secret@", 1)
	for _, format := range []string{formatText, formatJSON} {
		var out, errs bytes.Buffer
		if status := Main(t.Context(), []string{"-until=healthy", "-timeout=60s", "-interval=100ms", "-format", format, url}, &out, &errs); status != exitReached {
			t.Fatal(errs.String())
		}
		if seen.Load() != "secret" || strings.Contains(out.String()+errs.String(), "secret") {
			t.Errorf("sent %q, printed %s", seen.Load(), out.String())
		}
	}
}

// A reader that goes away ends the run, as a failed one.
func TestWriteError(t *testing.T) {
	_, url := serve(t, func(string, int) bool { return true })
	var errs bytes.Buffer
	if status := Main(t.Context(), []string{"-timeout=60s", "-interval=100ms", url}, broken{}, &errs); status != exitFailed {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

// The page shows the flags as the command does.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/watch.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	Main(t.Context(), []string{"-h"}, &out, &out)
	_, flags, _ := strings.Cut(out.String(), "flags:\n")
	if flags == "" || !strings.Contains(string(page), "```\n"+flags+"```\n") {
		t.Errorf("docs/watch.md lacks\n%s", flags)
	}
}
