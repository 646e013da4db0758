// A table with what waits on its phone: pure functions, without page or network.
//
// An item is one form to be sent: { seq, key, table, rest (of its address), kind, number, label, body (the form), gives
// (what it adds to the totals by position, where that is known), tried (how often it was sent), refused (what was
// answered) }.

const KINDS = [
  [/^deal\/(\d+)\/$/, "deal"],
  [/^deal\/(\d+)\/correct\/$/, "correct"],
  [/^deal\/(\d+)\/pass\/$/, "pass"],
  [/^deal\/(\d+)\/misdeal\/$/, "misdeal"],
  [/^deal\/(\d+)\/announce\/$/, "announce"],
  [/^deal\/(\d+)\/undo\/$/, "undo-deal"],
  [/^deal\/(\d+)\/pass\/undo\/$/, "undo-pass"],
  [/^deal\/(\d+)\/misdeal\/undo\/$/, "undo-misdeal"],
  [/^close\/$/, "close"],
  [/^take\/$/, "take"],
  [/^call\//, "call"],
];

// The kinds that say what a deal was.
export const RESULTS = ["deal", "correct"];

// What an address behind a table's link does: [kind, number of the deal or 0].
export function kindOf(rest) {
  for (const [form, kind] of KINDS) {
    const found = form.exec(rest);
    if (found) return [kind, Number(found[1] ?? 0)];
  }
  return ["other", 0];
}

// The items of a table in the order in which they were made.
export const inOrder = (items, table) =>
  items.filter((item) => item.table === table).sort((one, other) => one.seq - other.seq);

// What depends on no deal: a call for the jury and its withdrawal, and whose phone writes. It passes what is refused.
const PASSES = ["call", "take"];

// Whether an item waits until a refused one made before it is decided on.
export const isHeld = ({ kind, seq }, items) =>
  !PASSES.includes(kind) && items.some((other) => other.refused && other.seq < seq && other.kind !== "call");

// The item that is sent next; undefined where none is to be sent.
export const due = (items) => items.find((item) => !item.refused && !isHeld(item, items));

// Whether others wait because this one is refused.
export const holdsUp = (item, items) => items.some((other) => !other.refused && isHeld(other, [item]));

// The state of a table (see phone.py) as it will be once everything that waits is received.
export function withWaiting(state, items) {
  return items.filter((item) => !item.refused).reduce(after, state);
}

// The state of a kept sheet (as JSON) once an item is received, which led to a revision; a newer sheet has it already.
export function received(text, item, revision) {
  const state = JSON.parse(text);
  return state.revision < revision ? JSON.stringify(after(state, item)) : text;
}

function after(state, { kind, number, gives, body }) {
  const deal = state.deals.find((one) => one.number === number);
  const revised = { ...state, revision: state.revision + 1 };
  if (!deal) return revised;
  const changed = { ...deal, version: deal.version + 1, ...CHANGES[kind]?.(deal, body) };
  const deals = state.deals.map((one) => (one === deal ? changed : one));
  if (!gives) return { ...revised, deals };
  const more = (had) => Object.fromEntries(Object.entries(had).map(([seat, sum]) => [seat, sum + (gives[seat] ?? 0)]));
  const later = deals.map((one) => (one.number > number ? { ...one, before: more(one.before) } : one));
  return { ...revised, deals: later, totals: more(state.totals) };
}

const CHANGES = {
  announce: (_, body) => ({ announced: body }),
  deal: (_, body) => ({ settled: true, entered: true, announced: "", recorded: body }),
  correct: (_, body) => ({ recorded: body }),
  "undo-deal": () => ({ settled: false, entered: false, announced: "", recorded: "" }),
  misdeal: () => ({ announced: "" }),
  pass: (deal) => ({ passes: deal.passes + 1, announced: "" }),
  "undo-pass": (deal) => ({ passes: Math.max(0, deal.passes - 1) }),
};

// What each item gives and the total after it, of each player by name: { seq: [[name, points, total]] }. `state` is the
// table's once all of them are received; a refused item, and one whose points are not known, has none.
export function running(state, items) {
  let totals = { ...state.totals };
  const shown = {};
  for (const { seq, number, gives, refused } of [...items].reverse()) {
    if (refused || !gives) continue;
    const { plays } = state.deals.find((deal) => deal.number === number) ?? { plays: [] };
    const given = plays.filter(([seat]) => seat in gives && seat in totals);
    shown[seq] = given.map(([seat, name]) => [name, gives[seat], totals[seat]]);
    totals = Object.fromEntries(Object.entries(totals).map(([seat, sum]) => [seat, sum - (gives[seat] ?? 0)]));
  }
  return shown;
}

// The deal to be written next, or undefined once each has a result.
export const nextDeal = (state) => state.deals.find((deal) => !deal.settled);

// The form that takes a sent item back, as [rest, fields]; null for what no form takes back.
export function undoing(item) {
  const version = Number(new URLSearchParams(item.body).get("version"));
  const taken = { deal: "undo/", pass: "undo/", misdeal: "undo/" }[item.kind];
  return taken ? [item.rest + taken, { version: version + 1 }] : null;
}
