// What was chosen for one deal so far, and the fields of the form that say it. Nothing here knows the page.
//
// { key, contract, who: [1, 3], playing: [1, 3], tricks: 10, own: { 1: 0, 3: "lost" }, jury, trump, double: false,
// points: { 1: 5 }, reason }: `tricks` are those of a side (null: not chosen), `own` those of each declarer of a
// personal contract, `playing` those who play one before their tricks are known, `reason` is why a deal is corrected.

const POSITIONS = [1, 2, 3, 4, 5];
const WHOLE = /^[+\-−]?\d{1,7}$/;

// A whole number as a person writes it, null for anything else.
export function whole(text) {
  const trimmed = String(text ?? "").trim();
  return WHOLE.test(trimmed) ? Number(trimmed.replace("−", "-")) : null;
}

function perPosition(fields, name, read) {
  const found = POSITIONS.map((position) => [position, read(fields.get(`${name}${position}`))]);
  return Object.fromEntries(found.filter(([, value]) => value !== null));
}

// The choices in the fields of the form: URLSearchParams or FormData.
export function fromFields(fields) {
  const given = new Set(fields.getAll("who"));
  return {
    key: fields.get("key") ?? "",
    contract: fields.get("contract") ?? "",
    who: POSITIONS.filter((position) => given.has(String(position))),
    playing: [],
    tricks: whole(fields.get("tricks")),
    own: perPosition(fields, "tricks", (text) => (text === "lost" ? text : whole(text))),
    jury: fields.get("jury") ?? "",
    trump: fields.get("trump") ?? "",
    double: fields.get("double") === "1",
    points: perPosition(fields, "points", whole),
    reason: fields.get("reason") ?? "",
  };
}

// The fields that the server takes for these choices, as pairs.
export function toFields(choices) {
  const fields = [["key", choices.key], ["contract", choices.contract]];
  for (const position of choices.who) fields.push(["who", position]);
  if (choices.tricks !== null) fields.push(["tricks", choices.tricks]);
  for (const [position, own] of Object.entries(choices.own)) fields.push([`tricks${position}`, own]);
  for (const [position, points] of Object.entries(choices.points)) fields.push([`points${position}`, points]);
  fields.push(["jury", choices.jury], ["trump", choices.trump], ["double", choices.double ? "1" : ""]);
  fields.push(["reason", choices.reason]);
  return fields.filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]);
}

// The choices with another contract: what makes sense there stays. The jury's answer was about the old one.
export function withContract(rules, choices, contract) {
  if (contract === choices.contract) return choices;
  const was = rules.contracts[choices.contract];
  const line = rules.contracts[contract];
  const most = Math.max(...line.declarers);
  const kept = { ...choices, contract, playing: [], jury: "" };
  if (!line.trumps.includes(choices.trump)) kept.trump = "";
  if (line.kind === "team") return { ...kept, who: most < choices.who.length ? [] : choices.who, own: {} };
  const own = was?.kind === "personal" ? Object.entries(choices.own) : [];
  const moved = own.map(([position, tricks]) => [position, tricks === was.target ? line.target : "lost"]);
  kept.own = moved.length > most ? {} : Object.fromEntries(moved);
  return { ...kept, who: declarers(kept.own), tricks: null };
}

// The positions of those whose own tricks are known.
export function declarers(own) {
  return Object.keys(own).map(Number);
}
