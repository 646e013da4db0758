// One deal on one screen, without the network: contract, who, tricks, the four scores. The page works without it.
//
// `open(state, number, choices)` shows a deal in place of what the page holds; `state` is that of phone.py. What is
// chosen stands in the fields of form#deal, which the server takes as it takes those of its own pages.

import { answer, asked } from "./asked.js";
import { fromFields, toFields } from "./choices.js";
import { pointsOf, waits } from "./points.js";
import { doubtOf, fill, read, seenOf } from "./result.js";
import { adds, asksReason, before, isSame, toldThen } from "./right.js";
import { answered, full, losers, nextStep, stepsOf, toldOf, wrong } from "./steps.js";
import { change, el, folded, scores, tile } from "./tiles.js";

// A second tap of the same finger records nothing.
const SETTLE_MS = 300;

// What may be said besides, and no other step waits for.
const ASIDE = ["counts", "playing"];

const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

// The deal that is open: { state, deal, choices, step (null: everything is answered), root }.
let here = null;
let byArrow = false;

// Shows a deal with what was chosen for it so far, at the first step that is still to be answered: to be recorded, or
// corrected if it stands on the sheet.
export function open(state, number, choices) {
  close();
  const deal = state.deals.find((one) => one.number === number);
  const plays = new Set(deal.plays.map(([position]) => position));
  const begun = choices || fromFields(new URLSearchParams(deal.recorded || deal.announced));
  // Who plays a personal contract is asked with what they made of it.
  const alone = state.rules.contracts[begun.contract]?.kind === "personal";
  const who = begun.who.filter((seat) => plays.has(seat) && (!alone || seat in begun.own));
  const told = fromFields(new URLSearchParams(deal.announced));
  const playing = begun.contract === told.contract ? told.who : [];
  const mine = { ...begun, key: choices?.key || newKey(), who, playing };
  here = { state, deal, choices: mine, step: nextStep(state, deal, mine), root: stage() };
  show();
}

// Shows the page again as it was.
export function close() {
  if (!here) return;
  here.root.remove();
  here = null;
  document.body.classList.remove("is-entering");
  for (const part of document.querySelectorAll("main > [data-set-aside]")) {
    part.hidden = false;
    part.removeAttribute("data-set-aside");
  }
}

function newKey() {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(random, (n) => n.toString(16).padStart(2, "0")).join("");
}

function stage() {
  const main = document.querySelector("main");
  main.querySelector(".unscripted")?.remove();
  const root = el("section", { id: "entry" });
  if (!start) for (const part of main.children) setAside(part);
  main.append(root);
  document.body.classList.add("is-entering");
  root.addEventListener("change", ({ target }) => choose(target));
  // What is typed counts from the first sign on: the screen may be drawn anew before it is done.
  root.addEventListener("input", ({ target }) => target.matches("#reason, [id^=points]") && choose(target));
  root.addEventListener("click", click);
  root.addEventListener("keydown", key);
  root.addEventListener("pointerdown", () => (byArrow = false));
  // What was announced is not asked again on the way back.
  root.addEventListener("submit", ({ target }) => target.id === "later" && history.replaceState(null, ""));
  return root;
}

function setAside(part) {
  if (part.hidden) return;
  part.hidden = true;
  part.setAttribute("data-set-aside", "");
}

// ---- What the fingers do ---------------------------------------------------------------------------------------

function choose(input) {
  if (input.type === "hidden") return;
  if (input.id === "reason") {
    here.choices = { ...here.choices, reason: input.value };
    keep();
    return;
  }
  const { state, deal } = here;
  here.choices = answer(here, input);
  const goOn = here.step && !ASIDE.includes(here.step) && !byArrow && full(state, deal, here.choices, here.step);
  if (here.step === "points") keep();
  else show(goOn ? nextStep(state, deal, here.choices) : here.step);
}

