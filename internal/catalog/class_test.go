package catalog

import (
	"go/types"
	"testing"
)

func TestClass(t *testing.T) {
	c := Default()
	for path, want := range map[string]Class{
		"fmt":                         Std,
		"net/http":                    Std,
		"vendor/golang.org/x/net/dns": Std,
		"netx/http":                   Follow,
		"myapp/internal/store":        Follow,
		"cmd/server":                  Follow,
		"internal/store":              Follow,
		"example.com/shop":            Follow,
		"example.com/net/http":        Follow,

		"github.com/jackc/pgx/v5/pgxpool":              Table,
		"github.com/jackc/pgxlisten":                   Follow,
		"github.com/jackcx/pgx":                        Follow,
		"github.com/redis/go-redis/v9/internal/pool":   Table,
		"github.com/aws/aws-sdk-go-v2/service/ec2":     Table,
		"google.golang.org/grpc/health/grpc_health_v1": Table,
		"golang.org/x/sync/errgroup":                   Table,
		"golang.org/x/exp/slices":                      Ambient,
		"k8s.io/client-go/kubernetes/typed/core/v1":    Table,
		"k8s.io/apiserver/pkg/server/healthz":          Follow,
		"k8s.io/component-base/cli":                    Follow,
		"k8s.io/component-base/logs/api/v1":            Ambient,
		"k8s.io/klog/v2":                               Ambient,

		"sigs.k8s.io/controller-runtime/pkg/manager": Table,
		"sigs.k8s.io/controller-runtime/pkg/healthz": Follow,
		"sigs.k8s.io/controller-runtime/pkg/log/zap": Ambient,

		"github.com/go-chi/chi/v5/middleware":                     Table,
		"github.com/go-chi/render":                                Ambient,
		"github.com/gorilla/mux":                                  Table,
		"github.com/gorilla/handlers":                             Follow,
		"github.com/justinas/alice":                               Follow,
		"github.com/go-kit/kit/transport/http":                    Follow,
		"github.com/heptiolabs/healthcheck":                       Table,
		"github.com/spf13/cobra":                                  Table,
		"go.uber.org/fx":                                          Table,
		"go.uber.org/zap/zapcore":                                 Ambient,
		"github.com/prometheus/client_golang/prometheus/promhttp": Ambient,
		"github.com/prometheus/client_golang/api/prometheus/v1":   Table,
	} {
		if got := c.Class(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestHeadersAreTables: a package with effects must not be followed, unless a line says so.
func TestHeadersAreTables(t *testing.T) {
	c := Default()
	for path, b := range c.blocks {
		class := c.Class(path)
		_, explicit := c.classes[path]
		if class == Ambient || class == Follow && !explicit {
			t.Errorf("%s: %s is %v", b.where, path, class)
		}
	}
}

func TestAmbientInterface(t *testing.T) {
	c := Default()
	for name, want := range map[string]bool{
		"io Reader.Read":                                       true,
		"io/fs FS.Open":                                        true,
		"context Context.Done":                                 true,
		"sort Interface.Less":                                  true,
		"net Conn.Read":                                        true,
		"net/http ResponseWriter.Write":                        true,
		"net/http Flusher.Flush":                               true,
		"net/http Handler.ServeHTTP":                           false,
		"net/http RoundTripper.RoundTrip":                      false,
		"database/sql/driver Pinger.Ping":                      false,
		"database/sql/driver Valuer.Value":                     true,
		"go.uber.org/zap Sink.Sync":                            true,
		"example.com/shop/store Pinger.Ping":                   false,
		"sigs.k8s.io/controller-runtime/pkg/client Reader.Get": false,
	} {
		path, what, _ := cutLast(name, " ")
		if got := c.AmbientInterface(function(stubPackage(t, path), what)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	m, _, _ := types.LookupFieldOrMethod(types.Universe.Lookup("error").Type(), true, nil, "Error")
	if !c.AmbientInterface(m.(*types.Func)) {
		t.Error("error.Error is not quiet")
	}
}
