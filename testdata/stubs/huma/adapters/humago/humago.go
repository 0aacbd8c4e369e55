// Package humago is a stand-in for tests: an API on top of net/http.
package humago

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

type Mux interface {
	HandleFunc(string, func(http.ResponseWriter, *http.Request))
	ServeHTTP(http.ResponseWriter, *http.Request)
}

func New(m Mux, config huma.Config) huma.API { return nil }
