package lab

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// start runs a server until the test ends, and returns its host and port.
func start(t *testing.T, s *Scenario) string {
	t.Helper()
	srv, err := Listen(defaultAddr, s)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return srv.listener.Addr().String()
}

// Only addresses of this machine alone are taken, and names are not looked up.
func TestLoopbackOnly(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", ":8080", "[::]:0", "192.168.0.1:0", "8.8.8.8:80", "example.com:80", "localhost.example:0",
		"127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "127.0.0.1:-1", ""} {
		if srv, err := Listen(addr, nil); err == nil {
			srv.listener.Close()
			t.Errorf("%q was taken", addr)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "127.0.0.2:0"} {
		srv, err := Listen(addr, nil)
		if err != nil {
			t.Errorf("%q: %v", addr, err)
			continue
		}
		if ip := srv.listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
			t.Errorf("%q: listens on %v", addr, ip)
		}
		srv.listener.Close()
	}
}

// Browsers leave port 80 out of the name, and no other.
func TestNames(t *testing.T) {
	for port, want := range map[int]map[string]bool{
		80:   {"127.0.0.1": true, "localhost": true, "[::1]": true, "127.0.0.2": true, "127.0.0.1:80": true, "127.0.0.3": false, "127.0.0.1:8080": false, "example.com": false, "": false},
		8080: {"127.0.0.1": false, "localhost": false, "127.0.0.1:8080": true, "[::1]:8080": true, "127.0.0.1:80": false},
		180:  {"127.0.0.1:1": false, "127.0.0.1": false, "localhost:180": true},
	} {
		own := names(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 2), Port: port})
		for name, is := range want {
			if own[name] != is {
				t.Errorf("port %d: %q is %v", port, name, own[name])
			}
		}
	}
}

const goodRun = `{"model":"fail-open","this":[],"fixed":[]}`

// ask sends one request with these headers and returns status, headers and body.
func ask(t *testing.T, method, host, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	addr := strings.TrimPrefix(host, "http://")
	req, err := http.NewRequest(method, "http://"+addr+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		} else {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(data)
}

// Who is not the page of this server gets nothing.
func TestGuard(t *testing.T) {
	addr := start(t, nil)
	_, port, _ := net.SplitHostPort(addr)
	for _, c := range []struct {
		name, method, path string
		headers            []string
		want               int
	}{
		{"page", "GET", "/", nil, 200},
		{"page as localhost", "GET", "/", []string{"Host", "localhost:" + port}, 200},
		{"page as ::1", "GET", "/", []string{"Host", "[::1]:" + port}, 200},
		{"page as LOCALHOST", "GET", "/", []string{"Host", "LOCALHOST:" + port}, 200},
		{"rebound name", "GET", "/", []string{"Host", "evil.example:" + port}, 421},
		{"no port", "GET", "/", []string{"Host", "127.0.0.1"}, 421},
		{"other port", "GET", "/", []string{"Host", "127.0.0.1:1"}, 421},
		{"name that begins alike", "GET", "/", []string{"Host", "127.0.0.1:" + port + ".evil.example"}, 421},
		{"rebound name, API", "POST", "/api/run", []string{"Host", "evil.example"}, 421},

		{"run", "POST", "/api/run", nil, 200},
		{"run from the page", "POST", "/api/run", []string{"Origin", "http://" + addr, "Sec-Fetch-Site", "same-origin"}, 200},
		{"run from elsewhere", "POST", "/api/run", []string{"Origin", "http://evil.example"}, 403},
		{"run from another port", "POST", "/api/run", []string{"Origin", "http://127.0.0.1:1"}, 403},
		{"run over https", "POST", "/api/run", []string{"Origin", "https://" + addr}, 403},
		{"run from a file", "POST", "/api/run", []string{"Origin", "null"}, 403},
		{"run from another name of ours", "POST", "/api/run", []string{"Origin", "http://localhost:" + port}, 403},
		{"run cross-site without Origin", "POST", "/api/run", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"asset for another site", "GET", "/main.js", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		{"link from another site", "GET", "/", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
		{"link to the API", "GET", "/api/start", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 403},

		{"run by GET", "GET", "/api/run", nil, 405},
		{"start by POST", "POST", "/api/start", nil, 405},
		{"page by PUT", "PUT", "/", nil, 405},
		{"form", "POST", "/api/run", []string{"Content-Type", "text/plain"}, 415},
		{"JSON with a charset", "POST", "/api/run", []string{"Content-Type", "application/json; charset=utf-8"}, 200},
		{"nothing", "POST", "/api/run", []string{"Content-Type", ""}, 415},

		{"unknown file", "GET", "/nothing", nil, 404},
		{"source of the server", "GET", "/server.go", nil, 404},
		{"license is no part of the page", "GET", "/LICENSE", nil, 404},
		{"directory", "GET", "/assets/", nil, 404},
		{"file outside, escaped", "GET", "/%2e%2e/%2e%2e/etc/passwd", nil, 404},
		{"file outside, backslashes", "GET", "/..%5c..%5cetc%5cpasswd", nil, 404},
	} {
		res, body := ask(t, c.method, addr, c.path, goodRun, c.headers...)
		if res.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d: %s", c.name, res.StatusCode, c.want, body)
		}
		for header, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store"} {
			if got := res.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q", c.name, header, got)
			}
		}
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: lets %q in", c.name, got)
		}
	}
}

