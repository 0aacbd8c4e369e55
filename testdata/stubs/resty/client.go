// Package resty is a stand-in for tests: a client with a base URL and its requests, empty bodies.
package resty

import "context"

type Client struct{}

func New() *Client { return &Client{} }

func (c *Client) SetBaseURL(url string) *Client { return c }
func (c *Client) R() *Request                   { return &Request{} }

type Request struct{}

func (r *Request) SetContext(ctx context.Context) *Request { return r }
func (r *Request) Get(url string) (*Response, error)       { return nil, nil }

type Response struct{}
