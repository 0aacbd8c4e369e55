// How much of the trace is shown: buttons, slider, and the list of changes.

import { el, byId } from "./dom.js";
import { SIDES, TITLES } from "./form.js";
import { table } from "./tables.js";

/** Trace moves through time and calls show(moment). What happens before the moment is shown, what is later is not. */
export class Trace {
  constructor(show) {
    this.show = show;
    this.slider = byId("time");
    this.slider.addEventListener("input", () => this.moveTo(Number(this.slider.value)));
    byId("start").addEventListener("click", () => this.moveTo(this.axis.from));
    byId("next").addEventListener("click", () => this.next());
    byId("all").addEventListener("click", () => this.moveTo(this.axis.to));
  }

  /** take begins with new views, all of which is shown. */
  take(views) {
    this.views = views;
    const axes = SIDES.map((s) => views[s].axis);
    this.axis = { from: Math.min(...axes.map((a) => a.from)), to: Math.max(...axes.map((a) => a.to)), unit: axes[0].unit };
    this.moments = [...new Set(SIDES.flatMap((s) => views[s].trace.map((c) => c.t)))].sort((a, b) => a - b);
    this.slider.min = this.axis.from;
    this.slider.max = this.axis.to;
    this.moveTo(this.axis.to);
  }

  /** next shows what the next changes led to, up to the ones after them. */
  next() {
    const before = this.at;
    const at = this.moments.find((t) => t > before) ?? this.axis.to;
    this.moveTo(at);
    byId("step").textContent = this.sentence(before, at);
  }

  sentence(from, to) {
    const parts = SIDES.map((s) => {
      const changes = this.views[s].trace.filter((c) => c.t >= from && c.t < to).map((c) => `${c.who} ${c.what}`);
      return `${TITLES[s]}: ${changes.length > 6 ? changes.length + " changes" : changes.join(", ") || "no change"}.`;
    });
    return `${capital(this.axis.unit)} ${from} to ${to}. ${parts.join(" ")}`;
  }

  moveTo(t) {
    this.at = t;
    byId("step").textContent = "";
    this.slider.value = t;
    const text = `${this.axis.unit} ${this.axis.from} to ${t}`;
    this.slider.setAttribute("aria-valuetext", text);
    byId("moment").textContent = t >= this.axis.to ? "the end" : text;
    byId("next").disabled = t >= this.axis.to;
    this.list();
    this.show(t);
  }

  list() {
    const rows = SIDES.flatMap((s) => this.views[s].trace.filter((c) => c.t < this.at).map((c) => [c.t, TITLES[s], c.who, c.what]));
    rows.sort((a, b) => a[0] - b[0]);
    byId("trace").replaceChildren(rows.length > 0
      ? table("", [this.axis.unit, "setting", "who", "what"], rows, [0])
      : el("p", { class: "none" }, "Nothing has changed yet."));
  }
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
