// The page on which a draw is checked: fetches the file of the draw, has verify-draw.js follow it, and shows the
// outcome. The sentences are in the page, in its language: a <li data-step> each, with another one for when it does not
// follow.
import { verify } from "./verify-draw.js";

// What is wrong, as far as a step says where: "round 2, table 7".
function place(box, where) {
  const words = ["round", "table", "player"].filter((name) => where[name] !== undefined && where[name] !== null);
  return words.map((name) => `${box.dataset[name]} ${where[name]}`).join(", ");
}

function tell(box, answer) {
  for (const { step, ok, where } of answer.steps) {
    const line = box.querySelector(`[data-step="${step}"]`);
    if (!ok) line.textContent = [line.dataset.wrong, place(box, where)].filter(Boolean).join(" ");
    line.className = ok ? "is-correct" : "is-incorrect";
    line.hidden = false;
  }
  box.querySelector(answer.ok ? ".follows" : ".differs").hidden = false;
}

// The numbers of those in the ranking that the page shows; none where lots decided.
function shown(box) {
  return [...box.closest("section").querySelectorAll("[data-ranked]")].map((line) => Number(line.dataset.ranked));
}

function lost(box) {
  box.querySelector(".lost").hidden = false;
}

async function check(button) {
  const box = button.closest(".check-draw");
  button.disabled = true;
  try {
    const response = await fetch(box.dataset.file);
    if (!response.ok) throw new Error(String(response.status));
    tell(box, verify(await response.json(), { whole: true, ranking: shown(box) }));
  } catch {
    lost(box);
  }
  box.querySelector(".outcome").hidden = false;
  box.querySelector(".outcome").focus();
}

for (const box of document.querySelectorAll(".check-draw")) {
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => check(button));
}
