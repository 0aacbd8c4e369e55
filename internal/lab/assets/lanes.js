// Rows of states over time, as SVG.

import { el, svg } from "./dom.js";

export const GUTTER = 86; // left of time, in lanes and in plots, so that they line up
const RIGHT = 12;
const ROW = 20;
const GAP = 3;
const TOP = 20;
const BOTTOM = 22;

/** drawLanes returns a drawing with a function that shows it up to a moment. */
export function drawLanes(lanes, view, width) {
  const { from, to } = view.axis;
  const inner = Math.max(width - GUTTER - RIGHT, 40);
  const x = (t) => GUTTER + (inner * (t - from)) / (to - from);
  const bottom = TOP + lanes.rows.length * (ROW + GAP);
  const root = svg("svg", { width, height: bottom + BOTTOM, viewBox: `0 0 ${width} ${bottom + BOTTOM}`, role: "img", "aria-label": describe(lanes, view) });
  for (const band of view.bands) root.append(...drawBand(band, x, bottom));
  lanes.rows.forEach((row, i) => root.append(...drawRow(lanes, row, TOP + i * (ROW + GAP), x)));
  root.append(...drawAxis(view.axis, x, bottom));
  const cover = svg("rect", { class: "cover", x: GUTTER, y: TOP - 1, width: inner + RIGHT, height: bottom - TOP + 2 });
  root.append(cover);
  const showTo = (t) => {
    cover.setAttribute("x", x(t));
    cover.setAttribute("width", Math.max(0, x(to) - x(t) + 2));
    cover.setAttribute("visibility", t >= to ? "hidden" : "visible");
  };
  return { node: root, showTo };
}

function describe(lanes, view) {
  return `${lanes.title}: ${lanes.rows.length} rows over ${view.axis.unit} ${view.axis.from} to ${view.axis.to}. The data table below has every span.`;
}

function drawBand(band, x, bottom) {
  const left = x(band.from);
  const right = x(band.to);
  const nodes = [
    svg("rect", { class: "band", x: left, y: TOP - 4, width: Math.max(1, right - left), height: bottom - TOP + 4 }),
    svg("path", { class: "bracket", d: `M${left} ${TOP - 1}V${TOP - 5}H${right}V${TOP - 1}` }),
  ];
  if (right - left > 6.2 * band.label.length) {
    nodes.push(svg("text", { x: (left + right) / 2, y: TOP - 8, "text-anchor": "middle" }, band.label));
  }
  return nodes;
}

function drawRow(lanes, row, y, x) {
  const nodes = [svg("text", { x: GUTTER - 6, y: y + 14, "text-anchor": "end", class: "quiet" }, row.name)];
  for (const span of row.spans) {
    const state = lanes.states.find((s) => s.key === span.state);
    const width = Math.max(0.5, x(span.to) - x(span.from));
    const title = svg("title", {}, `${row.name}: ${state.label}, ${span.from} to ${span.to}`);
    nodes.push(svg("rect", { class: `span span-${state.look}`, x: x(span.from), y, width, height: ROW }, title));
    const label = fit(state.label, width);
    if (label) {
      nodes.push(svg("text", { class: `halo halo-${state.look}`, x: x(span.from) + width / 2, y: y + 14, "text-anchor": "middle" }, label));
    }
  }
  return nodes;
}

/** fit is the label, or its beginning up to a comma or colon, if it has room. */
function fit(label, width) {
  for (const text of [label, label.split(/[,:]/)[0]]) {
    if (text.length * 6 + 8 < width) return text;
  }
  return "";
}

function drawAxis(axis, x, bottom) {
  const nodes = [svg("path", { class: "axis", d: `M${GUTTER} ${bottom + 2}H${x(axis.to)}` })];
  for (const t of ticks(axis.from, axis.to, x)) {
    nodes.push(svg("path", { class: "axis", d: `M${x(t)} ${bottom + 2}v4` }));
    nodes.push(svg("text", { class: "quiet", x: x(t), y: bottom + 18, "text-anchor": "middle" }, String(t)));
  }
  nodes.push(svg("text", { class: "quiet", x: GUTTER - 16, y: bottom + 18, "text-anchor": "end" }, axis.unit));
  return nodes;
}

/** ticks are round numbers, not closer than 42 pixels. */
function ticks(from, to, x) {
  const steps = [1, 2, 5, 10, 20, 50, 60, 100, 200, 500, 600];
  while (steps[steps.length - 1] < to - from) steps.push(steps[steps.length - 1] * 5, steps[steps.length - 1] * 10);
  const step = steps.find((s) => x(from + s) - x(from) >= 42) || to - from;
  const list = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) list.push(t);
  return list;
}

/** legend lists looks with their names. An entry with a dash is a line. */
export function legend(entries) {
  return el("ul", { class: "legend" }, ...entries.map((e) => el("li", {}, e.dash ? line(e) : swatch(e.look), el("span", {}, e.label))));
}

/** bandLegend lists the stretches of time that are marked above the rows. */
export function bandLegend(view) {
  if (view.bands.length === 0) return null;
  const items = view.bands.map((b) => el("li", {}, svg("svg", { width: 20, height: 14, "aria-hidden": "true" }, svg("path", { class: "bracket", d: "M2 11V5H18V11" })),
    el("span", {}, `${b.label}: ${b.from} to ${b.to}`)));
  return el("ul", { class: "legend" }, ...items);
}

function swatch(look) {
  return svg("svg", { width: 20, height: 14, "aria-hidden": "true" }, svg("rect", { class: `span span-${look}`, x: 1, y: 1, width: 18, height: 12 }));
}

function line(entry) {
  return svg("svg", { width: 26, height: 14, "aria-hidden": "true" },
    svg("path", { class: `line-${entry.look}`, d: "M1 7H25", "stroke-width": 2, "stroke-dasharray": entry.dash.join(" ") || null }));
}
