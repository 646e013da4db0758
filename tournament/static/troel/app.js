import "./me.js";
import "./said.js";
import "./timer.js";
import "./witness.js";

// Small helps, which every page also works without. The first: a long list narrows while one types.
//
// shared/form/find.html makes the box. It stays hidden until this file runs. data-filter names the lists, each a tbody
// or ul; their rows that lack a typed word are hidden, and the <output> says how many are left.

// What is compared: lower case, without accents, with one apostrophe: "helene" finds "Hélène", "strauss" finds
// "Strauß", and "o'brien" "O’Brien".
function plain(text) {
  const even = text.toLowerCase().replace(/[’‘ʼ`´]/g, "'").replaceAll("ß", "ss");
  return even.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

function narrow(box) {
  const rows = document.querySelectorAll(`:is(${box.dataset.filter}) > *`);
  if (!rows.length) return;
  const words = plain(box.value).split(/\s+/);
  let left = 0;
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) left += 1;
  }
  const count = box.closest(".find").querySelector("output");
  count.textContent = box.value.trim() ? left || count.dataset.none || 0 : "";
  offer(box.value.trim(), left);
}

// At the door: a name that is not on the list is offered for registration, as it was typed.
function offer(typed, left) {
  const group = document.querySelector("#arrive");
  if (!group || !typed) return;
  group.open = left === 0;
  group.querySelector("[name=name]").value = typed;
}

function start() {
  for (const box of document.querySelectorAll("[data-filter]")) {
    box.closest(".find").hidden = false;
    narrow(box);
  }
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) narrow(event.target);
});

// How long somebody waits, in minutes: data-seconds is how long it was when the page was made.
function waited() {
  for (const place of document.querySelectorAll("[data-seconds]")) {
    place.dataset.from ??= Date.now() - place.dataset.seconds * 1000;
    place.textContent = Math.floor((Date.now() - place.dataset.from) / 60000);
  }
}
waited();
setInterval(waited, 5000);

// Whether a page asks for something by itself.
function asks(element) {
  return element.getAttribute("hx-trigger")?.startsWith("every ");
}

// What an open page shows may be deleted meanwhile. The page is asked for once more: it says so, and asks no more.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (asks(detail.elt) && detail.xhr.status === 404) location.assign(location.pathname + location.search);
});

// Nor does it ask while the answer to a tap is on its way: what it would show may be older than that.
const taps = new Set();
let asked = null;
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!asks(elt)) {
    taps.add(xhr);
    asked?.abort();
  } else if (taps.size) event.preventDefault();
  else asked = xhr;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => taps.delete(detail.xhr));

// A name that is tapped stays where the finger is, whatever its answer puts above the list.
let tapped = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  tapped = detail.target.matches(".roll > li") ? [detail.target.id, detail.target.getBoundingClientRect().top] : null;
});
document.addEventListener("htmx:afterSettle", () => {
  const row = tapped && document.getElementById(tapped[0]);
  if (row) scrollBy({ top: row.getBoundingClientRect().top - tapped[1], behavior: "instant" });
  tapped = null;
});

// A text that is to be pasted elsewhere: without a clipboard it is selected.
for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    navigator.clipboard?.writeText(field.value).catch(() => null);
  });
}

// Public pages are the same for everybody: whoever came from the staff's pages has the way back there, to the first
// entry of the menu they had, which is *Tonight* for a club.
const toWork = document.querySelector(".band .to-work");
const first = document.querySelector(".band nav a:not(.to-work)");
const { lang } = document.documentElement;
try {
  if (location.pathname.startsWith("/staff/")) {
    sessionStorage.setItem("work", JSON.stringify([first?.href ?? "", lang, first?.textContent.trim()]));
  } else if (toWork && first?.pathname !== toWork.pathname) {
    const [address, language, label] = JSON.parse(sessionStorage.getItem("work")) ?? [];
    toWork.href = address ?? "";
    toWork.hidden = !address;
    if (language === lang) toWork.textContent = label;
  }
} catch {
  // No storage: they know the way.
}

// In very large letters the menu slides: where one is should be in sight.
document.querySelector(".band nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A page that this one links to may be asked for where there is no network: its worker keeps it from now on.
const worker = document.querySelector("a[data-worker]")?.dataset.worker;
if (worker) navigator.serviceWorker?.register(worker).catch(() => null);

// A captain who opens a long sheet sees the deal to be written; a reload stays where one was.
if (!location.hash) document.querySelector(".captain .sheet tbody:has(.next)")?.scrollIntoView({ block: "nearest" });

// Rows that a poll has just replaced are narrowed again.
document.addEventListener("htmx:afterSettle", start);
start();

// When a form comes back with something to put right, one types on in the first field that is wrong.
const wrong = document.querySelector('[aria-invalid="true"]');
wrong?.focus();
// Or one sees why it was refused, which may be far below.
if (!wrong) document.querySelector("main form .notice.error")?.scrollIntoView({ block: "nearest" });
