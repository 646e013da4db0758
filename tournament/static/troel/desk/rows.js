// A whole sheet typed at the desk: a line per deal, sent one by one through the outbox that captains' phones use.
//
// What is typed is kept on this computer until the server answers, for every table of the event: any page of this kind
// sends it. The rows are in the page (desk/rows.html); without this file it has the form for one deal.

import { toFields } from "../captain/choices.js";
import { checkSum, keyed } from "../captain/keyed.js";
import { pointsOf, waits } from "../captain/points.js";
import { newKey, Queue } from "../captain/queue.js";
import { doubtOf, fill } from "../captain/result.js";
import { recordedOf } from "../captain/right.js";
import { openStore } from "../captain/store.js";
import { figures } from "./figures.js";
import { fieldsOf, inWords, lineIn } from "./line.js";
import { departuresIn, totalsIn } from "./totals.js";

const readJson = (id) => JSON.parse(document.getElementById(id).textContent);
const state = readJson("desk-state");
const { home, rest, vocabulary, say, event: event_, again } = readJson("desk");
const root = document.getElementById("rows");
const withTotals = document.getElementById("with-totals");
const code = root.querySelector("#code");
// How long one waits for the server before another sheet is opened (ms).
const PATIENCE = 4000;
let queue = null;

const rows = [...root.querySelectorAll("[data-deal]")].map((part) => ({
  part,
  deal: state.deals[Number(part.dataset.deal) - 1],
  input: part.querySelector("input[id]"),
  total: part.querySelector(".total"),
}));
const rowOf = (number) => rows[number - 1];
const say_ = (row, what, text) => (row.part.querySelector(`.${what}`).textContent = text);
const said = (row) => row.part.querySelector(".entry-state").textContent;
const lineIn_ = (row, text = row.input.value) => lineIn(text, state, row.deal, vocabulary, say);
// Where one goes from the last row: to the sheet that is next in the pile, or that was read next.
const onward = document.getElementById("onward") ?? code;

// ---- What is shown ---------------------------------------------------------------------------------------------

// What a line says so far; with `asked`, also what it lacks.
function showLine(row, asked = false) {
  const { pass, choices, result, missing, error, passes: count } = lineIn_(row);
  const deal = { ...row.deal, passes: count };
  const lacks = missing && fill(say.missing, { what: [...new Set(missing.map(nameOf))].join(", ") });
  say_(row, "field-error", asked ? error ?? lacks ?? "" : "");
  row.input.setAttribute("aria-invalid", String(asked && !result && !pass));
  const passed = count ? fill(say.passed, { count }) : "";
  const meaning = [result ? inWords(state, deal, choices, say) : begun(choices), passed];
  say_(row, "line-meaning", meaning.filter(Boolean).join(" · "));
  const gives = result ? pointsOf(state.rules, result) : {};
  row.gives = result && !waits(state, deal, result) ? gives : null;
  row.part.querySelector(".deal-points").replaceChildren(...figures(state, row.deal, gives));
  const wait = result && waits(state, deal, result) ? state.words.say.waits : "";
  if (result) say_(row, "field-error", wait || doubtOf(state, deal, result));
}

const nameOf = (field) => say[`what_${field.replace(/\d/, "")}`] ?? state.words.say[field];

const begun = (choices) => (choices?.contract ? state.words.contracts[choices.contract].called : "");

function showSum() {
  const now = (row) => (again ? row.line : row.deal.entered && lineOf(row.deal));
  const lines = rows.map((row) => [row.deal.number, now(row)]).filter(([, line]) => line);
  document.getElementById("sum").textContent = lines.length ? checkSum(lines) : "–";
}

const lineOf = (deal) => (deal.recorded ? keyed(state, deal, recordedOf(deal)) : deal.keyed);

function showDepartures() {
  const given = rows.map((row) => {
    const { number, entered } = row.deal;
    return { number, points: entered ? row.gives : null, totals: totalsIn(row.total.value, seatsOf(row)) };
  });
  const { told, firsts } = departuresIn(given, state, say);
  for (const { part, deal } of rows) part.classList.toggle("is-deviating", firsts.has(deal.number));
  const list = document.getElementById("departures");
  list.hidden = !withTotals.checked || !given.some(({ totals }) => totals);
  list.classList.toggle("warning", told.length > 0);
  list.replaceChildren(...(told.length ? told : [say.agrees]).map(paragraph));
}

const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });

const seatsOf = ({ deal }) => deal.plays.map(([position]) => position);

// What waits for this table.
const ours = () => queue.items.filter((item) => item.rest.startsWith(rest));

function showWaiting(late = false) {
  const waiting = new Set([...ours().map(({ label }) => label), ...coming].map((label) => label.split("=")[0]));
  for (const row of rows) {
    const waits = waiting.has(String(row.deal.number));
    // A deal that everybody passed is received, and still to be played.
    const changes = waits || row.waited || (row.deal.entered && !said(row));
    if (changes) say_(row, "entry-state", waits ? say.waits : say.received);
    row.waited = waits;
  }
  const hidden = !((late || queue.cut) && queue.items.length);
  Object.assign(document.getElementById("unsent"), { hidden, textContent: say.unreached });
}

