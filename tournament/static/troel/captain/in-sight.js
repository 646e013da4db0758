// What a table sees next is brought onto the screen: the scoreboard, or the line of what waits.

const part = (name) => document.querySelector(name);

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
