// Export JSON: inputs, figures, tables and trace of both settings, as a download.

import { el } from "./dom.js";

/** download saves what the server answered. */
export function download(model, answer) {
  const side = (a) => ({ inputs: a.inputs, figures: a.view.figures, tables: a.view.tables, trace: a.view.trace, result: a.view.result });
  const text = JSON.stringify({ version: 1, model, this: side(answer.this), fixed: side(answer.fixed) }, null, 2);
  const url = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
  el("a", { href: url, download: `healthlint-${model}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
