// The points of a result: looked up in the compiled table of the rules, never computed.

function cellOf(rules, result) {
  const contract = rules.contracts[result.contract];
  if (result.jury === "not_called") return rules.annulled;
  const lost = Object.values(result.tricks).filter((own) => own !== contract.target).length;
  const outcome = contract.kind === "team" ? result.tricks : lost;
  return contract.cells[result.declarers.length][outcome][result.doubles ?? 0];
}

function roleOf(contract, result, position) {
  if (!result.declarers.includes(position)) return "opponent";
  const { kind, target } = contract;
  const made = kind === "team" ? result.tricks >= target : result.tricks[position] === target;
  return made ? "made" : "failed";
}

// Whether a result gives nobody points yet: the jury itself answers, and has not answered for each declarer.
export function waits(state, deal, result) {
  if (!state.rules.contracts[result.contract]?.jury || result.jury) return false;
  const said = deal.jury?.[result.contract] ?? {};
  return !result.declarers.every((position) => position in said);
}

// The points by position of those who played; the result must be one that `read` of result.js gave.
export function pointsOf(rules, result) {
  if (result.points) return result.points;
  const contract = rules.contracts[result.contract];
  const cell = cellOf(rules, result);
  const seats = result.seats ?? [1, 2, 3, 4];
  return Object.fromEntries(seats.map((position) => [position, cell[roleOf(contract, result, position)]]));
}
