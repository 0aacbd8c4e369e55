// The page: picks a model, hands its inputs to the server, shows what comes back.

import { run, start } from "./api.js";
import { byId, el } from "./dom.js";
import { download } from "./export.js";
import { showFigures } from "./figures.js";
import { Form, SIDES } from "./form.js";
import { topOf } from "./plots.js";
import { Side } from "./side.js";
import { Trace } from "./trace.js";

const page = { models: [], model: null, form: null, answer: null, sides: [], asked: 0 };
const trace = new Trace((t) => page.sides.forEach((s) => s.showTo(t)));

async function boot() {
  const answer = await start();
  page.models = answer.models;
  showFinding(answer.finding);
  byId("models").append(...page.models.map((m) => el("a", { href: "#" + m.name }, m.title)));
  byId("reset").addEventListener("click", () => choose(page.model));
  byId("export").addEventListener("click", () => page.answer && download(page.model.name, page.answer));
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", redrawSoon);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  fromAddress();
}

function showFinding(finding) {
  page.finding = finding;
  if (!finding) return;
  byId("finding-title").textContent = finding.title;
  byId("finding-message").textContent = finding.message;
  byId("finding-assumptions").replaceChildren(...finding.assumptions.map((a) => el("li", {}, a)));
}

/** fromAddress chooses the model that the part behind # names. */
function fromAddress() {
  const name = location.hash.slice(1);
  if (name === "form") return; // the link that skips the inputs
  choose(page.models.find((m) => m.name === name) || page.models[0]);
}

/** choose starts a model with its own values. */
function choose(model) {
  page.model = model;
  document.title = `${model.title} - healthlint lab`;
  byId("question").textContent = model.question;
  byId("finding").hidden = !page.finding || model !== page.models[0];
  for (const a of byId("models").children) {
    if (a.getAttribute("href") === "#" + model.name) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
  page.form = new Form(byId("form"), model, ask);
  ask(page.form.settings());
}

/** ask runs both settings. Of several questions only the answer to the last counts. */
async function ask(settings) {
  const question = ++page.asked;
  const results = byId("results");
  results.setAttribute("aria-busy", "true");
  try {
    const answer = await run(page.model.name, settings.this, settings.fixed);
    if (question !== page.asked) return;
    const messages = page.form.complain(answer);
    problems(messages);
    if (messages.length === 0) take(answer);
  } catch (error) {
    if (question === page.asked) problems([`No answer: ${error.message}. Is healthlint lab still running?`]);
  } finally {
    if (question === page.asked) results.setAttribute("aria-busy", "false");
  }
}

function problems(messages) {
  byId("problems").replaceChildren(...messages.map((m) => el("p", {}, m)));
}

function take(answer) {
  page.answer = answer;
  page.form.take(answer);
  const views = { this: answer.this.view, fixed: answer.fixed.view };
  showFigures(views);
  draw(views);
  trace.take(views);
}

/** draw draws both sides with the same scales. */
function draw(views) {
  page.sides.forEach((s) => s.end());
  const tops = views.this.plots.map((plot, i) => Math.max(topOf(plot), topOf(views.fixed.plots[i])));
  page.sides = SIDES.map((s) => new Side(s, views[s], tops));
  byId("sides").replaceChildren(...page.sides.map((s) => s.node));
  page.sides.forEach((s) => s.draw());
}

function redraw() {
  if (!page.answer) return;
  draw({ this: page.answer.this.view, fixed: page.answer.fixed.view });
  page.sides.forEach((s) => s.showTo(trace.at));
}

let later = 0;
function redrawSoon() {
  clearTimeout(later);
  later = setTimeout(redraw, 120);
}

boot().catch((error) => problems([`The page could not start: ${error.message}`]));
