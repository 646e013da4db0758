// The sheet of a table on which something waits: its buttons are about the next deal, as if all had been received.

import { nextDeal } from "./pending.js";
import { fill } from "./result.js";

export function goAhead(items) {
  const waiting = items.filter((item) => item.number && !item.refused);
  const text = document.getElementById("phone-state")?.textContent;
  const link = document.querySelector("main .stick a[data-deal]");
  if (!waiting.length || !text || !link) return;
  const state = JSON.parse(text);
  const next = nextDeal(state);
  const passed = document.querySelector('main form[action$="/pass/"]');
  link.hidden = !next;
  if (passed) passed.hidden = !next;
  // These ask the server first.
  const asking = document.querySelectorAll('main a[href$="/misdeal/"], main a[href$="/undo/"]');
  for (const link of asking) link.hidden = true;
  if (!next) return;
  const { say } = state.words;
  Object.assign(link, { href: `${state.address}deal/${next.number}/`, textContent: fill(say.record, next) });
  link.dataset.deal = next.number;
  delete link.dataset.fields;
  if (!passed) return;
  passed.action = `${state.address}deal/${next.number}/pass/`;
  passed.elements.version.value = next.version;
  passed.dataset.label = `${fill(say.deal, next)} · ${passed.querySelector("button").textContent.trim()}`;
}
