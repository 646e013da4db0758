// The sheet of a table as if all that waits had been received, and what was received since it was read: its buttons are
// about the next deal.

import { nextDeal } from "./pending.js";
import { fill } from "./result.js";

export function goAhead(items) {
  const waits = items.some((item) => item.number && !item.refused);
  const text = document.getElementById("phone-state")?.textContent;
  const link = document.querySelector("main .stick a[data-deal]");
  if (!text || !link) return;
  const state = JSON.parse(text);
  const next = nextDeal(state);
  const passed = document.querySelector('main form[action$="/pass/"]');
  const goesOn = Number(link.dataset.deal) === next?.number;
  if (!waits && goesOn && (!passed || Number(passed.elements.version.value) === next.version)) return;
  link.hidden = !next;
  if (passed) passed.hidden = !next;
  // What is taken back is asked of the server first.
  for (const undo of document.querySelectorAll('main a[href$="/undo/"]')) undo.hidden = true;
  const misdealt = document.querySelector("main a[data-misdeal]");
  if (misdealt) misdealt.hidden = !next;
  if (!next) return;
  const { say } = state.words;
  Object.assign(link, { href: `${state.address}deal/${next.number}/`, textContent: fill(say.deal, next) });
  link.dataset.deal = next.number;
  delete link.dataset.fields;
  if (misdealt) misdealt.href = `${state.address}deal/${next.number}/misdeal/`;
  if (!passed) return;
  passed.action = `${state.address}deal/${next.number}/pass/`;
  passed.elements.version.value = next.version;
  passed.dataset.label = `${fill(say.deal, next)} · ${passed.querySelector("button").textContent.trim()}`;
}
