// The deal in hand: what was chosen for it is kept at each change, and there again when its deal is opened.

import { fromFields } from "./choices.js";
import { open } from "./entry.js";
import { kindOf } from "./pending.js";

// What is not chosen, but looked at when the form is sent.
const LOOKED_AT = ["seen", "version", "seats", "rules", "phone", "key"];

export function startDrafts(store, table, path) {
  let draft = null;

  async function save(form) {
    const [, number] = kindOf(new URL(form.action).pathname.slice(path.length));
    if (!number) return;
    await keep(number, new URLSearchParams(new FormData(form)));
  }

  async function keep(number, fields) {
    LOOKED_AT.forEach((name) => fields.delete(name));
    draft = { number, fields: fields.toString() };
    await store.put("drafts", table, draft);
  }

  const changed = (event) => {
    const form = event.target.closest?.("form#deal");
    // What the choice itself changes in the form comes first.
    if (form) setTimeout(() => document.getElementById("deal") && save(document.getElementById("deal")));
  };
  document.addEventListener("change", changed);
  document.addEventListener("input", changed);

  return {
    read: async () => {
      draft = (await store.get("drafts", table)) ?? null;
    },
    forget: async () => {
      draft = null;
      await store.change("drafts", table, () => undefined);
    },
    // The links that open the deal open it as it was left.
    show: () => {
      const links = draft && document.querySelectorAll(`main a[data-deal="${draft.number}"]`);
      for (const link of links ?? []) {
        link.search = draft.fields;
        link.dataset.fields = draft.fields;
      }
    },
    // Opens a deal with what was chosen for it.
    open: async (number, body) => {
      const fields = new URLSearchParams(body);
      await keep(number, fields);
      history.pushState(null, "");
      open(JSON.parse(document.getElementById("phone-state").textContent), number, fromFields(fields));
    },
  };
}
