// Package health is a stand-in for tests: checkers put together, and a handler that embeds them.
package health

import "net/http"

type Health struct{}

func NewHealth() Health { return Health{} }

func (h *Health) Up()   {}
func (h *Health) Down() {}

type Checker interface{ Check() Health }

type CompositeChecker struct{}

func NewCompositeChecker() CompositeChecker { return CompositeChecker{} }

func (c *CompositeChecker) AddChecker(name string, checker Checker) {}
func (c CompositeChecker) Check() Health                            { return Health{} }

type Handler struct{ CompositeChecker }

func NewHandler() Handler { return Handler{} }

func (h Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
