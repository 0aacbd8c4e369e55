// Package healthcheck is a stand-in for tests: signatures of the handler and its checks, empty bodies.
package healthcheck

import (
	"database/sql"
	"net/http"
	"time"
)

type Check func() error

type Handler interface {
	http.Handler
	AddLivenessCheck(name string, check Check)
	AddReadinessCheck(name string, check Check)
	LiveEndpoint(http.ResponseWriter, *http.Request)
	ReadyEndpoint(http.ResponseWriter, *http.Request)
}

type basicHandler struct{ http.ServeMux }

func NewHandler() Handler { return &basicHandler{} }

func (s *basicHandler) AddLivenessCheck(name string, check Check)            {}
func (s *basicHandler) AddReadinessCheck(name string, check Check)           {}
func (s *basicHandler) LiveEndpoint(w http.ResponseWriter, r *http.Request)  {}
func (s *basicHandler) ReadyEndpoint(w http.ResponseWriter, r *http.Request) {}

func ok() error { return nil }

func DatabasePingCheck(database *sql.DB, timeout time.Duration) Check { return ok }
func TCPDialCheck(addr string, timeout time.Duration) Check           { return ok }
func HTTPGetCheck(url string, timeout time.Duration) Check            { return ok }
func GoroutineCountCheck(threshold int) Check                         { return ok }
func Async(check Check, interval time.Duration) Check                 { return ok }
func Timeout(check Check, timeout time.Duration) Check                { return ok }
