// What the answer to a sent item means, and how long to wait before it is sent again. Nothing here touches the page.

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;

// A pause (ms) after so many tries in vain: twice as long each time up to the longest, and different on each phone.
export function pause(tries, chance = Math.random()) {
  const whole = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, tries - 1));
  return Math.round(whole * (0.75 + chance / 2));
}

// An answer as [what it means, the JSON it holds]: "received", "refused", or "again" for what says nothing about it.
//
// A page that is not ours, as a hall's sign-in page is, says nothing: only our own JSON does.
export function meaning(status, json) {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return ["again", null];
  if (status < 300 && json?.done) return ["received", json];
  if (status >= 400 && typeof json?.sentence === "string") return ["refused", json];
  if (status === 400 || status === 413) return ["refused", { status, sentence: "" }];
  return ["again", null];
}

// Sends one item: what its answer means. `path` is that of the table's page, by the link that is open now; `more` are
// headers that it takes besides.
export async function send(item, path, more = {}, timeout = 20000) {
  const headers = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded", ...more };
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), timeout);
  try {
    const sent = { method: "POST", body: item.body, headers, signal: aborted.signal, credentials: "same-origin" };
    const answer = await fetch(path + item.rest, sent);
    const said = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
    return meaning(answer.status, said);
  } catch {
    return ["again", null];
  } finally {
    clearTimeout(timer);
  }
}
