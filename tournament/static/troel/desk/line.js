// What one line of the desk means: contract, seats, tricks, in few keys. Pure, without the page.
//
// The contract is a word of the vocabulary (scoring/game/typed.py) or its two digits on the keypad; then the seats,
// then the tricks: "19 13 10", or without any space "191310". Signs between them part them as well. Of a misère or
// piccolo the seats after a minus lost: "60 1-2". A last 1 says that the jury allowed it, 0 that nobody called it. A
// trump is a sign or the beginning of its name anywhere after the contract; twice the same sign, or else "x" or "*", is
// a double.
// "0" alone: everybody passed; "0 19 13 10": everybody passed, and then it was played.

import { fromFields } from "../captain/choices.js";
import { fill, read } from "../captain/result.js";
import { stepsOf, toldOf } from "../captain/steps.js";

const TRUMPS = { "/": "H", "*": "D", "-": "C", "+": "S", ".": "NT" };
const JURY = { 1: "allowed", 0: "not_called" };
const MOST_TRICKS = 13;

const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase().replaceAll("−", "-").trim();

// { pass: true }, or { choices, result } or { choices, missing: [fields] } or { choices, error: sentence }, each with
// how often everybody passed before; `say` holds the sentences of the desk (forms/table/phone_words.py).
export function lineIn(text, state, deal, vocabulary, say) {
  const typed = plain(text);
  if (typed === "0") return { pass: true, passes: deal.passes + 1 };
  if (state.rules.points_only) return read_(typed, state, deal, points(typed, deal), say);
  const [before] = /^(0\s+)*/.exec(typed);
  const rest = typed.slice(before.length);
  const passes = Math.max(deal.passes, before.split("0").length - 1);
  return read_(rest, state, { ...deal, passes }, played(rest, state, vocabulary), say);
}

const read_ = (typed, state, deal, choices, say) => ({
  choices,
  passes: deal.passes,
  ...judged(typed, state, deal, choices, say),
});

function judged(typed, state, deal, choices, say) {
  if (!state.rules.points_only && !choices.contract && typed) {
    const played = Object.keys(state.rules.contracts).join(", ");
    return { error: fill(say.unknown, { contract: typed.slice(0, 8), contracts: played }) };
  }
  const seats = deal.plays.map(([position]) => position);
  const stranger = choices.who.find((seat) => !seats.includes(seat));
  if (stranger !== undefined) return { error: fill(say.seat, { seat: stranger, seats: seats.join(", ") }) };
  if (choices.unclear) return { error: say.space };
  // A sheet need not say the trump.
  return read({ ...state, trump: state.trump && Boolean(choices.trump) }, deal, choices);
}

const none = () => fromFields(new URLSearchParams());

function points(typed, deal) {
  const numbers = typed.match(/[+-]?\d{1,7}/g) ?? [];
  const seats = deal.plays.map(([position]) => position);
  const given = numbers.length > seats.length ? [] : numbers;
  return { ...none(), points: Object.fromEntries(given.map((own, at) => [seats[at], Number(own)])) };
}

function played(typed, state, vocabulary) {
  const [key, length] = contractIn(typed, vocabulary);
  const contract = state.rules.contracts[key];
  if (!contract) return none();
  const begun = { ...none(), contract: key };
  const asked = { rest: typed.slice(length), choices: begun };
  if (contract.kind === "team") takeTrump(asked, state, contract);
  if (state.rules.doubles) takeDouble(asked);
  if (contract.jury && state.tells !== false) takeJury(asked);
  const rest = asked.rest.trim();
  return { ...asked.choices, ...(contract.kind === "team" ? side(rest, contract) : alone(rest, contract)) };
}

// The longest beginning that is a word for a contract: [its key, its length]. Letters may stand apart from their
// number, the digits of a number may not stand apart from each other.
function contractIn(typed, vocabulary) {
  for (let length = typed.length; length; length -= 1) {
    const begin = typed.slice(0, length);
    const key = /^[a-z .&]*\d*\s*$/.test(begin) && vocabulary[begin.replace(/[^a-z0-9]/g, "")];
    if (key) return [key, length];
  }
  return ["", 0];
}

function takeTrump(asked, state, contract) {
  if (!state.trump || !contract.trumps.length) return;
  const [found] = asked.rest.match(/[-/*+.]+|[a-wyz]+/) ?? [];
  if (!found) return;
  const named = contract.trumps.filter((key) => plain(state.words.trumps[key]).startsWith(found));
  const trump = TRUMPS[found[0]] ?? (named.length === 1 ? named[0] : "");
  if (!contract.trumps.includes(trump)) return;
  asked.rest = asked.rest.replace(found, " ");
  const double = state.rules.doubles > 0 && found.length === 2 && found[0] in TRUMPS;
  asked.choices = { ...asked.choices, trump, double };
}

function takeDouble(asked) {
  const rest = asked.rest.replace(/[x*]/, " ");
  if (rest !== asked.rest) asked.choices = { ...asked.choices, double: true };
  asked.rest = rest;
}

function takeJury(asked) {
  const [, before, last] = /^(.*)([01])\s*$/.exec(asked.rest) ?? [];
  if (!last) return;
  asked.rest = before;
  asked.choices = { ...asked.choices, jury: JURY[last] };
}

const seatsIn = (digits) => [...new Set(digits)].map(Number).sort();

// Seats and tricks of a side. Written without a space, the number of seats says where the tricks begin.
function side(rest, { declarers }) {
  const parts = rest.match(/\d+/g) ?? [];
  if (parts.length > 1) return { who: seatsIn(parts.slice(0, -1).join("")), tricks: Number(parts.at(-1)) };
  const [digits = ""] = parts;
  if (declarers.length === 1) {
    const tricks = digits.slice(declarers[0]);
    return { who: seatsIn(digits.slice(0, declarers[0])), tricks: tricks ? Number(tricks) : null };
  }
  const ways = declarers.filter((count) => {
    const tricks = digits.slice(count);
    const told = /^1?\d$/.test(tricks) && Number(tricks) <= MOST_TRICKS;
    return told && new Set(digits.slice(0, count)).size === count;
  });
  if (ways.length === 1) return { who: seatsIn(digits.slice(0, ways[0])), tricks: Number(digits.slice(ways[0])) };
  return ways.length ? { unclear: true } : { who: seatsIn(digits), tricks: null };
}

function alone(rest, { target }) {
  const [made, ...lost] = rest.split("-").map((text) => seatsIn(text.replace(/\D/g, "")));
  const told = [...made.map((seat) => [seat, target]), ...lost.flat().map((seat) => [seat, "lost"])];
  const own = Object.fromEntries(told);
  return { who: Object.keys(own).map(Number), own };
}

// The fields of a line that the server takes, as pairs (desk/line.html).
export function fieldsOf({ contract, who, tricks, own, jury, trump, double, points }) {
  const each = who.map((seat) => (own[seat] === "lost" ? "x" : own[seat])).join(" ");
  const fields = { contract, who: who.join(""), tricks: tricks ?? each, jury, trump, double: double ? "1" : "" };
  for (const [position, number] of Object.entries(points)) fields[`points${position}`] = number;
  return Object.entries(fields).map(([name, value]) => [name, String(value)]).filter(([, value]) => value);
}

// What was chosen, in words. A sheet need not say the trump.
export function inWords(state, deal, choices, say) {
  const known = { ...state, trump: state.trump && Boolean(choices.trump) };
  const parts = stepsOf(known, choices).map((step) => toldOf(known, deal, choices, step));
  return [...parts, choices.double ? say.doubled : ""].filter(Boolean).join(" · ");
}
