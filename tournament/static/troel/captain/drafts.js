// The deals in hand: what was chosen for one is kept at each change, and there again when that deal is opened, until it
// is sent. An earlier one may be opened to be corrected while the next is half entered.
//
// Kept per table: { number: { kind ("deal", or "correct" for one that stands on the sheet), fields } }.

import { fromFields } from "./choices.js";
import { open } from "./entry.js";
import { kindOf } from "./pending.js";

// What is not chosen, but looked at when the form is sent.
const LOOKED_AT = ["seen", "version", "seats", "rules", "phone", "key"];

export function startDrafts(store, table, path) {
  let drafts = {};

  async function save(form) {
    const [kind, number] = kindOfAddress(form.action);
    if (number) await keep(kind, number, new URLSearchParams(new FormData(form)));
  }

  async function keep(kind, number, fields) {
    LOOKED_AT.forEach((name) => fields.delete(name));
    const draft = { kind, fields: fields.toString() };
    drafts = await store.change("drafts", table, (kept) => ({ ...kept, [number]: draft }));
    // One may have gone back to the sheet meanwhile.
    show();
  }

  // The links that open a deal open it as it was left.
  function show() {
    for (const link of document.querySelectorAll("main a[data-deal]")) {
      const draft = drafts[link.dataset.deal];
      if (!draft || draft.kind !== kindOfAddress(link.href)[0]) continue;
      link.search = draft.fields;
      link.dataset.fields = draft.fields;
    }
  }

  const kindOfAddress = (address) => kindOf(new URL(address).pathname.slice(path.length));

  // By now the choice has changed the form (its listener is nearer). At once: the way back may close it next.
  const changed = (event) => {
    const form = event.target.closest?.("form#deal") && document.getElementById("deal");
    if (form) save(form);
  };
  document.addEventListener("change", changed);
  document.addEventListener("input", changed);

  return {
    read: async () => {
      drafts = (await store.get("drafts", table)) ?? {};
    },
    // What was sent of a deal, or happened to it, is not in hand any more.
    forget: async (number) => {
      drafts = (await store.change("drafts", table, ({ [number]: _, ...others } = {}) => others)) ?? {};
    },
    show,
    // Opens a deal with what was chosen for it, whatever stands there now.
    open: async (number, body) => {
      const fields = new URLSearchParams(body);
      const state = JSON.parse(document.getElementById("phone-state").textContent);
      const stands = state.deals.find((deal) => deal.number === number)?.recorded;
      await keep(stands ? "correct" : "deal", number, fields);
      history.pushState(null, "");
      open(state, number, fromFields(fields));
    },
  };
}
