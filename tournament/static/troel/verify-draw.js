// Checks a published draw in the visitor's own browser: that the secret is the one promised, that the seed follows from
// it, and that the seating follows from the seed and the swaps. docs/seating.md tells what is computed.
//
// verify(document) answers {ok, steps: [{step, ok, where}], counts}: a step that does not follow is the last one, and
// `where` says what is wrong there, as {round, table, player, ...}. The page puts it in words. With `whole`, no round
// may have been changed since. `ranking` are the numbers of the entries with which the order must begin; where it
// is empty, lots must have decided the order. SHA-256 is written out, because browsers offer their own on https alone.

const SEATS = 4;
const MOST_ROUNDS = 200;
const WORD = 2 ** 32;

// SHA-256 has its numbers from the first 32 bits after the point of square and cube roots of the first primes.
const [START, ROUND] = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const digits = (root) => Math.floor((root - Math.floor(root)) * WORD) >>> 0;
  return [primes.slice(0, 8).map((p) => digits(Math.sqrt(p))), primes.map((p) => digits(Math.cbrt(p)))];
})();

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words.push((words[i - 16] + low + words[i - 7] + high) | 0);
  }
  return words;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) >>> 0);
}

// SHA-256 of a text in UTF-8, as eight 32-bit numbers.
function hashed(text) {
  const view = padded(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < view.byteLength; at += 64) state = mixed(state, schedule(view, at));
  return state;
}

export const sha256 = (text) => hashed(text).map((word) => word.toString(16).padStart(8, "0")).join("");

// Fair whole numbers from a seed.
function chance(seed) {
  let words = [];
  let counter = 0;
  const next = () => {
    if (!words.length) words = hashed(`${seed}:${counter++}`);
    return words.shift();
  };
  return (limit) => {
    const fair = WORD - (WORD % limit);
    for (;;) {
      const word = next();
      if (word < fair) return word % limit;
    }
  };
}

function shuffled(things, below) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const upTo = (n) => Array.from({ length: n }, (_, i) => i);
const isPlace = (i, n) => Number.isInteger(i) && i >= 0 && i < n;
const isEach = (things, n) => things.length === n && new Set(things).size === n && things.every((i) => isPlace(i, n));

// a + times * b, digit by digit, the lowest first, each with its own modulus.
function plus(moduli, a, b, times = 1) {
  let [total, weight] = [0, 1];
  for (const modulus of moduli) {
    const digit = (Math.floor(a / weight) % modulus) + times * (Math.floor(b / weight) % modulus);
    total += (((digit % modulus) + modulus) % modulus) * weight;
    weight *= modulus;
  }
  return total;
}

const product = (moduli) => moduli.reduce((size, modulus) => size * modulus, 1);
const isCount = (n) => Number.isInteger(n) && n > 0;
const areCounts = (moduli) => moduli.length < 20 && moduli.every(isCount);

// Whether a part can be played on this many points. A changed file may ask for more than any browser could finish.
const FITS = {
  listed: () => true,
  columns: ({ design }, points) => SEATS * design.points === points && fits(design),
  shifts: ({ moduli }, points) => areCounts(moduli) && SEATS * product(moduli) === points,
  developed: ({ moduli, orbits, base }, points) =>
    areCounts(moduli) && isCount(orbits) && product(moduli) * orbits <= points && base.flat().length <= points,
};

function fits({ points, rounds, parts }) {
  const bounded = isCount(points) && isCount(rounds) && rounds <= MOST_ROUNDS;
  return bounded && parts.every((part) => FITS[part.kind](part, points));
}

// Each gives its rounds one by one: of the last part, not all may count.
const PARTS = {
  *listed(part) {
    yield* part.rounds;
  },
  *columns(part) {
    const size = part.design.points;
    for (const flat of played(part.design)) yield upTo(SEATS).flatMap((i) => flat.map((point) => point + size * i));
  },
  *shifts({ moduli, shifts }) {
    const size = product(moduli);
    for (const shift of shifts) {
      const flat = Array(SEATS * size);
      for (const i of upTo(SEATS))
        for (const a of upTo(size)) {
          const table = plus(moduli, plus(moduli, a, shift[i]), shift[SEATS], -1);
          flat[SEATS * table + i] = i * size + a;
        }
      yield flat;
    }
  },
  *developed({ moduli, orbits, base }) {
    const [size, points] = [product(moduli), base.flat()];
    const moved = (point, by) => point - (point % size) + plus(moduli, point % size, by);
    for (let by = 0; by < size; by += 1)
      yield points.map((point) => (point < size * orbits ? moved(point, by) : point));
  },
};