// ---- What is typed ---------------------------------------------------------------------------------------------

// Keeps one thing after the other to be sent; nobody who types waits for it, nor does the next for the server's answer.
let kept = null;
// The labels of what is not kept yet.
const coming = [];
function keep(at, fields, label) {
  coming.push(label);
  kept = kept.then(() => queue.add(rest + at, fields, label)).then(() => coming.shift());
  kept.then(() => queue.kick());
}

// A deal stands in its row, and is kept to be sent.
function record(row, choices) {
  const { deal } = row;
  const fields = [...fieldsOf(choices), ["seats", state.seats], ["deal", deal.number]];
  const seen = deal.recorded
    ? [["version", deal.version], ["reason", say.reason]]
    : [["versions", state.deals.map(({ version }) => version).join(",")]];
  const at = deal.recorded ? `deals/${deal.number}/correct/` : "type/";
  stand(row, choices);
  keep(at, [...fields, ...seen], `${deal.number}=${row.input.value}`);
}

function stand({ deal }, choices) {
  const before = { ...deal };
  const recorded = new URLSearchParams(toFields({ ...choices, key: "" })).toString();
  Object.assign(deal, { before, entered: true, settled: true, recorded, version: deal.version + 1 });
}

function pass(row) {
  const { deal } = row;
  const fields = [["version", deal.version], ["seats", state.seats]];
  Object.assign(deal, { before: { ...deal }, passes: deal.passes + 1, version: deal.version + 1 });
  keep(`deals/${deal.number}/pass/`, fields, `${deal.number}=0`);
}

// Whether this is what stands there already: how many tricks who lost has, and a trump, a sheet need not say.
function stands(deal, choices) {
  if (!deal.recorded || keyed(state, deal, choices) !== lineOf(deal)) return false;
  return !choices.trump || choices.trump === recordedOf(deal).trump;
}

function entered(row) {
  if (again) return typedAgain(row);
  const { pass: passed, choices, result, passes } = lineIn_(row);
  if (row.input.value.trim() === "" && row.deal.settled) return next(row);
  showLine(row, true);
  if (!passed && !result) return;
  while (row.deal.passes < passes && !row.deal.settled) pass(row);
  if (passed) row.input.value = "";
  else if (result && !stands(row.deal, choices)) record(row, choices);
  showLine(row);
  showSum();
  showDepartures();
  if (!passed) next(row, withTotals.checked);
}

// ---- The second time -------------------------------------------------------------------------------------------

// Nothing is sent before the whole sheet is typed; then it is compared, and where it differs one key chooses.
function typedAgain(row) {
  if (row.differs != null && ["1", "2"].includes(row.input.value.trim())) return choose(row, row.input.value.trim());
  showLine(row, true);
  const { pass: passed, choices, result } = lineIn_(row);
  if (passed) row.input.value = "";
  if (!result) return;
  Object.assign(row, { line: keyed(state, row.deal, choices), choices, differs: null });
  showSum();
  const open = rows.find(({ input, line, differs }) => !input.disabled && (differs != null || line === undefined));
  return open ? focus(open.input) : compare();
}

function choose(row, which) {
  if (which === "1") row.line = row.differs;
  row.input.value = row.line;
  if (which === "2") record(row, row.choices);
  row.differs = null;
  showLine(row);
  const open = rows.find(({ differs }) => differs != null);
  if (open) focus(open.input);
  else kept.then(sent).then(compare);
}

// Until nothing waits any more.
async function sent() {
  while (queue.items.length) await new Promise((go) => setTimeout(go, 50));
}

