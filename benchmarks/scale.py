"""A country's weekend on one PostgreSQL: a thousand events, a hundred of them being played, beside a database of ten.

    make scale [SEED=…] [SCALE="--events 100 --playing 20 --seconds 20"]

Both databases are of one cluster, safe on disk, and each has a server; they are measured in turn, the same posts and
looks a second in each. Phones, visitors, servers and PostgreSQL share the cores of this machine. Then two servers write
beside one, all statements are explained, events chosen by the seed are proved, and one is exported and replayed.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import open_loop
from benchmarks.support.open_loop import Due
from tests.browser.support.server import ROOT, Server, environment_for, manage, run, serving
from tests.support.servers import postgres

SLOWER = 1.3
# How much more two servers write than one, where they have cores of their own.
FASTER, CORES = 1.5, 4
WRITING_EVENTS, PROCESSES = 8, 4
POST = "a deal"
OK = {POST: (303,)}


@dataclass
class Place:
    """A database of the cluster, what `many` told of its events, and which deal each table has come to."""

    folder: Path
    url: str
    told: dict[str, Any] = field(default_factory=dict)
    next_deals: list[int] = field(default_factory=list)
    turn: int = 0
    took: list[dict[str, list[float]]] = field(default_factory=list)
    refused: Counter[tuple[str, int]] = field(default_factory=Counter)

    def call(self, code: str) -> Any:
        """What a line of Python prints in JSON of this database."""
        environment = environment_for(self.folder, database=self.url)
        return json.loads(run(environment, code))

    def deals(self, count: int) -> Iterator[tuple[str, str, int]]:
        """So many deals to write: token, seats and number; the tables in turn, so that none is asked twice at once."""
        for _ in range(count):
            table = self.turn % len(self.next_deals)
            token, seats, _first = self.told["tables"][table]
            yield token, seats, self.next_deals[table]
            self.turn += 1
            self.next_deals[table] += 1


class Verdicts:
    """The table that is printed, row by row, and whether a limit was missed."""

    missed = False

    def add(self, what: str, found: str, limit: str = "", *, good: bool = True) -> None:
        """A row: what was measured, the number, its limit."""
        self.missed |= not good
        print(f"  {what:44}{found:>28}  {limit:14}{'' if good else 'MISSED'}", flush=True)


def main() -> int:
    """Prints the seed first, then a row for each limit; the exit status is 1 when one was missed."""
    settings = _settings()
    print(f"seed {settings.seed}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    verdicts, begun = Verdicts(), time.monotonic()
    with ExitStack() as around:
        cluster = around.enter_context(postgres.running(durable=True))
        folder = Path(around.enter_context(tempfile.TemporaryDirectory(prefix="troel-scale-")))
        many = filled(cluster, folder / "many", settings.events, settings.playing, settings)
        few = filled(cluster, folder / "few", settings.beside, settings.beside, settings)
        print(f"  {settings.events:,} events filled in {time.monotonic() - begun:.0f} s", flush=True)
        with serving(many.folder, database=many.url) as first, serving(few.folder, database=few.url) as second:
            for turn in range(settings.runs):
                for place, server in ((many, first), (few, second)):
                    place.took.append(measured(place, server, settings, f"{settings.seed}/{turn}"))
            judge(many, few, verdicts, timed=settings.timed)
            beside_one(many, first, settings, verdicts)
        explained(many, settings.large, verdicts)
        proved(many, first, settings, verdicts)
    print(f"{time.monotonic() - begun:.0f} s, load {os.getloadavg()[0]:.1f}")
    return int(verdicts.missed)


def filled(cluster: postgres.Postgres, folder: Path, events: int, playing: int, settings: argparse.Namespace) -> Place:
    """A database with so many events, some of them being played."""
    folder.mkdir()
    place = Place(folder, cluster.create(folder.name))
    manage(environment_for(folder, database=place.url), "migrate", "--verbosity", "0")
    size = f"{events}, {playing}, {settings.tables}, {settings.deals}"
    place.told = place.call(f"from benchmarks.support import many; many.fill({size})")
    place.next_deals = [first for _token, _seats, first in place.told["tables"]]
    return place


def measured(place: Place, server: Server, settings: argparse.Namespace, seed: str) -> dict[str, list[float]]:
    """How long (ms) each post and look took while both went on for so many seconds, by kind."""
    chance, looks = random.Random(seed), place.told["looks"]
    posts = int(settings.posts * settings.seconds)
    due = [
        Due((at + chance.random()) / settings.posts, POST, open_loop.deal(server.url, *deal))
        for at, deal in enumerate(place.deals(posts))
    ]
    for kind, paths in looks.items():
        cookie = place.told["cookie"] if kind.startswith("staff") else ""
        for at in range(int(settings.looks * settings.seconds)):
            request = open_loop.look(server.url, chance.choice(paths), cookie)
            due.append(Due((at + chance.random()) / settings.looks, kind, request))
    answers = asyncio.run(open_loop.sent(server.url, due))
    by_kind: dict[str, list[float]] = {kind: [] for kind in (POST, *looks)}
    for answer in answers:
        by_kind[answer.kind].append(answer.took)
        if answer.status not in OK.get(answer.kind, (200,)):
            place.refused[answer.kind, answer.status] += 1
    return by_kind


def judge(many: Place, few: Place, verdicts: Verdicts, *, timed: bool) -> None:
    """p99 of each kind beside that of the same on few events: the median of the runs, and of their ratios."""
    for place in (many, few):
        refused = ", ".join(f"{kind} {status}: {count}" for (kind, status), count in place.refused.items())
        verdicts.add(f"refused, {place.folder.name} events", refused or "none", "none", good=not refused)
    for kind in many.took[0]:
        pairs = [(p99(there[kind]), p99(here[kind])) for there, here in zip(many.took, few.took, strict=True)]
        ratio = median(there / here for there, here in pairs)
        there, here = (median(column) for column in zip(*pairs, strict=True))
        count = len(many.took[0][kind])
        found = f"{there:.0f} / {here:.0f} ms = {ratio:.2f} ×"
        verdicts.add(f"p99 of {kind} ({count})", found, f"≤ {SLOWER} ×", good=ratio <= SLOWER or not timed)


def p99(took: list[float]) -> float:
    """What one in a hundred took at least."""
    return quantiles(took, n=100)[98] if len(took) > 1 else took[0]


def beside_one(place: Place, first: Server, settings: argparse.Namespace, verdicts: Verdicts) -> None:
    """Posts a second through one server and through two, as fast as phones send, on eight events, in turn."""
    folder = place.folder.with_name("second")
    folder.mkdir()
    for key in place.folder.glob("*.key"):
        shutil.copy(key, folder)
    rates: dict[int, list[float]] = {1: [], 2: []}
    busy = 0.0
    deals = (place.told["deals"] - max(place.next_deals)) // (2 * settings.runs)
    with serving(folder, database=place.url) as second:
        for _ in range(settings.runs):
            for servers in ([first], [first, second]):
                with watched() as idle:
                    rates[len(servers)].append(written(place, servers, settings.grown, deals))
                busy = 1 - idle()
    one, two = (median(rates[servers]) for servers in (1, 2))
    enough = (os.cpu_count() or 1) >= CORES
    told = f"≥ {FASTER} ×" if enough else f"{os.cpu_count()} cores: told"
    good = two / one >= FASTER or not enough or not settings.timed
    verdicts.add("posts a second, one server / two", f"{one:.0f} / {two:.0f} = {two / one:.2f} ×", told, good=good)
    verdicts.add("… cores busy with two", f"{busy:.0%} of {os.cpu_count()}", "bound by them" if busy > 0.9 else "")


def written(place: Place, servers: list[Server], seconds: float, deals: int) -> float:
    """Posts a second, at most so many deals a table, from a few processes of phones; ends where one is refused."""
    playing = len(place.told["looks"]["ranking"])
    # Tables are told event by event in turn.
    tables = [table for table in range(len(place.next_deals)) if table % playing < WRITING_EVENTS]
    phones = []
    for at in range(PROCESSES):
        share = tables[at::PROCESSES]
        given = json.dumps([[*place.told["tables"][table][:2], place.next_deals[table]] for table in share])
        url = servers[at % len(servers)].url
        call = [sys.executable, "-m", "benchmarks.support.phones", url, str(seconds), str(deals)]
        process = subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        phones.append((share, given, process))
    with ThreadPoolExecutor(PROCESSES) as pool:
        outputs = list(pool.map(lambda phone: phone[2].communicate(phone[1])[0], phones))
    rate = 0.0
    for (share, _given, _process), output in zip(phones, outputs, strict=True):
        telling = json.loads(output)
        if telling["refused"]:
            sys.exit(f"Posts were refused: {telling['refused'][:5]}")
        rate += len(telling["took"]) / telling["seconds"]
        for at in range(len(telling["took"])):
            place.next_deals[share[at % len(share)]] += 1
    return rate


@contextmanager
def watched() -> Iterator[Callable[[], float]]:
    """Gives, once the block is over, the share of it in which the cores had nothing to do."""
    before = _cores()
    after: list[tuple[int, int]] = []
    yield lambda: (after[0][0] - before[0]) / max(1, after[0][1] - before[1])
    after.append(_cores())


def _cores() -> tuple[int, int]:
    """Idle and all ticks of all cores so far."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


