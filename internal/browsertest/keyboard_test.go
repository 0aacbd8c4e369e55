package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/outage"
)

// Everything can be done with keys alone, in the order in which it stands.
func TestKeyboard(t *testing.T) {
	url := serve(t, nil)
	p := newTab(t, url)
	p.open(url, "fail-open")
	p.key("Tab")
	if got := eval[string](p, `document.activeElement.textContent`); got != "To the inputs" {
		t.Errorf("the first stop is %q", got)
	}
	for range 5 { // the fifth model
		p.key("Tab")
	}
	p.key("Enter")
	p.until(`document.getElementById("question").textContent.startsWith("One endpoint")`)
	p.until(idle)

	p.tabTo("start")
	p.key("Enter")
	if n := len(p.traced()); n != 0 {
		t.Errorf("%d changes after Start trace", n)
	}
	p.key("Tab")
	p.key(" ")
	p.key(" ")
	if n := len(p.traced()); n == 0 {
		t.Error("Next step shows nothing")
	}
	p.tabTo("time")
	p.key("Home")
	p.key("ArrowRight")
	if got := eval[string](p, `document.getElementById("moment").textContent`); got != "ticks 0 to 1" {
		t.Error(got)
	}
	p.key("End")

	p.tabTo("this-mode")
	p.key("ArrowUp") // separate
	p.until(`document.getElementById("fixed-mode").value === "separate" && document.getElementById("this-mode").value === "separate"`)
	p.until(idle)
	p.tabTo("this-down_to_tick")
	p.key("ArrowUp")
	p.key("Tab")
	model := outage.DefaultCombined()
	model.DownTo++
	want := result(t, model)
	p.until(fmt.Sprintf(`document.querySelector("[data-figure='this.dropped']").textContent === %q`, metric(want, "dropped")))
	p.holds("this", want)

	order := eval[[]string](p, `[...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")].filter((n) => n.tabIndex < 0).map((n) => n.outerHTML)`)
	if len(order) > 0 {
		t.Errorf("out of the focus order: %v", order)
	}
	if eval[bool](p, `[...document.querySelectorAll("[tabindex]")].some((n) => n.tabIndex > 0)`) {
		t.Error("something jumps the focus order")
	}
}

func metric(list []outage.Metric, key string) string {
	for _, m := range list {
		if m.Key == key {
			return m.Text()
		}
	}
	return ""
}

// accessible collects what a screen reader would stumble over: controls and pictures without a name, doubled ids,
// labels that point nowhere, text of too little contrast.
const accessible = `(() => {
	const bad = [];
	const text = (id) => (document.getElementById(id) || {textContent: ""}).textContent.trim();
	const name = (n) => (n.getAttribute("aria-label") || (n.getAttribute("aria-labelledby") || "").split(" ").map(text).join(" ")
		|| [...(n.labels || [])].map((l) => l.textContent).join(" ") || n.textContent).trim();
	const seen = new Set();
	for (const n of document.querySelectorAll("[id]")) {
		if (seen.has(n.id)) bad.push("doubled id " + n.id);
		seen.add(n.id);
	}
	for (const n of document.querySelectorAll("a, button, input, select, summary, [role=img], [role=region], [role=group], nav, section, form, article, pre[tabindex]")) {
		if (!name(n)) bad.push("no name: " + n.outerHTML.slice(0, 120));
	}
	for (const n of document.querySelectorAll("input, select")) {
		if (!n.getAttribute("aria-label") && !n.getAttribute("aria-labelledby") && !n.labels.length) bad.push("no label: " + n.id);
	}
	for (const n of document.querySelectorAll("[aria-labelledby], [aria-describedby], [for]")) {
		for (const id of [n.getAttribute("aria-labelledby"), n.getAttribute("aria-describedby"), n.getAttribute("for")].join(" ").split(" ")) {
			if (id && !document.getElementById(id)) bad.push("points nowhere: " + id);
		}
	}
	for (const n of document.querySelectorAll("svg")) {
		if (n.getAttribute("role") !== "img" && n.getAttribute("aria-hidden") !== "true") bad.push("picture without a role: " + n.outerHTML.slice(0, 80));
	}
	for (const n of document.querySelectorAll("table")) {
		if (!n.querySelector("th") && !n.classList.contains("chain")) bad.push("table without headings");
	}
	if (!document.documentElement.lang || !document.title || document.querySelectorAll("h1").length !== 1 || !document.querySelector("main")) bad.push("no language, title, h1 or main");
	let level = 1;
	for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
		const now = Number(h.tagName[1]);
		if (h.offsetParent && now > level + 1) bad.push("heading jumps: " + h.textContent);
		if (h.offsetParent) level = now;
	}
	const rgb = (c) => (c.match(/[\d.]+/g) || []).map(Number);
	const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
	const ground = (n) => { for (; n; n = n.parentElement) { const c = rgb(getComputedStyle(n).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
	for (const n of document.querySelectorAll("p, a, button, input, select, label, span, th, td, li, h1, h2, h3, h4, summary, output, code, pre, mark, strong")) {
		if (!n.textContent.trim() && !n.value || !n.offsetParent) continue;
		const a = light(rgb(getComputedStyle(n).color)), b = light(ground(n));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) bad.push("contrast " + ratio.toFixed(2) + ": " + n.outerHTML.slice(0, 100));
	}
	return bad;
})()`

// Nothing on the page is without a name, a label or contrast, in either scheme.
func TestLabIsAccessible(t *testing.T) {
	url := serve(t, nil)
	for _, m := range models {
		p := newTab(t, url)
		for _, scheme := range []string{"light", "dark"} {
			p.scheme(scheme)
			p.open(url, m)
			eval[bool](p, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
			for _, b := range eval[[]string](p, accessible) {
				t.Errorf("%s, %s: %s", m, scheme, b)
			}
			if headings := eval[string](p, `document.querySelector("#results").getAttribute("aria-label")`); strings.TrimSpace(headings) == "" {
				t.Error("results have no name")
			}
		}
	}
}
