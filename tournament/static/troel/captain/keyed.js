// A deal as the desk types it on a numeric keypad, and the check sum over such lines: as
// forms/table/keypad.py has them.

const MODULUS = 9973;
const JURY = { allowed: "1", not_called: "0" };

// Complete choices (see choices.js) as a line.
export function keyed(state, deal, choices) {
  if (state.rules.points_only) {
    const points = Object.values(choices.points);
    return points.map((own) => (own < 0 ? String(own) : `+${own}`)).join(" ");
  }
  const { kind, target } = state.rules.contracts[choices.contract];
  const passed = state.rules.doubles ? Array(deal.passes).fill("0") : [];
  const made = choices.who.filter((seat) => kind === "team" || choices.own[seat] === target);
  const lost = choices.who.filter((seat) => !made.includes(seat));
  const played = made.join("") + (lost.length ? `-${lost.join("")}` : "");
  const { keys } = state.words.contracts[choices.contract];
  const tricks = kind === "team" ? String(choices.tricks) : "";
  const after = [tricks, JURY[choices.jury] ?? "", choices.double ? "x" : ""];
  return [...passed, keys, played, ...after].filter(Boolean).join(" ");
}

// Four digits over lines, [[number of the deal, line]] in order.
export function checkSum(lines) {
  let sum = 0;
  for (const sign of lines.map(([number, line]) => `${number}:${line}`).join("\n"))
    sum = (sum * 31 + sign.codePointAt(0)) % MODULUS;
  return String(sum).padStart(4, "0");
}
