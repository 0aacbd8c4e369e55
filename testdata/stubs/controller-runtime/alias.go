// Package controllerruntime is a stand-in for tests: the names that programs use.
package controllerruntime

import "sigs.k8s.io/controller-runtime/pkg/manager"

type Manager = manager.Manager

type Options = manager.Options

var (
	NewManager     = manager.New
	GetConfigOrDie = func() *manager.Config { return &manager.Config{} }
)
