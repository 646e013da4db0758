// What is left of the timer of a round, counted here: data-ends is when time is up, data-now around it what time the
// server had when the page was made (both ms since 1970). It needs no network, and no clock that is right.

const KEPT = "troel-clock";

// The latest time that a page had from the server, and how far that was ahead of this device's clock (ms).
let known = kept();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? { said: 0, ahead: 0 };
  } catch {
    return { said: 0, ahead: 0 };
  }
}

// A page that was kept says what time it was when it was made, which tells nothing of now: only a later time counts.
function hear(said) {
  if (!(said > known.said)) return;
  known = { said, ahead: said - Date.now() };
  try {
    localStorage.setItem(KEPT, JSON.stringify(known));
  } catch {
    // Nothing can be kept on this device: then it is known as long as the page is open.
  }
}

function count() {
  for (const timer of document.querySelectorAll("[data-ends]")) {
    hear(Number(timer.closest("[data-now]")?.dataset.now));
    const left = Math.max(0, Math.ceil((timer.dataset.ends - Date.now() - known.ahead) / 1000));
    const place = timer.querySelector(".ticks");
    place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    place.hidden = false;
    timer.querySelector(".runs").hidden = left === 0;
    timer.querySelector(".up").hidden = left > 0;
  }
}

count();
setInterval(count, 250);
for (const swapped of ["troel:page", "htmx:afterSwap"]) document.addEventListener(swapped, count);
