"""What can only be refused is not offered: every page of the staff, walked through in every state of an event."""

from collections.abc import Callable

import pytest

from tests.support.events import cast, finals
from tests.support.events.drawn import drawn
from tests.support.pages.tour import offered
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.models import Event

pytestmark = pytest.mark.django_db


def _prepared() -> Event:
    """Nine players, of whom eight are there: one is free to sit in."""
    event = cast.event(9, planned_rounds=3)
    registration.check_in(cast.entry(event, 9), "system", False)
    return event


def _published() -> Event:
    event = _prepared()
    events.change_state(event, "system", Event.State.LIVE)
    cast.next_round(event)
    return event


def _rehearsal() -> Event:
    event = _prepared()
    cast.next_round(event)
    cast.write(cast.table(event), 1)
    return event


def _drawn() -> Event:
    event = _prepared()
    events.change_state(event, "system", Event.State.LIVE)
    drawn(event)
    return event


def _running() -> Event:
    event = _published()
    cast.play(cast.table(event, 1))
    deals.close_table(cast.table(event, 1), "system")
    cast.write(cast.table(event, 2), 1)
    cast.penalty(event, 1)
    return event


def _round_closed() -> Event:
    event = _running()
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    return event


def _hidden() -> Event:
    event = _round_closed()
    rounds.show_round(cast.round_of(event), "system", False)
    return event


def _final(*, close: bool = False) -> Event:
    event = finals.before_the_cut()
    finalists = finals.make_cut(event)
    finals.play_final(event, [finalists], {finalists[0]: -1}, close=close)
    return event


def _closed() -> Event:
    event = _running()
    events.change_state(event, "system", Event.State.CLOSED)
    return event


def _closed_after_a_final() -> Event:
    event = _final(close=True)
    events.change_state(event, "system", Event.State.CLOSED)
    return event


STATES: dict[str, Callable[[], Event]] = {
    "preparation": _prepared,
    "rehearsal": _rehearsal,
    "drawn": _drawn,
    "published": _published,
    "running": _running,
    "round closed": _round_closed,
    "round hidden": _hidden,
    "before the cut": finals.before_the_cut,
    "cut made": finals.cut_made,
    "final running": _final,
    "final closed": lambda: _final(close=True),
    "closed after a final": _closed_after_a_final,
}


@pytest.mark.parametrize(
    "state", [pytest.param(one, marks=() if one == "closed" else pytest.mark.long) for one in STATES]
)
def test_no_link_and_no_form_leads_to_a_refusal(state: str) -> None:
    event = cast.fresh({**STATES, "closed": _closed}[state]())
    answers = offered(cast.client(cast.organiser(event)), f"/staff/{event.slug}/")
    refused = [f"{address}: {cast.shown(answer)[-200:]}" for address, answer in answers if answer.status_code == 409]
    assert not refused, "\n".join(refused)


REFUSED = (
    ("closed", "decisions/new/", 409, "Its organiser can reopen it"),
    ("closed", "decisions/penalty/card-by-mistake/", 409, "Its organiser can reopen it"),
    ("closed", "decisions/ruling/1/1/1/annulled/", 409, "Its organiser can reopen it"),
    ("closed", "players/add/", 409, "Its organiser can reopen it"),
    ("closed", "rounds/1/tables/1/captain/", 409, "Its organiser can reopen it"),
    ("closed", "format/", 200, "Its organiser can reopen it"),
    ("running", "rounds/1/exchange/", 409, "Every table has started, so nobody can swap places."),
    ("running", "rounds/1/tables/1/substitute/", 409, "somebody else played some of the deals, empty the sheet first"),
    ("final running", "format/cut/2/undo/", 409, "A round of this final has been published, so the cut stays."),
    ("final running", "format/cut/2/", 200, "The final is being played: seat a substitute instead."),
)


@pytest.mark.parametrize(("state", "path", "status", "sentence"), REFUSED)
def test_whoever_opens_such_a_page_reads_why(state: str, path: str, status: int, sentence: str) -> None:
    event = {**STATES, "closed": _closed}[state]()
    with cast.nothing_written():
        answer = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/{path}")
    assert (answer.status_code, sentence in cast.shown(answer)) == (status, True), cast.shown(answer)


def test_a_page_of_a_closed_event_has_a_true_title_and_leads_to_where_it_is_reopened() -> None:
    event = _closed()
    answer = cast.client(cast.juror(event)).get(f"/staff/{event.slug}/decisions/ruling/1/1/1/annulled/")
    assert "does not exist" not in cast.shown(answer) and "<h1>This cannot be done</h1>" in answer.content.decode()
    assert f'class="button" href="/staff/{event.slug}/">Back<' in answer.content.decode()
