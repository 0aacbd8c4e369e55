// Package manager is a stand-in for tests: the manager and its checks, no implementation.
package manager

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

// Config stands for rest.Config, to save a module.
type Config struct{ Host string }

type Options struct {
	Metrics                metricsserver.Options
	HealthProbeBindAddress string
	ReadinessEndpointName  string
	LivenessEndpointName   string
}

type Manager interface {
	cluster.Cluster
	Add(Runnable) error
	GetWebhookServer() webhook.Server
	AddHealthzCheck(name string, check healthz.Checker) error
	AddReadyzCheck(name string, check healthz.Checker) error
	Start(ctx context.Context) error
}

type Runnable interface {
	Start(context.Context) error
}

type RunnableFunc func(context.Context) error

func (r RunnableFunc) Start(ctx context.Context) error { return r(ctx) }

func New(config *Config, options Options) (Manager, error) { return nil, nil }
