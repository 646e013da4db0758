// The outbox of a captain's phone: what is recorded is kept here first, and sent when the server can be reached.
//
// Every form[data-outbox] goes through it. Where the browser keeps nothing, forms are sent as without scripts once the
// server answers, and stay in place until then.

import { goAhead } from "./ahead.js";
import { dictate } from "./dictate.js";
import { startDrafts } from "./drafts.js";
import { inSight } from "./in-sight.js";
import { askingMisdeal, leaveMisdeal, startMisdeals } from "./misdeal.js";
import { adopt, fetched, guardLinks, pageOf, reachable, sendNow } from "./page.js";
import { kindOf, received, RESULTS, withWaiting } from "./pending.js";
import { Queue } from "./queue.js";
import { openStore } from "./store.js";
import { decide, showWaiting, worded } from "./waiting.js";
import { Writer } from "./writer.js";

const bar = document.getElementById("outbox");
const shell = bar.dataset.shell !== undefined;
const { table, path } = shell ? linked(location.pathname) : bar.dataset;
// Without a service worker only an address that browsers keep is opened again without the network.
const home = isSecureContext ? path : `${path}app`;
// How often a table that the jury may answer, or that has to decide, asks for news.
const NEWS_MS = 4000;
// How often what waits is sent if nothing else sends it: a tab that is gone left it, or the phone slept too long.
const LEFT_MS = 30000;
// Where the button was that recorded a deal, that of the next one comes: what is tapped so soon is the same finger's.
const SETTLE_MS = 700;
let queue;
let writer;
let drafts;
let store;
// The address of the sheet that is still to be read since everything was sent: it says what came of that.
let unread = null;
// The address at which it was read last, which says what was just recorded: news are asked there until the next act.
let address = null;
// How often the sheet was read anew: answers may overtake each other, and only that to the last is shown. How many of
// them are awaited.
let reads = 0;
let awaited = 0;
// Whether anything was to be sent when that was last told.
let waited = false;
// Whether what was chosen for something that waits is being done: a second tap chooses nothing.
let deciding = false;

// The table and the path of its page in an address behind its link.
function linked(address) {
  const [path, id] = /^.*?\/t\/(\d+)-[^/]+\//.exec(address) ?? ["", ""];
  return { table: id, path };
}

const isSheet = () => Boolean(document.getElementById("writer"));
// A page beside the sheet has a form: somebody types on it until something is sent.
const beside = () => !isSheet() && document.querySelector("main form") && !document.querySelector("[data-sent]");
const entering = () => document.body.classList.contains("is-entering") || askingMisdeal() || beside();

// ---- What is shown ---------------------------------------------------------------------------------------------

function show() {
  const { items, cut } = queue;
  const states = { waits: items.length, received: bar.dataset.received ?? 0 };
  const { signed } = document.getElementById("writer")?.dataset ?? {};
  bar.dataset.signed = signed ?? bar.dataset.signed ?? "";
  for (const [name, count] of Object.entries(states)) bar.querySelector(`[data-fill=${name}]`).textContent = count;
  bar.classList.toggle("waits", items.length > 0);
  bar.classList.toggle("cut", cut && items.length > 0);
  bar.hidden = Boolean(document.getElementById("outside")) && !items.length;
  if (!entering()) {
    // What the act before did is no news of this one.
    if (queue.due) document.querySelector("main .notice.success[role=status]")?.remove();
    goAhead(items);
    showWaiting(items);
  }
  writer.show(items);
  drafts.show();
}

// Says in place that something needs the network, and what is kept here.
function say(element, word = "needs-network") {
  document.querySelectorAll(".needs-network").forEach((old) => old.remove());
  const said = worded(word);
  (element.closest(".actions, p, nav, header") ?? element).after(said);
  inSight(said, "nearest");
}

// What needed the network can be tried again.
async function unsay() {
  const told = document.querySelectorAll(".needs-network.warning");
  if (told.length && (await reachable())) told.forEach((old) => old.remove());
}

const sayUnsent = (element) => say(element, "unsent");

// ---- The page --------------------------------------------------------------------------------------------------

// A phone that is full shows it all the same.
const keep = (page) => store.put("pages", table, { ...page, path }).catch(() => null);

// How many deals the table wrote, where a page says so: that of a dead link does not.
const count = ({ received }) => received === undefined || (bar.dataset.received = received);

