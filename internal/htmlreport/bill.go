package htmlreport

import (
	"fmt"
	"html/template"

	"github.com/healthlint/healthlint/internal/lab"
	"github.com/healthlint/healthlint/internal/picture"
)

// bill is what one setting of the checks costs against another, for all findings that share them.
type bill struct {
	ID          string
	Findings    []string // their ids
	AsIs, Fixed side
	Assumptions []string
	Figures     []figureRow
}

// side is one of the two.
type side struct {
	Headline string
	Pictures []drawing
}

type drawing struct {
	Title string
	SVG   template.HTML
	Note  string
}

type figureRow struct{ Head, AsIs, Fixed string }

// bills runs each pair of settings once.
type bills struct {
	list []bill
	keys map[string]int
}

func (b *bills) add(s *lab.Scenario, findingID string) (*bill, error) {
	key := fmt.Sprintf("%+v %+v %q", s.AsIs, s.Fixed, s.Assumptions)
	if i, ok := b.keys[key]; ok {
		b.list[i].Findings = append(b.list[i].Findings, findingID)
		return &b.list[i], nil
	}
	asIs, err := picture.Fleet(&s.AsIs)
	if err != nil {
		return nil, err
	}
	fixed, err := picture.Fleet(&s.Fixed)
	if err != nil {
		return nil, err
	}
	c := bill{ID: fmt.Sprintf("cost-%d", len(b.list)+1), Findings: []string{findingID}, Assumptions: s.Assumptions,
		AsIs: draw(asIs), Fixed: draw(fixed)}
	for i, f := range asIs.Figures {
		c.Figures = append(c.Figures, figureRow{f.Head, f.Text, fixed.Figures[i].Text})
	}
	if b.keys == nil {
		b.keys = map[string]int{}
	}
	b.keys[key] = len(b.list)
	b.list = append(b.list, c)
	return &b.list[len(b.list)-1], nil
}

func draw(v *picture.View) side {
	s := side{Headline: v.Headline}
	for i := range v.Lanes {
		s.Pictures = append(s.Pictures, drawing{v.Lanes[i].Title, lanes(&v.Lanes[i], v), v.Lanes[i].Note})
	}
	for i := range v.Plots {
		if p := &v.Plots[i]; p.Stacked {
			s.Pictures = append(s.Pictures, drawing{p.Title + " (" + p.Unit + ")", layers(p, v), ""})
		}
	}
	return s
}
