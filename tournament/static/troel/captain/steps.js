// The steps of a deal: which there are, which are answered, what a finished one says on its line. Nothing of the page.

import { refusal } from "./result.js";

// The steps that these choices ask for, in order.
export function stepsOf(state, choices) {
  if (state.rules.points_only) return ["points"];
  const contract = state.rules.contracts[choices.contract];
  if (!contract) return ["contract"];
  const steps = ["contract", ...(contract.kind === "team" ? ["who", "tricks"] : ["own"])];
  if (state.trump && contract.trumps.length) steps.push("trump");
  if (contract.jury && state.tells !== false) steps.push("jury");
  return steps;
}

// Whether a step is answered, so that the next one can be asked.
export function answered(state, deal, choices, step) {
  const contract = state.rules.contracts[choices.contract];
  const allowed = () => contract.declarers.includes(choices.who.length);
  const answers = {
    points: () => deal.plays.every(([position]) => position in choices.points),
    contract: () => contract !== undefined,
    who: allowed,
    own: () => allowed() && !refusal(state, deal, choices),
    tricks: () => choices.tricks !== null && choices.tricks >= 0 && choices.tricks <= contract.played,
    jury: () => choices.jury in state.words.jury,
    trump: () => contract.trumps.includes(choices.trump),
  };
  return answers[step]();
}

// Whether nothing can be added to its answer: then the next step comes by itself.
export function full(state, deal, choices, step) {
  if (!answered(state, deal, choices, step) || step === "points") return false;
  if (step !== "who" && step !== "own") return true;
  return choices.who.length === Math.max(...state.rules.contracts[choices.contract].declarers);
}

// The first step that is still to be answered, null if there is none.
export function nextStep(state, deal, choices) {
  return stepsOf(state, choices).find((step) => !answered(state, deal, choices, step)) ?? null;
}

// Why what was chosen in a step cannot be; "" while more may be chosen.
export function wrong(state, deal, choices, step) {
  if (step !== "who" && step !== "own") return "";
  const most = Math.max(...state.rules.contracts[choices.contract].declarers);
  const judged = choices.who.length > most || (step === "own" && choices.who.length === most);
  return judged ? refusal(state, deal, choices) : "";
}

// What a finished step says on its one line.
export function toldOf(state, deal, choices, step) {
  const { words } = state;
  const names = Object.fromEntries(deal.plays);
  const own = (position) => ended(state, choices, choices.own[position]);
  const told = {
    points: () => words.say.points,
    contract: () => words.contracts[choices.contract].called,
    who: () => choices.who.map((position) => names[position]).join(" + "),
    own: () => choices.who.map((position) => `${names[position]} ${own(position)}`).join(", "),
    tricks: () => words.tricks[choices.tricks],
    jury: () => words.jury[choices.jury],
    trump: () => words.trumps[choices.trump],
  };
  return told[step]();
}

// How a personal contract ended for one of its declarers: made, or lost and with how many tricks if that is known.
function ended({ words: { say }, rules }, { contract }, own) {
  if (own === rules.contracts[contract].target) return say.made_it;
  return own === "lost" ? say.lost_it : `${say.lost_it} (${own})`;
}

// The declarers who missed their target, whose number of tricks may be told.
export function losers(state, choices) {
  const contract = state.rules.contracts[choices.contract];
  if (contract?.kind !== "personal") return [];
  return choices.who.filter((position) => choices.own[position] !== contract.target);
}
