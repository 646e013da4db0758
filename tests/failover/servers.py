"""Rows about servers of Troel: one is killed behind HAProxy (docs/examples/haproxy.cfg); they are upgraded."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from tests.browser.support.server import ROOT, free_port
from tests.failover.installation import Node, alone
from tests.failover.judge import judged
from tests.failover.phones import Phone, confirmations, counted, phones, writing
from tests.failover.row import Figure, Place, exactly
from tests.support.servers.waiting import eventually
from tournament.rehearse.visitor import RehearsalError, Visitor

PROGRAM = "/usr/sbin/haproxy"
CONFIGURATION = ROOT / "docs" / "examples" / "haproxy.cfg"
SLUG = "ledegem"
TABLES = 10
LOOK_EVERY = 0.2


def proxied(place: Place) -> Iterator[Figure]:
    """One of two servers is killed in the midst of posts, with the ranking looked at throughout."""
    deals = place.size.proxied // TABLES
    with alone(place.folder) as (a, b), proxy((a, b)) as url:
        crew = phones(a.organise(f"seat([{SLUG!r}], {TABLES}, {deals})"), [url], place.seed)[SLUG]
        _until_both(url, (a, b))
        moment = place.chance("kill").randrange(place.size.proxied // 5, place.size.proxied * 4 // 5)
        with ranked(url, place) as statuses, writing(crew, deals):
            eventually(lambda: len(confirmations(crew)) >= moment, 600)
            a.kill()
        worst = max(tries for phone in crew for tries in phone.tries.values())
        again = sum(tries > 1 for phone in crew for tries in phone.tries.values())
        yield Figure(f"tries of a deal at most ({again} were sent again)", str(worst), "≤ 2", worst <= 2)
        yield exactly(
            f"looks at the ranking not answered 200, of {statuses.total()}", statuses.total() - statuses[200], 0
        )
        yield exactly(f"answers of 500 among {counted(crew).total():,}", counted(crew)[500], 0)
        yield from judged(b, {SLUG: crew})


@contextmanager
def proxy(nodes: Sequence[Node]) -> Iterator[str]:
    """HAProxy before two servers; its address."""
    port = free_port()
    places = {"LISTEN": f"127.0.0.1:{port}"}
    places |= {f"TROEL_{name}": f"127.0.0.1:{node.port}" for name, node in zip("AB", nodes, strict=True)}
    log = (nodes[0].folder.parent / "haproxy.log").open("wb")
    with (
        log,
        subprocess.Popen(
            [PROGRAM, "-db", "-f", str(CONFIGURATION)], env=os.environ | places, stdout=log, stderr=subprocess.STDOUT
        ) as running,
    ):
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


def _until_both(url: str, nodes: Sequence[Node]) -> None:
    """Waits until the proxy has found a server that is ready, and the others had time to be found too."""

    def answered() -> bool:
        try:
            return Visitor(url).get(f"{url}/").status == 200
        except RehearsalError:
            return False

    eventually(answered, 30)
    time.sleep(2.0 * len(nodes))


@contextmanager
def ranked(url: str, place: Place) -> Iterator[Counter[int]]:
    """Somebody who looks at the ranking all the time; how often each status was answered, 0 for none."""
    statuses: Counter[int] = Counter()
    over = Event()
    viewer = Phone(url, "", "", place.chance("viewer"))

    def look() -> None:
        while not over.wait(LOOK_EVERY):
            statuses[viewer.get(f"/e/{SLUG}/rows/")[0]] += 1

    thread = Thread(target=look)
    thread.start()
    try:
        yield statuses
    finally:
        over.set()
        thread.join()


def upgrade(place: Place) -> Iterator[Figure]:
    """Phones write through an upgrade and back; the release before writes on these tables, planted faults stop it."""
    call = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", f"--basetemp={place.folder}/t"]
    done = subprocess.run(
        [*call, "tests/upgrades/test_upgrade.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    yield exactly("tests of upgrades", done.stdout.strip().splitlines()[-1] if done.returncode else "passed", "passed")
