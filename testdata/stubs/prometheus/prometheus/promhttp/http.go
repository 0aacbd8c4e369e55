// Package promhttp is a stand-in for tests: the page with the metrics.
package promhttp

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
)

type HandlerOpts struct{ Timeout int }

func Handler() http.Handler { return HandlerFor(nil, HandlerOpts{}) }

func HandlerFor(reg prometheus.Gatherer, opts HandlerOpts) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := reg.Gather(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
}
