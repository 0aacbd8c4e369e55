package picture

import (
	"encoding/json"

	"github.com/healthlint/healthlint/internal/outage"
)

// Look is how something is filled. Each look has a colour and a pattern of its own, so that colour is never the only
// sign; style.css and the drawing code know them all.
type Look string

// The looks.
const (
	Good    Look = "good"    // works
	Part    Look = "part"    // works in part, or loses what nobody could have saved
	Out     Look = "out"     // kept from work
	Restart Look = "restart" // is being restarted
	Bad     Look = "bad"     // loses requests that need not be lost
	Open    Look = "open"    // health is ignored
	Idle    Look = "idle"    // rightly does nothing
)

// Looks are all of them.
var Looks = []Look{Good, Part, Out, Restart, Bad, Open, Idle}

// View is one run as it is shown.
type View struct {
	Headline string   `json:"headline"` // the result in one sentence
	Figures  []Figure `json:"figures"`
	Axis     Axis     `json:"axis"`
	Bands    []Band   `json:"bands"` // stretches of time that stand out
	Lanes    []Lanes  `json:"lanes"`
	Plots    []Plot   `json:"plots"`
	Trace    []Change `json:"trace"`
	Tables   []Table  `json:"tables"`
	Note     string   `json:"note"`   // what is not shown
	Result   any      `json:"result"` // of the model, whole
}

// Figure is one number of a result.
type Figure struct {
	Key  string `json:"key"`
	Head string `json:"head"`
	Text string `json:"text"`
}

// Axis is the time of a run, or the settings that it tries one after the other.
type Axis struct {
	Unit string `json:"unit"` // what one step is, in the plural: seconds, rounds
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Band is a stretch of time with a name.
type Band struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Label string `json:"label"`
}

// Lanes are rows of states over time.
type Lanes struct {
	Title  string  `json:"title"`
	States []State `json:"states"`
	Rows   []Row   `json:"rows"`
	Note   string  `json:"note"`
}

// State is what a span can be in.
type State struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Look  Look   `json:"look"`
}

// Row is one lane.
type Row struct {
	Name  string `json:"name"`
	Spans []Span `json:"spans"`
}

// Span is a stretch of time in one state. To is the first moment after it.
type Span struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	State string `json:"state"`
}

// Plot is one diagram. The values of a series belong to the places of X; in a plot over time each holds until the
// next place.
type Plot struct {
	Title   string   `json:"title"`
	Unit    string   `json:"unit"`  // of the values
	XName   string   `json:"xname"` // of the places
	Timed   bool     `json:"timed"` // X is the axis of the view
	Stacked bool     `json:"stacked"`
	Bars    bool     `json:"bars"`
	X       Numbers  `json:"x"`
	Labels  []string `json:"labels,omitempty"` // of the places, if they are no numbers
	Series  []Series `json:"series"`
}

// Series is one line, area or row of bars.
type Series struct {
	Name   string  `json:"name"`
	Look   Look    `json:"look"`
	Values Numbers `json:"values"`
}

// Numbers are a list in JSON even when there are none.
type Numbers []float64

// MarshalJSON writes [] for none.
func (n Numbers) MarshalJSON() ([]byte, error) { return json.Marshal(append([]float64{}, n...)) }

// Change is something that happened at a moment.
type Change struct {
	T    int    `json:"t"`
	Who  string `json:"who"`
	What string `json:"what"`
}

// Table is a table that only this model has.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// MaxRows is the number of lanes that are drawn, and of rows in a table; a fleet may have a hundred thousand.
const MaxRows = 24

func figures(metrics []outage.Metric) []Figure {
	list := make([]Figure, len(metrics))
	for i, m := range metrics {
		list[i] = Figure{m.Key, m.Head, m.Text()}
	}
	return list
}

// empty makes a view whose lists are never nil, as JSON has to show them.
func empty() *View {
	return &View{Figures: []Figure{}, Bands: []Band{}, Lanes: []Lanes{}, Plots: []Plot{}, Trace: []Change{}, Tables: []Table{}}
}

// add appends the values at one place.
func (p *Plot) add(x float64, values ...float64) {
	p.X = append(p.X, x)
	for i, v := range values {
		p.Series[i].Values = append(p.Series[i].Values, v)
	}
}

// recorder turns states moment by moment into spans.
type recorder struct{ rows []Row }

func (r *recorder) add(i, t int, name, state string) {
	for len(r.rows) <= i {
		r.rows = append(r.rows, Row{Spans: []Span{}})
	}
	row := &r.rows[i]
	row.Name = name
	if n := len(row.Spans); n > 0 && row.Spans[n-1].State == state && row.Spans[n-1].To == t {
		row.Spans[n-1].To = t + 1
		return
	}
	row.Spans = append(row.Spans, Span{t, t + 1, state})
}
