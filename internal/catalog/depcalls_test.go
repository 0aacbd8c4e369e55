package catalog

import (
	"fmt"
	"testing"
)

func TestHigherOrder(t *testing.T) {
	for full, want := range map[string]string{
		"(*sync.Once).Do":                          "[{0 sync}]",
		"sync.OnceValue":                           "[{0 returned}]",
		"(*sync.WaitGroup).Go":                     "[{0 goroutine}]",
		"(*sync.WaitGroup).Wait":                   "[]",
		"time.AfterFunc":                           "[{1 later}]",
		"slices.ContainsFunc":                      "[{1 sync}]",
		"slices.Contains":                          "[]",
		"sort.Slice":                               "[{1 sync}]",
		"strings.Map":                              "[{0 sync}]",
		"net/http.TimeoutHandler":                  "[{0 returned}]",
		"net/http.StripPrefix":                     "[{1 returned}]",
		"path/filepath.WalkDir":                    "[{1 sync}]",
		"(*golang.org/x/sync/errgroup.Group).Go":   "[{0 goroutine}]",
		"(*golang.org/x/sync/errgroup.Group).Wait": "[]",
		"github.com/cenkalti/backoff/v4.Retry":     "[{0 sync}]",
		"github.com/cenkalti/backoff/v5.Retry":     "[{1 sync}]",
		"(*github.com/sony/gobreaker/v2.CircuitBreaker[T]).Execute":                        "[{0 sync}]",
		"(github.com/failsafe-go/failsafe-go.Executor[R any]).Run":                         "[{0 sync}]",
		"github.com/afex/hystrix-go/hystrix.Do":                                            "[{1 goroutine} {2 goroutine}]",
		"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout":                        "[{4 sync}]",
		"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewHandler":         "[{0 returned}]",
		"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentHandlerCounter": "[{1 returned}]",
		"nonsense": "[]",
	} {
		if got := fmt.Sprint(Default().HigherOrder(full)); got != want {
			t.Errorf("%s: %s, want %s", full, got, want)
		}
	}
}

func TestFactory(t *testing.T) {
	c := Default()
	for full, want := range map[string]string{
		"github.com/heptiolabs/healthcheck.HTTPGetCheck":        "http HTTP service, blocking, depends addr=0 deadline",
		"github.com/heptiolabs/healthcheck.DatabasePingCheck":   "database SQL database, blocking, shared deadline",
		"github.com/heptiolabs/healthcheck.GoroutineCountCheck": "nil",
		"github.com/heptiolabs/healthcheck.Async":               "wraps 0 background",
		"github.com/heptiolabs/healthcheck.AsyncWithContext":    "wraps 1 background",
		"github.com/heptiolabs/healthcheck.Timeout":             "wraps 0 deadline",
		"github.com/hellofresh/health-go/v5/checks/redis.New":   "cache Redis, blocking, shared",
		"github.com/dimiro1/health/db.NewSqlite3Checker":        "database SQLite, blocking, local",
		"k8s.io/apiserver/pkg/server/healthz.NamedCheck":        "wraps 1",
	} {
		f, got := c.Factory(full), "nil"
		if f != nil {
			got = fmt.Sprintf("wraps %d", f.Wraps)
			if f.Effect != nil {
				got = describe(f.Effect)
				if f.Wraps != -1 {
					t.Errorf("%s both works and wraps", full)
				}
			}
			if f.Deadline {
				got += " deadline"
			}
			if f.Background {
				got += " background"
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", full, got, want)
		}
	}
}

func TestProducts(t *testing.T) {
	c := Default()
	if p, local, ok := c.Driver("sqlite3"); p != "SQLite" || !local || !ok {
		t.Errorf("sqlite3: %s %v %v", p, local, ok)
	}
	if p, local, ok := c.Driver("pgx"); p != "PostgreSQL" || local || !ok {
		t.Errorf("pgx: %s %v %v", p, local, ok)
	}
	if _, _, ok := c.Driver("nosuch"); ok {
		t.Error("nosuch is a driver")
	}
	if p, local, ok := c.ProductOf("gorm.io/driver/sqlite.Open"); p != "SQLite" || !local || !ok {
		t.Errorf("gorm sqlite: %s %v %v", p, local, ok)
	}
	if _, _, ok := c.ProductOf("gorm.io/gorm.Open"); ok {
		t.Error("gorm.Open fixes a product")
	}
	if arg, ok := c.DriverArg("database/sql.Open"); arg != 0 || !ok {
		t.Errorf("sql.Open: %d %v", arg, ok)
	}
	if arg, ok := c.DriverArg("github.com/jmoiron/sqlx.ConnectContext"); arg != 1 || !ok {
		t.Errorf("sqlx.ConnectContext: %d %v", arg, ok)
	}
	if _, ok := c.DriverArg("database/sql.OpenDB"); ok {
		t.Error("sql.OpenDB takes no name")
	}
}

func TestSplitFull(t *testing.T) {
	for full, want := range map[string]string{
		"sync.OnceFunc":              "sync||OnceFunc",
		"gopkg.in/yaml.v3.Unmarshal": "gopkg.in/yaml.v3||Unmarshal",
		"(*net/http.Client).Do":      "net/http|Client|Do",
		"(a.b/c.T).M":                "a.b/c|T|M",
		"(*connectrpc.com/connect.Client[Req, Res]).CallUnary": "connectrpc.com/connect|Client|CallUnary",
		"(x.y/z.I[T interface{ M() }]).Get":                    "x.y/z|I|Get",
		"a/b.F[T any]":                                         "a/b||F",
	} {
		k, ok := splitFull(full)
		if got := k.pkg + "|" + k.recv + "|" + k.name; got != want || !ok {
			t.Errorf("%s: %s, want %s", full, got, want)
		}
	}
	if _, ok := splitFull("(x"); ok {
		t.Error("(x splits")
	}
}

func TestOrigin(t *testing.T) {
	for full, want := range map[string]string{
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetAPIReader": IOBlocking,
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetCache":     IONone,
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetClient":    "",
		"sigs.k8s.io/controller-runtime/pkg/client.New":                     IOBlocking,
	} {
		if got, ok := Default().Origin(full); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", full, got, ok)
		}
	}
}

func TestAddressOf(t *testing.T) {
	c := Default()
	for full, want := range map[string]string{
		"github.com/redis/go-redis/v9.NewClient":                                 "0 [Addr]",
		"github.com/redis/go-redis/v9.ParseURL":                                  "0 []",
		"github.com/opensearch-project/opensearch-go/v4/opensearchapi.NewClient": "0 [Client.Addresses]",
		"(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).ApplyURI": "0 []",
		"net/http.NewRequestWithContext":                                         "2 []",
		"github.com/redis/go-redis/v9.NewScript":                                 "nil",
	} {
		got := "nil"
		if a := c.AddressOf(full); a != nil {
			got = fmt.Sprint(a.Arg, a.Fields)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", full, got, want)
		}
	}
	const kafka = "github.com/segmentio/kafka-go"
	if !c.AddressField(kafka, "Writer", "Addr") || c.AddressField(kafka, "Writer", "Topic") || c.AddressOf("("+kafka+".Writer).Addr") != nil {
		t.Error("fields of kafka.Writer")
	}
}
