package htmlreport

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/picture"
)

// Measures of a drawing, in units that are pixels at its natural size.
const (
	width  = 360
	gutter = 72
	right  = 12
	top    = 18
	rowH   = 18
	gap    = 3
	plotH  = 130
	letter = 6 // width of one
)

// canvas collects elements.
type canvas struct{ strings.Builder }

func (c *canvas) text(class, anchor string, x, y float64, s string) {
	fmt.Fprintf(c, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, num(x), num(y), template.HTMLEscapeString(s))
}

func (c *canvas) svg(height float64, label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="%s" viewBox="0 0 %d %s">%s</svg>`,
		template.HTMLEscapeString(label), width, num(height), c.String()))
}

// num writes a coordinate with a tenth, the same on every machine.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// scale maps the time of a view to x.
func scale(v *picture.View) func(float64) float64 {
	from, to := float64(v.Axis.From), float64(v.Axis.To)
	return func(t float64) float64 { return gutter + (width-gutter-right)*(t-from)/(to-from) }
}

// lanes draws rows of states.
func lanes(l *picture.Lanes, v *picture.View) template.HTML {
	c, x := &canvas{}, scale(v)
	states := map[string]picture.State{}
	for _, s := range l.States {
		states[s.Key] = s
	}
	bottom := float64(top + len(l.Rows)*(rowH+gap))
	c.bands(v, x, bottom)
	var told []string
	for i, row := range l.Rows {
		y := float64(top + i*(rowH+gap))
		c.text("quiet", "end", gutter-6, y+13, row.Name)
		for _, s := range row.Spans {
			state, left := states[s.State], x(float64(s.From))
			w := x(float64(s.To)) - left
			fmt.Fprintf(c, `<rect class="span span-%s" x="%s" y="%s" width="%s" height="%d"><title>%s</title></rect>`, state.Look, num(left), num(y), num(w), rowH,
				template.HTMLEscapeString(fmt.Sprintf("%s: %s, %d to %d", row.Name, state.Label, s.From, s.To)))
			if label := fit(state.Label, w); label != "" {
				c.text("halo halo-"+string(state.Look), "middle", left+w/2, y+13, label)
			}
			if i == 0 {
				told = append(told, fmt.Sprintf("%s %d to %d", state.Label, s.From, s.To))
			}
		}
	}
	c.axis(v, x, bottom)
	label := fmt.Sprintf("%s over %s %d to %d. First row: %s.", l.Title, v.Axis.Unit, v.Axis.From, v.Axis.To, strings.Join(told, ", "))
	return c.svg(bottom+22, label) + legend(l.States)
}

// fit is the label, or its beginning, if there is room.
func fit(label string, w float64) string {
	short, _, _ := strings.Cut(strings.ReplaceAll(label, ":", ","), ",")
	for _, s := range []string{label, short} {
		if float64(len(s)*letter+6) < w {
			return s
		}
	}
	return ""
}

func (c *canvas) bands(v *picture.View, x func(float64) float64, bottom float64) {
	for _, b := range v.Bands {
		l, r := x(float64(b.From)), x(float64(b.To))
		fmt.Fprintf(c, `<rect class="band" x="%s" y="%d" width="%s" height="%s"/>`, num(l), top-3, num(r-l), num(bottom-top+3))
		fmt.Fprintf(c, `<path class="bracket" d="M%s %dV%dH%sV%d"/>`, num(l), top-1, top-4, num(r), top-1)
		c.text("", "middle", (l+r)/2, top-7, b.Label)
	}
}

func (c *canvas) axis(v *picture.View, x func(float64) float64, y float64) {
	fmt.Fprintf(c, `<path class="axis" d="M%d %sH%s"/>`, gutter, num(y+2), num(x(float64(v.Axis.To))))
	for _, t := range ticks(float64(v.Axis.From), float64(v.Axis.To), 6) {
		fmt.Fprintf(c, `<path class="axis" d="M%s %sv3"/>`, num(x(t)), num(y+2))
		c.text("quiet", "middle", x(t), y+17, num(t))
	}
	c.text("quiet", "end", gutter-14, y+17, v.Axis.Unit)
}

// ticks are round numbers, about n of them.
func ticks(from, to float64, n int) []float64 {
	rough := (to - from) / float64(n)
	if rough <= 0 {
		return []float64{from}
	}
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	step := power * 10
	for _, m := range []float64{1, 2, 5} {
		if power*m >= rough {
			step = power * m
			break
		}
	}
	var list []float64
	for i := math.Ceil(from / step); i*step <= to; i++ {
		list = append(list, i*step)
	}
	return list
}

// layers draws stacked areas, the lowest last, so that each covers the foot of the one above it.
func layers(p *picture.Plot, v *picture.View) template.HTML {
	c, x := &canvas{}, scale(v)
	sums := make([][]float64, len(p.Series))
	high := 1.0
	for i, s := range p.Series {
		sums[i] = make([]float64, len(p.X))
		for n, value := range s.Values {
			sums[i][n] = value
			if i > 0 {
				sums[i][n] += sums[i-1][n]
			}
			high = max(high, sums[i][n])
		}
	}
	bottom := float64(top + plotH)
	y := func(value float64) float64 { return bottom - plotH*value/high }
	for _, t := range ticks(0, high, 4) {
		fmt.Fprintf(c, `<path class="grid" d="M%d %sH%d"/>`, gutter, num(y(t)), width-right)
		c.text("quiet", "end", gutter-6, y(t)+4, num(t))
	}
	var told []string
	var states []picture.State
	for i := len(sums) - 1; i >= 0; i-- {
		if some(p.Series[i].Values) {
			fmt.Fprintf(c, `<path class="span span-%s" d="%s"/>`, p.Series[i].Look, outline(p.X, sums[i], x, y, bottom))
		}
	}
	for _, s := range p.Series {
		label := s.Name
		if !some(s.Values) {
			label += ": none"
		}
		told = append(told, label)
		states = append(states, picture.State{Label: label, Look: s.Look})
	}
	c.bands(v, x, top)
	c.axis(v, x, bottom)
	return c.svg(bottom+22, fmt.Sprintf("%s, in %s: %s.", p.Title, p.Unit, strings.Join(told, ", "))) + legend(states)
}

func some(values []float64) bool {
	for _, v := range values {
		if v > 0 {
			return true
		}
	}
	return false
}

// outline is the edge of an area of steps.
func outline(xs, values []float64, x, y func(float64) float64, bottom float64) string {
	var b strings.Builder
	for i := range xs {
		if i == 0 {
			fmt.Fprintf(&b, "M%s %s", num(x(xs[0])), num(bottom))
		} else {
			fmt.Fprintf(&b, "H%s", num(x(xs[i])))
		}
		fmt.Fprintf(&b, "V%s", num(y(values[i])))
	}
	return b.String() + "V" + num(bottom) + "Z"
}

func legend(states []picture.State) template.HTML {
	var b strings.Builder
	b.WriteString(`<ul class="legend">`)
	for _, s := range states {
		fmt.Fprintf(&b, `<li><svg width="20" height="14" aria-hidden="true"><rect class="span span-%s" x="1" y="1" width="18" height="12"/></svg><span>%s</span></li>`,
			s.Look, template.HTMLEscapeString(s.Label))
	}
	b.WriteString("</ul>")
	return template.HTML(b.String())
}
