package catalog

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

// effects is a list of calls and what they mean: PATH NAME: KIND PRODUCT, IO, SHARED [addr=N] [ctx=N], or "-"
// for nothing. NAME is F, T.M as a caller selects it (promotion and embedding apply), or T.field() for a
// call of a field. The silent ones stand beside the loud ones.
const effects = `
database/sql DB.PingContext: database SQL database, blocking, shared ctx=0
database/sql DB.Ping: database SQL database, blocking, shared
database/sql DB.Stats: connections SQL database, none, local
database/sql DB.Close: -
database/sql DB.SetMaxOpenConns: -
database/sql Open: -
database/sql Row.Scan: -
database/sql Rows.Next: -
database/sql Stmt.QueryRowContext: database SQL database, blocking, shared ctx=0
database/sql/driver Pinger.Ping: database SQL database, blocking, shared ctx=0
net/http Get: http HTTP service, blocking, depends addr=0
net/http NewRequest: -
net/http Client.Do: http HTTP service, blocking, depends addr=0
net/http RoundTripper.RoundTrip: http HTTP service, blocking, depends addr=0
net/http Handler.ServeHTTP: -
net/http ResponseWriter.Write: -
net Dial: tcp network address, blocking, depends addr=1
net Dialer.DialContext: tcp network address, blocking, depends addr=2 ctx=0
net Conn.Write: -
net TCPConn.Read: -
net Listen: -
net LookupHost: dns DNS, blocking, depends addr=0
net Resolver.LookupIPAddr: dns DNS, blocking, depends addr=1 ctx=0
net ParseIP: -
os/exec Cmd.Run: exec external command, blocking, local
os/exec Cmd.Start: exec external command, async, local
os/exec Command: -
os Stat: filesystem local file system, blocking, local
os Getenv: -
os File.Write: -
syscall Statfs: disk-space disk space, blocking, local
runtime NumGoroutine: -
log/syslog Dial: -
net/http/httputil ReverseProxy.ServeHTTP: http HTTP service, blocking, depends

github.com/jackc/pgx/v5/pgxpool Pool.Ping: database PostgreSQL, blocking, shared ctx=0
github.com/jackc/pgx/v5/pgxpool Pool.QueryRow: database PostgreSQL, blocking, shared ctx=0
github.com/jackc/pgx/v5/pgxpool Pool.Config: -
github.com/jackc/pgx/v5/pgxpool Pool.Stat: connections PostgreSQL, none, local
github.com/jackc/pgx/v5/pgxpool New: database PostgreSQL, async, shared addr=1 ctx=0
github.com/jackc/pgx/v5/pgxpool ParseConfig: -
github.com/jackc/pgx/v5 Connect: database PostgreSQL, blocking, shared addr=1 ctx=0
github.com/jackc/pgx/v5 Conn.IsClosed: database PostgreSQL, none, shared
github.com/jackc/pgx/v5 Conn.Close: -
github.com/jackc/pgx/v5 Tx.Exec: database PostgreSQL, blocking, shared ctx=0
github.com/jackc/pgx/v5 Tx.Conn: -
github.com/jackc/pgx/v5 Row.Scan: -

github.com/redis/go-redis/v9 Client.Ping: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 Ring.Ping: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 UniversalClient.Ping: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 UniversalClient.Get: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 UniversalClient.Close: -
github.com/redis/go-redis/v9 Cmdable.Pipelined: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 Cmdable.Pipeline: -
github.com/redis/go-redis/v9 Pipeliner.Exec: cache Redis, blocking, shared ctx=0
github.com/redis/go-redis/v9 Pipeliner.Len: -
github.com/redis/go-redis/v9 Client.PoolStats: connections Redis, none, local
github.com/redis/go-redis/v9 Client.Options: -
github.com/redis/go-redis/v9 Client.NewSearchBuilder: -
github.com/redis/go-redis/v9 NewClient: -
github.com/redis/go-redis/v9 StatusCmd.Err: -

github.com/jmoiron/sqlx DB.Ping: database SQL database, blocking, shared
github.com/jmoiron/sqlx DB.GetContext: database SQL database, blocking, shared ctx=0
github.com/jmoiron/sqlx DB.Rebind: -
github.com/jmoiron/sqlx Connect: database SQL database, blocking, shared addr=1
gorm.io/gorm DB.Exec: database SQL database, blocking, shared
gorm.io/gorm DB.DB: -
gorm.io/gorm DB.Where: -
gorm.io/gorm Open: database SQL database, blocking, shared
go.mongodb.org/mongo-driver/mongo Client.Ping: database MongoDB, blocking, shared ctx=0
go.mongodb.org/mongo-driver/mongo Client.Database: -
go.mongodb.org/mongo-driver/mongo Client.Disconnect: -
go.mongodb.org/mongo-driver/mongo Connect: database MongoDB, async, shared ctx=0
go.mongodb.org/mongo-driver/mongo Cursor.Next: -
github.com/dgraph-io/badger/v4 DB.View: database Badger, blocking, local

github.com/aws/aws-sdk-go-v2/service/s3 Client.HeadBucket: objectstore Amazon S3, blocking, shared ctx=0
github.com/aws/aws-sdk-go-v2/service/s3 Client.Options: -
github.com/aws/aws-sdk-go-v2/service/s3 PresignClient.PresignHeadBucket: -
github.com/aws/aws-sdk-go-v2/service/s3 ListBucketsPaginator.NextPage: objectstore Amazon S3, blocking, shared ctx=0
github.com/aws/aws-sdk-go-v2/service/s3 ListBucketsPaginator.HasMorePages: -
github.com/aws/aws-sdk-go-v2/service/kms Client.ListKeys: cloud AWS kms, blocking, shared ctx=0
github.com/aws/aws-sdk-go/service/sns/snsiface SNSAPI.ListTopics: cloud AWS sns, blocking, shared
github.com/aws/aws-sdk-go/service/sns/snsiface SNSAPI.ListTopicsRequest: -
cloud.google.com/go/kms/apiv1 KeyManagementClient.GetKey: cloud Google Cloud kms, blocking, shared ctx=0
cloud.google.com/go/kms/apiv1 KeyManagementClient.ListKeys: -
cloud.google.com/go/kms/apiv1 KeyIterator.Next: cloud Google Cloud kms, blocking, shared
github.com/google/go-github/v70/github UsersService.Get: http GitHub API, blocking, shared ctx=0
github.com/google/go-github/v70/github UsersService.String: -

k8s.io/client-go/rest Request.Do: kubernetes-api Kubernetes API server, blocking, shared ctx=0
k8s.io/client-go/rest Request.Name: -
k8s.io/client-go/rest Interface.Get: -
k8s.io/client-go/kubernetes/typed/core/v1 NodeInterface.Get: kubernetes-api Kubernetes API server, blocking, shared ctx=0
k8s.io/client-go/kubernetes/typed/core/v1 NodeInterface.PatchStatus: kubernetes-api Kubernetes API server, blocking, shared ctx=0
k8s.io/client-go/kubernetes/typed/core/v1 CoreV1Interface.Nodes: -
k8s.io/client-go/kubernetes/typed/core/v1 CoreV1Interface.RESTClient: -
example.com/op/generated/clientset/versioned/typed/app/v1 FooInterface.List: kubernetes-api Kubernetes API server, blocking, shared ctx=0
example.com/op/generated/clientset/versioned/typed/app/v1 FooInterface.Client: -
k8s.io/client-go/discovery DiscoveryInterface.ServerVersion: kubernetes-api Kubernetes API server, blocking, shared
k8s.io/client-go/discovery DiscoveryClient.ServerVersion: kubernetes-api Kubernetes API server, blocking, shared
k8s.io/client-go/discovery DiscoveryClient.RESTClient: -
k8s.io/client-go/tools/cache SharedIndexInformer.HasSynced: -
sigs.k8s.io/controller-runtime/pkg/client Client.Get: kubernetes-api Kubernetes API server, depends, shared ctx=0
sigs.k8s.io/controller-runtime/pkg/client Client.Create: kubernetes-api Kubernetes API server, blocking, shared ctx=0
sigs.k8s.io/controller-runtime/pkg/client Client.Scheme: -

google.golang.org/grpc ClientConn.Invoke: grpc gRPC service, blocking, depends ctx=0
google.golang.org/grpc ClientConnInterface.Invoke: grpc gRPC service, blocking, depends ctx=0
google.golang.org/grpc ClientConn.GetState: grpc gRPC service, none, depends
google.golang.org/grpc ClientConn.Target: -
google.golang.org/grpc NewClient: -
google.golang.org/grpc/health/grpc_health_v1 HealthClient.Check: grpc gRPC service (health), blocking, depends ctx=0
google.golang.org/grpc/health/grpc_health_v1 HealthServer.Check: -
example.com/shop/pb UserServiceClient.Get: grpc gRPC service UserService, blocking, depends ctx=0
example.com/shop/pb UserServiceClient.Follow: grpc gRPC service UserService, blocking, depends ctx=0
example.com/shop/pb userServiceClient.Get: grpc gRPC service UserService, blocking, depends ctx=0
example.com/shop/pb UserServiceServer.Get: -
example.com/shop/pb Intercept: -
connectrpc.com/connect Client.CallUnary: grpc Connect RPC service, blocking, depends ctx=0

github.com/elastic/go-elasticsearch/v8/esapi API.Ping(): database Elasticsearch, blocking, shared
github.com/elastic/go-elasticsearch/v8/esapi API.Name(): -
github.com/elastic/go-elasticsearch/v8/esapi API.Cluster(): -
github.com/elastic/go-elasticsearch/v8/esapi Cluster.Health(): database Elasticsearch, blocking, shared
github.com/elastic/go-elasticsearch/v8/esapi Ping(): database Elasticsearch, blocking, shared
github.com/elastic/go-elasticsearch/v8/esapi Ping.WithContext: -
github.com/elastic/go-elasticsearch/v8/esapi PingRequest.Do: database Elasticsearch, blocking, shared ctx=0

github.com/nats-io/nats.go Connect: broker NATS, blocking, shared addr=0
github.com/nats-io/nats.go Conn.IsConnected: broker NATS, none, shared
github.com/nats-io/nats.go Conn.Publish: broker NATS, async, shared
github.com/nats-io/nats.go Conn.Flush: broker NATS, blocking, shared
github.com/nats-io/nats.go Conn.Close: -

github.com/aerospike/aerospike-client-go/v8 NewClient: database Aerospike, blocking, shared addr=0
github.com/aerospike/aerospike-client-go/v8 Client.Get: database Aerospike, blocking, shared
github.com/aerospike/aerospike-client-go/v8 Client.IsConnected: database Aerospike, none, shared
github.com/aerospike/aerospike-client-go/v8 Client.GetDefaultPolicy: -
github.com/dapr/go-sdk/client Client.GetState: grpc Dapr, blocking, shared ctx=0
github.com/dapr/go-sdk/client Client.Wait: grpc Dapr, blocking, local ctx=0
github.com/dapr/go-sdk/client Client.WithTraceID: -
github.com/dapr/go-sdk/client Client.WithAuthToken: -

example.com/shop/store Doer.Do: -
example.com/shop/store Pinger.Ping: -
`

