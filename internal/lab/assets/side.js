// One of the two settings: its pictures, and the tables beside them.

import { el } from "./dom.js";
import { TITLES } from "./form.js";
import { bandLegend, drawLanes, legend } from "./lanes.js";
import { dash } from "./looks.js";
import { drawPlot } from "./plots.js";
import { folded, lanesTable, plotTable, table } from "./tables.js";

/** Side draws a view. tops are the scales of its plots, shared with the other side. */
export class Side {
  constructor(side, view, tops) {
    this.view = view;
    this.tops = tops;
    this.drawings = [];
    this.node = el("section", { class: "side", id: "side-" + side, "aria-labelledby": "side-title-" + side },
      el("h3", { id: "side-title-" + side }, TITLES[side]), el("p", { class: "headline" }, view.headline));
  }

  /** draw needs to know the width, so it comes after the node is in the page. */
  draw() {
    const width = this.node.clientWidth - 26;
    for (const lanes of this.view.lanes) this.addLanes(lanes, width);
    this.view.plots.forEach((plot, i) => this.addPlot(plot, width, this.tops[i]));
    for (const t of this.view.tables) this.node.append(folded(t.title, () => table("", t.head, t.rows || [])));
    if (this.view.note) this.node.append(el("p", { class: "none" }, this.view.note));
  }

  addLanes(lanes, width) {
    const drawing = drawLanes(lanes, this.view, width);
    this.drawings.push(drawing);
    this.node.append(el("div", { class: "picture" }, el("h4", {}, lanes.title), drawing.node,
      legend(lanes.states), bandLegend(this.view), lanes.note ? el("p", { class: "none" }, lanes.note) : null,
      folded("Data: " + lanes.title, () => lanesTable(lanes, this.view.axis))));
  }

  addPlot(plot, width, top) {
    const drawing = drawPlot(plot, this.view, width, top);
    this.drawings.push(drawing);
    const lines = !plot.stacked && !plot.bars;
    const entries = plot.series.map((s, i) => ({ look: s.look, label: s.values.some((v) => v > 0) ? s.name : s.name + ": none", dash: lines && dash(i) }));
    const unit = plot.title.toLowerCase().includes(plot.unit) ? "" : ` (${plot.unit})`;
    this.node.append(el("div", { class: "picture" }, el("h4", {}, plot.title + unit), drawing.node,
      legend(entries), folded("Data: " + plot.title, () => plotTable(plot))));
  }

  showTo(t) {
    for (const d of this.drawings) d.showTo(t);
  }

  end() {
    for (const d of this.drawings) if (d.end) d.end();
  }
}
