// The screen in the hall turns its pages, asks for news, and says how old it is where there is no network.
//
// The space bar stops and starts the turning, the arrow keys turn by hand. What is shown stays when nothing comes.

const ASK = 10000;
// Without an answer for longer than this (ms), the screen says so.
const OLD = 30000;
const PATIENCE = 8000;

let heard = Date.now();
// How far the server's clock is ahead of this one (ms): a television rarely knows the time.
let ahead = 0;
let still = false;
let turned = Date.now();

const hall = () => document.getElementById("hall");
const slides = () => [...document.querySelectorAll("#hall > .slide")];
const at = () => Math.max(0, slides().findIndex((slide) => slide.classList.contains("shown")));

function setClock() {
  ahead = hall().dataset.now - heard;
}

function show(number) {
  const all = slides();
  const next = (number + all.length) % all.length;
  all.forEach((slide, place) => slide.classList.toggle("shown", place === next));
  turned = Date.now();
}

// The page of the same number stays in sight: mostly only its figures have changed.
function replace(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("hall");
  if (!fresh) return;
  const number = at();
  const since = turned;
  hall().replaceWith(document.adoptNode(fresh));
  setClock();
  show(Math.min(number, slides().length - 1));
  turned = since;
  document.dispatchEvent(new CustomEvent("troel:page"));
}

async function ask() {
  const address = new URL(location.href);
  address.searchParams.set("v", hall().dataset.version);
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.ok) heard = Date.now();
    if (answer.redirected) location.replace(answer.url); // the finale has begun
    else if (answer.status === 200) replace(await answer.text());
  } catch {
    // The next time, perhaps.
  }
}

function tell() {
  const old = Date.now() - heard > OLD;
  document.querySelector("#hall .old").hidden = !old;
  document.querySelector("#hall .minutes").textContent = Math.floor((Date.now() - heard) / 60000);
  if (old) return;
  const said = { hour: "2-digit", minute: "2-digit", timeZone: hall().dataset.zone };
  document.querySelector("#hall .age time").textContent = new Date(heard + ahead).toLocaleTimeString("nl-BE", said);
}

function tick() {
  tell();
  if (!still && Date.now() - turned >= hall().dataset.turn * 1000) show(at() + 1);
}

document.addEventListener("keydown", (event) => {
  if (event.key === " ") still = !still;
  else if (event.key === "ArrowRight") show(at() + 1);
  else if (event.key === "ArrowLeft") show(at() - 1);
  else return;
  event.preventDefault();
});

setClock();
setInterval(tick, 500);
setInterval(ask, ASK);