function played(design) {
  const rounds = [];
  for (const part of design.parts)
    for (const flat of PARTS[part.kind](part)) {
      if (rounds.length === design.rounds) return rounds;
      rounds.push(flat);
    }
  return rounds;
}

// How many sit at each table as it is drawn.
function widths({ players, rest }) {
  const tables = Math.floor(players / SEATS);
  const over = players % SEATS;
  if (!over || !rest || rest === "vacancies") return Array(Math.ceil(players / SEATS)).fill(SEATS);
  return upTo(tables).map((table) => (rest === "fives" && table < over ? SEATS + 1 : SEATS));
}

function cut(flat, sizes) {
  let at = 0;
  return sizes.map((size) => flat.slice(at, (at += size)));
}

// A round before its swaps; those who have no point are the fifth at the first tables, or rest.
function laidOut(flat, extra, sizes) {
  if (sizes[0] !== SEATS + 1) return [...flat, ...extra];
  const fours = cut(flat, Array(sizes.length).fill(SEATS));
  return fours.flatMap((table, number) => (number < extra.length ? [...table, extra[number]] : table));
}

// What follows may stop with this: where it went wrong.
class Broken extends Error {
  constructor(where) {
    super("this does not follow");
    this.where = where;
  }
}

function hold(right, where = {}) {
  if (!right) throw new Broken(where);
}

const SPACE = /^(?:(?!\ufeff)\s|[\x1c-\x1f\x85])$/;

// The words as they are hashed: without the white space around them, as Python sees it.
function stripped(words) {
  let [first, after] = [0, words.length];
  while (first < after && SPACE.test(words[first])) first += 1;
  while (first < after && SPACE.test(words[after - 1])) after -= 1;
  return words.slice(first, after);
}

const byLot = ({ players, seed }) => shuffled(upTo(players).map((i) => i + 1), chance(`${seed}/order`));

// Which player of the draw, from 1, each of these numbers is: the k-th of the entries is player k.
function players(numbers, entries) {
  const ascending = [...entries].sort((a, b) => a - b);
  return numbers.map((number) => ascending.indexOf(number) + 1);
}