// The sheet as the server has it now, or as it was last seen with what waits.
async function refresh(to = path) {
  const read = ++reads;
  awaited += 1;
  const page = await fetched(to);
  awaited -= 1;
  if (read !== reads) return;
  unread = page ? null : to;
  address = to;
  if (page) await keep(page);
  const shown = page ?? (await store.get("pages", table)) ?? {};
  count(shown);
  // A deal in hand stays in hand.
  if (shown.html && !entering()) adopt(shown, queue.items, home);
  show();
}

// A table that called the jury, or whose contracts the jury itself allows, sees who comes, and what the answer is; one
// that decides on what is refused sees what stands; and a sheet that could not be read is read as soon as it can be.
async function askForNews() {
  const called = document.getElementById("called");
  const { tells, mark } = JSON.parse(document.getElementById("phone-state")?.textContent || "{}");
  const asks = called || tells === false || unread || queue.items.some((item) => item.refused);
  if (!asks || document.hidden || queue.due || awaited) return;
  const [missed, before] = [unread, reads];
  const news = new URL(address ?? path, location.origin);
  news.searchParams.set("since", called?.dataset.since ?? mark);
  const page = await fetched(missed ?? news);
  if (!page || queue.due || before !== reads) return;
  unread = null;
  await keep(page);
  count(page);
  if (!entering() && (missed || isSheet())) adopt(page, queue.items, home);
  else document.dispatchEvent(new CustomEvent("troel:state", { detail: page.state }));
  show();
}

// What came of the queue: everything that changed is shown, and the sheet is read again once nothing is to be sent.
async function told(answer) {
  // Sent by another tab, perhaps: then this one reads the sheet again with the next news.
  if (!answer && waited && !queue.due) unread ??= path;
  waited = Boolean(queue.due);
  if (answer?.what === "received") await learn(answer);
  if (answer?.what === "refused") await refresh();
  else if (answer && !queue.due) await refresh(answer.go);
  else show();
  if (answer && !entering()) bring(answer);
}

// What the table sees next may lie above or below what is seen: why it was refused, or what the deal changed.
function bring({ what, item }) {
  // What can be chosen stands at its end.
  if (what === "refused") inSight(document.querySelector("main .waiting .notice"), "end");
  else if (queue.due) inSight(document.querySelector("main .waiting > :last-child"), "end");
  else if (item.kind === "take") inSight(document.querySelector("main .actions.stick"), "center");
  else {
    scrollTo(0, 0);
    inSight(document.querySelector("main .scoreboard"), "nearest");
  }
}

// What is received belongs to the kept sheet until that is read again, which may fail.
async function learn({ item, phone, revision }) {
  if (item.kind === "take") await writer.learn(phone);
  const after = (page) => ({ ...page, state: received(page.state, item, revision) });
  await store.change("pages", table, (page) => (page?.state ? after(page) : page));
}

// ---- What is sent ----------------------------------------------------------------------------------------------

async function submitted(event) {
  const { target: form, submitter } = event;
  const method = submitter?.getAttribute("formmethod") ?? form.method;
  if (!form.matches("[data-outbox]") || method !== "post" || event.defaultPrevented) return;
  const action = new URL(submitter?.getAttribute("formaction") ?? form.action).pathname;
  if (!action.startsWith(path)) return;
  event.preventDefault();
  // A second tap of the same finger.
  if (form.dataset.sent) return;
  form.dataset.sent = "1";
  const fields = new URLSearchParams(new FormData(form, submitter));
  try {
    await put(action.slice(path.length), fields, labelOf(form), givesOf(form, submitter));
  } catch {
    delete form.dataset.sent;
    await sendNow(form, submitter, sayUnsent);
    return;
  }
  await leave();
}

async function put(rest, fields, label, gives) {
  address = null;
  const [kind, number] = kindOf(rest);
  fields.set("phone", writer.identity);
  const asResult = RESULTS.includes(kind);
  if ((asResult || ["pass", "misdeal"].includes(kind)) && writer.whose(queue.items) === "free") await takeUnasked();
  const same = (item) => item.kind === kind || (asResult && RESULTS.includes(item.kind));
  const wrong = queue.items.find((item) => item.refused && item.number === number && same(item));
  // Refused for another phone's sake: taken before it, and sent again.
  const held = kind === "take" && queue.items.find(({ refused }) => refused?.code === "other_phone");
  await queue.add(rest, fields, label, { gives, at: wrong?.seq ?? (held ? held.seq - 0.5 : null) });
  if (held) await queue.change(held.seq, ({ refused: _, ...kept }) => kept);
  // It is kept to be sent, whatever becomes of its draft.
  if (number && kind !== "announce") await drafts.forget(number).catch(() => null);
}

