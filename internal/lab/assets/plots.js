// Plots, drawn by uPlot. It gets sums of layers where layers are stacked; values are never computed here.

import { el } from "./dom.js";
import { GUTTER } from "./lanes.js";
import { colour, dash, pattern } from "./looks.js";

const HEIGHT = 190;
const LONG = 6; // letters from which labels are slanted

/** drawPlot returns a drawing with functions to show it up to a moment and to end it. */
export function drawPlot(plot, view, width, top) {
  const node = el("div", { role: "img", "aria-label": `${plot.title}, in ${plot.unit}. The data table below has every value.` });
  const layers = visible(plot);
  let shown = Infinity;
  const options = {
    width, height: HEIGHT + (plot.labels && plot.labels.some((l) => l.length > LONG) ? 34 : 0), legend: { show: false }, cursor: { show: false },
    padding: [10, 12, 0, 0],
    scales: { x: { time: false, range: range(plot, view) }, y: { range: [0, top] } },
    axes: [xAxis(plot, width), axis({ size: GUTTER })],
    series: [{}, ...layers.map((l) => series(plot, l))],
    hooks: { draw: [(u) => plot.timed && cover(u, shown)] },
  };
  const chart = new uPlot(options, [plot.x, ...layers.map((l) => l.sums)], node);
  return {
    node,
    showTo(t) {
      shown = t >= view.axis.to ? Infinity : t;
      if (plot.timed) chart.redraw(false);
    },
    end: () => chart.destroy(),
  };
}

/** topOf is the upper end of the scale of a plot. */
export function topOf(plot) {
  let top = 0;
  for (const layer of visible(plot)) {
    for (const sum of layer.sums) top = Math.max(top, sum);
  }
  return top * 1.05 || 1;
}

/** visible are the layers that are anywhere above zero, the uppermost first, so that lower ones are drawn over it. */
function visible(plot) {
  const sums = new Array(plot.x.length).fill(0);
  const layers = [];
  plot.series.forEach((s, index) => {
    if (!s.values.some((v) => v > 0) && plot.stacked) return;
    s.values.forEach((v, i) => { sums[i] = plot.stacked ? sums[i] + v : v; });
    layers.push({ series: s, index, sums: sums.slice() });
  });
  return plot.stacked ? layers.reverse() : layers;
}

function series(plot, layer) {
  const look = layer.series.look;
  const filled = plot.stacked || plot.bars;
  return {
    stroke: colour(look + "-line"),
    width: filled ? 1 : 2,
    fill: filled ? pattern(look) : undefined,
    dash: filled ? [] : dash(layer.index),
    paths: plot.bars ? uPlot.paths.bars({ size: [0.7, 48] }) : plot.timed ? uPlot.paths.stepped({ align: 1 }) : undefined,
    points: { show: !plot.timed && !plot.bars },
  };
}

function range(plot, view) {
  if (plot.timed) return [view.axis.from, view.axis.to];
  const half = plot.bars ? 0.5 : 0;
  return [Math.min(...plot.x) - half, Math.max(...plot.x) + half];
}

function xAxis(plot, width) {
  if (!plot.labels) return axis({ space: 44, size: 30 });
  const longest = Math.max(...plot.labels.map((l) => l.length));
  const room = (width - GUTTER) / plot.labels.length;
  const every = longest > LONG ? 1 : Math.ceil((longest * 7 + 4) / room);
  const more = longest > LONG ? { size: 64, rotate: -35 } : { size: 30 };
  return axis({ ...more, splits: () => plot.x, values: () => plot.labels.map((l, i) => (i % every === 0 ? l : "")), grid: { show: false } });
}

function axis(more) {
  return {
    stroke: colour("muted"), font: "12px system-ui, sans-serif", grid: { stroke: colour("rule"), width: 1 },
    ticks: { stroke: colour("edge"), width: 1, size: 4 }, ...more,
  };
}

/** cover hides what is later than a moment. */
function cover(u, moment) {
  if (moment === Infinity) return;
  const { left, top, width, height } = u.bbox;
  const x = Math.min(Math.max(u.valToPos(moment, "x", true), left), left + width);
  u.ctx.save();
  u.ctx.fillStyle = colour("bg");
  u.ctx.fillRect(x, top - 2, left + width - x + 2, height + 4);
  u.ctx.restore();
}
