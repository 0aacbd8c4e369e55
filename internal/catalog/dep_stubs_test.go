package catalog

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
	"testing"
)

// stubs are small packages at real import paths: the declarations that matter, copied from no one, with
// the receivers, embeddings and aliases of the real ones.
var stubs = map[string]string{
	"github.com/jackc/pgx/v5": `package pgx
import ("context"; "github.com/jackc/pgx/v5/pgconn")
type Rows interface{ Next() bool; Close() }
type Identifier []string
type CopyFromSource interface{ Next() bool }
type Row interface{ Scan(dest ...any) error }
type Tx interface{ Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error); Conn() *Conn }
type Conn struct{}
func Connect(ctx context.Context, connString string) (*Conn, error) { return nil, nil }
func (c *Conn) Ping(ctx context.Context) error { return nil }
func (c *Conn) IsClosed() bool { return false }
func (c *Conn) Close(ctx context.Context) error { return nil }
`,
	"github.com/jackc/pgx/v5/pgconn": `package pgconn
type CommandTag struct{}
`,
	"github.com/jackc/pgx/v5/pgxpool": `package pgxpool
import ("context"; "github.com/jackc/pgx/v5")
type Config struct{}
type Stat struct{}
type Pool struct{}
func New(ctx context.Context, connString string) (*Pool, error) { return nil, nil }
func ParseConfig(s string) (*Config, error) { return nil, nil }
func (p *Pool) Ping(ctx context.Context) error { return nil }
func (p *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row { return nil }
func (p *Pool) Config() *Config { return nil }
func (p *Pool) Stat() *Stat { return nil }
`,
	"github.com/redis/go-redis/v9": `package redis
import "context"
type Options struct{}
type StatusCmd struct{}
func (c *StatusCmd) Err() error { return nil }
type StringCmd struct{}
type IntCmd struct{}
type Cmder interface{ Err() error }
type Pipeliner interface { StatefulCmdable; Exec(ctx context.Context) ([]Cmder, error); Len() int }
type StringCmdable interface { Get(ctx context.Context, key string) *StringCmd }
type GenericCmdable interface { Exists(ctx context.Context, keys ...string) *IntCmd }
type Cmdable interface { StringCmdable; GenericCmdable; Ping(ctx context.Context) *StatusCmd; Pipeline() Pipeliner
	Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error) }
type StatefulCmdable interface { Cmdable; Select(ctx context.Context, index int) *StatusCmd }
type UniversalClient interface { Cmdable; Close() error; PoolStats() *PoolStats }
type PoolStats struct{}
type cmdable func(ctx context.Context, cmd Cmder) error
func (c cmdable) Ping(ctx context.Context) *StatusCmd { return nil }
func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }
type Client struct { cmdable }
func NewClient(opt *Options) *Client { return nil }
func (c *Client) Options() *Options { return nil }
func (c *Client) PoolStats() *PoolStats { return nil }
func (c *Client) Pipeline() Pipeliner { return nil }
func (c *Client) NewSearchBuilder(ctx context.Context, index string) *SearchBuilder { return nil }
type SearchBuilder struct{}
type Ring struct { cmdable }
func (c *Ring) Len() int { return 0 }
`,
	"github.com/jmoiron/sqlx": `package sqlx
import ("context"; "database/sql")
type DB struct { *sql.DB }
func Connect(driverName, dataSourceName string) (*DB, error) { return nil, nil }
func (db *DB) GetContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (db *DB) Rebind(query string) string { return "" }
`,
	"gorm.io/gorm": `package gorm
import "database/sql"
type DB struct { Error error }
type Dialector interface { Name() string }
func Open(d Dialector) (*DB, error) { return nil, nil }
func (db *DB) DB() (*sql.DB, error) { return nil, nil }
func (db *DB) Exec(sql string, values ...any) *DB { return nil }
func (db *DB) Where(q any) *DB { return nil }
`,
	"go.mongodb.org/mongo-driver/mongo": `package mongo
import "context"
type Client struct{}
type Database struct{}
type Cursor struct{}
func Connect(ctx context.Context) (*Client, error) { return nil, nil }
func (c *Client) Ping(ctx context.Context, rp any) error { return nil }
func (c *Client) Database(name string) *Database { return nil }
func (c *Client) Disconnect(ctx context.Context) error { return nil }
func (c *Cursor) Next(ctx context.Context) bool { return false }
`,
	"github.com/aws/aws-sdk-go-v2/service/s3": `package s3
import "context"
type Options struct{}
type PresignOptions struct{}
type HeadBucketInput struct{}
type HeadBucketOutput struct{}
type Client struct{}
func (c *Client) HeadBucket(ctx context.Context, params *HeadBucketInput, optFns ...func(*Options)) (*HeadBucketOutput, error) { return nil, nil }
func (c *Client) Options() Options { return Options{} }
type PresignClient struct{}
func (c *PresignClient) PresignHeadBucket(ctx context.Context, params *HeadBucketInput, optFns ...func(*PresignOptions)) (*HeadBucketOutput, error) { return nil, nil }
type ListBucketsPaginator struct{}
func (p *ListBucketsPaginator) NextPage(ctx context.Context, optFns ...func(*Options)) (*HeadBucketOutput, error) { return nil, nil }
func (p *ListBucketsPaginator) HasMorePages() bool { return false }
`,
	"github.com/aws/aws-sdk-go-v2/service/kms": `package kms
import "context"
type Options struct{}
type ListKeysInput struct{}
type ListKeysOutput struct{}
type Client struct{}
func (c *Client) ListKeys(ctx context.Context, params *ListKeysInput, optFns ...func(*Options)) (*ListKeysOutput, error) { return nil, nil }
`,
	"github.com/aws/aws-sdk-go/aws/request": `package request
type Request struct{}
func (r *Request) Send() error { return nil }
`,
	"github.com/aws/aws-sdk-go/service/sns/snsiface": `package snsiface
import "github.com/aws/aws-sdk-go/aws/request"
type ListTopicsInput struct{}
type ListTopicsOutput struct{}
type SNSAPI interface {
	ListTopics(*ListTopicsInput) (*ListTopicsOutput, error)
	ListTopicsRequest(*ListTopicsInput) (*request.Request, *ListTopicsOutput)
}
`,
	"github.com/googleapis/gax-go/v2": `package gax
type CallOption interface{}
`,
	"cloud.google.com/go/kms/apiv1": `package kms
import ("context"; gax "github.com/googleapis/gax-go/v2")
type Req struct{}
type Key struct{}
type KeyIterator struct{}
func (it *KeyIterator) Next() (*Key, error) { return nil, nil }
type KeyManagementClient struct{}
func (c *KeyManagementClient) GetKey(ctx context.Context, req *Req, opts ...gax.CallOption) (*Key, error) { return nil, nil }
func (c *KeyManagementClient) ListKeys(ctx context.Context, req *Req, opts ...gax.CallOption) *KeyIterator { return nil }
`,
	"k8s.io/client-go/rest": `package rest
import "context"
type Result struct{}
type Request struct{}
func (r *Request) Do(ctx context.Context) Result { return Result{} }
func (r *Request) Name(s string) *Request { return r }
type Interface interface { Get() *Request }
`,
	"k8s.io/client-go/kubernetes/typed/core/v1": `package v1
import ("context"; "k8s.io/client-go/rest")
type Node struct{}
type NodeExpansion interface { PatchStatus(ctx context.Context, name string) (*Node, error) }
type NodeInterface interface { Get(ctx context.Context, name string) (*Node, error); NodeExpansion }
type CoreV1Interface interface { RESTClient() rest.Interface; Nodes() NodeInterface }
`,
	"k8s.io/client-go/discovery": `package discovery
type Info struct{}
type ServerVersionInterface interface { ServerVersion() (*Info, error) }
type DiscoveryInterface interface { ServerVersionInterface; RESTClient() any }
type DiscoveryClient struct{}
func (d *DiscoveryClient) ServerVersion() (*Info, error) { return nil, nil }
func (d *DiscoveryClient) RESTClient() any { return nil }
`,
	"k8s.io/client-go/tools/cache": `package cache
type SharedIndexInformer interface { HasSynced() bool }
`,
	"example.com/op/generated/clientset/versioned/typed/app/v1": `package v1
import "context"
type FooInterface interface { List(ctx context.Context) error; Client() any }
`,
	"google.golang.org/grpc": `package grpc
import "context"
type CallOption interface{}
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
type ClientConnInterface interface { Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error }
type ClientConn struct{}
func NewClient(target string) (*ClientConn, error) { return nil, nil }
func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error { return nil }
func (cc *ClientConn) GetState() int { return 0 }
func (cc *ClientConn) Target() string { return "" }
`,
	"google.golang.org/grpc/health/grpc_health_v1": `package grpc_health_v1
import ("context"; "google.golang.org/grpc")
type HealthCheckRequest struct{}
type HealthCheckResponse struct{}
type HealthClient interface { Check(ctx context.Context, in *HealthCheckRequest, opts ...grpc.CallOption) (*HealthCheckResponse, error) }
type HealthServer interface { Check(context.Context, *HealthCheckRequest) (*HealthCheckResponse, error) }
`,
	"example.com/shop/pb": `package pb
import ("context"; "google.golang.org/grpc")
type Req struct{}
type Resp struct{}
type UserServiceClient interface {
	Get(ctx context.Context, in *Req, opts ...grpc.CallOption) (*Resp, error)
	Follow(ctx context.Context, opts ...grpc.CallOption) (*Resp, error)
}
type UserServiceServer interface { Get(context.Context, *Req) (*Resp, error) }
type userServiceClient struct{ cc grpc.ClientConnInterface }
func (c *userServiceClient) Get(ctx context.Context, in *Req, opts ...grpc.CallOption) (*Resp, error) { return nil, nil }
func Intercept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error { return nil }
`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client
import "context"
type Object interface{}
type Reader interface { Get(ctx context.Context, key string, obj Object) error }
type Writer interface { Create(ctx context.Context, obj Object) error }
type Client interface { Reader; Writer; Scheme() any }
`,
	"sigs.k8s.io/controller-runtime/pkg/cache": `package cache
import "sigs.k8s.io/controller-runtime/pkg/client"
type Cache interface { client.Reader; WaitForCacheSync() bool }
`,
	"github.com/elastic/go-elasticsearch/v8/esapi": `package esapi
import "context"
type Response struct{}
type PingRequest struct{}
func (r PingRequest) Do(ctx context.Context) (*Response, error) { return nil, nil }
type Ping func(o ...func(*PingRequest)) (*Response, error)
func (f Ping) WithContext(v context.Context) func(*PingRequest) { return nil }
type Cluster struct { Health func(o ...func(*PingRequest)) (*Response, error) }
type API struct { Cluster *Cluster; Ping Ping; Name string }
`,
	"github.com/elastic/go-elasticsearch/v8": `package elasticsearch
import "github.com/elastic/go-elasticsearch/v8/esapi"
type Client struct { *esapi.API }
`,
	"connectrpc.com/connect": `package connect
import "context"
type Request[T any] struct{}
type Response[T any] struct{}
type Client[Req, Res any] struct{}
func (c *Client[Req, Res]) CallUnary(ctx context.Context, r *Request[Req]) (*Response[Res], error) { return nil, nil }
`,
	"github.com/nats-io/nats.go": `package nats
type Conn struct{}
func Connect(url string) (*Conn, error) { return nil, nil }
func (nc *Conn) IsConnected() bool { return false }
func (nc *Conn) Publish(subj string, data []byte) error { return nil }
func (nc *Conn) Flush() error { return nil }
func (nc *Conn) Close() {}
`,
	"github.com/dgraph-io/badger/v4": `package badger
type DB struct{}
func (db *DB) View(fn func() error) error { return nil }
`,
	"github.com/google/go-github/v70/github": `package github
import "context"
type UsersService struct{}
func (s *UsersService) Get(ctx context.Context, user string) error { return nil }
func (s *UsersService) String() string { return "" }
`,
	"github.com/aerospike/aerospike-client-go/v8": `package aerospike
type Record struct{}
type Client struct{}
func NewClient(hostname string, port int) (*Client, error) { return nil, nil }
func (c *Client) Get(key string) (*Record, error) { return nil, nil }
func (c *Client) IsConnected() bool { return false }
func (c *Client) GetDefaultPolicy() any { return nil }
`,
	"github.com/dapr/go-sdk/client": `package client
import ("context"; "time")
type Client interface {
	GetState(ctx context.Context, store, key string) (string, error)
	Wait(ctx context.Context, timeout time.Duration) error
	WithTraceID(ctx context.Context, id string) context.Context
	WithAuthToken(token string)
}
`,
	"go.uber.org/zap": `package zap
type Sink interface { Sync() error }
`,
	"example.com/shop/store": `package store
import ("context"; "database/sql"; "net/http"; "connectrpc.com/connect"; "github.com/jackc/pgx/v5"; "github.com/jackc/pgx/v5/pgconn")
type Doer interface { Do(*http.Request) (*http.Response, error) }
type NotDoer interface { Do(*http.Request) error }
type DBTX interface { Exec(context.Context, string, ...any) (pgconn.CommandTag, error); QueryRow(context.Context, string, ...any) pgx.Row
	CopyFrom(context.Context, pgx.Identifier, []string, pgx.CopyFromSource) (int64, error); Begin(context.Context) (pgx.Tx, error) }
type Querier interface { QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error); Begin() (*sql.Tx, error) }
type Copier interface { CopyFrom(ctx context.Context, file string) (int64, error); Begin() error }
type Pinger interface { Ping(ctx context.Context) error }
type Repo struct{}
func (r *Repo) Do(*http.Request) (*http.Response, error) { return nil, nil }
var Unary = (*connect.Client[int, string]).CallUnary
func Instance(c *connect.Client[int, string]) { c.CallUnary(nil, nil) }
`,
}

// stubImporter type-checks stubs and leaves the rest to the compiler's export data.
type stubImporter struct {
	std  types.Importer
	done map[string]*types.Package
	info map[string]*types.Info
}

var (
	stubLock sync.Mutex
	stubbed  = &stubImporter{importer.Default(), map[string]*types.Package{}, map[string]*types.Info{}}
)

func (s *stubImporter) Import(path string) (*types.Package, error) {
	if p := s.done[path]; p != nil {
		return p, nil
	}
	src, ok := stubs[path]
	if !ok {
		return s.std.Import(path)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path+".go", src, 0)
	if err != nil {
		return nil, err
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	p, err := (&types.Config{Importer: s}).Check(path, fset, []*ast.File{f}, info)
	if err != nil {
		return nil, fmt.Errorf("stub %s: %w", path, err)
	}
	s.done[path], s.info[path] = p, info
	return p, nil
}

func stubPackage(t *testing.T, path string) *types.Package {
	t.Helper()
	stubLock.Lock()
	defer stubLock.Unlock()
	p, err := stubbed.Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
