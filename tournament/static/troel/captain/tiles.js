// The parts a step is made of: tiles to choose from, a finished step on one line, the scores.

// An element with its attributes (false and null: left out) and its children ("" and null: left out).
export function el(tag, attributes, ...children) {
  const part = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== null) part.setAttribute(name, value === true ? "" : value);
  part.append(...children.flat(Infinity).filter((child) => child !== "" && child !== null));
  return part;
}

// A tile. It belongs to no form: the fields that are sent stand apart, and the Enter key sends nothing.
export function tile(name, value, checked, face, many = false) {
  const kind = many ? "checkbox" : "radio";
  const input = el("input", { type: kind, id: `${name}-${value}`, name, value, checked, form: "" });
  return el("label", { class: "tile" }, input, el("span", { class: "face" }, face));
}

// The question of a step with its tiles; `shape` is a class of play.css.
export function question(step, shape, legend, hint, ...tiles) {
  const asked = el("legend", {}, legend, hint ? el("small", {}, hint) : "");
  return el("fieldset", { class: `tiles ${shape}`, "data-step": step }, asked, ...tiles);
}

// A line between the tiles that make a contract and those that lose it.
export function border(word) {
  return el("p", { class: "border" }, word);
}

// A finished step: what was chosen, and one tap to choose again.
export function folded(step, told, change) {
  const word = el("span", { class: "change" }, change);
  return el("button", { type: "button", class: "fold", "data-open": step }, el("span", {}, told), word);
}

// A suit as a drawing with its name; "no trump" as words.
export function suit(words, trump) {
  if (!words.pictures[trump]) return words.trumps[trump];
  return el("img", { class: "suit", src: words.pictures[trump], alt: words.trumps[trump], width: 24, height: 24 });
}

// The mark of who deals, with its word for those who do not see it.
export function dealerMark(words) {
  return el("span", { class: "dealer" }, el("span", { class: "visually-hidden" }, words.say.deals));
}

// A total, with a real minus sign.
export function plain(number) {
  return String(number).replace("-", "−");
}

// Points with their sign.
export function points(number) {
  const sign = number > 0 ? "plus" : number < 0 ? "minus" : "zero";
  return el("span", { class: `points ${sign}` }, number > 0 ? `+${number}` : plain(number));
}

// A name, the points of this deal and the new total of each who played it.
export function scores(words, plays, given, before) {
  const total = (position) => plain(before[position] + given[position]);
  const heads = [words.player, words.this_deal, words.new_total];
  return table(heads, plays, (position) => points(given[position]), total);
}

// The same for a deal that is corrected: its points as they were (null: unknown) and as they will be.
export function change(words, plays, was, given) {
  const old = (position) => (was ? points(was[position]) : "–");
  return table([words.player, words.before, words.after], plays, old, (position) => points(given[position]));
}

function table(heads, plays, first, second) {
  const head = el("tr", {}, heads.map((word, at) => el("th", { scope: "col", class: at ? "num" : null }, word)));
  const rows = plays.map(([position, name]) => {
    const cells = [first, second].map((cell) => el("td", { class: "num" }, cell(position)));
    return el("tr", {}, el("th", { scope: "row" }, name), cells);
  });
  return el("table", {}, el("thead", {}, head), el("tbody", {}, rows));
}