// Whoever records without having said whose phone it is writes for the captain's seat.
const takeUnasked = () => queue.add("take/", { phone: writer.identity, of: "" }, worded("take").textContent.trim());

// What a form is called: its own name, and of a deal what was chosen.
const CHOSEN = ".fold:not([data-open=counts]) > :first-child";
const labelOf = (form) =>
  [form.dataset.label, ...[...form.querySelectorAll(CHOSEN)].map((told) => told.textContent)]
    .map((part) => part.replace(/\s+/g, " ").trim())
    .join(" · ");

// What a deal, or a misdeal that is paid for, adds to the totals by position, where the page knows it.
const givesOf = (form, submitter) => JSON.parse(submitter?.dataset.gives || form.dataset.outbox || "null");

// Back to the sheet, which shows what waits; then everything is sent.
async function leave() {
  history.replaceState(null, "", home);
  leaveMisdeal();
  document.body.classList.replace("is-entering", "is-settling");
  setTimeout(() => document.body.classList.remove("is-settling"), SETTLE_MS);
  try {
    await showKept();
    inSight(document.querySelector("main .waiting > :last-child"), "end");
  } finally {
    queue.kick();
  }
}

async function showKept() {
  const kept = await store.get("pages", table);
  if (kept && !entering()) adopt(kept, queue.items, home);
  show();
}

// What this phone knows of the table, for the desk to type.
async function dictated() {
  const kept = await store.get("pages", table);
  if (kept?.state) dictate(withWaiting(JSON.parse(kept.state), queue.items), showKept);
}

// A deal is put right on top of what stands there now, unless another was opened meanwhile.
async function openAgain({ number, body }) {
  await refresh();
  if (!entering()) await drafts.open(number, body);
}

// ---- The beginning ---------------------------------------------------------------------------------------------

async function pressed(event) {
  if (event.target.closest("[data-do=dictate]")) return dictated();
  const button = event.target.closest(".waiting [data-do]");
  if (!button) return;
  const seq = Number(button.closest("[data-seq]").dataset.seq);
  const item = queue.items.find((one) => one.seq === seq);
  if (!item || deciding) return;
  deciding = true;
  try {
    await decide(button.dataset.do, item, queue, openAgain);
  } finally {
    deciding = false;
  }
  queue.kick();
  await showKept();
}

// The sheet as it was opened: with what waits, at the address at which it opens again, and ready for that.
async function settle() {
  if (queue.items.length) adopt(pageOf(document), queue.items, home);
  if (location.pathname !== home) history.replaceState(history.state, "", home + location.hash);
  if (home !== path) await fetch(home).catch(() => null);
  // Without it the page works as it does on plain http.
  else await navigator.serviceWorker?.register(new URL("../sw.js", location.origin + path)).catch(() => null);
}

// What stays in sight above the bar begins where it ends.
const measure = () => document.documentElement.style.setProperty("--outbox", `${bar.offsetHeight}px`);

async function start() {
  startMisdeals();
  new ResizeObserver(measure).observe(bar, { box: "border-box" });
  store = await openStore();
  if (!store) {
    bar.replaceChildren(worded("keeps-nothing"));
    bar.hidden = false;
    guardLinks(sayUnsent, true);
    return;
  }
  writer = new Writer(store);
  queue = new Queue(store, table, path, told);
  drafts = startDrafts(store, table, path);
  document.addEventListener("submit", submitted);
  document.addEventListener("click", pressed);
  guardLinks(say);
  addEventListener("popstate", () => isSheet() && showKept());
  addEventListener("online", () => queue.kick());
  addEventListener("pageshow", (event) => event.persisted && queue.read().then(() => queue.kick()));
  document.addEventListener("visibilitychange", () => document.hidden || queue.kick());
  addEventListener("beforeunload", (event) => queue.items.length && event.preventDefault());
  await writer.read();
  await drafts.read();
  if (isSheet()) await keep(pageOf(document));
  await queue.read();
  if (shell) await refresh();
  else if (isSheet()) await settle();
  show();
  queue.kick();
  setInterval(askForNews, NEWS_MS);
  setInterval(unsay, NEWS_MS);
  setInterval(() => queue.kick(), LEFT_MS);
}

start();