async function compare() {
  const lines = rows.filter(({ line }) => line).map(({ deal, line }) => `${deal.number}:${line}`).join("\n");
  const headers = { Accept: "application/json", "X-CSRFToken": token() };
  const body = new URLSearchParams({ lines, key: newKey() });
  const answer = await fetch(`${home}${rest}verify/`, { method: "POST", headers, body }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  const notice = document.getElementById("unsent");
  notice.hidden = false;
  notice.textContent = told?.sentence ?? (told?.done === "verified" ? say.agree : say.unreached);
  if (told?.done !== "compared") return told?.done && focus(code);
  notice.hidden = true;
  for (const [number, line] of Object.entries(told.differ)) differs(rowOf(Number(number)), line, told.versions);
  focus(rows.find((row) => row.differs != null).input);
}

function differs(row, recorded, versions) {
  const words = (line) => {
    const { choices, result } = lineIn(line, state, row.deal, vocabulary, say);
    return result ? inWords(state, row.deal, choices, say) : line || "–";
  };
  // It stands otherwise: what is chosen instead corrects it.
  Object.assign(row.deal, { entered: true, recorded: "-", version: versions[row.deal.number - 1] });
  row.differs = recorded;
  row.input.value = "";
  say_(row, "field-error", fill(say.choose, { recorded: words(recorded), typed: words(row.line) }));
}

// On to the totals of this row, to the next row that can be typed, or to the next sheet. What was read and is recorded
// needs nobody, unless totals are typed beside it.
function next(row, total = false) {
  const wanted = ({ deal, input }) => !input.disabled && (onward === code || withTotals.checked || !deal.settled);
  focus(total ? row.total : rows.slice(row.deal.number).find(wanted)?.input ?? onward);
}

const previous = ({ deal, input: here }) =>
  focus(rows.slice(0, deal.number - 1).findLast(({ input }) => !input.disabled)?.input ?? here);

function focus(input) {
  input.focus();
  input.select?.();
}

function key(event) {
  const row = rows.find(({ input, total }) => input === event.target || total === event.target);
  if (!row || event.isComposing) return;
  const total = event.target === row.total;
  const back = event.key === "Escape" || event.key === "ArrowUp" || (event.key === "Backspace" && !event.target.value);
  if (!back && !["Enter", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  if (back && total) focus(row.input);
  else if (back) previous(row);
  else if (event.key === "ArrowDown") next(row);
  else if (total) typedTotals(row);
  else entered(row);
}

function typedTotals(row) {
  const right = !row.total.value.trim() || totalsIn(row.total.value, seatsOf(row));
  row.total.setAttribute("aria-invalid", String(!right));
  say_(row, "field-error", right ? "" : say.totals);
  showDepartures();
  if (right) next(row);
}

// ---- What the server says --------------------------------------------------------------------------------------

async function answered(answer) {
  if (answer?.what === "refused") await refused(answer);
  showWaiting();
}

// A refused line stays in its row with its sentence; what stands there is what stood before.
async function refused({ item, sentence, code: why }) {
  await queue.change(item.seq, () => undefined);
  queue.kick();
  const row = item.rest.startsWith(rest) && rowOf(Number(item.label.split("=")[0]));
  if (!row) return;
  Object.assign(row.deal, row.deal.before, { before: null });
  Object.assign(row, { refusal: sentence, elsewhere: why === "recorded" });
  showLine(row);
  say_(row, "field-error", sentence);
  say_(row, "entry-state", "");
  row.input.setAttribute("aria-invalid", "true");
  showSum();
}

// Another sheet is opened once everything is sent; what is not sent stays on this computer all the same.
async function leave(event) {
  event.preventDefault();
  if (await flushed()) event.target.submit();
}

// Whether everything is sent, for which it waits a while.
async function flushed() {
  const until = Date.now() + PATIENCE;
  await kept;
  queue.kick();
  while (queue.items.length && Date.now() < until && !queue.cut) await new Promise((go) => setTimeout(go, 20));
  if (queue.items.length) showWaiting(true);
  return !queue.items.length;
}

// What an earlier visit left here, unsent.
function restore() {
  for (const { rest: at, label } of ours()) {
    const [number, text] = label.split("=");
    const row = rowOf(Number(number));
    if (!row) continue;
    if (at.endsWith("/pass/")) Object.assign(row.deal, { passes: row.deal.passes + 1, version: row.deal.version + 1 });
    else {
      row.input.value = text;
      const { choices } = lineIn_(row);
      // It may have arrived, without an answer that it did.
      if (!stands(row.deal, choices)) stand(row, choices);
    }
    showLine(row);
  }
}

const token = () => root.querySelector("[name=csrfmiddlewaretoken]").value;

// What is typed while the store opens waits for it.
async function open() {
  const headers = { "X-CSRFToken": token() };
  const store = await openStore();
  // Where nothing can be kept, one deal is typed after the other.
  if (!store) location.replace(home + rest);
  queue = new Queue(store, `desk-${event_}`, home, (answer) => answered(answer), headers);
  await queue.read();
  restore();
  showSum();
  showWaiting();
}

function start() {
  for (const row of rows) {
    // What the jury ruled on is put right on the page of the deal.
    if ((row.deal.settled && !row.deal.recorded) || row.part.hidden) row.input.disabled = true;
    if (!row.deal.recorded) continue;
    row.input.value = lineOf(row.deal);
    row.gives = pointsOf(state.rules, lineIn_(row).result);
  }
  root.hidden = false;
  root.addEventListener("keydown", key);
  root.addEventListener("click", ({ target }) => target.closest(".rows input")?.select());
  for (const row of rows) row.input.addEventListener("input", () => showLine(row));
  withTotals.addEventListener("change", showTotals);
  code.form.addEventListener("submit", leave);
  addEventListener("online", () => queue?.kick());
  const isUnsent = () => coming.length || (queue?.cut && queue.items.length);
  addEventListener("beforeunload", (event) => isUnsent() && event.preventDefault());
  withTotals.checked = sessionStorage.getItem("with-totals") === "1";
  showTotals();
  showSum();
  focus(rows.find(({ deal, input }) => !deal.settled && !input.disabled)?.input ?? onward);
  kept = open();
  kept.then(() => queue.kick());
}

function showTotals() {
  sessionStorage.setItem("with-totals", withTotals.checked ? "1" : "0");
  for (const { total } of rows) total.hidden = !withTotals.checked;
  showDepartures();
}

export { entered, flushed, focus, keep, kept, lineIn_, onward, rowOf, rows, say, say_, sent, showLine, stands, state };

start();
