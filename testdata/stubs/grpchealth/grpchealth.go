// Package grpchealth is a stand-in for tests: a handler over a checker, empty bodies.
package grpchealth

import (
	"context"
	"net/http"
)

type CheckRequest struct{ Service string }

type CheckResponse struct{ Status uint8 }

type Checker interface {
	Check(context.Context, *CheckRequest) (*CheckResponse, error)
}

type StaticChecker struct{}

func NewStaticChecker(services ...string) *StaticChecker { return &StaticChecker{} }

func (c *StaticChecker) Check(ctx context.Context, req *CheckRequest) (*CheckResponse, error) {
	return nil, nil
}

// HandlerOption stands for that of connectrpc.com/connect, to save a module.
type HandlerOption interface{}

func NewHandler(checker Checker, options ...HandlerOption) (string, http.Handler) { return "", nil }
