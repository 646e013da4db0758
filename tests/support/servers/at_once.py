"""Letting people act in the same moment, and what must hold afterwards."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

from django.db import connections

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE
from tournament import access
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.troel1 import exporting
from tournament.models import Event, LogEntry

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T | UserError | access.DeadLinkError]:
    """What each call gives, or how it was refused: all let go together, each on a database connection of its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | UserError | access.DeadLinkError:
        start.wait(PATIENCE)
        try:
            return call()
        except (UserError, access.DeadLinkError) as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls, timeout=PATIENCE))


def one_won(outcomes: Sequence[Any]) -> bool:
    """Whether exactly one of them was done and every other refused as overtaken."""
    refused = [outcome for outcome in outcomes if isinstance(outcome, UserError)]
    return len(refused) == len(outcomes) - 1 and {refusal.status for refusal in refused} <= {409}


def lines(event: Event, act: str) -> int:
    """How many lines of an act the logbook holds."""
    return LogEntry.objects.filter(event=event, act=act).count()


def proven(event: Event) -> int:
    """The number of lines of an event whose chain is whole, and from which a replay makes the same event again."""
    count = proof.prove(cast.fresh(event))
    first = exporting.document(cast.fresh(event))
    again = exporting.document(logbook_file.replay(list(logbook_file.lines(event)), slug="again"))
    assert {**first["event"], "slug": "again"} == again["event"]
    assert {**first, "event": None} == {**again, "event": None}
    return count
