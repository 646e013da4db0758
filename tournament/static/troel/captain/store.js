// What a phone keeps: boxes of plain values by a key. IndexedDB, or localStorage where there is none.
//
// `openStore()` gives { all(box), get(box, key), put(box, key, value), change(box, key, how) }, each a promise that
// fails where nothing can be kept; or null where the browser keeps nothing at all. `how` makes the new value from the
// old, and undefined removes it: nobody comes in between, from another tab neither.

const NAME = "troel";
const BOXES = ["items", "drafts", "pages", "phone"];

// What a value is called in localStorage.
const nameIn = (box, key) => `${NAME}/${box}/${key}`;

export async function openStore() {
  try {
    const store = indexed(await opened());
    await moveItems(store).catch(() => null);
    return store;
  } catch {
    return simple();
  }
}

// What waits in localStorage since IndexedDB could not be opened once.
async function moveItems(store) {
  const prefix = nameIn("items", "");
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    await store.put("items", name.slice(prefix.length), JSON.parse(localStorage.getItem(name)));
    localStorage.removeItem(name);
  }
}

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => BOXES.forEach((box) => asked.result.createObjectStore(box));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => reject(asked.error);
  });
}

function indexed(database) {
  // A write is done once the transaction is, not the request: only then does it survive an empty battery.
  const attempt = (box, mode, ask) =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(box, mode, { durability: "strict" });
      const request = ask(transaction.objectStore(box));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  // A browser may close it on a phone that slept, and then nothing was written.
  const within = (box, mode, ask) =>
    attempt(box, mode, ask).catch(async (fault) => {
      if (fault.name !== "InvalidStateError") throw fault;
      database = await opened();
      return attempt(box, mode, ask);
    });
  return {
    all: (box) => within(box, "readonly", (kept) => kept.getAll()),
    get: (box, key) => within(box, "readonly", (kept) => kept.get(key)),
    put: (box, key, value) => within(box, "readwrite", (kept) => kept.put(value, key)),
    change: (box, key, how) =>
      within(box, "readwrite", (kept) => {
        const asked = kept.get(key);
        const done = {};
        asked.onsuccess = () => {
          done.result = how(asked.result);
          if (done.result === undefined) kept.delete(key);
          else kept.put(done.result, key);
        };
        return done;
      }),
  };
}

function simple() {
  try {
    localStorage.setItem(`${NAME}/tried`, "1");
  } catch {
    return null;
  }
  const names = (box) => Object.keys(localStorage).filter((one) => one.startsWith(nameIn(box, ""))).sort();
  const read = (one) => JSON.parse(localStorage.getItem(one) ?? "null") ?? undefined;
  return {
    all: async (box) => names(box).map(read),
    get: async (box, key) => read(nameIn(box, key)),
    put: async (box, key, value) => localStorage.setItem(nameIn(box, key), JSON.stringify(value)),
    change: async (box, key, how) => {
      const made = how(read(nameIn(box, key)));
      if (made === undefined) localStorage.removeItem(nameIn(box, key));
      else localStorage.setItem(nameIn(box, key), JSON.stringify(made));
      return made;
    },
  };
}
