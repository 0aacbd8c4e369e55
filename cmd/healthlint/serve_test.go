package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdServe serves health endpoints on loopback until the script ends, at $SERVER: "/livez=++-" passes twice and
// fails from then on, as the last sign lasts.
func cmdServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve PATH=SIGNS...")
	}
	var mu sync.Mutex
	signs := map[string]string{}
	for _, a := range args {
		path, list, ok := strings.Cut(a, "=")
		if !ok || list == "" {
			ts.Fatalf("serve: %q is not PATH=SIGNS", a)
		}
		signs[path] = list
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		list := signs[r.URL.Path]
		if len(list) > 1 {
			signs[r.URL.Path] = list[1:]
		}
		if !strings.HasPrefix(list, "+") {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	ts.Defer(srv.Close)
	ts.Setenv("SERVER", srv.URL)
}
