// Package cluster is a stand-in for tests: the readers of a manager.
package cluster

import (
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type Cluster interface {
	GetClient() client.Client
	GetAPIReader() client.Reader
	GetCache() cache.Cache
}
