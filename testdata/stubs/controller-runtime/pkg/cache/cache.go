// Package cache is a stand-in for tests: a reader that answers from memory.
package cache

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

type Cache interface {
	client.Reader
	Start(ctx context.Context) error
}
