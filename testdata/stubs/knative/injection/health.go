// Package injection is a stand-in for tests: probes that travel in a context.
package injection

import (
	"context"
	"net/http"
)

func AddReadiness(ctx context.Context, handlerFunc http.HandlerFunc) context.Context { return ctx }
func AddLiveness(ctx context.Context, handlerFunc http.HandlerFunc) context.Context  { return ctx }
func ServeHealthProbes(ctx context.Context, port int) error                          { return nil }