def explained(place: Place, large: int, verdicts: Verdicts) -> None:
    """No statement of a deal or a page reads all of a table that has at least so many rows."""
    told = place.folder / "told.json"
    told.write_text(json.dumps({**place.told, "tables": [[*place.told["tables"][-1][:2], place.next_deals[-1]]]}))
    code = f"import json; from benchmarks.support import plans; plans.explain(json.load(open({str(told)!r})), {large})"
    plans = place.call(code)
    for address, table, statement in plans["whole"]:
        print(f"    {address} reads all of {table}: {statement[:300]}")
    found = f"{len(plans['whole'])} of {plans['statements']}"
    what = f"statements of {plans['pages']} pages that read all of a table"
    verdicts.add(what, found, "0", good=not plans["whole"])


def proved(place: Place, server: Server, settings: argparse.Namespace, verdicts: Verdicts) -> None:
    """Some events are what their logbooks say, and the export of one is what its lines give."""
    slugs = random.Random(settings.seed).sample(place.told["slugs"], min(settings.proofs, len(place.told["slugs"])))
    with ThreadPoolExecutor(2) as pool:
        proofs = list(pool.map(lambda some: server.manage("verify", *some), filter(None, (slugs[::2], slugs[1::2]))))
    count = sum(proof.count("every row follows from them") for proof in proofs)
    verdicts.add("events proved, of those chosen", f"{count} of {len(slugs)}", "all", good=count == len(slugs))
    export = place.folder / "one.jsonl"
    server.manage("export", slugs[0], "--output", str(export))
    same = "to the byte" in server.manage("verify", slugs[0], "--export", str(export))
    verdicts.add("one exported, and its lines give the same", slugs[0], "to the byte", good=same)


def _settings() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", default="", help="measures the same again; default: another one each time")
    sizes = {
        "events": 1000,
        "playing": 100,
        "beside": 10,
        "tables": 25,
        "deals": 21,
        "runs": 3,
        "proofs": 20,
        "large": 10_000,
    }
    rates = {"posts": 50.0, "looks": 1.0, "seconds": 60.0, "grown": 5.0}
    for name, usual in (*sizes.items(), *rates.items()):
        parser.add_argument(f"--{name}", type=type(usual), default=usual, help="default %(default)s")
    parser.add_argument("--untimed", dest="timed", action="store_false", help="figures are shown, and not judged")
    settings = parser.parse_args()
    settings.seed = settings.seed or str(secrets.randbelow(10**6))
    return settings


if __name__ == "__main__":
    sys.exit(main())
