// Every browser is a witness: it keeps the last seal of an event that it saw, and asks whether that is still there.
//
// Only a seal that lies on the record is replaced by a newer one, so that an alarm stays. The seal is kept with its
// moment, because a restored backup explains only what was seen before; an older script kept the seal alone.

async function witness(place) {
  const key = `troel.seal.${place.dataset.witness}`;
  let kept = "";
  try {
    kept = localStorage.getItem(key) ?? "";
  } catch {
    return; // storage is switched off
  }
  const now = `${place.dataset.seal} ${place.dataset.at}`;
  if (kept === now) return;
  const [seal, at] = kept.split(" ");
  if (seal && seal !== place.dataset.seal) {
    const address = `${place.dataset.witness}?${new URLSearchParams(at ? { seal, at } : { seal })}`;
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return; // no network: the next page asks again
    if ((await answer.json()).alarm) {
      const alarm = place.querySelector("[role=alert]");
      alarm.querySelector("a").href = address;
      alarm.hidden = false;
      return;
    }
  }
  try {
    localStorage.setItem(key, now);
  } catch {
    // Nothing can be kept on this phone: it is no witness.
  }
}

for (const place of document.querySelectorAll("[data-witness]")) void witness(place);
