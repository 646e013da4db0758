// The page around the outbox: taken anew from the server, kept for when there is none, and its links.

import { withWaiting } from "./pending.js";

const STATE = "phone-state";
// Longer than this (ms), and what is kept is shown.
const PATIENCE = 8000;

const stateIn = (page) => page.getElementById(STATE)?.textContent ?? "";

// Whether the server can be reached: a small file of ours, asked for without any cache.
export async function reachable() {
  try {
    const aborted = AbortSignal.timeout?.(5000);
    return (await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: aborted })).ok;
  } catch {
    return false;
  }
}

// A page of the table as the server has it now: { said (what is announced), band and html (of its main), state (as
// JSON), title, received }. Null where there is no answer; where the link is dead, the page that says so.
export async function fetched(path) {
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch(path, { headers: { Accept: "text/html" }, cache: "no-store", signal });
    if (answer.status >= 500) return null;
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    // A page that is not ours has no outbox, unless it says that the link is dead.
    if (answer.ok && !page.getElementById("outbox")) return null;
    return pageOf(page);
  } catch {
    return null;
  }
}

// The page as it was sent, to be kept.
export const pageOf = (page) => ({
  said: page.getElementById("said")?.outerHTML,
  band: page.querySelector(".band").innerHTML,
  html: asSent(page.querySelector("main")),
  state: stateIn(page),
  title: page.title,
  received: page.getElementById("outbox")?.dataset.received,
});

// Without what the outbox and an open deal added to it.
function asSent(main) {
  const copy = main.cloneNode(true);
  copy.querySelectorAll(".waiting, .whose, #entry").forEach((added) => added.remove());
  for (const part of copy.querySelectorAll("[data-set-aside]")) {
    part.hidden = false;
    part.removeAttribute("data-set-aside");
  }
  copy.querySelector("#writer")?.removeAttribute("data-shown");
  return copy.innerHTML;
}

// Shows a page of the table in place of what is there, with the state it will have once `items` are received.
export function adopt({ said, band, html, state, title }, items, path) {
  document.getElementById("said")?.remove();
  document.querySelector(".band").insertAdjacentHTML("beforebegin", said ?? "");
  document.querySelector(".band").innerHTML = band;
  document.querySelector("main").innerHTML = html;
  document.title = title;
  let kept = document.getElementById(STATE);
  if (!kept) {
    kept = document.createElement("script");
    Object.assign(kept, { type: "application/json", id: STATE });
    document.head.append(kept);
  }
  kept.textContent = state && JSON.stringify(withWaiting(JSON.parse(state), items));
  if (location.pathname !== path) history.replaceState(history.state, "", path);
  document.body.classList.remove("is-entering");
  document.dispatchEvent(new CustomEvent("troel:page"));
}

// Sends a form as without scripts where the server answers; otherwise `say(element)` says why not, in place.
export async function sendNow(form, submitter, say) {
  if (!(await reachable())) return say(submitter ?? form);
  if (submitter?.name) {
    const said = document.createElement("input");
    form.append(Object.assign(said, { type: "hidden", name: submitter.name, value: submitter.value }));
  }
  if (submitter?.hasAttribute("formmethod")) form.method = submitter.getAttribute("formmethod");
  form.submit();
}

// A link is followed only where the server answers; otherwise `say(element)` says why not, in place. So are forms: all
// of them, or those that nothing keeps.
export function guardLinks(say, all = false) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || opensInPlace(link)) return;
    event.preventDefault();
    if (await reachable()) location.assign(link.href);
    else say(link);
  });
  document.addEventListener("submit", async (event) => {
    const method = event.submitter?.getAttribute("formmethod") ?? event.target.method;
    if (event.defaultPrevented || (!all && event.target.matches("[data-outbox]"))) return;
    event.preventDefault();
    // What is not kept on this phone is sent only where somebody takes it.
    if (method !== "get") return sendNow(event.target, event.submitter, say);
    const fields = new URLSearchParams(new FormData(event.target, event.submitter));
    if (await reachable()) location.assign(`${event.target.action.split("?")[0]}?${fields}`);
    else say(event.submitter ?? event.target);
  });
}

const opensInPlace = (link) =>
  (link.dataset.deal && document.getElementById(STATE)?.textContent) || link.getAttribute("href").startsWith("#");
