// Whose device this is, by event: kept in localStorage, and told to nobody but as an address of the public ranking.
//
// data-me names the event. On a player's page a button remembers or forgets them; on the ranking, their row stands
// above the list between its neighbours, and is marked in it.

const keyOf = (place) => `troel.me.${place.dataset.me}`;

function remembered(place) {
  try {
    return localStorage.getItem(keyOf(place));
  } catch {
    return null; // storage is switched off
  }
}

function remember(place, number) {
  try {
    if (number) localStorage.setItem(keyOf(place), number);
    else localStorage.removeItem(keyOf(place));
  } catch {
    // Nothing can be kept on this device: it forgets with the page.
  }
}

const pinned = () => document.getElementById("around");

// The row of the list is marked; the piece above it says where it stands.
function mark() {
  const place = pinned();
  const number = place && remembered(place);
  for (const row of document.querySelectorAll("#ranking tr.is-own")) row.classList.remove("is-own");
  if (!number) return;
  document.getElementById(`n${number}`)?.classList.add("is-own");
  const actions = place.querySelector(".me-actions");
  if (actions) actions.hidden = false;
}

// Whoever was searched may be the one who searched.
function ask() {
  for (const row of document.querySelectorAll("#found[data-claims] tr[data-number]")) {
    if (row.querySelector(".claim")) continue;
    const button = document.createElement("button");
    button.className = "link claim";
    button.dataset.claim = "";
    button.value = row.dataset.number;
    button.textContent = row.closest("[data-claims]").dataset.claims;
    row.querySelector("th").append(button);
  }
}

function pin() {
  const place = pinned();
  if (!place) return;
  const number = remembered(place);
  if (!number) place.replaceChildren();
  place.hidden = !number;
  if (number && place.dataset.number !== number) {
    htmx.ajax("GET", `${place.dataset.me}around/${encodeURIComponent(number)}/`, { target: place, swap: "outerHTML" });
  }
  mark();
}

// On a player's page: one of the two buttons.
function offer() {
  for (const place of document.querySelectorAll(".me[data-number]")) {
    const own = remembered(place) === place.dataset.number;
    place.querySelector("[data-claim]").hidden = own;
    place.querySelector("[data-forget]").hidden = !own;
    place.hidden = false;
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-claim], [data-forget]");
  const place = button?.closest("[data-me]");
  if (!place) return;
  remember(place, "claim" in button.dataset ? (button.value || place.dataset.number) : null);
  if (place.id === "around") delete place.dataset.number;
  if (place.id === "found") {
    place.replaceChildren();
    document.querySelector(".find-form").reset();
    pinned()?.scrollIntoView({ block: "nearest" });
  }
  offer();
  pin();
});

// Somebody who is not in the event any more is nobody's any more.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.target?.id !== "around" || detail.xhr.status !== 404) return;
  remember(detail.target, null);
  pin();
});
document.addEventListener("htmx:afterSettle", () => {
  ask();
  mark();
});
// Back on a page that htmx put in the place of another.
document.addEventListener("htmx:historyRestore", pin);

offer();
pin();
