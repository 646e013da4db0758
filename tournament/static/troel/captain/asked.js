// What each step asks, as it stands on the page; the answer to a tile, as new choices.

import { declarers, withContract } from "./choices.js";
import { fill } from "./result.js";
import { losers } from "./steps.js";
import { border, dealerMark, el, question, suit, tile } from "./tiles.js";

const ASKED = {
  contract({ state: { words }, choices }) {
    const families = words.families.map(({ title, options }) => {
      const tiles = options.map(([key, label]) => tile("contract", key, key === choices.contract, label));
      return el("div", { class: "family", role: "group", "aria-label": title }, tiles);
    });
    return question("contract", "contracts", words.say.contract, "", families);
  },

  who: (here) => people(here, "who"),
  playing: (here) => people(here, "playing"),

  own({ state: { words, rules }, deal, choices }) {
    const { target } = rules.contracts[choices.contract];
    const rows = deal.plays.map(([position, name]) => {
      const own = choices.own[position];
      const one = (value, checked, face, whole) => {
        const part = tile(`tricks${position}`, value, checked, face, true);
        part.querySelector("input").setAttribute("aria-label", fill(whole, { name }));
        return part;
      };
      const made = one(target, own === target, words.say.made_it, words.say.name_made);
      const lost = one("lost", own !== undefined && own !== target, words.say.lost_it, words.say.name_lost);
      return [el("span", { class: "name" }, named(words, deal, position, name)), made, lost];
    });
    return question("own", "own", words.say.who, words.contracts[choices.contract].hint, rows);
  },

  tricks({ state: { words, rules }, choices }) {
    const { target, played } = rules.contracts[choices.contract];
    const tiles = numbers(0, played).map((n) => tile("tricks", n, n === choices.tricks, String(n)));
    const made = [border(words.say.made), ...tiles.slice(target)];
    const short = [border(words.say.short), ...tiles.slice(0, target).reverse()];
    return question("tricks", "tricks", words.say.tricks, "", made, target ? short : []);
  },

  jury({ state: { words }, choices }) {
    const tiles = Object.entries(words.jury).map(([code, label]) => tile("jury", code, code === choices.jury, label));
    return question("jury", "answers", words.say.jury, words.say.jury_hint, tiles);
  },

  trump({ state: { words, rules }, choices }) {
    const { trumps } = rules.contracts[choices.contract];
    const tiles = trumps.map((trump) => tile("trump", trump, trump === choices.trump, suit(words, trump)));
    return question("trump", "suits", words.say.trump, "", tiles);
  },

  points({ state: { words }, deal, choices }) {
    const blanks = deal.plays.map(([position, name]) => {
      const id = `points${position}`;
      const bounds = { type: "number", required: true, step: 1, min: -words.most_points, max: words.most_points };
      const input = el("input", { id, name: id, form: "", value: choices.points[position] ?? "", ...bounds });
      return el("div", { class: "field" }, el("label", { for: id }, name), input);
    });
    return el("div", { "data-step": "points" }, blanks);
  },

  counts({ state, deal, choices }) {
    const { words, rules } = state;
    const { played, target } = rules.contracts[choices.contract];
    const names = Object.fromEntries(deal.plays);
    const groups = losers(state, choices).map((position) => {
      const possible = numbers(0, played).filter((n) => n !== target);
      const tiles = possible.map((n) => tile(`tricks${position}`, n, n === choices.own[position], String(n)));
      return question("counts", "tricks", names[position], "", tiles);
    });
    return el("div", {}, groups);
  },
};

// A tile for each who may declare; `step` is also where those who do are kept.
function people({ state: { words, rules }, deal, choices }, step) {
  const many = Math.max(...rules.contracts[choices.contract].declarers) > 1;
  const tiles = deal.plays.map(([position, name]) =>
    tile(step, position, choices[step].includes(position), named(words, deal, position, name), many));
  return question(step, "people", words.say.who, words.contracts[choices.contract].hint, tiles);
}

// What a step asks.
export function asked(here, step) {
  return ASKED[step](here);
}

// The choices after an input of a step changed.
export function answer({ state, choices, step }, input) {
  const { name, value, checked } = input;
  const position = Number(name.slice(-1));
  if (name === "contract") return withContract(state.rules, choices, value);
  if (["who", "playing"].includes(name)) return { ...choices, [name]: chosen(choices[name], Number(value), input) };
  if (name === "double") return { ...choices, double: checked };
  if (name.startsWith("points")) return { ...choices, points: withOne(choices.points, position, integer(input)) };
  if (name === "tricks") return { ...choices, tricks: Number(value) };
  if (!name.startsWith("tricks")) return { ...choices, [name]: value };
  const most = Math.max(...state.rules.contracts[choices.contract].declarers);
  const others = step === "own" && most === 1 ? {} : choices.own;
  const tricks = value === "lost" ? value : Number(value);
  const own = withOne(others, position, checked ? tricks : null);
  return { ...choices, own, who: declarers(own) };
}

// What a field for numbers holds, null for what is no whole one.
const integer = ({ valueAsNumber: number }) => (Number.isInteger(number) ? number : null);

function chosen(who, position, { type, checked }) {
  if (type === "radio") return [position];
  return checked ? [...who, position].sort() : who.filter((other) => other !== position);
}

function withOne(all, position, value) {
  const { [position]: _, ...others } = all;
  return value === null ? others : { ...others, [position]: value };
}

function named(words, deal, position, name) {
  if (position !== deal.dealer) return name;
  return el("span", {}, dealerMark(words), name);
}

function numbers(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