function click(event) {
  const target = event.target.closest("[data-open], [data-go-on], .back");
  if (!target) return;
  if (target.dataset.open) show(target.dataset.open);
  else if ("goOn" in target.dataset) goOn();
  else if (!start && history.state?.deal) {
    event.preventDefault();
    history.back();
  }
}

function goOn() {
  const { state, deal, choices, root } = here;
  const next = nextStep(state, deal, choices);
  // The browser says what is wrong with the first that cannot be read, and puts the cursor there.
  if (next === "points") [...root.querySelectorAll("input[id^=points]")].find((input) => !input.reportValidity());
  else show(next);
}

// Arrows look around among the tiles of a group; Enter, or Tab out of it, goes on to the next step.
function key(event) {
  byArrow = event.key.startsWith("Arrow");
  if (!event.target.matches(".tile input")) return;
  const { state, deal, choices, step } = here;
  const leaves = event.key === "Tab" && !event.shiftKey && event.target.type === "radio";
  if (event.key !== "Enter" && !leaves) return;
  if (!step || (!ASIDE.includes(step) && !answered(state, deal, choices, step))) return;
  event.preventDefault();
  show(nextStep(state, deal, choices));
}

// ---- What is shown ---------------------------------------------------------------------------------------------

function show(step = here.step) {
  const moved = step !== here.step || !here.root.firstChild;
  const focused = document.activeElement?.id;
  here.step = step;
  const told = (here.deal.told ?? []).map((sentence) => el("p", { class: "notice", role: "status" }, sentence));
  here.root.replaceChildren(top(), ...told, form(), ...(news() ? [later()] : []));
  keep();
  if (moved) focusOn(step);
  else document.getElementById(focused)?.focus({ preventScroll: true });
}

function focusOn(step) {
  const tiles = step ? here.root.querySelector(`[data-step="${step}"]`) : here.root.querySelector(".preview");
  const first = tiles?.querySelector("input:checked") ?? tiles?.querySelector("input") ?? tiles;
  first?.focus({ preventScroll: true });
  if (tiles) tiles.scrollIntoView({ block: "nearest" });
  if (document.documentElement.scrollHeight <= innerHeight) scrollTo(0, 0);
}

function top() {
  const { state: { words: { say }, address }, deal } = here;
  const back = el("a", { class: "back", href: address, "aria-label": say.back }, "‹");
  const dealer = el("small", {}, fill(say.dealer, { dealer: deal.dealer_name }));
  const title = el("h1", {}, `${fill(say.deal, deal)} `, dealer);
  return el("div", { class: "top" }, back, title, chip?.cloneNode(true) ?? "");
}

// What is done with the deal.
const called = ({ state: { words: { say } }, deal } = here) => fill(deal.recorded ? say.correct : say.deal, deal);

const address = ({ state, deal } = here) => `${state.address}deal/${deal.number}/${deal.recorded ? "correct/" : ""}`;

function form() {
  const { state, deal, choices, step } = here;
  const given = read(state, deal, choices);
  const steps = stepsOf(state, choices);
  const at = steps.indexOf(step === "playing" ? "own" : step);
  const finished = at < 0 ? steps : steps.slice(0, at);
  const folds = finished.map((one) => folded(one, toldOf(state, deal, choices, one), state.words.say.change));
  folds.splice(1, 0, ...besideContract());
  const parts = step ? [...asking(step)] : [...beside(), ...shown(given)];
  const gives = given.result && JSON.stringify(adds(state, deal, given.result));
  const sends = { method: "post", action: address(), "data-outbox": gives ?? "" };
  const label = { autocomplete: "off", "data-label": called() };
  const inside = [el("div", { class: "fields", hidden: true }), el("div", { class: "folds" }, folds), parts];
  return el("form", { id: "deal", ...sends, ...label }, inside);
}

