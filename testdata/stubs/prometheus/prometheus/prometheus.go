// Package prometheus is a stand-in for tests: metrics and their collection.
package prometheus

type Desc struct{}

type Metric interface{ Desc() *Desc }

// MetricFamily stands for the type of client_model, to save a module.
type MetricFamily struct{}

type Collector interface {
	Describe(chan<- *Desc)
	Collect(chan<- Metric)
}

type Registerer interface {
	Register(Collector) error
	MustRegister(...Collector)
	Unregister(Collector) bool
}

type Gatherer interface {
	Gather() ([]*MetricFamily, error)
}

type Registry struct{ collectors []Collector }

func NewRegistry() *Registry { return &Registry{} }

func (r *Registry) Register(c Collector) error {
	r.collectors = append(r.collectors, c)
	return nil
}

func (r *Registry) MustRegister(cs ...Collector) {
	for _, c := range cs {
		_ = r.Register(c)
	}
}

func (r *Registry) Unregister(Collector) bool { return false }

func (r *Registry) Gather() ([]*MetricFamily, error) {
	for _, c := range r.collectors {
		c.Collect(nil)
	}
	return nil, nil
}

type Opts struct{ Namespace, Name, Help string }

type CounterOpts Opts

type Counter interface {
	Metric
	Collector
	Inc()
	Add(float64)
}

type counter struct{ n float64 }

func NewCounter(CounterOpts) Counter { return &counter{} }

func (c *counter) Inc()                     { c.Add(1) }
func (c *counter) Add(n float64)            { c.n += n }
func (c *counter) Desc() *Desc              { return nil }
func (c *counter) Describe(chan<- *Desc)    {}
func (c *counter) Collect(ch chan<- Metric) { ch <- c }
