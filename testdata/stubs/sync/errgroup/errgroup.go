// Package errgroup is a stand-in for tests: goroutines that are waited for together.
package errgroup

import (
	"context"
	"sync"
)

type Group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }

func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *Group) TryGo(f func() error) bool {
	g.Go(f)
	return true
}

func (g *Group) SetLimit(n int) {}

func (g *Group) Wait() error {
	g.wg.Wait()
	return g.err
}
