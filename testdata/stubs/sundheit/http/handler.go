// Package http is a stand-in for tests: the handler over the last results.
package http

import (
	"net/http"

	gosundheit "github.com/AppsFlyer/go-sundheit"
)

func HandleHealthJSON(h gosundheit.Health) http.HandlerFunc { return nil }
