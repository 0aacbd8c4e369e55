package outage

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// asNode makes the test binary be the polled process of TestCombinedProcesses. Its value is MODE,WARMUP,STATUSFILE.
const asNode = "HEALTHLINT_TEST_NODE"

func TestMain(m *testing.M) {
	if spec := os.Getenv(asNode); spec != "" {
		parts := strings.SplitN(spec, ",", 3)
		warmup, _ := strconv.Atoi(parts[1])
		serveNode(Mode(parts[0]), warmup, parts[2])
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serveNode is the seed's process: two health endpoints, one request that needs the dependency and one that does
// not. It ends when it is killed, or when its parent is gone and closes its stdin.
func serveNode(mode Mode, warmup int, statusFile string) {
	go func() {
		bufio.NewReader(os.Stdin).ReadByte()
		os.Exit(0)
	}()
	up := func() bool {
		data, err := os.ReadFile(statusFile)
		return err == nil && string(data) == "up"
	}
	seen := 0 // the controller sends one request at a time
	mux := http.NewServeMux()
	answer := func(path string, code func() int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code()) })
	}
	status := func(ok bool, otherwise int) int {
		if ok {
			return http.StatusOK
		}
		return otherwise
	}
	answer("/liveness", func() int { return status(mode == Separate || up(), 500) })
	answer("/readiness", func() int { return status(up() && seen >= warmup, 503) })
	answer("/search", func() int { seen++; return status(seen > warmup, 503) })
	answer("/loan", func() int { seen++; return status(seen > warmup && up(), 503) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	panic(http.Serve(l, mux))
}

// node is a process that runs serveNode.
type node struct {
	cmd  *exec.Cmd
	base string
}

// kill ends the process the hard way, and waits until it is gone.
func (n *node) kill(t *testing.T) {
	t.Helper()
	if err := n.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	n.cmd.Wait() // "signal: killed" is no news
}

func startNode(t *testing.T, mode Mode, warmup int, statusFile string) *node {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s,%d,%s", asNode, mode, warmup, statusFile))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := &node{cmd: cmd}
	t.Cleanup(func() { stdin.Close() })
	addr, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	n.base = "http://" + strings.TrimSpace(addr)
	return n
}

// ok reports whether the process answers 200.
func (n *node) ok(t *testing.T, path string) bool {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get(n.base + path)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// TestCombinedProcesses runs the scenario of [Combined] on real processes, which are killed and started again, and
// wants the figures of the model.
func TestCombinedProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	for _, mode := range []Mode{Separate, CombinedMode} {
		t.Run(string(mode), func(t *testing.T) {
			c := DefaultCombined()
			c.Mode = mode
			want := run(t, c)
			if got := control(t, c); got != describe(want) {
				t.Errorf("processes %s\nmodel     %s", got, describe(want))
			}
		})
	}
}

func describe(r *CombinedResult) string {
	return fmt.Sprintf("%d restarts, %d searches and %d loans dropped, %d polls not ready, recovery %d, served %d of %d",
		r.Restarts, r.DroppedSearch, r.DroppedLoan, r.NotReady, *r.Recovery, r.Served, r.Offered)
}

// control is the controller: it polls, restarts and sends requests, and describes what it counted.
func control(t *testing.T, c *Combined) string {
	file := filepath.Join(t.TempDir(), "status")
	setStatus := func(status string) {
		if err := os.WriteFile(file, []byte(status), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	setStatus("up")
	n := startNode(t, c.Mode, c.Warmup, file)
	for range c.Warmup {
		n.ok(t, "/search")
	}
	r, failures := &CombinedResult{}, 0
	for tick := range c.Ticks {
		setStatus(map[bool]string{true: "down", false: "up"}[tick >= c.DownFrom && tick < c.DownTo])
		if tick%c.Poll == 0 {
			if failures++; n.ok(t, "/liveness") {
				failures = 0
			}
			if failures >= c.Threshold {
				failures = 0
				r.Restarts++
				n.kill(t)
				n = startNode(t, c.Mode, c.Warmup, file)
			}
			if !n.ok(t, "/readiness") {
				r.NotReady++
			}
		}
		lost := sendTick(t, c, n, r)
		if tick >= c.DownTo && lost == 0 && r.Recovery == nil {
			ticks := tick - c.DownTo
			r.Recovery = &ticks
		}
	}
	n.kill(t)
	if r.Recovery == nil {
		t.Fatal("no recovery")
	}
	return describe(r)
}

func sendTick(t *testing.T, c *Combined, n *node, r *CombinedResult) (lost int) {
	for i := range c.Search + c.Loan {
		r.Offered++
		path, dropped := "/search", &r.DroppedSearch
		if i >= c.Search {
			path, dropped = "/loan", &r.DroppedLoan
		}
		if n.ok(t, path) {
			r.Served++
			continue
		}
		*dropped++
		lost++
	}
	return lost
}