// The fields that the server takes: what was chosen, what was seen, and of what version and rules.
function fields() {
  const { state, deal, choices } = here;
  const { result } = read(state, deal, choices);
  const seen = result ? [["seen", seenOf(result)]] : [];
  const of = [["version", deal.version], ["seats", state.seats], ["rules", state.rules.hash]];
  return [...toFields(choices), ...seen, ...of].map(([name, value]) => el("input", { type: "hidden", name, value }));
}

// Who plays it, in the steps in which it can be told before the tricks are known.
const playing = ({ choices, step } = here) => ({ tricks: choices.who, playing: choices.playing })[step] ?? [];

// Whether there is something to tell.
function news() {
  const { state, deal, choices } = here;
  const { declarers } = state.rules.contracts[choices.contract] ?? { declarers: [] };
  if (deal.recorded || !declarers.includes(playing().length)) return false;
  const told = fromFields(new URLSearchParams(deal.announced));
  return choices.contract !== told.contract || playing().join() !== told.who.join();
}

// The form that tells it.
function later() {
  const { state, deal, choices } = here;
  const given = toFields({ ...choices, key: newKey(), who: playing(), tricks: null, own: {} });
  const fields = [...given, ["version", deal.version], ["seats", state.seats]];
  const sends = { method: "post", action: `${state.address}deal/${deal.number}/announce/`, "data-outbox": true };
  const hidden = fields.map(([name, value]) => el("input", { type: "hidden", name, value }));
  const told = ["contract", "who"].map((one) => toldOf(state, deal, { ...choices, who: playing() }, one));
  const label = [fill(state.words.say.deal, deal), ...told].join(" · ");
  return el("form", { id: "later", hidden: true, ...sends, "data-label": label }, hidden);
}

// Tells it, or where each declarer's own tricks are asked, leads to saying who they are, and back.
function* besideContract() {
  const { state: { words: { say } }, deal, choices, step } = here;
  const button = (word, does) =>
    el("button", { class: "fold tricks-later", ...does }, el("span", { class: "change" }, word));
  const opens = (other) => ({ type: "button", "data-open": other });
  const unasked = step === "own" && !choices.who.length && !deal.recorded;
  if (step === "tricks" && news()) yield button(say.later, { type: "submit", form: "later" });
  if (unasked) yield button(say.later, opens("playing"));
  if (step === "playing") yield button(`${say.made_it} / ${say.lost_it}`, opens("own"));
}

function* asking(step) {
  const { state, deal, choices } = here;
  yield asked(here, step);
  const tells = { type: "submit", form: "later", class: "big quiet" };
  if (step === "playing" && news()) yield stick(el("button", tells, state.words.say.playing));
  if (step === "playing") return;
  const error = wrong(state, deal, choices, step);
  if (error) yield el("p", { class: "notice error", role: "alert" }, error);
  const ready = ["points", "counts"].includes(step) || answered(state, deal, choices, step);
  if (!ready) return;
  yield stick(el("button", { type: "button", class: "big quiet", "data-go-on": "" }, state.words.say.continue));
}

const stick = (button) => el("div", { class: "actions stick" }, button);

// What need not be answered: the tricks of those who lost, and whether anybody doubled.
function* beside() {
  const { state, deal, choices } = here;
  const { say } = state.words;
  if (losers(state, choices).length) yield folded("counts", say.counts, "");
  if (!state.rules.doubles) return;
  const face = [say.double, deal.passed ? el("small", {}, deal.passed) : ""];
  yield el("div", { class: "tiles double" }, tile("double", 1, choices.double, face, true));
}

