"""What tests begin with: laid down again it is what the acts made, and never laid on something else."""

from typing import Any

import pytest
from django.db import connection, transaction

from tests.support.events import cast, laid_again
from tournament import guards
from tournament.exchange.logbook import logbook_file
from tournament.models import Event

pytestmark = pytest.mark.django_db

needs_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere everything is made anew")


WAYS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((8,), {}),
    ((), {"players": 8}),
    ((8, "ledegem"), {"present": True}),
]


def made() -> tuple[Event, laid_again.Rows]:
    """An event for nobody else's tests, with every row of it; and the database as it was before."""
    with transaction.atomic():
        event = cast.playing(players=4, slug="twice", deals=2)
        found = laid_again.rows()
        transaction.set_rollback(True)
    return event, found


@needs_sqlite
def test_the_second_time_every_row_is_the_same() -> None:
    first, rows = made()
    again, same = made()
    assert same == rows and "tournament_logentry" in rows and "auth_user" in rows
    assert again.pk == first.pk and again.revision == first.revision > 5


def test_however_its_arguments_are_given_it_is_the_same_event() -> None:
    keys = {laid_again.key_of(cast.event, *given, **named) for given, named in WAYS}
    assert len(keys) == 1
    assert laid_again.key_of(cast.event, 4) not in keys


@needs_sqlite
def test_what_is_laid_again_holds_and_goes_on() -> None:
    made()
    guards.lay()
    event = cast.playing(players=4, slug="twice", deals=2)
    cast.play(cast.table(event))
    assert logbook_file.verify(cast.fresh(event)) == event.revision + 2


def test_a_second_event_is_made_beside_the_first() -> None:
    first = cast.event(players=4)
    second = cast.event(players=4, slug="beside")
    assert first.pk != second.pk and cast.entry(second, 4).player != cast.entry(first, 4).player
