// The inputs of a model, each twice: for this setting and for the fixed one. Labels, ranges and choices come from the
// server.

import { el } from "./dom.js";

export const SIDES = ["this", "fixed"];
export const TITLES = { this: "This setting", fixed: "Fixed setting" };

/** Form builds the controls of a model and calls changed(values) with the values of both sides. */
export class Form {
  constructor(root, model, changed) {
    this.root = root;
    this.inputs = model.inputs;
    this.changed = changed;
    this.controls = {};
    this.values = { this: new Map(model.this), fixed: new Map(model.fixed) };
    this.build();
    this.show();
  }

  build() {
    const first = this.inputs.filter((i) => i.first);
    const more = this.inputs.filter((i) => !i.first);
    const heads = el("div", { class: "heads" }, ...SIDES.map((s) => el("span", { id: "head-" + s }, TITLES[s])));
    const rows = first.map((i) => this.row(i));
    this.root.replaceChildren(
      el("p", { class: "hint" }, "An input that is equal on both sides changes on both when it is changed on the left."), heads, ...rows);
    if (more.length > 0) {
      this.root.append(el("details", {}, el("summary", {}, `${more.length} more inputs`), ...more.map((i) => this.row(i))));
    }
    this.root.onsubmit = (e) => e.preventDefault();
  }

  row(input) {
    const list = !input.number && input.choices.length === 0;
    const name = el("span", { class: "name", id: "name-" + input.key }, input.help);
    const hint = el("span", { class: "hint", id: "hint-" + input.key }, input.choices.length > 0 ? input.key : `${input.key}: ${input.range}`);
    const errors = el("div", { class: "error", id: "error-" + input.key });
    const pair = el("div", { class: "pair" }, ...SIDES.map((side) => this.control(input, side)));
    return el("div", { class: list ? "row wide" : "row", "data-key": input.key, role: "group", "aria-labelledby": "name-" + input.key },
      name, hint, pair, errors);
  }

  control(input, side) {
    const attributes = {
      id: side + "-" + input.key, name: side + "." + input.key,
      "aria-labelledby": `name-${input.key} head-${side}`, "aria-describedby": `hint-${input.key} error-${input.key}`,
    };
    let control;
    if (input.choices.length > 0) {
      control = el("select", attributes, ...input.choices.map((c) => el("option", { value: c }, c)));
    } else if (input.number) {
      control = el("input", { ...attributes, type: "number", min: input.min, max: input.max, step: input.whole ? 1 : "any" });
    } else {
      control = el("input", { ...attributes, type: "text", spellcheck: "false" });
    }
    control.addEventListener("change", () => this.change(side, input.key, control.value));
    this.controls[side + "-" + input.key] = control;
    return control;
  }

  /** change puts the changed input last: a platform brings values for others, which it then overrides. */
  change(side, key, value) {
    const sides = side === "this" && this.values.this.get(key) === this.values.fixed.get(key) ? SIDES : [side];
    for (const s of sides) {
      this.values[s].delete(key);
      this.values[s].set(key, value);
    }
    this.show();
    this.changed(this.settings());
  }

  settings() {
    return { this: [...this.values.this], fixed: [...this.values.fixed] };
  }

  /** take shows the values that the server has set. */
  take(answer) {
    for (const side of SIDES) this.values[side] = new Map(answer[side].values);
    this.show();
  }

  show() {
    for (const input of this.inputs) {
      for (const side of SIDES) {
        const control = this.controls[side + "-" + input.key];
        const value = this.values[side].get(input.key);
        if (control.value !== value) control.value = value;
      }
      const row = this.root.querySelector(`[data-key="${input.key}"]`);
      row.classList.toggle("differs", this.values.this.get(input.key) !== this.values.fixed.get(input.key));
    }
  }

  /** complain marks the inputs that errors are about, and returns all messages. */
  complain(answer) {
    const messages = [];
    for (const input of this.inputs) {
      const lines = [];
      for (const side of SIDES) {
        const own = answer ? answer[side].errors.filter((e) => e.key === input.key) : [];
        this.controls[side + "-" + input.key].setAttribute("aria-invalid", own.length > 0 ? "true" : "false");
        lines.push(...own.map((e) => `${TITLES[side]}: ${e.message}`));
      }
      document.getElementById("error-" + input.key).textContent = lines.join(" ");
      messages.push(...lines);
    }
    for (const side of SIDES) {
      const rest = answer ? answer[side].errors.filter((e) => e.key === "") : [];
      messages.push(...rest.map((e) => `${TITLES[side]}: ${e.message}`));
    }
    return messages;
  }
}
