package htmlreport

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/names"
)

// Measures of the graph.
const (
	nodeH     = 40
	nodeGap   = 10
	endpointW = 150
	depW      = 138
	depX      = width - depW - 2
)

// node is a box.
type node struct {
	head, sub, full string
	class           string
	y               float64
}

// edge is a line from an endpoint to a dependency.
type edge struct {
	from, to int
	class    string
	title    string
}

// graph draws endpoints on the left, what they reach on the right.
func graph(res *inventory.Result, shown []inventory.Finding) template.HTML {
	left, right, edges := nodes(res, shown)
	if len(left) == 0 {
		return ""
	}
	c := &canvas{}
	height := float64(max(len(left), len(right)))*(nodeH+nodeGap) + 4
	place(left, height)
	place(right, height)
	for _, e := range edges {
		y1, y2 := left[e.from].y+nodeH/2, right[e.to].y+nodeH/2
		fmt.Fprintf(c, `<path class="edge %s" d="M%d %sC%d %s %d %s %d %s"><title>%s</title></path>`, e.class, endpointW+2, num(y1),
			endpointW+40, num(y1), depX-40, num(y2), depX, num(y2), template.HTMLEscapeString(e.title))
	}
	for _, n := range left {
		c.box(n, 2, endpointW)
	}
	for _, n := range right {
		c.box(n, depX, depW)
	}
	return c.svg(height, fmt.Sprintf("%d endpoints and the %d dependencies that they reach; the table below says the same", len(left), len(right)))
}

// place spreads the boxes of one side over the height.
func place(list []node, height float64) {
	for i := range list {
		list[i].y = height*(float64(i)+0.5)/float64(len(list)) - nodeH/2
	}
}

func (c *canvas) box(n node, x float64, w float64) {
	fmt.Fprintf(c, `<g><title>%s</title><rect class="node %s" x="%s" y="%s" width="%s" height="%d" rx="5"/>`, template.HTMLEscapeString(n.full), n.class, num(x), num(n.y), num(w), nodeH)
	c.text("strong", "start", x+8, n.y+17, cut(n.head, int(w/7)))
	c.text("quiet", "start", x+8, n.y+33, cut(n.sub, int(w/6)))
	c.WriteString("</g>")
}

// cut shortens what has no room; the title of the box has all of it.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func nodes(res *inventory.Result, shown []inventory.Finding) (left, right []node, edges []edge) {
	index := map[string]int{}
	programs := map[string]bool{}
	for i := range res.Probes {
		programs[res.Probes[i].Program] = true
	}
	for i := range res.Probes {
		p := &res.Probes[i]
		head := cmp.Or(p.Shown(), names.Func(p.Handler), "unknown path")
		sub := string(p.Role)
		if len(programs) > 1 && p.Program != "" {
			sub += " · " + names.Package(p.Program)
		}
		left = append(left, node{head: head, sub: sub, full: head + ", " + string(p.Role) + ", " + p.Program, class: "node-endpoint"})
		seen := map[string]int{}
		for j := range p.Dependencies {
			d := &p.Dependencies[j]
			name := names.InTable(d, p.HandlerPackage)
			if !d.Shared {
				name += " local"
			}
			if _, ok := index[name]; !ok {
				index[name] = len(right)
				right = append(right, dependencyNode(d, name))
			}
			e := edge{from: i, to: index[name], class: edgeClass(p, d, shown), title: head + " reaches " + name}
			if k, ok := seen[name]; !ok {
				seen[name] = len(edges)
				edges = append(edges, e)
			} else if rank(e.class) > rank(edges[k].class) {
				edges[k].class = e.class
			}
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return rank(a.class) - rank(b.class) }) // what matters most is drawn last
	return left, right, edges
}

func dependencyNode(d *inventory.Dependency, name string) node {
	n := node{head: cmp.Or(d.Product, d.Kind), sub: d.Kind, full: name, class: "node-shared"}
	if names.Unnamed(d) {
		n.head, n.sub = d.Kind, names.Func(d.Callee)
	}
	if !d.Shared {
		n.sub, n.class = n.sub+", local", "node-local"
	}
	return n
}

// The edges by weight: a finding, a shared dependency, a possible one, a local one.
var weights = []string{"edge-local", "edge-possible", "edge-shared", "edge-note", "edge-warning", "edge-error"}

func rank(class string) int { return slices.Index(weights, class) }

func edgeClass(p *inventory.Probe, d *inventory.Dependency, shown []inventory.Finding) string {
	class := "edge-shared"
	switch {
	case !d.Shared:
		class = "edge-local"
	case d.Confidence == inventory.Possible:
		class = "edge-possible"
	}
	for _, f := range shown {
		about := f.Dependency != nil && f.Dependency.Callee == d.Callee && f.Dependency.Kind == d.Kind && f.Dependency.Product == d.Product
		if own := "edge-" + string(f.Level); about && slices.Contains(f.Probes, p.ID) && rank(own) > rank(class) {
			class = own
		}
	}
	return class
}