func TestEffects(t *testing.T) {
	c := Default()
	n := 0
	for line := range strings.Lines(effects) {
		what, want, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		n++
		path, name, _ := strings.Cut(what, " ")
		if got := describe(effectOf(t, c, path, name)); got != want {
			t.Errorf("%s: %s\n\twant %s", what, got, want)
		}
	}
	if n < 100 {
		t.Errorf("only %d look-ups: the list was not read", n)
	}
}

func effectOf(t *testing.T, c *Catalog, path, name string) *Effect {
	t.Helper()
	p := stubPackage(t, path)
	if called, ok := strings.CutSuffix(name, "()"); ok {
		typ, field, _ := strings.Cut(called, ".")
		return c.FieldEffect(p.Scope().Lookup(typ).Type().(*types.Named), field)
	}
	fn := function(p, name)
	if fn == nil {
		t.Fatalf("%s has no %s", path, name)
	}
	return c.Effect(fn)
}

// function finds F or T.M, the latter as a selector on a value of T would.
func function(p *types.Package, name string) *types.Func {
	typ, method, ok := strings.Cut(name, ".")
	obj := p.Scope().Lookup(typ)
	if !ok || obj == nil {
		fn, _ := obj.(*types.Func)
		return fn
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, method)
	fn, _ := m.(*types.Func)
	return fn
}

