// Whose phone writes at this table. The page says whose it is, and offers to take the table; without scripts it says
// nothing, and a phone that names itself to nobody writes.

import { newKey } from "./queue.js";

const MARK = "mark";
const IDENTITY = "identity";

export class Writer {
  #store;
  #mark;
  identity = "";

  constructor(store) {
    this.#store = store;
  }

  // What this phone calls itself, made once, and the mark under which the server knows it.
  async read() {
    const made = (was) => was ?? newKey();
    this.identity = await this.#store.change("phone", IDENTITY, made);
    this.#mark = await this.#store.get("phone", MARK);
  }

  // What the server said when this phone took the table; the page that is open may be from before.
  async learn(mark) {
    this.#mark = mark;
    this.#place().dataset.phone = mark;
    await this.#store.put("phone", MARK, mark);
  }

  #place() {
    return document.getElementById("writer") ?? document.getElementById("outbox");
  }

  // "free" while no phone took the table, "mine" or "other".
  whose(items) {
    const { phone: mark } = this.#place().dataset;
    if (mark === this.#mark && mark) return "mine";
    if (items.some((item) => item.kind === "take" && !item.refused)) return "mine";
    return mark ? "other" : "free";
  }

  // Shows of the page's lines about the writer the one that is true.
  show(items) {
    const whose = this.whose(items);
    const place = document.getElementById("writer");
    if (place && place.dataset.shown !== whose) {
      place.dataset.shown = whose;
      place.querySelector(".whose")?.remove();
      const words = place.querySelector(`template[data-for="${whose}"]`);
      if (words) {
        place.append(words.content.cloneNode(true));
        place.scrollIntoView({ block: "nearest" });
      }
    }
    document.body.classList.toggle("is-elsewhere", whose === "other");
  }
}
