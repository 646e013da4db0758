// A misdeal of the next deal, asked in place: without the network too, and while other deals wait to be sent.

import { nextDeal } from "./pending.js";
import { fill } from "./result.js";
import { worded } from "./waiting.js";

// Answers a tap on "Misdeal" with its form, where the page knows the table.
export function startMisdeals() {
  document.addEventListener("click", (event) => {
    const { target } = event;
    const text = document.getElementById("phone-state")?.textContent;
    if (!text || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target.closest("a[data-misdeal]");
    const back = target.closest(".reach .back-to-sheet");
    if (!link && !back) return;
    event.preventDefault();
    if (link) ask(link.closest(".reach"), JSON.parse(text));
    else leaveMisdeal();
  });
}

// Whether it is being asked.
export const askingMisdeal = () => Boolean(document.querySelector(".reach > .misdealt"));

// What may come of the deal is shown again in place of the form.
export function leaveMisdeal() {
  const form = document.querySelector(".reach > .misdealt");
  for (const part of form?.parentElement.children ?? []) part.hidden = false;
  form?.remove();
}

function ask(reach, state) {
  const deal = nextDeal(state);
  const form = worded("misdeal");
  const texts = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = fill(texts.currentNode.data, deal);
  form.setAttribute("action", `${state.address}deal/${deal.number}/misdeal/`);
  form.dataset.label = `${fill(state.words.say.deal, deal)} · ${form.dataset.label}`;
  form.elements.version.value = deal.version;
  const pays = form.querySelector("[data-least]");
  if (pays) pays.dataset.gives = JSON.stringify(givesOf(deal, pays.dataset));
  for (const part of reach.children) part.hidden = true;
  reach.prepend(form);
  form.querySelector("button").focus({ focusVisible: false });
}

// What the dealer pays and each of the others who play is given, by position.
const givesOf = ({ dealer, plays }, { least, others }) =>
  Object.fromEntries([...plays.map(([seat]) => [seat, Number(others)]), [dealer, Number(least)]]);
