// What is announced to the readers of this page, and the timer of its table, where it shows one: an open page asks for
// news. It stays as it is where none comes.

const ASK = 15000;
const PATIENCE = 8000;

async function ask() {
  const said = document.getElementById("said");
  if (!said || document.hidden) return;
  try {
    const address = `${said.dataset.news}&v=${said.dataset.mark}`;
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.status === 404) clearInterval(asking); // the event is gone, or the link
    if (answer.status !== 200) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["said", "timer"]) {
      const fresh = page.getElementById(id);
      if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
    }
  } catch {
    // The next time, perhaps.
  }
}

// Not every phone of a hall at the same moment.
const asking = setInterval(ask, ASK + Math.random() * 2000);
document.addEventListener("visibilitychange", ask);
