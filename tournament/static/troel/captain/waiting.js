// The lines of what waits on this phone, and what the table can do with one. Their words come from the server, in the
// <template> elements of captain/outbox.html.

import { holdsUp, nextDeal, RESULTS, running, undoing } from "./pending.js";
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
  for (const item of shown) {
    const deal = state.deals.find(({ number }) => number === item.number);
    if (item.refused) list.append(refusedLine(item, deal, holdsUp(item, items)));
    else list.append(line(item, item === shown.at(-1), sums[item.seq] ?? []));
  }
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
  const shown = worded("waits", { label: item.label });
  shown.dataset.seq = item.seq;
  if (!last || (item.tried && !undoing(item))) shown.querySelector("[data-do]").remove();
  if (sums.length) {
    const row = ([name, own, total]) => el("li", {}, `${name} `, points(own), " ", el("b", {}, plain(total)));
    shown.append(el("ul", { class: "sums" }, sums.map(row)));
  }
  return shown;
}

// What is refused, with what stands at its deal on the sheet that is shown.
function refusedLine(item, deal, holds) {
  const { sentence, status } = item.refused;
  const shown = worded("refused", { label: item.label, sentence });
  shown.dataset.seq = item.seq;
  const stands = status === 409 ? stored(item.number) : [];
  shown.querySelector(".stored-result").append(...stands);
  if (!stands.length) shown.querySelector(".stored-version").remove();
  if (!(isRuled(deal) && RESULTS.includes(item.kind))) shown.querySelector(".staff-only").remove();
  if (!holds) shown.querySelector(".holds-up").remove();
  if (status !== 404) shown.querySelector(".desk-hint").remove();
  const offered = offers(item, deal);
  for (const button of shown.querySelectorAll("[data-do]")) if (!offered.has(button.dataset.do)) button.remove();
  return shown;
}

// What stands at a deal, and what it gives whom, from its row on the sheet (sheet_rows.py); empty while nothing does.
function stored(number) {
  const row = document.querySelector(`.sheet #deal-${number}`);
  if (!row || row.querySelector(".next")) return [];
  const gives = [...row.querySelectorAll("[data-name]:has(.points)")].map((cell) => {
    const played = cell.matches(".declarer") && cell.querySelector(".visually-hidden");
    const gave = cell.querySelector(".points").cloneNode(true);
    return el("li", {}, `${cell.dataset.name} `, gave, played ? ` · ${played.textContent}` : "");
  });
  const what = el("p", {}, ...row.querySelector(".what").cloneNode(true).childNodes);
  return [what, el("ul", {}, gives)];
}

// Whether the jury ruled on what the table wrote of a deal: then the staff alone corrects it.
const isRuled = (deal) => Boolean(deal?.entered && !deal.recorded);

// What can be done with a refused item; `deal` is what the page knows of its deal, if the table still writes.
function offers({ kind, refused: { code, status } }, deal) {
  if (code === "other_phone") return new Set(["take", "drop"]);
  if (!RESULTS.includes(kind) || status === 404 || !deal) return new Set(["again", "drop"]);
  if (isRuled(deal)) return new Set(["drop"]);
  return new Set([kind === "deal" && deal.entered ? "ours" : "right", "drop"]);
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
}
