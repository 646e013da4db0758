// From choices to a result, or to what is still missing, or to the sentence that says why it cannot be. The server
// reads the same choices again and refuses the same (tournament/forms/table/deals.py, scoring/game/results.py).

const SEATS = "1,2,3,4";

// A sentence with its values filled in: places are written %(name)s or {name}.
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s|\{(\w+)\}/g, (_, one, other) => values[one ?? other]);
}

// { result } or { missing: [fields] } or { error: sentence }.
export function read(state, deal, choices) {
  const positions = deal.plays.map(([position]) => position);
  const seats = positions.join() === SEATS ? {} : { seats: positions };
  if (state.rules.points_only) return readPoints(state.words, positions, seats, choices.points);
  const contract = state.rules.contracts[choices.contract];
  if (!contract) return { missing: ["contract"] };
  const missing = missingOf(state, contract, choices);
  if (missing.length) return { missing };
  const error = refusal(state, deal, choices);
  return error ? { error } : { result: resultOf(state, deal, contract, choices, seats) };
}

// The text of a result, exactly as the server writes it: what was seen is what is recorded.
export function seenOf(result) {
  return JSON.stringify(result);
}

// The question that is asked about a result that is hardly ever seen, with names; "" for any other.
export function doubtOf(state, deal, result) {
  if (result.points) return "";
  const words = state.words.contracts[result.contract];
  const names = Object.fromEntries(deal.plays);
  const people = result.declarers.map((position) => names[position]);
  const both = people.length === 1 ? people[0] : fill(state.words.say.and, { one: people[0], other: people[1] });
  const team = typeof result.tricks === "number";
  const won = team ? [[both, result.tricks]] : Object.entries(result.tricks).map(([at, own]) => [names[at], own]);
  const rare = won.find(([, own]) => own !== "lost" && words.really[own]);
  if (!rare) return "";
  return fill(words.really[rare[1]], { who: rare[0], contract: words.inside, tricks: state.words.tricks[rare[1]] });
}

function readPoints({ refusals, most_points: most }, positions, seats, chosen) {
  const missing = positions.filter((position) => !(position in chosen)).map((position) => `points${position}`);
  if (missing.length) return { missing };
  const points = Object.fromEntries(positions.map((position) => [position, chosen[position]]));
  const given = Object.values(points).find((number) => Math.abs(number) > most);
  if (given !== undefined) return { error: fill(refusals.points_range, { most, given }) };
  return { result: { points, ...seats } };
}

// What no tile offers, as from an address that somebody changed, counts as not chosen.
function missingOf(state, contract, choices) {
  const possible = (tricks) => Number.isInteger(tricks) && tricks >= 0 && tricks <= contract.played;
  const told = (own) => own === "lost" || possible(own);
  const missing = choices.who.length ? [] : ["who"];
  if (contract.kind === "team" && !possible(choices.tricks)) missing.push("tricks");
  if (contract.kind !== "team" && !choices.who.every((position) => told(choices.own[position]))) missing.push("own");
  if (contract.jury && state.tells !== false && !(choices.jury in state.words.jury)) missing.push("jury");
  if (state.trump && contract.trumps.length && !contract.trumps.includes(choices.trump)) missing.push("trump");
  return missing;
}

// The sentence that refuses what was chosen so far; "" if nothing is wrong with it.
export function refusal(state, deal, choices) {
  const contract = state.rules.contracts[choices.contract];
  const { refusals, contracts, most_doubles: most } = state.words;
  const { name, allowed } = contracts[choices.contract];
  const names = Object.fromEntries(deal.plays);
  const passes = choices.who.find((position) => deal.jury?.[choices.contract]?.[position] === "refused");
  if (passes) return fill(refusals.jury, { names: names[passes] });
  const bound = choices.who.find((position) => deal.passing?.includes(Number(position)));
  if (bound) return fill(refusals.passing, { names: names[bound] });
  const given = choices.who.length;
  if (!contract.declarers.includes(given)) return fill(refusals.declarers_number, { contract: name, allowed, given });
  const fault = contract.kind === "team" ? "" : addUp(contract, choices.who.map((position) => choices.own[position]));
  if (fault) {
    const sum = choices.who.reduce((all, position) => all + (Number(choices.own[position]) || 0), 0);
    return fill(refusals[fault], { contract: name, played: contract.played, given: sum });
  }
  const doubles = doublesOf(state, deal, choices);
  return doubles > most ? fill(refusals.bad_doubles, { most, given: doubles }) : "";
}

// Why the declarers of a personal contract cannot have won these tricks: as scoring.game.results.add_up.
function addUp(contract, tricks) {
  const known = tricks.filter((own) => own !== "lost");
  const left = contract.played - known.reduce((all, own) => all + own, 0);
  if (left < 0) return "tricks_too_many";
  const possible = sumsOfLost(contract, tricks.length - known.length, left);
  if (possible.size && (tricks.length < 4 || possible.has(left))) return "";
  return known.length === tricks.length ? "tricks_not_all" : "tricks_not_lost";
}

function sumsOfLost(contract, count, most) {
  let sums = new Set([0]);
  for (let one = 0; one < count; one += 1) {
    const next = new Set();
    for (const won of sums)
      for (let own = 0; own <= most - won; own += 1) if (own !== contract.target) next.add(won + own);
    sums = next;
  }
  return sums;
}

function doublesOf(state, deal, choices) {
  return state.rules.doubles ? deal.passes + (choices.double ? 1 : 0) : 0;
}

// Its fields stand in the order of scoring.Result.to_dict, without those that say what goes without saying.
function resultOf(state, deal, contract, choices, seats) {
  const own = () => Object.fromEntries(choices.who.map((position) => [position, choices.own[position]]));
  const tricks = contract.kind === "team" ? choices.tricks : own();
  const doubles = doublesOf(state, deal, choices);
  return {
    contract: choices.contract,
    declarers: choices.who,
    tricks,
    ...(state.trump && contract.trumps.length ? { trump: choices.trump } : {}),
    ...(contract.jury && state.tells !== false ? { jury: choices.jury } : {}),
    ...(doubles ? { doubles } : {}),
    ...seats,
  };
}
