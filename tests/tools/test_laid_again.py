"""What tests begin with: laid down again it is what the acts made, and never laid on something else."""

from typing import Any

import pytest
from django.db import connection, transaction

from tests.support import club_evenings
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


def after_one_another() -> laid_again.Rows:
    """Every row after a club, its members and their evening: each laid after the one before."""
    with transaction.atomic():
        series, _day, event = club_evenings.evening(4)
        club_evenings.members(series.organisation, 1)
        cast.member(event, "jury")
        found = laid_again.rows()
        transaction.set_rollback(True)
    return found


@needs_sqlite
def test_what_is_laid_after_something_else_is_the_same_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = after_one_another()
    assert rows["tournament_person"] and rows["tournament_membership"]
    monkeypatch.setattr(club_evenings, "add_persons", None)  # nobody is asked to make what was kept
    assert after_one_another() == rows


@needs_sqlite
def test_after_a_row_that_a_test_wrote_or_took_back_nothing_is_laid() -> None:
    event = cast.event(players=4, slug="twice")
    juror = cast.member(event, "jury")
    with transaction.atomic():
        cast.member(event, "desk")
        transaction.set_rollback(True)
    assert cast.member(event, "auditor").pk == juror.pk + 1 and event.memberships.count() == 3
    cast.user("somebody")
    assert cast.member(event, "head_jury").pk == juror.pk + 3 and event.memberships.count() == 4


def test_a_second_event_is_made_beside_the_first() -> None:
    first = cast.event(players=4)
    second = cast.event(players=4, slug="beside")
    assert first.pk != second.pk and cast.entry(second, 4).player != cast.entry(first, 4).player
