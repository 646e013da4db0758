"""Rows about what pages show: servers that start together, a deal seen elsewhere, a round that is hidden."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

from tests.browser.support.server import ROOT
from tests.failover.installation import Node, alone
from tests.failover.phones import Phone, phones, require_no_fault
from tests.failover.row import Figure, Place, at_most, exactly, p99
from tests.support.servers import postgres
from tournament.rehearse.visitor import Visitor

SLUG = "ledegem"
LOOK_EVERY = 0.05  # s; a visitor's page asks every 5 s, a captain's every 2
PATIENCE = 30.0
SERVERS = 3
SINCE = re.compile(r'"mark": "([^"]+)"')
# What the rules give the declarers of PC8 with 8 to 12 tricks (the printed sheet of 2025).
POINTS = {8: 7, 9: 10, 10: 13, 11: 16, 12: 19}


def start(place: Place) -> Iterator[Figure]:
    """Three servers are started in the same moment on an empty database."""
    serve = 0
    with postgres.running() as running:
        for time_ in range(place.size.starts):
            database = running.create(f"empty{time_}")
            folder = place.folder / str(time_)
            folder.mkdir()
            group = [Node(folder / "ABC"[at], database) for at in range(SERVERS)]
            with ThreadPoolExecutor(SERVERS) as pool:
                serve += sum(pool.map(_serves, group))
            for node in group:
                if node.server:
                    node.stop()
    yield exactly("servers that serve", serve, SERVERS * place.size.starts)


def _serves(node: Node) -> bool:
    try:
        node.start()
        return Visitor(node.url).get(f"{node.url}/").status == 200
    except AssertionError as fault:
        sys.stderr.write(f"  {node.folder}: {str(fault).strip().splitlines()[-1:]}\n")
        return False


def seen(place: Place) -> Iterator[Figure]:
    """A deal is confirmed by A; how long until B shows it, on the ranking and to the captain who looks there."""
    with alone(place.folder) as (a, b):
        seated = a.organise(f"seat([{SLUG!r}], 4, {place.size.seen})")
        [writer, *_others] = phones(seated, [a.url], place.seed)[SLUG]
        looks = [Phone(b.url, writer.token, "", place.chance(at)) for at in range(2)]
        entry = writer.seats.split()[0].rpartition(".")[2]
        took: dict[str, list[float]] = {"ranking": [], "captain's page": []}
        since = _mark(looks[1])
        assert not _news(looks[1], since)
        with ThreadPoolExecutor(2) as pool:
            for number in range(1, place.size.seen + 1):
                writer.insist(number)
                require_no_fault([writer])
                at = writer.heard[-1]
                total = sum(POINTS[tricks] for tricks in writer.confirmed.values())
                sought = f'<tr id="n{entry}">', f'<td class="sum">{total}</td>'
                ranked = pool.submit(_until, partial(_row_shows, looks[0], *sought), at)
                told = pool.submit(_until, partial(_news, looks[1], since), at)
                took["ranking"].append(ranked.result())
                took["captain's page"].append(told.result())
                since = _mark(looks[1])
    for what, seconds in took.items():
        yield at_most(f"{what} on B, of {len(seconds)} deals on A: p99", p99(seconds), 1.5)


def _row_shows(viewer: Phone, row: str, cell: str) -> bool:
    _, _, after = viewer.get(f"/e/{SLUG}/all/rows/")[1].partition(row)
    return cell in after.partition("</tr>")[0]


def _news(phone: Phone, since: str) -> bool:
    """Whether a captain's page that asks for news, as it does every two seconds, gets any."""
    return phone.get(f"/t/{phone.token}/?since={since}")[0] == 200


def _mark(phone: Phone) -> str:
    found = SINCE.search(phone.get(f"/t/{phone.token}/")[1])
    assert found, "The captain's page has no mark."
    return found[1]


def _until(happens: Callable[[], bool], since: float) -> float:
    """The seconds from `since` until it happens; infinite if it does not."""
    while not happens():
        if time.monotonic() - since > PATIENCE:
            return float("inf")
        time.sleep(LOOK_EVERY)
    return time.monotonic() - since


def hidden(place: Place) -> Iterator[Figure]:
    """A round is hidden on A while visitors read B: the last moment at which one of them was still shown it."""
    with alone(place.folder) as (a, b):
        seated = a.organise(f"seat([{SLUG!r}], 20, {place.size.hidings + 1})")
        crew = phones(seated, [a.url], place.seed)[SLUG]
        for phone in crew:
            phone.insist(1)
        require_no_fault(crew)
        organiser = a.organiser(SLUG)
        round = f"{a.url}/staff/{SLUG}/rounds/1"
        shown = {f"/e/{SLUG}/rows/": 'title="Round 1"', f"/e/{SLUG}/seating/1/": "Vandenbroucke"}
        late, answers = dict.fromkeys(shown, 0.0), 0
        for _time in range(place.size.hidings):
            with visitors(b.url, shown, place.size.visitors) as looks:
                time.sleep(2.0)
                organiser.done(organiser.get(f"{round}/hide/").form("/hide/"))
                at = time.monotonic()
                # The table goes on writing: a deal is what a kept page may be behind by.
                crew[0].insist(len(crew[0].confirmed) + 1)
                time.sleep(4.0)
            for path, answered, shows in looks:
                answers += 1
                if shows and answered > at:
                    late[path] = max(late[path], answered - at)
            assert any(shows for _, answered, shows in looks if answered < at), "The round was not shown before."
            organiser.done(organiser.get(f"{round}/show/").form("/show/"))
            time.sleep(1.5)
    for path, seconds in late.items():
        yield at_most(f"{path.split('/')[3]} still shown on B after hiding on A ({answers:,} looks)", seconds, 1.0)


@contextmanager
def visitors(url: str, marks: dict[str, str], count: int) -> Iterator[list[tuple[str, float, bool]]]:
    """So many visitors look at pages while the block runs; afterwards the list holds for each answer its path, the
    moment (monotonic) at which it came, and whether it held the mark of its path.
    """
    looks: list[tuple[str, float, bool]] = []
    call = [sys.executable, "-m", "tests.failover.crowd", url, json.dumps(marks), str(count)]
    with subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdin and crowd.stdout
        crowd.stdout.readline()
        try:
            yield looks
        finally:
            crowd.stdin.close()
            looks += [tuple(look) for look in json.loads(crowd.stdout.read())]
