// The lines of what waits on this phone, and what the table can do with one. Their words come from the server, in the
// <template> elements of captain/outbox.html.

import { nextDeal, RESULTS, running, undoing } from "./pending.js";
import { dealerMark, el, plain, points } from "./tiles.js";

// A copy of a template, its places filled: { name: text } for each <… data-fill="name">.
export function worded(name, fill = {}) {
  const copy = document.getElementById(`say-${name}`).content.firstElementChild.cloneNode(true);
  for (const place of copy.querySelectorAll("[data-fill]")) place.textContent = fill[place.dataset.fill] ?? "";
  return copy;
}

// Shows the lines of these items where the page has room for them, above everything else where it has none.
export function showWaiting(items) {
  document.querySelectorAll(".waiting").forEach((old) => old.remove());
  const state = JSON.parse(document.getElementById("phone-state")?.textContent || '{"deals":[]}');
  hideWritten(items);
  score(state, items);
  const shown = items.filter((item) => item.kind !== "take" || item.refused);
  if (!shown.length) return;
  const list = document.createElement("ul");
  list.className = "waiting";
  const sums = running(state, items);
  shown.forEach((item) => list.append(line(item, item === shown.at(-1), sums[item.seq] ?? [])));
  const main = document.querySelector("main");
  const board = main.querySelector(":scope > :is(.scoreboard, .aside):not([hidden])");
  if (board) board.after(list);
  else main.prepend(list);
}

// The sheet does not ask for a deal that waits here.
function hideWritten(items) {
  const waits = new Set(items.filter(({ kind, refused }) => kind === "deal" && !refused).map(({ number }) => number));
  for (const next of document.querySelectorAll(".sheet .next"))
    next.parentElement.hidden = waits.has(Number(next.parentElement.id.replace("deal-", "")));
}

// The scoreboard as it is once all that waits is received: the totals, what the last that counts gives and is called,
// and who deals next.
function score(state, items) {
  const { totals, words } = state;
  if (!totals) return;
  const last = [...items].reverse().find((item) => item.gives && !item.refused);
  const dealer = nextDeal(state)?.dealer;
  if (last) for (const heading of document.querySelectorAll(".last-deal")) heading.textContent = last.label;
  for (const place of document.querySelectorAll(".board [data-seat]")) {
    const [seat, name, figure] = [place.dataset.seat, place.querySelector("dt"), place.querySelector("dd")];
    name.querySelector(".dealer")?.remove();
    if (Number(seat) === dealer) name.prepend(dealerMark(words), " ");
    // What gives nothing changes no total, and is what the last deal gave all the same.
    if (!last && figure.querySelector(".total").textContent === plain(totals[seat])) continue;
    const change = last && seat in last.gives ? points(last.gives[seat]) : "";
    figure.replaceChildren(el("b", { class: "total" }, plain(totals[seat])), " ", change);
  }
}

function line(item, last, sums) {
  const said = item.refused;
  const shown = worded(said ? "refused" : "waits", { label: item.label, sentence: said?.sentence });
  shown.dataset.seq = item.seq;
  if (!said) {
    if (!last || (item.tried && !undoing(item))) shown.querySelector("[data-do]").remove();
    if (sums.length) {
      const row = ([name, own, total]) => el("li", {}, `${name} `, points(own), " ", el("b", {}, plain(total)));
      shown.append(el("ul", { class: "sums" }, sums.map(row)));
    }
    return shown;
  }
  if (said.there) shown.querySelector(".stored-result").innerHTML = said.there;
  else shown.querySelector(".stored-version").remove();
  if (said.status !== 404) shown.querySelector(".desk-hint").remove();
  const offered = offers(item);
  for (const button of shown.querySelectorAll("[data-do]")) if (!offered.has(button.dataset.do)) button.remove();
  return shown;
}

// What can be done with a refused item.
function offers({ kind, refused }) {
  const { code, status, correct } = refused;
  if (code === "other_phone") return new Set(["take", "drop"]);
  if (kind === "deal" && code === "recorded") return new Set(correct ? ["ours", "drop"] : ["drop"]);
  if (RESULTS.includes(kind) && status !== 404) return new Set(["right", "drop"]);
  return new Set(["again", "drop"]);
}

// Carries out what was chosen for an item; `queue` holds it, `right(item)` opens its deal again: to be recorded, or
// corrected where another result stands. What is sent then takes its place.
export async function decide(what, item, queue, right) {
  const { seq, label, gives, body, refused } = item;
  if (what === "right" || what === "ours") return right(item);
  if (what === "drop") await queue.change(seq, () => undefined);
  if (what === "again") await queue.change(seq, ({ refused: _, ...kept }) => kept);
  if (what === "back") {
    // Sent meanwhile, perhaps by another tab: then it may have arrived, and taking it back waits its turn.
    const left = await queue.change(seq, (kept) => (kept.tried ? kept : undefined));
    const undo = left && undoing(left);
    const back = gives && Object.fromEntries(Object.entries(gives).map(([seat, points]) => [seat, -points]));
    if (undo) await queue.add(...undo, worded("undo", { label }).textContent.trim(), { gives: back });
  }
  if (what === "take") {
    await queue.change(seq, ({ refused: _, ...kept }) => kept);
    const taken = { of: refused.phone, phone: new URLSearchParams(body).get("phone") };
    if (item.kind === "take") await queue.change(seq, () => undefined);
    await queue.add("take/", taken, worded("take").textContent.trim(), { at: seq - 0.5 });
  }
  return queue.kick();
}
