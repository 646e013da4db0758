"""A form whose answer was lost is sent again: if what it asked for is so, it is told as done; otherwise refused."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.events import cast, finals
from tests.support.events.drawn import BY, come, confirm, drawn, leave, underway
from tournament.acts.event import format as formats
from tournament.acts.people import no_shows, registration
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table import tables
from tournament.models import Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.long]
WHY, NEW = {"reason": "The wrong list."}, {"number": "", "joker": "Nele Nieuw"}


def _drawn() -> Event:
    event = cast.event(8, planned_rounds=3)
    cast.events.change_state(event, BY, Event.State.LIVE)
    drawn(event, 2)
    return event


def _published() -> Event:
    event = _drawn()
    rounds.publish_round(cast.round_of(event), BY, ahead=True)
    return event


def _absent() -> Event:
    event = cast.event(9)
    registration.check_in(cast.entry(event, 9), BY, False)
    return event


def _four_left() -> Event:
    event = underway(16, 3)
    leave(event, 1, 2, 3, 4)
    return event


def _short() -> Event:
    """A joker is free, number 9; whoever had seat 3 of table 1 has left."""
    event = _published()
    come(event, role=Entry.PlayerRole.JOKER)
    leave(event, cast.seated(cast.table(event))[3])
    return event


def _swap(event: Event) -> None:
    one, other = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    seat_swaps.exchange_places(cast.round_of(event), BY, (one, other), "Brothers.")


def _replace(event: Event) -> None:
    formats.replace_finalist(event, BY, 2, 5, 4)


def _replace_again(event: Event) -> None:
    formats.replace_finalist(event, BY, 2, 4, 3)


def _come_in(event: Event) -> None:
    registration.readmit(cast.entry(event, 9), BY, "Stood in traffic.")
    registration.check_in(cast.entry(event, 9), BY, True)


def _reseat_again(event: Event) -> None:
    come(event, 4)
    confirm(event)


def _sit_in(event: Event) -> None:
    tables.substitute(cast.table(event), BY, 3, come(event)[0], 1)


def _round_closed() -> Event:
    event = cast.playing(8)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    return event


def _desk_closed() -> Event:
    event = _absent()
    no_shows.close_desk(event, BY, [9])
    return event


def _close_event(event: Event) -> None:
    rounds.close_round(cast.round_of(event), BY)
    cast.events.change_state(event, BY, Event.State.CLOSED)


def _leave_again(event: Event) -> None:
    leave(event, 9)


def _cut_again(event: Event) -> None:
    finals.make_cut(event)
    _replace(event)


# For each form: the event, its address, what is typed, what it says once done, and what makes something else so.
Form = tuple[Callable[[], Event], str, dict[str, Any], str, Callable[[Event], object]]
FORMS: dict[str, Form] = {
    "publish": (_drawn, "rounds/1/publish/", {}, "The seating is published.", _swap),
    "publish all": (_drawn, "rounds/1/publish-all/", {}, "The seating is published.", _swap),
    "withdraw": (_published, "rounds/1/withdraw/", WHY, "The publication is withdrawn.", _swap),
    "cut": (finals.before_the_cut, "format/cut/2/", {}, "The cut has been made.", _replace),
    "replace": (finals.cut_made, "format/cut/2/replace/8/", {}, "The finalist has been replaced.", _replace_again),
    "fill in": (_short, "rounds/1/tables/1/fill-in/3/", {"number": "9"}, "complete again", _sit_in),
    "new joker": (_short, "rounds/1/tables/1/fill-in/3/", NEW, "complete again", _sit_in),
    "reseat": (_four_left, "rounds/reseat/", {}, "have been reseated", _reseat_again),
    "everybody": (_absent, "attendance/everybody/", {}, "1 player is marked present", _leave_again),
    "check-in": (_absent, "attendance/close/", {}, "1 player is out", _come_in),
    "reopen check-in": (_desk_closed, "attendance/reopen/", {}, "1 player may play again", _leave_again),
    "reopen round": (_round_closed, "rounds/1/reopen/", {}, "The round is open again.", _close_event),
    "undo cut": (finals.cut_made, "format/cut/2/undo/", {}, "The cut has been undone.", _cut_again),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_sent_again_is_told_that_it_is_done(form: str) -> None:
    made, rest, typed, done, _other = FORMS[form]
    event = made()
    organiser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/{rest}"
    sent = {**cast.filled_in(organiser.get(path)), **typed}
    first = organiser.post(path, sent)
    assert first.status_code == 303
    with cast.nothing_written():
        again = organiser.post(path, sent)
    assert (again.status_code, again.headers.get("Location")) == (303, first.headers["Location"]), cast.shown(again)
    assert done in cast.shown(organiser.get(again.headers["Location"]))


@pytest.mark.parametrize("form", FORMS)
def test_a_form_sent_again_is_refused_where_something_else_is_so(form: str) -> None:
    made, rest, typed, _done, other = FORMS[form]
    event = made()
    organiser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/{rest}"
    sent = {**cast.filled_in(organiser.get(path)), **typed}
    assert organiser.post(path, sent).status_code == 303
    other(cast.fresh(event))
    with cast.nothing_written():
        assert organiser.post(path, sent).status_code in (409, 422)
