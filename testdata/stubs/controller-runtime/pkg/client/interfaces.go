// Package client is a stand-in for tests: readers of the API server, live or cached.
package client

import "context"

type Object interface{ GetName() string }

type ObjectList interface{ GetResourceVersion() string }

type ObjectKey struct{ Namespace, Name string }

type GetOption interface{ ApplyToGet() }

type ListOption interface{ ApplyToList() }

type Reader interface {
	Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error
	List(ctx context.Context, list ObjectList, opts ...ListOption) error
}

type Client interface{ Reader }

type Options struct{}

// New takes what stands for rest.Config.
func New(config any, options Options) (Client, error) { return nil, nil }
