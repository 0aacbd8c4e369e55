package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Limits of a request.
const (
	maxBody    = 64 << 10
	maxHeaders = 16 << 10
)

// Server serves the page.
type Server struct {
	listener net.Listener
	scenario *Scenario
	turn     chan struct{} // held while a model runs
	names    map[string]bool
}

// Listen makes a server on a loopback address, as 127.0.0.1:8080, [::1]:0 or localhost:8080; port 0 is any that is
// free. A scenario, if there is one, is what the page starts with.
func Listen(addr string, scenario *Scenario) (*Server, error) {
	host, port, err := loopback(addr)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	return &Server{listener: l, scenario: scenario, turn: make(chan struct{}, 1), names: names(l.Addr().(*net.TCPAddr))}, nil
}

// loopback refuses what others could reach. The name localhost is not looked up: a resolver might say anything.
func loopback(addr string) (host, port string, err error) {
	host, port, err = net.SplitHostPort(addr)
	if err != nil {
		return "", "", fmt.Errorf("-addr must be HOST:PORT, as in %s, not %q", defaultAddr, addr)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", "", fmt.Errorf("-addr must be an address of this machine alone, as in %s, not %q", defaultAddr, addr)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return "", "", fmt.Errorf("-addr: the port must be 0 to 65535, not %q", port)
	}
	return host, port, nil
}

// names are the values of the Host header that are this server.
func names(addr *net.TCPAddr) map[string]bool {
	own := map[string]bool{}
	for _, host := range []string{"127.0.0.1", "localhost", "::1", addr.IP.String()} {
		name := net.JoinHostPort(host, strconv.Itoa(addr.Port))
		own[name] = true
		if addr.Port == 80 { // which browsers leave out
			own[strings.TrimSuffix(name, ":80")] = true
		}
	}
	return own
}

// URL is where the page is.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

// Serve answers until ctx ends, then lets requests that are being answered end, for a moment.
func (s *Server) Serve(ctx context.Context) error {
	srv := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxHeaders,
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(s.listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		srv.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
