// The jury's queue: a new call is heard and felt where that is allowed. The page works without it.
//
// Browsers make a sound only after a tap: the button #sound, which is hidden until this file runs.
//
// Nothing moves under a thumb: while somebody taps, scrolls, types or is asked once more, new calls only come at the
// end of the list, and those that are over stay where they are and take no tap. The page asks again every few seconds;
// once the list has been left alone for a while it is put in order, and takes no tap for a moment if that moved it.

const QUIET = 6000; // ms without a touch before the list may move
const MOVED = 700; // ms in which a tap was meant for what stood there before
const button = document.getElementById("sound");
const arrived = document.getElementById("arrived");
const queue = () => document.getElementById("queue");
const calls = (within = document) => [...within.querySelectorAll("[data-call]")];
const newestOf = (list) => Math.max(0, ...list.map((call) => Number(call.dataset.call)));

let audio = null;
let newest = newestOf(calls());
let touched = Date.now();
let unseen = 0;
let kept = [];
let stood = new Map();
let behind = false; // the list shows more or less than the mark in its address says

// Two short notes, the second one higher.
function beep() {
  for (const [at, pitch] of [[0, 660], [0.2, 880]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.25 });
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.15);
  }
}

function alarm() {
  navigator.vibrate?.([200, 100, 200]);
  if (audio) beep();
}

async function toggled() {
  if (audio) {
    await audio.close();
    audio = null;
  } else {
    audio = new AudioContext();
    beep();
  }
  button.setAttribute("aria-pressed", String(audio !== null));
}

// Whether the list must not move: somebody touched it just now, is asked once more, or has typed or chosen something.
function held() {
  if (!calls().length) return false;
  const open = calls(queue()).filter((call) => !call.inert);
  const filled = open.some((call) => call.querySelector("input[name=reason]")?.value);
  const busy = open.some((call) => call.querySelector(".answer-form[open], input:focus, select:focus"));
  return filled || busy || Date.now() - touched < QUIET;
}

// What a held list shows of the news: calls that are over, and new ones at its end.
function note(page) {
  behind = true;
  const fresh = calls(page);
  for (const call of calls(queue())) call.inert ||= !fresh.some((other) => other.id === call.id);
  for (const call of fresh) if (!document.getElementById(call.id)) queue().querySelector("ol").append(call);
}

// Counts what has come since, and says it while the newest call is below the edge of the screen.
function heard() {
  const now = calls();
  const come = now.filter((call) => Number(call.dataset.call) > newest).length;
  newest = Math.max(newest, newestOf(now));
  if (come) alarm();
  unseen += come;
  tell();
}

function tell() {
  const last = calls().at(-1);
  const bar = arrived.hidden ? 0 : arrived.offsetHeight;
  if (!last || last.getBoundingClientRect().top < innerHeight - bar) unseen = 0;
  arrived.hidden = unseen === 0;
  arrived.firstElementChild.textContent = `${arrived.dataset.words} ${unseen}`;
}

function beforeSwap(event) {
  if (event.target !== queue() || !event.detail.shouldSwap) return; // nothing changed (204), or no list came
  const open = calls(queue()).filter((call) => call.querySelector(".more[open]"));
  kept = open.map((call) => [call.id, chosen(call).value]);
  stood = places();
  if (!held()) return;
  event.detail.shouldSwap = false;
  note(new DOMParser().parseFromString(event.detail.serverResponse, "text/html"));
  heard();
}

// Without a mark the whole list comes, even if it is again as it was before it was held.
function ask(event) {
  if (behind && event.target === queue()) event.detail.path = event.detail.path.replace(/since=\w+/, "since=");
}

const places = () => new Map(calls().map((call) => [call.id, Math.round(call.getBoundingClientRect().top)]));
const chosen = (call) => call.querySelector("select[name=to]");

// What was open under "More" is open again, with what was chosen there.
function afterSettle() {
  behind = false;
  for (const [id, to] of kept) {
    const call = document.getElementById(id);
    if (!call) continue;
    call.querySelector(".more").open = true;
    if ([...chosen(call).options].some((option) => option.value === to)) chosen(call).value = to;
  }
  kept = [];
  if ([...places()].some(([id, top]) => stood.has(id) && stood.get(id) !== top)) rest(queue());
  heard();
}

function rest(list) {
  list.classList.add("is-moved");
  setTimeout(() => list.classList.remove("is-moved"), MOVED);
}

const toNewest = () => calls().at(-1)?.scrollIntoView({ block: "start" });

button.hidden = !("AudioContext" in window);
button.addEventListener("click", toggled);
arrived.addEventListener("click", toNewest);
for (const kind of ["pointerdown", "keydown", "scroll", "touchmove", "wheel"]) {
  addEventListener(kind, () => { touched = Date.now(); }, { passive: true, capture: true });
}
addEventListener("scroll", tell, { passive: true });
document.addEventListener("htmx:configRequest", ask);
document.addEventListener("htmx:beforeSwap", beforeSwap);
document.addEventListener("htmx:afterSettle", afterSettle);
