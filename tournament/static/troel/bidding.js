// Which bid beats which, looked up in what the page holds: once it is open, it needs no network.

// The sentence on two bids, each with its contract and suit ("" if there is none); "" if one is not a bid.
export function verdict({ bids, names, verdicts, said }, one, other) {
  const place = (bid) => bids.findIndex(([contract, suit]) => contract === bid.contract && suit === bid.suit);
  const at = { one: place(one), other: place(other) };
  if (at.one < 0 || at.other < 0) return "";
  return said[verdicts[at.one][at.other]].replace(/\{(one|other)\}/g, (_, which) => names[at[which]]);
}

// What is chosen in one half of the form. Only the suits in which the contract can be bid are offered.
function chosen(half, { bids }) {
  const contract = half.querySelector("select").value;
  const suits = bids.filter(([key]) => key === contract).map(([, suit]) => suit);
  const tiles = [...half.querySelectorAll("input")];
  for (const tile of tiles) {
    tile.disabled = !suits.includes(tile.value);
    tile.closest("label").hidden = tile.disabled;
    if (tile.disabled) tile.checked = false;
  }
  half.querySelector("fieldset").hidden = suits.length === 1;
  return { contract, suit: tiles.find((tile) => tile.checked)?.value ?? "" };
}

function start() {
  const auction = JSON.parse(document.getElementById("auction").textContent);
  const form = document.getElementById("bidding");
  const told = document.getElementById("verdict");
  const show = () => {
    const two = [...form.querySelectorAll(".bids > div")].map((half) => chosen(half, auction));
    told.classList.remove("error");
    told.textContent = verdict(auction, ...two);
    told.hidden = !told.textContent;
    for (const topic of document.querySelectorAll("[data-about]")) {
      const about = topic.dataset.about.split(" ");
      topic.classList.toggle("is-concerned", two.some(({ contract }) => about.includes(contract)));
    }
  };
  form.querySelector("button").parentElement.hidden = true;
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
  // Without it the page works as it does on plain http.
  navigator.serviceWorker?.register(new URL("sw.js", location.href)).catch(() => null);
}

if (globalThis.document) start();