// The steps in order; each may read what the ones before left in `found`.
const STEPS = {
  commitment: ({ secret, commitment }) => hold(sha256(secret) === commitment.trim().toLowerCase()),
  seed: ({ secret, entries, words, seed, trace }) => {
    const numbers = [...entries].sort((a, b) => a - b).join(",");
    hold(sha256(`${secret}\n${numbers}\n${stripped(words)}`) === seed && seed === trace.wish.seed);
    hold(entries.length === trace.wish.players, { players: trace.wish.players });
  },
  order: ({ entries, trace }, { ranking }) => {
    const ranked = "snake" in trace;
    hold(!ranking || ranked === ranking.length > 0);
    hold(isEach(trace.order.map((player) => player - 1), trace.wish.players));
    const order = ranked ? players(ranking ?? [], entries) : byLot(trace.wish);
    order.forEach((player, at) => hold(player === trace.order[at], { place: at + 1 }));
  },
  design: ({ trace }, found) => {
    hold(trace.design.points === SEATS * widths(trace.wish).length && fits(trace.design));
    found.plan = played(trace.design);
    hold(found.plan.length === trace.wish.rounds);
    found.plan.forEach((flat, number) => hold(isEach(flat, trace.design.points), { round: number + 1 }));
  },
  points: ({ trace }, found) => {
    const points = trace.points.filter((point) => point !== null);
    hold(trace.points.length === trace.order.length && new Set(points).size === points.length);
    hold(points.every((point) => isPlace(point, trace.design.points)));
    const ranks = upTo(trace.points.length).map((rank) => (rank < trace.design.points ? rank : null));
    hold(!("snake" in trace) || trace.points.every((point, at) => point === ranks[at]));
    const who = Array(trace.design.points).fill(null);
    trace.points.forEach((point, at) => point !== null && (who[point] = trace.order[at]));
    const extra = trace.order.filter((_, at) => trace.points[at] === null);
    found.sizes = widths(trace.wish);
    found.laid = found.plan.map((flat) => laidOut(flat.map((point) => who[point]), extra, found.sizes));
  },
  swaps: ({ trace }, { laid }) => {
    for (const [round, here, there] of trace.swaps) {
      const flat = laid[round - 1];
      hold(flat && here in flat && there in flat, { round });
      [flat[here], flat[there]] = [flat[there], flat[here]];
    }
  },
  numbers: ({ trace }, found) => {
    hold(trace.numbers.length === found.laid.length);
    found.tables = found.laid.map((flat, at) => {
      const drawn = cut(flat, found.sizes);
      const numbers = trace.numbers[at];
      hold(!numbers.length || isEach(numbers, drawn.length), { round: at + 1 });
      return numbers.length ? numbers.map((number) => drawn[number]) : drawn;
    });
  },
  seats: ({ trace }, found) => {
    hold(trace.seats.length === found.tables.length);
    found.rounds = found.tables.map((tables, at) => {
      const turns = trace.seats[at].split(" ");
      hold(turns.length === tables.length, { round: at + 1 });
      return tables.map((table, number) => {
        const seats = [...turns[number]].map(Number);
        hold(isEach(seats, table.length), { round: at + 1, table: number + 1 });
        return seats.map((place) => table[place]);
      });
    });
  },
  rounds: (draw, found) => {
    const rounds = found.rounds;
    hold(isCount(draw.follows) && draw.follows <= rounds.length && draw.follows <= draw.rounds.length);
    hold(!found.whole || draw.follows === draw.rounds.length, { round: draw.follows + 1 });
    rounds.slice(0, draw.follows).forEach((tables, at) => {
      hold(tables.length === draw.rounds[at].length, { round: at + 1 });
      tables.forEach((table, number) => {
        const shown = draw.rounds[at][number];
        const same = shown.length === table.length && table.every((player, seat) => player === shown[seat]);
        hold(same, { round: at + 1, table: number + 1 });
      });
    });
  },
  once: (draw) =>
    draw.rounds.forEach((tables, at) => {
      const seated = new Set();
      tables.forEach((table, number) => {
        hold(table.length <= SEATS + 1, { round: at + 1, table: number + 1 });
        for (const player of table) {
          const right = player === null || (player >= 1 && player <= draw.players && !seated.has(player));
          hold(right, { round: at + 1, player });
          seated.add(player);
        }
      });
    }),
  counts: (draw, found) => {
    found.counts = { repeats: repeats(draw.rounds) };
    const season = draw.trace.wish.season;
    if (season) found.counts.season = again(draw.rounds, season);
    hold(found.counts.repeats === draw.audit.repeats, found.counts);
    hold(!season || found.counts.season === draw.audit.season_meetings, found.counts);
  },
};

const named = (one, other) => `${Math.min(one, other)}-${Math.max(one, other)}`;

// Every meeting of two, as the name of the pair.
function* meetings(rounds) {
  for (const table of rounds.flat()) {
    const people = table.filter((player) => player !== null);
    for (const [seat, one] of people.entries()) for (const other of people.slice(0, seat)) yield named(one, other);
  }
}

// Meetings of two beyond their first, summed.
function repeats(rounds) {
  const pairs = [...meetings(rounds)];
  return pairs.length - new Set(pairs).size;
}

// Meetings of two who met in earlier events of the season, summed; `season` has [one, other, times].
function again(rounds, season) {
  const met = new Set(season.map(([one, other]) => named(one, other)));
  return [...meetings(rounds)].filter((pair) => met.has(pair)).length;
}

export function verify(draw, { whole = false, ranking = null } = {}) {
  const [steps, found] = [[], { whole, ranking }];
  for (const [step, check] of Object.entries(STEPS)) {
    try {
      check(draw, found);
      steps.push({ step, ok: true, where: {} });
    } catch (failure) {
      // Whatever a changed file runs into, it does not follow.
      steps.push({ step, ok: false, where: failure instanceof Broken ? failure.where : {} });
      return { ok: false, steps, counts: found.counts ?? null };
    }
  }
  return { ok: true, steps, counts: found.counts };
}
