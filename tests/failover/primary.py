"""Rows about PostgreSQL: the primary is killed, or frozen and thawed; a standby is gone."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event

from tests.failover.installation import Node, nodes
from tests.failover.judge import judged
from tests.failover.phones import Phone, confirmations, counted, phones, silence, writing
from tests.failover.row import Figure, Place, at_most, exactly
from tests.support.servers.standbys import Cluster, replicated
from tests.support.servers.waiting import eventually

SLUGS = ("aalst", "brugge", "charleroi", "dinant")
TABLES = 25
# How long (s) whoever chooses the primary takes to notice that it is gone; that a look is repeated; that a phone thinks.
NOTICED = 1.0
LOOK_EVERY = 0.2
PAUSE = 0.3


def killed(place: Place) -> Iterator[Figure]:
    """The primary is killed again and again while phones write through both servers; its standby takes over, and it
    comes back as the standby by hand, as docs/running.md says.
    """
    size = place.size
    deals = -(-size.posts // (len(SLUGS) * TABLES))
    with replicated() as cluster, nodes(place.folder, cluster.create("troel")) as (a, b):
        crews = phones(a.organise(f"seat({SLUGS!r}, {TABLES}, {deals})"), [a.url, b.url], place.seed)
        crew = [phone for tables in crews.values() for phone in tables]
        total = deals * len(crew)
        moments = sorted(place.chance("kills").randrange(total // 20, total * 19 // 20) for _ in range(size.kills))
        silences, at_kill, rewound = [], [], 0
        begun = time.monotonic()
        with writing(crew, deals):
            for moment in moments:
                eventually(lambda moment=moment: len(confirmations(crew)) >= moment, 600)
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


def _replace(cluster: Cluster) -> None:
    """The primary is gone at once; somebody notices, and promotes the standby, whose commits wait for nobody."""
    cluster.primary.kill()
    time.sleep(NOTICED)
    cluster.promote(cluster.standbys[0])


def _return(cluster: Cluster) -> bool:
    """The old primary is rewound, or if that fails copied anew, and commits wait for it again; whether it was rewound."""
    [old] = [server for server in cluster.servers if server is not cluster.primary]
    rewound = cluster.follow(old)
    cluster.synchronise(1)
    return rewound


@dataclass
class Look:
    """A look at a page of a table: when it was answered, how long that took (s), its status, which server said so."""

    at: float
    seconds: float
    status: int
    witness: str


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
            looks.append(Look(now, now - begun, status, viewer.headers.get("X-Witness", "") if status else ""))

    with ThreadPoolExecutor(threads) as pool:
        work = [pool.submit(look, number) for number in range(threads)]
        try:
            yield looks
        finally:
            stop.set()
        for done in work:
            done.result()


WITNESS = ("DJANGO_SETTINGS_MODULE=tests.failover.witness",)
UNFENCED = ("FENCING=0",)
PROMOTED_AFTER = 5.0


@dataclass
class Frozen:
    """What came of a primary that was frozen and thawed; moments in seconds after the freeze."""

    writing: float = 0.0
    looks: list[Look] = field(default_factory=list)
    crews: Mapping[str, Sequence[Phone]] = field(default_factory=dict)
    old: int = 0
    old_lines: int = 0


def frozen(place: Place) -> Iterator[Figure]:
    """The primary is frozen, its standby promoted, and the old one thawed: nobody hears from it again."""
    with _frozen(place, WITNESS) as (b, seen):
        crew = [phone for tables in seen.crews.values() for phone in tables]
        yield at_most("from the freeze until phones write again", seen.writing, 15.0)
        statuses = counted(crew)
        five = statuses[500] + sum(look.status == 500 for look in seen.looks)
        yield exactly(f"answers of 500 among {statuses.total() + len(seen.looks):,}", five, 0)
        answers = sum(bool(look.witness) for look in seen.looks)
        yield exactly(f"pages of tables from the old primary, of {answers:,} that say", _from(seen.looks, seen.old), 0)
        posts = [witness for phone in crew for witness in phone.witnesses]
        yield exactly(f"posts from the old primary, of {len(posts):,} that say", _old(posts, seen.old), 0)
        yield exactly("lines in the old primary that the new one has not", seen.old_lines, 0)
        yield from judged(b, seen.crews)


def unfenced(place: Place) -> Iterator[Figure]:
    """The same with fencing switched off: the old primary is heard."""
    with _frozen(place, (*WITNESS, *UNFENCED)) as (_b, seen):
        heard = _from(seen.looks, seen.old)
        yield Figure("without fencing, pages from the old primary", str(heard), "> 0", heard > 0)


def _from(looks: Sequence[Look], port: int) -> int:
    return _old([look.witness for look in looks], port)


def _old(witnesses: Sequence[str], port: int) -> int:
    return sum(witness.split(" ")[0] == str(port) for witness in witnesses)


@contextmanager
def _frozen(place: Place, more: Sequence[str]) -> Iterator[tuple[Node, Frozen]]:
    """Plays it; the second server, and what was seen from the promotion on."""
    deals, seen = 100, Frozen()
    with replicated() as cluster, nodes(place.folder, cluster.create("troel"), more=more) as (a, b):
        crews = phones(a.organise(f"seat({SLUGS[:2]!r}, 5, {deals})"), [a.url, b.url], place.seed)
        crew = [phone for tables in crews.values() for phone in tables]
        seen.crews, old = crews, cluster.primary
        with writing(crew, deals, PAUSE * len(crew)) as stop, looking(crew, (a, b)) as looks:
            eventually(lambda: len(confirmations(crew)) >= 2 * len(crew), 60)
            at = time.monotonic()
            old.freeze()
            time.sleep(PROMOTED_AFTER)
            cluster.promote(cluster.standbys[0])
            promoted = time.monotonic()
            eventually(lambda: any(heard > promoted for heard in confirmations(crew)), 60)
            seen.writing = next(heard for heard in confirmations(crew) if heard > promoted) - at
            time.sleep(max(0.0, at + place.size.frozen - time.monotonic()))
            for phone in crew:
                phone.witnesses.clear()
            old.thaw()
            thawed = time.monotonic()
            # Every connection is made anew, as after its usual ten minutes; and a server that starts now never saw
            # the freeze.
            time.sleep(place.size.frozen / 6)
            with cluster.primary.connect() as connection:
                connection.execute(DROP_ALL)
            time.sleep(place.size.frozen / 6)
            a.kill()
            a.start()
            time.sleep(max(0.0, thawed + place.size.frozen - time.monotonic()))
            stop.set()
        seen.looks = [look for look in looks if look.at > thawed]
        seen.old = old.port
        seen.old_lines = _only_there(old, cluster)
        yield b, seen


DROP_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'troel'"
LINES = "SELECT event_id, sequence, hash FROM tournament_logentry"


def _only_there(old: object, cluster: Cluster) -> int:
    """How many lines a server has that the primary has not."""
    found = []
    for server in (old, cluster.primary):
        with server.connect("troel") as connection:  # type: ignore[attr-defined]
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
