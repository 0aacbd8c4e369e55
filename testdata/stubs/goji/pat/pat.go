// Package pat is a stand-in for tests: patterns of paths and methods.
package pat

import "net/http"

type Pattern struct{}

func (p *Pattern) Match(r *http.Request) *http.Request { return r }

func New(pat string) *Pattern  { return &Pattern{} }
func Get(pat string) *Pattern  { return &Pattern{} }
func Post(pat string) *Pattern { return &Pattern{} }

func NewWithMethods(pat string, methods ...string) *Pattern { return &Pattern{} }
