package browsertest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/input"

	"github.com/healthlint/healthlint/internal/outage"
)

// set types a value into a control, as leaving it does.
func (p *tab) set(id, value string) {
	p.t.Helper()
	p.act(fmt.Sprintf(`{const c = document.getElementById(%q); c.value = %q; c.dispatchEvent(new Event("change", {bubbles: true}))}`, id, value))
}

// act runs a statement that asks the server, and waits for the answer.
func (p *tab) act(statement string) {
	p.t.Helper()
	eval[bool](p, `(() => {`+statement+`; return true})()`)
	p.until(idle)
}

func (p *tab) click(id string) {
	p.t.Helper()
	p.act(fmt.Sprintf(`document.getElementById(%q).click()`, id))
}

// key presses a key on whatever has the focus.
func (p *tab) key(name string) {
	p.t.Helper()
	codes := map[string]int64{"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}
	text := map[string]string{"Enter": "\r", " ": " "}[name]
	code, ok := codes[name]
	if !ok { // a sign
		code, text = int64(strings.ToUpper(name)[0]), name
	}
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: name, WindowsVirtualKeyCode: code, Text: text}
	call(p, input.DispatchKeyEvent, down)
	down.Type, down.Text = input.DispatchKeyEventTypeKeyUp, ""
	call(p, input.DispatchKeyEvent, down)
}

// tabTo presses Tab until an element has the focus.
func (p *tab) tabTo(id string) {
	p.t.Helper()
	for range 120 {
		if eval[string](p, `document.activeElement.id`) == id {
			return
		}
		p.key("Tab")
	}
	p.t.Fatalf("Tab never reaches %s", id)
}

// figures are those on the page, by side and key.
func (p *tab) figures() map[string]string {
	p.t.Helper()
	return eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll("[data-figure]")].map((n) => [n.dataset.figure, n.textContent]))`)
}

// holds compares the figures of one side with those of a model.
func (p *tab) holds(side string, metrics []outage.Metric) {
	p.t.Helper()
	shown := p.figures()
	for _, m := range metrics {
		if got, ok := shown[side+"."+m.Key]; !ok || got != m.Text() {
			p.t.Errorf("%s: %s is %q on the page, %q in the model", side, m.Key, got, m.Text())
		}
	}
}

// spans are the spans of the drawings of a side that are not hidden, as their titles say.
func (p *tab) spans(side string) []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#side-`+side+` rect > title")].map((n) => n.textContent)`)
}

// traced are the rows of the trace.
func (p *tab) traced() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#trace tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" "))`)
}

// covered is where the cover of the first drawing of a side begins, in the time of the model; to if nothing is covered.
func (p *tab) covered(side string, from, to float64) float64 {
	p.t.Helper()
	text := eval[string](p, `(() => {
		const cover = document.querySelector("#side-`+side+` .cover"), svg = cover.ownerSVGElement;
		if (cover.getAttribute("visibility") === "hidden") return "all";
		const spans = [...svg.querySelectorAll(".span")], left = Number(spans[0].getAttribute("x"));
		const last = spans[spans.length - 1], right = Number(last.getAttribute("x")) + Number(last.getAttribute("width"));
		return String((Number(cover.getAttribute("x")) - left) / (right - left));
	})()`)
	if text == "all" {
		return to
	}
	share, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return from + share*(to-from)
}
