"""More than two hundred events of every kind, and the digests of all that Troel makes of them.

    python -m fixtures.archive.make            makes them by their acts, and writes fixtures/archive/ anew
    python -m fixtures.archive.make --check    makes them, and says which are no longer the same to the byte

Chance and the clock follow from the name of an event, so that the same code always writes the same bytes.
"""

import hashlib
import json
import random
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from inspect import signature
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from scoring import keys
from tests.jury.test_rulings_played import RESULTS, Played
from tests.support.events import (
    appealing,
    cast,
    drawn,
    finals,
    full_day,
    jury_day,
    laid_again,
    last_hours,
    other_rules,
    rehearsals,
    stages,
)
from tests.support.events.long_day import long_day
from tournament import demo, links
from tournament.acts.lifecycle.anonymity import anonymise, named_entries
from tournament.acts.table import deals
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file, rows
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.workbook.checking import checked_listings
from tournament.memory import empty_database
from tournament.models import Entry, Event
from tournament.ranking import live

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "archive"
LOGBOOKS, DIGESTS = FOLDER / "logbooks.tar.xz", FOLDER / "digests.json"
BEGINNING = datetime(2026, 11, 24, 18, tzinfo=UTC)

# Of steps in the life of a deal, as `Played.step` knows them.
KINDS = ("result", "annulled", "allowed", "penalty", "cancel", "appeal", "swap", "empty", "pass", "write")

Make = Callable[[], Any]


class Clock:
    """Each look at it is a tenth of a second after the one before."""

    def __init__(self) -> None:
        self.time = BEGINNING

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=100)
        return self.time


@contextmanager
def determined(name: str) -> Iterator[None]:
    """Inside the block, chance and clock follow from `name` alone."""
    # The secrets of draws follow from it.
    (Path(settings.VAR_DIR) / "link.key").write_text("the archive's own key")
    links.clear_key()
    chance = random.Random(name)
    with mock.patch.object(random, "_urandom", chance.randbytes), mock.patch.object(timezone, "now", Clock()):
        random.seed(name)
        yield


def recipes() -> dict[str, Make]:
    """How each event of the archive is made, by its name."""
    return {**_stages(), **_long_days(), **_demos(), **_draws(), **_rulings(), **_imported(), **_nameless()}


def _stages() -> dict[str, Make]:
    rooms = (appealing, finals, full_day, jury_day, last_hours, other_rules, rehearsals, stages)
    makers = [
        (room, name, maker) for room in rooms for name, maker in vars(room).items() if _makes_an_event(room, maker)
    ]
    begun = {f"begun-{wipe}": partial(_begun, wipe=wipe) for wipe in (True, False)}
    return {f"{room.__name__.rpartition('.')[2]}-{name}": maker for room, name, maker in makers} | begun


def _makes_an_event(room: Any, maker: Any) -> bool:
    if not callable(maker) or getattr(maker, "__module__", "") != room.__name__ or isinstance(maker, type):
        return False
    form = signature(maker)
    needless = all(parameter.default is not parameter.empty for parameter in form.parameters.values())
    return needless and form.return_annotation is Event and not maker.__name__.startswith("_")


def _begun(*, wipe: bool) -> None:
    rehearsals.start(rehearsals.rehearsed(), wipe=wipe)


def _long_days() -> dict[str, Make]:
    return {f"day-{seed}": partial(long_day, seed) for seed in range(1, 21)}


def _demos() -> dict[str, Make]:
    sizes = ((8, 1, 0), (9, 2, 0), (10, 2, 4), (13, 3, 0), (16, 2, 8), (19, 2, 0), (23, 3, 12), (32, 2, 0))
    return {
        f"demo-{key}-{players}": partial(_demo, key, players, rounds, final)
        for key in keys()
        for players, rounds, final in sizes
    }


def _demo(key: str, players: int, rounds: int, final: int) -> None:
    plan = demo.Demo(players=players, rounds=rounds, deals=4, seed=f"{key} {players}", rules=key, final=final)
    demo.make(plan, cast.founder(), lambda done, total: None)


def _draws() -> dict[str, Make]:
    return {f"draw-{players}": partial(_redrawn, players) for players in range(16, 32, 4)}


def _redrawn(players: int) -> None:
    """Some leave and some come while rounds that were drawn at once lie ahead."""
    event = drawn.underway(players)
    drawn.leave(event, 2, 7)
    drawn.come(event, 4, Entry.PlayerRole.JOKER)
    drawn.confirm(event)


