// A sheet that was read, beside its picture: what was read stands in the rows, what is in doubt asks. One button
// records the rows without doubt, as if they had been typed, and leads to the next sheet where nothing is left to
// answer; what is recorded already is compared, never changed.

import { fill } from "../captain/result.js";
import { plain } from "../captain/tiles.js";
import { inWords } from "./line.js";
import * as desk from "./rows.js";

const { entered, flushed, focus, keep, lineIn_, onward, rowOf, rows, say: words, say_, showLine, stands, state } = desk;

const { sure, lines, say, picture } = JSON.parse(document.getElementById("read").textContent);
const accept = document.getElementById("accept");
const accepted = document.getElementById("accepted");

const short = document.querySelector("#short button");
const totals = document.getElementById("totals");

const open = (row) => !row.part.hidden && !row.deal.settled && !row.input.disabled;
// Rows that can be recorded as they were read: nobody has touched them.
const ready = () => sure.map(rowOf).filter((row) => open(row) && row.input.value === lines[row.deal.number]);
const asking = () => rows.filter((row) => open(row) && row.part.querySelector(".row-question"));

function propose(row, line) {
  // That everybody passed is written already.
  if (line === "0" && row.deal.passes) return;
  row.input.value = line;
  showLine(row);
}

// What was read of a deal that is recorded, by a phone or by somebody else here.
function compare(row, line) {
  const { choices, result } = lineIn_(row, line);
  if (!result) return;
  const same = stands(row.deal, choices);
  if (same) say_(row, "entry-state", say.same);
  else say_(row, "field-error", fill(say.differs, { read: inWords(state, row.deal, choices, words) }));
}

function count() {
  accepted.textContent = fill(say.ready, { sure: ready().length, open: asking().length });
  if (totals) addUp(rows.slice(0, Number(totals.dataset.after)));
}

// What the deals give up to the last that was seen, under what the table wrote: a row that was read wrongly shows.
// Nothing while one of them is not known.
function addUp(deals) {
  const known = deals.every((row) => row.gives || lineIn_(row).pass);
  for (const figure of totals.querySelectorAll("[data-seat]")) {
    const sum = deals.reduce((points, row) => points + (row.gives?.[figure.dataset.seat] ?? 0), 0);
    figure.textContent = known ? plain(sum) : "…";
  }
}

async function record() {
  const going = ready();
  going.forEach((row) => entered(row));
  keepPicture();
  count();
  accept.disabled = true;
  const left = asking()[0]?.input ?? short ?? rows.find((row) => open(row) && row.input.value)?.input;
  focus(left ?? onward);
  if (!left && (await flushed()) && !going.some((row) => row.refusal)) return location.assign(onward.href);
  // Recorded by somebody else meanwhile: opened anew, the page compares it. What was begun to type here is not lost.
  await desk.kept.then(desk.sent);
  if (going.some((row) => row.elsewhere) && !begun()) location.reload();
}

// What is answered about the sheet leads to another page, once everything is sent.
async function answer(event) {
  event.preventDefault();
  if (await flushed()) event.target.submit();
}

// Whether a row holds what is not sent: a line that was not proposed.
const begun = () => rows.some((row) => open(row) && row.input.value && row.input.value !== lines[row.deal.number]);

// Once, with the first rows that are recorded from it: by the button, or typed.
function keepPicture() {
  if (picture && !kept) keep("picture/", Object.entries(picture), "picture");
  kept = true;
}

async function leave(event) {
  event.preventDefault();
  if (rows.filter(open).length < openAtFirst) keepPicture();
  if (await flushed()) location.assign(onward.href);
}

for (const [number, line] of Object.entries(lines)) {
  const row = rowOf(Number(number));
  if (open(row)) propose(row, line);
  else if (row.deal.recorded) compare(row, line);
}
const openAtFirst = rows.filter(open).length;
let kept = false;
accept.addEventListener("click", record);
// A key that is held down does not run through the pile: each sheet is a press of its own.
accept.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
onward.addEventListener("click", leave);
for (const form of document.querySelectorAll(".sheet-answer")) form.addEventListener("submit", answer);
// After the rows' own: a line that was entered with a key asks nothing more.
for (const change of ["input", "keydown"]) document.getElementById("rows").addEventListener(change, count);
count();
focus(ready().length ? accept : rows.find(open)?.input ?? onward);
