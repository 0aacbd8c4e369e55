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
	GetWebhookServer() webhook.Server
	AddHealthzCheck(name string, check healthz.Checker) error
	AddReadyzCheck(name string, check healthz.Checker) error
	Start(ctx context.Context) error
}

func New(config *Config, options Options) (Manager, error) { return nil, nil }
