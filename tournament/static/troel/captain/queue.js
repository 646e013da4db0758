// The outbox of one table: what waits to be sent, sent in order, each again under its own key until it is answered.

import { due, inOrder, kindOf } from "./pending.js";
import { pause, send } from "./sending.js";

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Queue {
  #store;
  #path;
  #told;
  #headers;
  #timer = 0;
  #sending = false;
  #tabs = "BroadcastChannel" in window ? new BroadcastChannel("troel") : null;
  items = [];
  // Whether the last attempt reached nobody.
  cut = false;

  // `table` is the number in its links, `path` that of its page, `told(answer)` is called after every change: with what
  // was answered (`what` it means, to an item of which `kind`) if anything was; `headers` are sent with every item.
  constructor(store, table, path, told, headers = {}) {
    this.#store = store;
    this.table = table;
    this.#path = path;
    this.#told = told;
    this.#headers = headers;
    this.#tabs?.addEventListener("message", () => this.read());
  }

  // The item that is sent next, undefined where all is received or refused.
  get due() {
    return due(this.items);
  }

  // Reads what is kept: after opening, and when another tab changed it.
  async read() {
    this.items = inOrder(await this.#store.all("items"), this.table);
    this.#told();
  }

  // Keeps a form to be sent: the rest of its address, its fields, what it is called, points by position if known.
  // `at` puts it in the place of a refused item, with the others in their order after it.
  async add(rest, fields, label, { gives = null, at = null } = {}) {
    const body = new URLSearchParams(fields);
    // Its own: the key of a page that is shown again may have been used.
    body.set("key", newKey());
    const [kind, number] = kindOf(rest);
    const last = Math.max(0, ...this.items.map((item) => item.seq));
    const seq = at ?? Math.max(Date.now(), last + 1);
    const item = { seq, key: body.get("key"), table: this.table, rest, kind, number, label, gives, tried: 0 };
    await this.#store.put("items", this.#name(seq), { ...item, body: body.toString() });
    await this.#changed();
  }

  // Changes an item unless it is gone; `how` gives undefined for one that is to go.
  async change(seq, how) {
    const made = await this.#store.change("items", this.#name(seq), (item) => (item ? how(item) : undefined));
    await this.#changed();
    return made;
  }

  // Sends what waits, at once.
  async kick() {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (await this.#sendNext());
    } finally {
      this.#sending = false;
    }
  }

  // Sends the item that is due; whether to go on with the next.
  async #sendNext() {
    const next = this.due;
    if (!next) return false;
    // Marked before it goes: what was never sent may be dropped, what may have arrived may not.
    const item = await this.change(next.seq, (kept) => ({ ...kept, tried: kept.tried + 1 }));
    if (!item) return true;
    const [what, answer] = await send(item, this.#path, this.#headers);
    this.cut = what === "again";
    if (what === "again") {
      this.#told();
      this.#timer = setTimeout(() => this.kick(), pause(item.tried));
      return false;
    }
    // What stands on the sheet instead is not kept with it: the sheet has it, and may change.
    const { status, code, sentence, phone } = answer;
    const refused = { status, code, sentence, phone };
    await this.change(item.seq, (kept) => (what === "refused" ? { ...kept, refused } : undefined));
    this.#told({ ...answer, what, item });
    return true;
  }

  async #changed() {
    this.#tabs?.postMessage("changed");
    await this.read();
  }

  // Keys in the order in which items were made, for localStorage too.
  #name(seq) {
    return `${this.table}/${String(seq).padStart(17, "0")}`;
  }
}
