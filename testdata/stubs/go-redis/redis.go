// Package redis is a stand-in for tests: a client whose commands are methods of an embedded function type.
package redis

import "context"

type Cmder interface{ Err() error }

type StatusCmd struct{ err error }

func (c *StatusCmd) Err() error              { return c.err }
func (c *StatusCmd) Result() (string, error) { return "", c.err }

type cmdable func(ctx context.Context, cmd Cmder) error

func (c cmdable) Ping(ctx context.Context) *StatusCmd {
	cmd := &StatusCmd{}
	_ = c(ctx, cmd)
	return cmd
}

type Options struct{ Network, Addr string }

type baseClient struct{ opt *Options }

func (c *baseClient) Process(ctx context.Context, cmd Cmder) error { return nil }

type Client struct {
	*baseClient
	cmdable
}

func NewClient(opt *Options) *Client {
	c := &Client{baseClient: &baseClient{opt}}
	c.cmdable = c.Process
	return c
}

type PoolStats struct{ Hits uint32 }

func (c *Client) PoolStats() *PoolStats { return &PoolStats{} }

type Cmdable interface {
	Ping(ctx context.Context) *StatusCmd
}

type UniversalClient interface {
	Cmdable
	Close() error
}

func (c *Client) Close() error { return nil }

func ParseURL(redisURL string) (*Options, error) { return &Options{}, nil }
