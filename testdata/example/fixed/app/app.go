// Package app is the HTTP side of the service.
package app

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
)

// Store keeps orders.
type Store interface {
	Place(ctx context.Context, item string) (id int64, err error)
}

// Server answers requests.
type Server struct {
	store Store
	warm  atomic.Bool
}

// New returns a server that keeps its orders in s.
func New(s Store) *Server { return &Server{store: s} }

// Warm opens the server for traffic.
func (s *Server) Warm() { s.warm.Store(true) }

// Routes are all endpoints of the service.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.place)
	mux.HandleFunc("GET /livez", s.live)
	mux.HandleFunc("GET /readyz", s.ready)
	return mux
}

// place answers with an error while the database is away. That is what its callers, and an alert, need to know.
func (s *Server) place(w http.ResponseWriter, r *http.Request) {
	id, err := s.store.Place(r.Context(), r.FormValue("item"))
	if err != nil {
		http.Error(w, "could not place the order", http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, id)
}

// live is the liveness probe: that it answers at all is what it has to say.
func (s *Server) live(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNoContent)
}

// ready is the readiness probe: it knows what only this replica knows.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	if !s.warm.Load() {
		http.Error(w, "warming up", http.StatusServiceUnavailable)
	}
}
