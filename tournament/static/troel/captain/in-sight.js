// What a table sees next is brought onto the screen: a deal of the sheet, or the line of what waits.

const part = (name) => document.querySelector(name);

// The rows of a deal by their id; of the last deal that was played, all that follow: the next deal, and the totals.
export function rowsOf(id) {
  const rows = id ? document.getElementById(id) : null;
  if (!rows?.matches(".sheet tbody")) return null;
  const later = [...rows.parentElement.tBodies].slice([...rows.parentElement.tBodies].indexOf(rows) + 1);
  const played = later.some((other) => other.id && !other.querySelector(".next"));
  return played || rows.querySelector(".next") ? rows : (later.at(-1) ?? rows);
}

// Scrolls so that an element is above what stays under the thumb.
export function inSight(element, block) {
  if (!element) return;
  const bar = part("#outbox");
  const covers = (one) => one && getComputedStyle(one).position === "sticky";
  const covered = [part(".reach"), part(".reach > .actions.stick"), bar].filter(covers);
  const height = covered.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  document.documentElement.style.setProperty("--reach", `${height}px`);
  element.scrollIntoView({ block });
}
