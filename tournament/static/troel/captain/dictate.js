// The round as the desk types it, for when no network comes back: every deal that this phone knows, large, and a check
// sum which the desk's page repeats. It comes from the kept state of the table, with what waits.

import { checkSum, keyed } from "./keyed.js";
import { asThen, recordedOf } from "./right.js";
import { read } from "./result.js";
import { toldOf } from "./steps.js";
import { el } from "./tiles.js";
import { worded } from "./waiting.js";

// A line for each deal that was recorded: [number, what the desk types, contract and who in words].
export function linesOf(state) {
  return state.deals.filter((deal) => deal.entered).map((deal) => {
    if (!deal.recorded) return [deal.number, deal.keyed, ""];
    const choices = recordedOf(deal);
    // What rules corrected since do not know any more is shown as the server wrote it.
    const { result } = read(asThen(state, choices), deal, choices);
    if (!result) return [deal.number, deal.keyed, ""];
    const words = (result.points ? ["points"] : ["contract", "who"]).map((step) => toldOf(state, deal, choices, step));
    return [deal.number, keyed(state, deal, choices), words.join(" · ")];
  });
}

// Shows it in place of the page; `back` shows the page again.
export function dictate(state, back) {
  const lines = linesOf(state);
  const shown = worded("dictate", { table: state.table, round: state.round, sum: checkSum(lines) });
  const rows = lines.map(([value, line, words]) => el("li", { value }, el("b", {}, line), " ", el("small", {}, words)));
  shown.querySelector("ol").append(...rows);
  shown.querySelector("button").addEventListener("click", () => {
    document.body.classList.remove("is-entering");
    back();
  });
  document.querySelector("main").replaceChildren(shown);
  // As a deal in hand, it stays until somebody leaves it.
  document.body.classList.add("is-entering");
  scrollTo(0, 0);
  shown.focus();
}