// The policy lets nothing in from outside, and no inline script or style.
func TestPolicy(t *testing.T) {
	if !strings.Contains(policy, "default-src 'self'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") || strings.Contains(policy, "http") {
		t.Error(policy)
	}
}

func TestBodyLimits(t *testing.T) {
	addr := start(t, nil)
	for name, c := range map[string]struct {
		body string
		want int
	}{
		"too long":                {`{"model":"` + strings.Repeat("x", maxBody) + `"}`, 413},
		"too long behind":         {goodRun + strings.Repeat(" ", maxBody), 413},
		"no JSON":                 {"x", 400},
		"nothing":                 {"", 400},
		"list":                    {"[]", 400},
		"unknown field":           {`{"model":"fail-open","file":"/etc/passwd"}`, 400},
		"two objects":             {goodRun + goodRun, 400},
		"three words a value":     {`{"model":"fail-open","this":[["fall","1","2"]]}`, 200}, // Go drops what does not fit a pair
		"unknown model":           {`{"model":"x"}`, 404},
		"unknown input":           {`{"model":"fail-open","this":[["file","x"]]}`, 422},
		"input that the sweep is": {`{"model":"probe-sweep","this":[["liveness_period","1"]]}`, 422},
	} {
		res, body := ask(t, "POST", addr, "/api/run", c.body)
		if res.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d: %s", name, res.StatusCode, c.want, body)
		}
		if !json.Valid([]byte(body)) {
			t.Errorf("%s: the answer is no JSON: %s", name, body)
		}
	}
}

// A client that sends its header too slowly or too long is cut off.
func TestHeaderLimit(t *testing.T) {
	addr := start(t, nil)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nX: %s\r\n\r\n", addr, strings.Repeat("x", 4*maxHeaders))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.Contains(line, "431") {
		t.Errorf("%q, %v", line, err)
	}
}

// Serve ends with its context, lets the port go, and answers no more.
func TestShutdown(t *testing.T) {
	srv, err := Listen(defaultAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	addr := srv.listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ctx) }()
	if res, _ := ask(t, "GET", addr, "/", ""); res.StatusCode != 200 {
		t.Fatal(res.Status)
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("does not end")
	}
	if conn, err := net.Dial("tcp", addr); err == nil {
		conn.Close()
		t.Error("still listens")
	}
}

// The page has no inline script or style, and asks for nothing but its own files.
func TestPageFiles(t *testing.T) {
	for name, f := range pageFiles {
		text := string(f.data)
		if f.kind == "" {
			t.Errorf("%s has no content type", name)
		}
		if strings.HasPrefix(name, "/uPlot") {
			continue // held by its checksum
		}
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "https://", " onclick", " style=\""} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
	}
	page := string(pageFiles["/"].data)
	if strings.Contains(page, "<!-- patterns -->") || strings.Count(page, `id="look-`) != 7 {
		t.Error("the patterns are not in the page")
	}
}

// The library is what its README says it is.
func TestLibraryChecksums(t *testing.T) {
	readme, err := assets.ReadFile("assets/uplot/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"uPlot.iife.min.js", "uPlot.min.css", "LICENSE"} {
		data, err := assets.ReadFile("assets/uplot/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("| %s | %x |", name, sha256.Sum256(data)); !bytes.Contains(readme, []byte(line)) {
			t.Errorf("README.md has no line %s", line)
		}
	}
}
