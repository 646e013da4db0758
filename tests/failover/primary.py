"""Rows about PostgreSQL: the primary is killed, or frozen and thawed; a standby is gone."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event

from tests.failover.installation import Node, nodes
from tests.failover.judge import judged
from tests.failover.phones import Phone, confirmations, counted, phones, silence, writing
from tests.failover.row import Figure, Place, at_most, exactly
from tests.support.servers import witness
from tests.support.servers.postgres import Postgres
from tests.support.servers.standbys import Cluster, replicated
from tests.support.servers.waiting import eventually
from tests.support.servers.witness import Note

SLUGS = ("aalst", "brugge", "charleroi", "dinant")
# How long (s) it takes until somebody notices that the primary is gone, until a look is repeated, between two deals.
NOTICED = 1.0
LOOK_EVERY = 0.2
PAUSE = 0.3


def killed(place: Place) -> Iterator[Figure]:
    """The primary is killed again and again while phones write through both servers; its standby takes over, and it
    comes back as the standby by hand, as docs/running.md says.
    """
    size = place.size
    deals = -(-size.posts // (len(SLUGS) * size.tables))
    with replicated() as cluster, nodes(place.folder, cluster.create("troel")) as (a, b):
        crews = phones(a.organise(f"seat({SLUGS!r}, {size.tables}, {deals})"), [a.url, b.url], place.seed)
        crew = [phone for tables in crews.values() for phone in tables]
        total = deals * len(crew)
        moments = sorted(place.chance("kills").randrange(total // 20, total * 19 // 20) for _ in range(size.kills))
        silences, at_kill, rewound = [], [], 0
        begun = time.monotonic()
        with writing(crew, deals):
            for moment in moments:
                eventually(partial(_has, crew, moment), 600)
                at_kill.append(time.monotonic())
                _replace(cluster)
                eventually(lambda: any(at > at_kill[-1] + NOTICED for at in confirmations(crew)), 60)
                silences.append(silence(crew, at_kill[-1], time.monotonic()))
                rewound += _return(cluster)
        seconds = time.monotonic() - begun
        yield exactly(f"kills of the primary ({rewound} rewound, others copied anew)", len(silences), size.kills)
        yield at_most(f"longest silence ({', '.join(f'{one:.1f}' for one in silences)})", max(silences), 10.0)
        yield from judged(b, crews)
        statuses = counted(crew)
        yield exactly(f"answers of 500 among {statuses.total():,} in {seconds:.0f} s", statuses[500], 0)


def _has(crew: Sequence[Phone], count: int) -> bool:
    return len(confirmations(crew)) >= count


def _replace(cluster: Cluster) -> None:
    """The primary is gone at once; somebody notices, and promotes the standby, whose commits wait for nobody."""
    cluster.primary.kill()
    time.sleep(NOTICED)
    cluster.promote(cluster.standbys[0])


def _return(cluster: Cluster) -> bool:
    """The old primary is rewound, or copied anew, and commits wait for it again; whether it was rewound."""
    [old] = [server for server in cluster.servers if server is not cluster.primary]
    rewound = cluster.follow(old)
    cluster.synchronise(1)
    return rewound


@dataclass
class Look:
    """A look at a page of a table: when it was answered, how long that took (s), and its status, 0 for no answer."""

    at: float
    seconds: float
    status: int


@contextmanager
def looking(crew: Sequence[Phone], nodes: Sequence[Node], threads: int = 4) -> Iterator[list[Look]]:
    """People who look at the pages of tables on each server while the block runs, and what they saw."""
    looks: list[Look] = []
    stop = Event()

    def look(number: int) -> None:
        table = crew[number % len(crew)]
        viewer = Phone(nodes[number % len(nodes)].url, table.token, "", table.chance)
        while not stop.wait(LOOK_EVERY):
            begun = time.monotonic()
            status, _text = viewer.get(f"/t/{table.token}/")
            now = time.monotonic()
            looks.append(Look(now, now - begun, status))

    with ThreadPoolExecutor(threads) as pool:
        work = [pool.submit(look, number) for number in range(threads)]
        try:
            yield looks
        finally:
            stop.set()
        for done in work:
            done.result()


PROMOTED_AFTER = 5.0


@dataclass
class Frozen:
    """What came of a primary that was frozen and thawed: `writing` is how long after the freeze phones wrote again (s).

    The rest is of the time after the thaw: what the servers noted of the database's answers (`witness`), the looks at
    tables, and how many lines the old primary has that the new one has not.
    """

    port: int
    crews: Mapping[str, Sequence[Phone]]
    writing: float = 0.0
    notes: list[Note] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    lines: int = 0

    @property
    def old(self) -> list[Note]:
        """What was taken from the old primary."""
        return [note for note in self.notes if note.port == self.port]


def frozen(place: Place) -> Iterator[Figure]:
    """The primary is frozen, its standby promoted, and the old one thawed: nobody hears from it again."""
    with _frozen(place, fence=True) as (node, seen):
        crew = [phone for tables in seen.crews.values() for phone in tables]
        yield at_most("from the freeze until phones write again", seen.writing, 15.0)
        statuses = counted(crew) + Counter(look.status for look in seen.looks)
        yield exactly(f"answers of 500 among {statuses.total():,}", statuses[500], 0)
        pages = [note for note in seen.notes if note.page]
        yield exactly(f"pages whose timeline or port is the old one's, of {len(pages):,}", _pages(seen.old), 0)
        yield exactly(f"answers of the old database, of {len(seen.notes):,}", len(seen.old), 0)
        yield exactly("lines in the old primary that the new one has not", seen.lines, 0)
        yield from judged(node, seen.crews)


def unfenced(place: Place) -> Iterator[Figure]:
    """The same with fencing switched off: the old primary is heard."""
    shorter = replace(place, size=replace(place.size, frozen=place.size.frozen / 2))
    with _frozen(shorter, fence=False) as (_node, seen):
        yield Figure("without fencing, answers of the old database", f"{len(seen.old)}", "> 0", bool(seen.old))


def _pages(notes: Sequence[Note]) -> int:
    return sum(bool(note.page) for note in notes)


@contextmanager
def _frozen(place: Place, *, fence: bool) -> Iterator[tuple[Node, Frozen]]:
    """Plays it; a server, and what was seen."""
    deals, more = 100, witness.through(fence=fence)[1:]
    with replicated() as cluster, nodes(place.folder, cluster.create("troel"), more=more) as (a, b):
        crews = phones(a.organise(f"seat({SLUGS[:2]!r}, 5, {deals})"), [a.url, b.url], place.seed)
        crew = [phone for tables in crews.values() for phone in tables]
        seen, old = Frozen(cluster.primary.port, crews), cluster.primary
        with writing(crew, deals, 2 * place.size.frozen / deals) as stop, looking(crew, (a, b)) as looks:
            eventually(lambda: len(confirmations(crew)) >= 2 * len(crew), 60)
            at = time.monotonic()
            old.freeze()
            time.sleep(PROMOTED_AFTER)
            cluster.promote(cluster.standbys[0])
            promoted = time.monotonic()
            eventually(lambda: any(heard > promoted for heard in confirmations(crew)), 60)
            seen.writing = next(heard for heard in confirmations(crew) if heard > promoted) - at
            time.sleep(max(0.0, at + place.size.frozen - time.monotonic()))
            thawed, thawed_at = time.monotonic(), time.time()
            old.thaw()
            # Every connection is made anew, as after its usual ten minutes; and a server starts that was not there.
            time.sleep(place.size.frozen / 6)
            with cluster.primary.connect() as connection:
                connection.execute(DROP_ALL)
            time.sleep(place.size.frozen / 6)
            a.kill()
            a.start()
            time.sleep(max(0.0, thawed + place.size.frozen - time.monotonic()))
            stop.set()
        seen.looks = [look for look in looks if look.at > at]
        seen.notes = [note for node in (a, b) for note in witness.notes(node.folder) if note.at > thawed_at]
        seen.lines = _only_there(old, cluster.primary)
        yield b, seen


DROP_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'troel'"
LINES = "SELECT event_id, sequence, hash FROM tournament_logentry"


def _only_there(old: Postgres, new: Postgres) -> int:
    """How many lines one server has that the other has not."""
    found = []
    for server in (old, new):
        with server.connect("troel") as connection:
            found.append(set(connection.execute(LINES).fetchall()))
    return len(found[0] - found[1])


def standbys(place: Place) -> Iterator[Figure]:
    """One of two standbys stops: nobody notices. With none left writing waits, and tables can still be looked at."""
    deals = 100
    with replicated(standbys=2) as cluster, nodes(place.folder, cluster.create("troel")) as (a, b):
        crews = phones(a.organise(f"seat({SLUGS[:2]!r}, 5, {deals})"), [a.url, b.url], place.seed)
        crew = [phone for tables in crews.values() for phone in tables]
        with writing(crew, deals, PAUSE * len(crew) / 5) as stop, looking(crew, (a, b)) as looks:
            eventually(lambda: len(confirmations(crew)) >= 2 * len(crew), 60)
            first, second = cluster.standbys
            at = time.monotonic()
            first.kill()
            time.sleep(10.0)
            yield at_most("one of two standbys stopped: longest silence", silence(crew, at, time.monotonic()), 2.0)
            gone = time.monotonic()
            second.kill()
            time.sleep(10.0)
            back = time.monotonic()
            second.start()
            eventually(lambda: any(heard > back for heard in confirmations(crew)), 60)
            time.sleep(2.0)
            stop.set()
        meanwhile = [look for look in looks if gone < look.at - look.seconds < back]
        slowest = max((look.seconds for look in meanwhile), default=float("inf"))
        yield at_most(f"no standby left: slowest of {len(meanwhile)} looks at /t/", slowest, 1.0)
        yield exactly("… answered otherwise than 200", sum(look.status != 200 for look in meanwhile), 0)
        yield from judged(b, crews)
