// Package goji is a stand-in for tests: the router and what patterns are to it, empty bodies.
package goji

import "net/http"

type Pattern interface {
	Match(*http.Request) *http.Request
}

type Mux struct{}

func NewMux() *Mux                                                              { return &Mux{} }
func SubMux() *Mux                                                              { return &Mux{} }
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request)                 {}
func (m *Mux) Handle(p Pattern, h http.Handler)                                 {}
func (m *Mux) HandleFunc(p Pattern, h func(http.ResponseWriter, *http.Request)) {}
