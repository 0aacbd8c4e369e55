// Tables beside the pictures.

import { el } from "./dom.js";

const MOST = 200;

/** table makes a table of text. */
export function table(caption, head, rows, numbers = []) {
  const cell = (name, text, i) => el(name, { class: numbers.includes(i) ? "number" : null, scope: name === "th" ? "col" : null }, text);
  const node = el("table", {}, caption ? el("caption", {}, caption) : null,
    el("thead", {}, el("tr", {}, ...head.map((h, i) => cell("th", h, i)))),
    el("tbody", {}, ...rows.slice(0, MOST).map((r) => el("tr", {}, ...r.map((c, i) => cell("td", String(c), i))))));
  if (rows.length > MOST) node.append(el("tfoot", {}, el("tr", {}, el("td", { colspan: head.length }, `and ${rows.length - MOST} more, in Export JSON`))));
  return node;
}

/** folded is a table that opens on demand; it is built when it does. */
export function folded(title, build) {
  const box = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title });
  const node = el("details", {}, el("summary", {}, title), box);
  node.addEventListener("toggle", () => { if (node.open && !box.firstChild) box.append(build()); });
  return node;
}

/** lanesTable is every span of a drawing. */
export function lanesTable(lanes, axis) {
  const rows = [];
  for (const row of lanes.rows) {
    for (const s of row.spans) rows.push([row.name, lanes.states.find((x) => x.key === s.state).label, s.from, s.to]);
  }
  return table("", ["row", "state", `from (${axis.unit})`, "until"], rows, [2, 3]);
}

/** plotTable is every value of a plot. */
export function plotTable(plot) {
  const rows = plot.x.map((x, i) => [plot.labels ? plot.labels[i] : number(x), ...plot.series.map((s) => number(s.values[i]))]);
  return table("", [plot.xname, ...plot.series.map((s) => `${s.name} (${plot.unit})`)], rows, [0, ...plot.series.map((_, i) => i + 1)]);
}

/** number drops the noise of binary fractions. */
export function number(x) {
  return String(Math.round(x * 1e6) / 1e6);
}
