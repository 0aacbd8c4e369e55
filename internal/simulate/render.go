package simulate

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/healthlint/healthlint/internal/outage"
)

// table is text in columns. The first Left columns are aligned to the left, the others, numbers mostly, to the right.
type table struct {
	left int
	rows [][]string
}

func (t *table) write(b *strings.Builder) {
	var widths []int
	for _, cells := range t.rows {
		for i, c := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, cells := range t.rows {
		var line strings.Builder
		for i, c := range cells {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
			if i > 0 {
				line.WriteString("  ")
			}
			if i < t.left {
				line.WriteString(c + pad)
			} else {
				line.WriteString(pad + c)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// text prints what was simulated, the inputs that all rows share, and the figures.
func (o *outcome) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n%s\n", o.preset.name, o.preset.summary, o.inputLines())
	if len(o.rows) == 1 && o.rows[0].name == "" && len(o.axes) == 0 {
		o.single(&b)
	} else {
		o.tables(&b)
		o.notes(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o *outcome) notes(b *strings.Builder) {
	if o.preset.notes == nil {
		return
	}
	for i, line := range o.preset.notes(o) {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(line + "\n")
	}
}

const lineWidth = 110

// inputLines lists the inputs that the rows do not vary.
func (o *outcome) inputLines() string {
	varied := o.varied()
	var b strings.Builder
	line := "inputs:"
	for _, in := range o.base.inputs {
		if varied[in.Key] {
			continue
		}
		word := " " + in.Key + "=" + orNone(in.String())
		if len(line)+len(word) > lineWidth {
			b.WriteString(line + "\n")
			line = " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// varied are the inputs that the rows set, and those that differ from row to row because of what they set: a platform
// brings other values along.
func (o *outcome) varied() map[string]bool {
	keys := map[string]bool{}
	for _, r := range o.rows {
		for _, s := range r.set {
			keys[s.key] = true
		}
		for i, in := range r.inputs {
			if in.String() != o.rows[0].inputs[i].String() {
				keys[in.Key] = true
			}
		}
	}
	return keys
}

// single prints all figures of one run below each other.
func (o *outcome) single(b *strings.Builder) {
	t := &table{left: 1}
	for _, m := range o.rows[0].result.Metrics() {
		t.rows = append(t.rows, []string{m.Head, m.Text()})
	}
	t.write(b)
	if d, ok := o.rows[0].result.(detailed); ok && (o.trace || !o.preset.trace) {
		head, rows := d.Detail()
		b.WriteString("\n")
		(&table{left: len(head), rows: append([][]string{head}, rows...)}).write(b)
	}
}

// tables prints a line for each run.
func (o *outcome) tables(b *strings.Builder) {
	var t *table
	section := ""
	for i, r := range o.rows {
		cells, value := o.labels(r)
		if i == 0 || value != section {
			if section = value; t != nil {
				t.write(b)
				b.WriteString("\n")
			}
			if value != "" {
				fmt.Fprintf(b, "%s=%s\n", o.preset.section, value)
			}
			t = &table{left: len(cells), rows: [][]string{o.head()}}
		}
		for _, m := range o.shown(r.result.Metrics()) {
			cells = append(cells, m.Text())
		}
		t.rows = append(t.rows, cells)
	}
	t.write(b)
}

// labels are the cells before the figures, and the value that decides the table of a row.
func (o *outcome) labels(r row) (cells []string, section string) {
	if r.name != "" {
		return []string{r.name}, ""
	}
	for _, s := range r.set {
		if s.key == o.preset.section {
			section = s.value
		} else {
			cells = append(cells, s.value)
		}
	}
	return cells, section
}

func (o *outcome) head() []string {
	var head []string
	if o.rows[0].name != "" {
		head = append(head, "case")
	}
	for _, a := range o.axes {
		if a.key != o.preset.section {
			head = append(head, a.key)
		}
	}
	for _, m := range o.shown(o.rows[0].result.Metrics()) {
		head = append(head, m.Head)
	}
	return head
}

// shown are the figures that text has room for.
func (o *outcome) shown(all []outage.Metric) []outage.Metric {
	if len(o.preset.columns) == 0 {
		return all
	}
	var some []outage.Metric
	for _, key := range o.preset.columns {
		i := slices.IndexFunc(all, func(m outage.Metric) bool { return m.Key == key })
		some = append(some, all[i])
	}
	return some
}

// csv prints a line for each run: what was varied, then all figures with all their digits.
func (o *outcome) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	for i, r := range o.rows {
		var head, cells []string
		if r.name != "" {
			head, cells = append(head, "case"), append(cells, r.name)
		} else {
			for _, s := range r.set {
				head, cells = append(head, s.key), append(cells, s.value)
			}
		}
		for _, m := range r.result.Metrics() {
			head, cells = append(head, m.Key), append(cells, m.CSV())
		}
		if i == 0 {
			out.Write(head)
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// exported is the JSON form. What it says of inputs can be read back with -config.
type exported struct {
	Version int                 `json:"version"`
	Preset  string              `json:"preset"`
	Inputs  json.RawMessage     `json:"inputs"`          // of all runs; those that the runs vary are left out
	Sweep   map[string][]string `json:"sweep,omitempty"` // what the user swept
	Runs    []exportedRun       `json:"runs"`
}

type exportedRun struct {
	Name   string            `json:"name,omitempty"`
	Set    map[string]string `json:"set"`
	Result any               `json:"result"`
}

// json prints everything.
func (o *outcome) json(w io.Writer) error {
	inputs, err := o.jsonInputs()
	if err != nil {
		return err
	}
	e := exported{Version: 1, Preset: o.preset.name, Inputs: inputs}
	for _, a := range o.sweeps {
		if e.Sweep == nil {
			e.Sweep = map[string][]string{}
		}
		e.Sweep[a.key] = a.values
	}
	for _, r := range o.rows {
		run := exportedRun{Name: r.name, Set: map[string]string{}, Result: r.result}
		for _, s := range r.set {
			run.Set[s.key] = s.value
		}
		if b, ok := r.result.(brief); ok && !o.trace {
			run.Result = b.Brief()
		}
		e.Runs = append(e.Runs, run)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(e)
}

// jsonInputs writes the inputs in the order of the model, as the model writes them.
func (o *outcome) jsonInputs() (json.RawMessage, error) {
	data, err := json.Marshal(o.base.value)
	if err != nil {
		return nil, err
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &values); err != nil {
		return nil, err
	}
	varied := o.varied()
	var b strings.Builder
	for _, in := range o.base.inputs {
		if varied[in.Key] {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "%q:%s", in.Key, values[in.Key])
	}
	return json.RawMessage("{" + b.String() + "}"), nil
}
