package risefall

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// farm is a server on loopback whose paths behave like targets: /ok/1, /fail/2, /hang/3, /flap/4, /recover/5 (fails
// twice), /die/6 (works twice).
type farm struct {
	mu    sync.Mutex
	asked map[string]int
}

func (f *farm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	n := f.asked[r.URL.Path]
	f.asked[r.URL.Path]++
	f.mu.Unlock()
	ok := false
	switch kind, _, _ := strings.Cut(r.URL.Path[1:], "/"); kind {
	case "ok":
		ok = true
	case "hang":
		<-r.Context().Done()
	case "flap":
		ok = n%2 == 0
	case "recover":
		ok = n >= 2
	case "die":
		ok = n < 2
	}
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// A thousand targets of all kinds, with some added, removed and read meanwhile. The race detector is the judge, and
// so are the states at the end.
func TestThousandTargets(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	srv := httptest.NewServer(&farm{asked: map[string]int{}})
	defer srv.Close()
	// A good target may be slow on a busy machine, so the time-out is long; then there must be few that hang.
	c := newChecker(t, Options{Fall: 2, Rise: 2, MaxUnhealthy: 1, Timeout: 2 * time.Second, Parallel: 128})
	kinds := []string{"ok", "fail", "flap", "recover", "die", "panic"}
	for i := range 968 {
		c.Add(fmt.Sprintf("/%s/%d", kinds[i%len(kinds)], i))
	}
	for i := range 32 {
		c.Add(fmt.Sprintf("/hang/%d", i))
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 128}
	defer transport.CloseIdleConnections()
	web := HTTP(transport, func(target string) string { return srv.URL + target })
	probe := func(ctx context.Context, target string) (bool, error) {
		if strings.HasPrefix(target, "/panic/") {
			panic(target)
		}
		return web(ctx, target)
	}
	stop := disturb(c)
	var all []Event
	for range 4 {
		events := c.Round(t.Context(), probe)
		names := func(e Event) string { return e.Target }
		if !slices.IsSortedFunc(events, func(a, b Event) int { return strings.Compare(names(a), names(b)) }) {
			t.Error("events are not in the order of names")
		}
		all = append(all, events...)
	}
	stop()
	judge(t, c, all)
}

// disturb adds, removes and reads targets until stopped.
func disturb(c *Checker) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
				}
				name := fmt.Sprintf("/ok/extra-%d-%d", worker, i%10)
				c.Add(name)
				c.Healthy()
				c.State(name)
				if i%3 == 0 {
					c.Remove(name)
				}
			}
		})
	}
	return func() { close(done); wg.Wait() }
}

// judge checks the states after four rounds, and how often each kind changed.
func judge(t *testing.T, c *Checker, events []Event) {
	t.Helper()
	changes := map[string]int{}
	for _, e := range events {
		changes[e.Target]++
	}
	want := map[string]struct {
		state   State
		changes int
	}{
		"ok": {Healthy, 1}, "recover": {Healthy, 1}, "die": {Unhealthy, 2},
		"fail": {Unhealthy, 0}, "flap": {Unhealthy, 0}, "hang": {Unhealthy, 0}, "panic": {Unhealthy, 0},
	}
	seen := 0
	for _, s := range c.Snapshot() {
		if strings.Contains(s.Target, "extra") {
			continue
		}
		seen++
		kind := strings.Split(s.Target, "/")[1]
		if w := want[kind]; s.State != w.state || changes[s.Target] != w.changes {
			t.Errorf("%s: %s after %d changes, want %s after %d (%s)", s.Target, s.State, changes[s.Target], w.state, w.changes, s.Error)
		}
	}
	if seen != 1000 {
		t.Errorf("%d targets", seen)
	}
}

func TestHTTPStatus(t *testing.T) {
	for status, ok := range map[int]bool{200: true, 204: true, 302: true, 399: true, 400: false, 404: false, 500: false, 503: false} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		}))
		got, err := HTTP(srv.Client().Transport, func(string) string { return srv.URL })(t.Context(), "x")
		srv.Close()
		if got != ok || (err == nil) != ok {
			t.Errorf("%d: %v %v", status, got, err)
		}
	}
}

// Where a redirect leads is not looked at; an answer that ends early is none.
func TestHTTPAnswers(t *testing.T) {
	for _, tt := range []struct {
		head string
		ok   bool
	}{
		{"302 Found\r\nLocation: http://[no address/\r\nContent-Length: 0\r\n\r\n", true},
		{"302 Found\r\nContent-Length: 0\r\n\r\n", true},
		{"200 OK\r\nContent-Length: 5\r\n\r\nhello", true},
		{"200 OK\r\nContent-Length: 9\r\n\r\nhello", false},
		{"101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", false},
		{"nonsense\r\n\r\n", false},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				panic(err)
			}
			fmt.Fprint(conn, "HTTP/1.1 "+tt.head)
			conn.Close()
		}))
		got, err := HTTP(&http.Transport{DisableKeepAlives: true}, func(string) string { return srv.URL })(t.Context(), "x")
		srv.Close()
		if got != tt.ok || (err == nil) != tt.ok {
			t.Errorf("%q: %v %v", tt.head, got, err)
		}
	}
}

func BenchmarkRound(b *testing.B) {
	c, err := New(Options{Fall: 2, Rise: 2, MaxUnhealthy: 1, Timeout: time.Second})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 1000 {
		c.Add(fmt.Sprint(i))
	}
	for b.Loop() {
		c.Round(b.Context(), func(context.Context, string) (bool, error) { return true, nil })
	}
}
