// Package alice is a stand-in for tests: chains of middleware.
package alice

import "net/http"

type Constructor func(http.Handler) http.Handler

type Chain struct{ constructors []Constructor }

func New(constructors ...Constructor) Chain {
	return Chain{append([]Constructor(nil), constructors...)}
}

func (c Chain) Then(h http.Handler) http.Handler {
	if h == nil {
		h = http.DefaultServeMux
	}
	for i := len(c.constructors) - 1; i >= 0; i-- {
		h = c.constructors[i](h)
	}
	return h
}

func (c Chain) ThenFunc(fn http.HandlerFunc) http.Handler {
	if fn == nil {
		return c.Then(nil)
	}
	return c.Then(fn)
}

func (c Chain) Append(constructors ...Constructor) Chain {
	return Chain{append(append([]Constructor(nil), c.constructors...), constructors...)}
}

func (c Chain) Extend(chain Chain) Chain { return c.Append(chain.constructors...) }
