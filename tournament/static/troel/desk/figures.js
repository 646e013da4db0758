// What a deal gives, a figure under each name of the table; who rests has a dash.

import { points as signed } from "../captain/tiles.js";

// `gives` are the points by position; at a table of five who does not play the deal is marked before it is typed too.
export function figures(state, { plays }, gives) {
  const playing = new Set(plays.map(([position]) => position));
  return Object.keys(state.totals).flatMap((position) => {
    const figure = document.createElement("span");
    figure.dataset.seat = position;
    if (gives[position] !== undefined) figure.append(signed(gives[position]));
    else if (!playing.has(Number(position))) Object.assign(figure, { className: "is-resting", textContent: "–" });
    return [figure, " "];
  });
}
