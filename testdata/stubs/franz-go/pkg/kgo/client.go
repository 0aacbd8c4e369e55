// Package kgo is a stand-in for tests: a client that is made of options, empty bodies.
package kgo

import "context"

type Opt interface{ apply() }

type Client struct{}

func NewClient(opts ...Opt) (*Client, error) { return &Client{}, nil }

func SeedBrokers(seeds ...string) Opt { return nil }
func ClientID(id string) Opt          { return nil }

func (cl *Client) Ping(ctx context.Context) error { return nil }