func describe(e *Effect) string {
	if e == nil {
		return "-"
	}
	s := fmt.Sprintf("%s %s, %s, %s", e.Kind, e.Product, e.IO, e.Shared)
	if e.Addr >= 0 {
		s += fmt.Sprintf(" addr=%d", e.Addr)
	}
	if e.Context >= 0 {
		s += fmt.Sprintf(" ctx=%d", e.Context)
	}
	return s
}

func TestEffectOfInstance(t *testing.T) {
	stubPackage(t, "example.com/shop/store")
	for _, sel := range stubbed.info["example.com/shop/store"].Selections {
		if fn, ok := sel.Obj().(*types.Func); ok && fn.Name() == "CallUnary" {
			if got := describe(Default().Effect(fn)); !strings.HasPrefix(got, "grpc Connect") {
				t.Errorf("%s: %s", fn.FullName(), got)
			}
		}
	}
}

func TestShapes(t *testing.T) {
	p := stubPackage(t, "example.com/shop/store")
	for name, want := range map[string]string{
		"Doer.Do":              "http HTTP service, blocking, depends addr=0",
		"NotDoer.Do":           "-",
		"Repo.Do":              "-", // a concrete method has a body to read
		"DBTX.Exec":            "database PostgreSQL, blocking, shared ctx=0",
		"DBTX.QueryRow":        "database PostgreSQL, blocking, shared ctx=0",
		"DBTX.CopyFrom":        "database PostgreSQL, blocking, shared ctx=0",
		"DBTX.Begin":           "database PostgreSQL, blocking, shared ctx=0",
		"Querier.Begin":        "database SQL database, blocking, shared",
		"Copier.CopyFrom":      "-",
		"Copier.Begin":         "-",
		"Querier.QueryContext": "database SQL database, blocking, shared ctx=0",
		"Pinger.Ping":          "-", // a dependency, but which?
	} {
		if got := describe(Default().Shape(function(p, name))); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// One method, declared once and promoted into several interfaces: the operand tells what it does.
func TestEffectOn(t *testing.T) {
	const pkg = "sigs.k8s.io/controller-runtime/pkg/"
	for what, want := range map[string]string{
		"cache Cache.Get":      "-",
		"client Client.Get":    "kubernetes-api Kubernetes API server, depends, shared ctx=0",
		"client Reader.Get":    "kubernetes-api Kubernetes API server, depends, shared ctx=0",
		"client Writer.Create": "kubernetes-api Kubernetes API server, blocking, shared ctx=0",
	} {
		path, name, _ := strings.Cut(what, " ")
		typ, _, _ := strings.Cut(name, ".")
		p := stubPackage(t, pkg+path)
		recv := p.Scope().Lookup(typ).Type()
		for _, static := range []types.Type{recv, types.NewPointer(recv)} {
			if got := describe(Default().EffectOn(static, function(p, name))); got != want {
				t.Errorf("%s on %s: %s, want %s", what, static, got, want)
			}
		}
	}
	c, err := Default().Extend("user.txt", strings.NewReader(`
package mine sigs.k8s.io/controller-runtime/pkg/cache http local "mine"
	block on:Ca* G*
	view * Wait*
`))
	if err != nil {
		t.Fatal(err)
	}
	p := stubPackage(t, pkg+"cache")
	get, typ := function(p, "Cache.Get"), p.Scope().Lookup("Cache").Type()
	if got := describe(c.EffectOn(typ, get)); got != "http mine, blocking, local ctx=0" {
		t.Errorf("pattern: %s", got)
	}
	if got := describe(c.Effect(get)); got != "kubernetes-api Kubernetes API server, depends, shared ctx=0" {
		t.Errorf("without the operand: %s", got)
	}
}
