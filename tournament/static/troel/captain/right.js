// A deal that stands on the sheet, put right: what it was, and what the correction adds. Nothing of the page.

import { fromFields } from "./choices.js";
import { pointsOf, waits } from "./points.js";
import { read, seenOf } from "./result.js";
import { stepsOf, toldOf } from "./steps.js";

// What the table recorded of a deal, as choices.
export const recordedOf = (deal) => fromFields(new URLSearchParams(deal.recorded));

// The state as it was then: what was not recorded then is not missing, though the event may ask for it by now.
export const asThen = (state, was) => ({ ...state, trump: was.trump !== "", tells: was.jury !== "" });

// What was recorded of it, in words.
export function toldThen(state, deal) {
  const was = recordedOf(deal);
  const old = asThen(state, was);
  return stepsOf(old, was).map((step) => toldOf(old, deal, was, step)).join(" · ");
}

// Its points as they were recorded, null while it waits for the jury, and where the rules of today do not know them.
export function before(state, deal) {
  const was = recordedOf(deal);
  const { result } = read(asThen(state, was), deal, was);
  return result && !deal.waiting ? pointsOf(state.rules, result) : null;
}

// Whether a result is the one that is recorded.
export function isSame(state, deal, result) {
  const was = deal.recorded && read(state, deal, recordedOf(deal)).result;
  return Boolean(was) && seenOf(was) === seenOf(result);
}

// What a result adds to the totals, by position: its points, less those that it replaces. Null where these are unknown.
export function adds(state, deal, result) {
  const points = pointsOf(state.rules, result);
  if (waits(state, deal, result)) for (const seat of Object.keys(points)) points[seat] = 0;
  if (!deal.recorded || deal.waiting) return points;
  const was = before(state, deal);
  return was && Object.fromEntries(Object.entries(points).map(([seat, own]) => [seat, own - was[seat]]));
}

// Whether the table must say why: the last deal that is recorded is corrected without.
export const asksReason = (state, deal) =>
  Boolean(deal.recorded) && state.deals.some((other) => other.entered && other.number > deal.number);
