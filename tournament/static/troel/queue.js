// The jury's queue: a new call is heard and felt where that is allowed. The page works without it.
//
// Browsers make a sound only after a tap: the button #sound, which is hidden until this file runs.

const button = document.getElementById("sound");
const numbers = () => [...document.querySelectorAll("[data-call]")].map((call) => Number(call.dataset.call));

let audio = null;
let newest = Math.max(0, ...numbers());

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

// What somebody is typing or has opened stays: the page asks again soon.
function beforeSwap(event) {
  const queue = document.getElementById("queue");
  const typing = document.activeElement?.matches("#queue input:not([value]), #queue select");
  if (event.target === queue && typing) event.detail.shouldSwap = false;
}

function afterSettle() {
  const now = Math.max(0, ...numbers());
  if (now > newest) alarm();
  newest = Math.max(now, newest);
}

button.hidden = !("AudioContext" in window);
button.addEventListener("click", toggled);
document.addEventListener("htmx:beforeSwap", beforeSwap);
document.addEventListener("htmx:afterSettle", afterSettle);
