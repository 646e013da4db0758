// Where the running totals on a sheet leave the rules: pure, without the page.

import { fill } from "../captain/result.js";

// `rows` are the deals in order: { number, points: { 1: 13, … } by the rules (null: not known), totals: { 1: 13, … }
// as they are written (null: not typed) }. Gives for each position every step that is wrong: [{ number, from, given,
// points }], the sheet adds `given` from deal `from` up to `number` where the rules give `points`. A wrong step is
// told once: what follows is counted on from what is written.
export function departures(rows, positions) {
  return Object.fromEntries(positions.map((position) => [position, [...wrongSteps(rows, position)]]));
}

function* wrongSteps(rows, position) {
  let step = { from: null, before: 0, points: 0, known: true };
  for (const { number, points, totals } of rows) {
    step.from ??= number;
    step.points += points?.[position] ?? 0;
    step.known &&= points !== null;
    const written = totals?.[position];
    if (written === undefined) continue;
    const given = written - step.before;
    if (step.known && given !== step.points) yield { number, from: step.from, given, points: step.points };
    step = { from: null, before: written, points: 0, known: true };
  }
}

// Totals as somebody types them, "13 0 -13+0": { position: number } for these positions, null unless there is one each.
export function totalsIn(text, positions) {
  const numbers = text.replaceAll("−", "-").match(/[+-]?\d{1,6}/g) ?? [];
  if (numbers.length !== positions.length) return null;
  return Object.fromEntries(positions.map((position, at) => [position, Number(numbers[at])]));
}

// The same in sentences, one for each player whose totals leave the rules (`told`), and where they first do.
export function departuresIn(given, state, say) {
  const positions = [...new Set(state.deals.flatMap(({ plays }) => plays.map(([position]) => position)))].sort();
  const wrong = Object.entries(departures(given, positions)).filter(([, steps]) => steps.length);
  const told = wrong.map(([position, steps]) => {
    const name = state.deals.flatMap(({ plays }) => plays).findLast(([seat]) => String(seat) === position)[1];
    const sentence = ({ from, number }) => (from === number ? say.departs : say.departs_since);
    return steps.map((step) => fill(sentence(step), { ...step, name })).join(" ");
  });
  return { told, firsts: new Set(wrong.map(([, [first]]) => first.number)) };
}