function* shown({ result, error }) {
  const { state, deal } = here;
  const { say } = state.words;
  if (!result) {
    yield el("p", { class: "notice error", role: "alert" }, error);
    return;
  }
  if (isSame(state, deal, result)) {
    yield el("p", { class: "hint" }, say.same);
    return;
  }
  // Annulled, it gives nobody anything, however unlikely it is.
  const uncalled = result.jury === "not_called";
  const doubt = uncalled ? "" : doubtOf(state, deal, result);
  if (waits(state, deal, result)) yield el("p", { class: "hint" }, say.waits);
  if (uncalled) yield el("p", { class: "notice warning", role: "status" }, say.uncalled);
  yield el("div", { class: "preview", tabindex: "-1" }, deal.recorded ? changed(result) : totals(result));
  if (asksReason(state, deal)) yield reason();
  if (doubt) yield el("p", { class: "notice warning", role: "status" }, doubt);
  const what = fill(deal.recorded ? say.correct : say.record, deal);
  const record = el("button", { type: "submit", class: "big", disabled: true }, what);
  setTimeout(() => (record.disabled = false), SETTLE_MS);
  yield stick(record);
}

function totals(result) {
  const { state: { words: { say }, rules, decided }, deal } = here;
  const hint = decided ? el("p", { class: "hint" }, say.decided) : "";
  return [scores(say, deal.plays, pointsOf(rules, result), deal.before), hint];
}

// What was recorded, and what the correction gives instead.
function changed(result) {
  const { state, deal } = here;
  const { say } = state.words;
  const points = pointsOf(state.rules, result);
  const recorded = el("p", {}, `${say.recorded} ${toldThen(state, deal)}`);
  return [recorded, change(say, deal.plays, before(state, deal), points)];
}

// Why an earlier deal is corrected. What is sent stands among the other fields.
function reason() {
  const { state: { words: { say } }, choices } = here;
  const bounds = { required: true, pattern: ".*\\S.*", maxlength: 500, autocomplete: "off" };
  const input = el("input", { id: "reason", value: choices.reason, ...bounds });
  return el("div", { class: "field" }, el("label", { for: "reason" }, say.reason), input);
}

// ---- Where one is ----------------------------------------------------------------------------------------------

// A reload, the way back and forward, another language: what was chosen is still there.
function keep() {
  const { deal, choices, root } = here;
  root.querySelector(".fields").replaceChildren(...fields());
  const query = new URLSearchParams(toFields(choices)).toString();
  history.replaceState({ deal: deal.number, corrects: Boolean(deal.recorded), fields: query }, "");
  for (const link of document.querySelectorAll(".languages a")) {
    const there = new URL(link.href);
    there.searchParams.set("next", `${address()}?${query}`);
    link.href = there;
  }
}

function openKept(state, kept) {
  const deal = state.deals.find(({ number }) => number === kept?.deal);
  const fits = deal && (kept.corrects ? deal.recorded : !deal.entered);
  if (fits) open(state, deal.number, fromFields(new URLSearchParams(kept.fields)));
  else close();
}

let state = readJson("phone-state");
// On the page of one deal: which one, and what was chosen.
let start = readJson("phone-open");
// Says that the figures of the rules are unverified, if they are.
let chip = document.querySelector("main .chip");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-deal]");
  if (!link || !state || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "");
  const { deal, fields } = link.dataset;
  open(state, Number(deal), fields && fromFields(new URLSearchParams(fields)));
});
// The outbox put another page of the table in the place of this one.
document.addEventListener("troel:page", () => {
  [here, start, state] = [null, null, readJson("phone-state")];
  chip = document.querySelector("main .chip");
  if (state) openKept(state, history.state);
});
// What the jury has said meanwhile of a deal that stays in hand.
document.addEventListener("troel:state", ({ detail }) => {
  state = JSON.parse(detail || "null");
  const { number, version } = here?.deal ?? {};
  const deal = state?.deals.find((one) => one.number === number && one.version === version);
  if (!deal) return;
  const isNews = JSON.stringify(deal) !== JSON.stringify(here.deal);
  Object.assign(here, { state, deal });
  if (isNews) show();
});
addEventListener("popstate", (event) => state && openKept(state, event.state));
if (state) openKept(state, history.state ?? start);
