// The figures of both runs, side by side.

import { el, byId } from "./dom.js";
import { SIDES, TITLES } from "./form.js";

/** showFigures fills the table and the sentence that is read out. */
export function showFigures(views) {
  byId("verdict").replaceChildren(...SIDES.map((s) => el("p", {}, el("strong", {}, TITLES[s] + ": "), views[s].headline)));
  const rows = views.this.figures.map((f, i) => {
    const other = views.fixed.figures[i];
    return el("tr", { class: f.text === other.text ? null : "differs" },
      el("th", { scope: "row" }, f.head),
      el("td", { class: "number", "data-figure": "this." + f.key }, f.text),
      el("td", { class: "number", "data-figure": "fixed." + f.key }, other.text));
  });
  byId("figures").replaceChildren(el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "figure"), ...SIDES.map((s) => el("th", { scope: "col", class: "number" }, TITLES[s])))),
    el("tbody", {}, ...rows)));
}