def _rulings() -> dict[str, Make]:
    return {f"rulings-{seed}": partial(_ruled, seed) for seed in range(60)}


def _ruled(seed: int) -> None:
    """Random rulings, cancellations, appeals, swapped seats and emptied sheets on one deal."""

    chance = random.Random(seed)
    event = cast.playing(8, deals=2, rules="world-2018")
    deals.record_deal(cast.table(event), "system", 1, RESULTS[1])
    played = Played(event)
    for _step in range(12):
        name = chance.choice(KINDS)
        what: Any = chance.choice(RESULTS) if name in ("result", "write") else None
        how: Any = {seat: chance.randint(-20, 20) for seat in (1, 2, 3)} if name not in ("write", "swap") else True
        if name in ("cancel", "appeal"):
            what, how = chance.randrange(10), chance.random() < 0.5
        try:
            with transaction.atomic():
                played.step(name, what, how)
        except UserError:
            continue


def _imported() -> dict[str, Make]:
    return {f"imported-{name}": partial(_read_in, make) for name, make in [*_stages().items(), *_long_days().items()]}


def _read_in(make: Make) -> None:
    make()
    event = _newest()
    document = json.loads(exporting.text(event))
    importing.judge(document)
    importing.load(document, "system", "imported")


def _nameless() -> dict[str, Make]:
    return {
        f"nameless-{make.__name__}": partial(_forgotten, make)
        for make in (stages.over, stages.declared, stages.parted, stages.wiped, stages.drawn, finals.finished)
    }


def _forgotten(make: Make) -> None:
    """The event is closed, and all names are removed."""
    event = make()
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    anonymise(cast.fresh(event), "system", list(named_entries(event).values_list("number", flat=True)))


def _newest() -> Any:
    return Event.objects.latest("pk")


def made(name: str, make: Make) -> list[str]:
    """The logbook of an event that is made now, as lines."""
    live.clear_cache()
    with determined(name), laid_again.made_anew(), empty_database():
        make()
        return list(logbook_file.lines(_newest()))


def digests(lines: list[str]) -> dict[str, str]:
    """What Troel makes of a logbook, each as its SHA-256: the logbook again, the export, the workbook, the rows."""

    live.clear_cache()
    with determined("digests"), empty_database():
        event = logbook_file.replay(lines)
        with translation.override("en"):
            listings = [
                json.dumps([listing.title, list(listing.rows)], default=str) for listing in checked_listings(event)
            ]
        held = [
            sorted(((name, _by_field(row)) for name, row in rows.of(event, model).items()), key=repr)
            for model in rows.models(Event)
        ]
        parts = {
            "logbook": "\n".join(logbook_file.lines(event)),
            "export": exporting.text(event),
            "workbook": "\n".join(listings),
            "rows": repr(held),
        }
    return {part: hashlib.sha256(text.encode()).hexdigest() for part, text in parts.items()}


def _by_field(row: rows.Row) -> dict[str, Any]:
    """A row in an order of its own, without what only says that its parts are of the same event."""
    return {lookup: row[lookup] for lookup in sorted(row) if not lookup.endswith(("event__pk", "event__slug"))}


def stored() -> Iterator[tuple[str, list[str]]]:
    """The logbooks of the archive, each with its name."""
    with tarfile.open(LOGBOOKS) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file
            yield member.name, file.read().decode().split("\n")


def _store(logbooks: dict[str, list[str]]) -> None:
    with tarfile.open(LOGBOOKS, "w:xz", preset=9) as archive:
        for name, lines in sorted(logbooks.items()):
            content = "\n".join(lines).encode()
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, BytesIO(content))


def main() -> None:
    """Makes every event; stores them, or with `--check` compares."""
    logbooks = {name: made(name, make) for name, make in recipes().items()}
    if "--check" in sys.argv:
        kept = dict(stored())
        if changed := sorted(name for name, lines in logbooks.items() if kept.get(name) != lines):
            sys.exit(f"Not the same as when they were stored: {', '.join(changed)}")
        return
    FOLDER.mkdir(exist_ok=True)
    _store(logbooks)
    DIGESTS.write_text(json.dumps({name: digests(lines) for name, lines in sorted(logbooks.items())}, indent=1) + "\n")
