"""A player's dossier, and what was decided before in such a case."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.rulings import ruling
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.models import Decision, Event
from tournament.reading.jury.decision_words import concerning
from tournament.reading.people.dossier import dossier

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return begun()


def of(event: Event, number: int) -> str:
    return f"/staff/{event.slug}/players/{number}/decisions/"


def test_it_counts_by_offence_and_says_what_the_next_one_costs(event: Event) -> None:
    cast.penalty(event, 3, 0, offence="taken-back")
    cast.penalty(event, 3, -2, offence="taken-back")
    cast.penalty(event, 3, 0, offence="out-of-turn")
    rulings.cancel_decision(cast.penalty(event, 3, -3, offence="out-of-turn"), "system", "Another player.")
    rulings.penalise(event, "system", "house", {3: -1}, "Late.")
    rulings.penalise(event, "system", "misdeal", {4: -3, 3: 1}, "Misdealt.")
    found = dossier(cast.entry(event, 3))
    told = {one.name: (one.times, one.points, one.usual, one.least, one.most) for one in found.offences}
    assert told == {
        "Card laid by mistake: Card to be taken back (suit not followed, two at once)": (2, -2, -3, -3, 0),
        "Card laid by mistake: Led out of turn": (1, 0, -3, -3, 0),
        "House rule": (1, -1, None, 0, 0),
    }, "what another's misdeal gave is no offence, and a cancelled one does not count"
    assert (found.points, len(found.decisions)) == (-2, 6)


def test_the_page_tells_it_and_marks_what_is_cancelled(
    event: Event, juror: Client, django_assert_max_num_queries: Any
) -> None:
    cast.penalty(event, 3, -2, offence="out-of-turn")
    rulings.cancel_decision(cast.penalty(event, 3, -3), "system", "Another player.")
    registration.exclude(cast.entry(event, 3), "system", "Noise, twice.")
    with django_assert_max_num_queries(30):
        page = cast.shown(juror.get(of(event, 3)))
    for words in ("Excluded", "Led out of turn", "The next one: −3 (−3 to 0)", "cancelled", "Exclusion", "−2"):
        assert words in page, words
    assert "No warning and no penalty so far." in cast.shown(juror.get(of(event, 4)))


def test_a_ruling_concerns_those_who_played_the_deal(event: Event) -> None:
    table = cast.table(event)
    decision = rulings.rule(table, "system", 1, "annulled", "Marked cards.")
    there = cast.seated(table).values()
    for number in range(1, 9):
        assert concerning(cast.entry(event, number)) == ([decision] if number in there else [])


def test_all_the_staff_may_look_and_nobody_else(event: Event) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.head_juror(event), cast.auditor(event)):
        assert cast.client(who).get(of(event, 3)).status_code == 200
    assert cast.client(cast.outsider()).get(of(event, 3)).status_code == 403
    assert cast.client().get(of(event, 3)).status_code == 302
    assert cast.client(cast.juror(event)).get(of(event, 99)).status_code == 404


def test_the_player_the_form_and_the_decision_lead_there(event: Event, juror: Client) -> None:
    cast.penalty(event, 3)
    for page in (f"/staff/{event.slug}/players/3/", at(event, "penalty/noise/?players=3"), at(event, "1/")):
        assert f'href="{of(event, 3)}"' in juror.get(page).content.decode(), page


def test_a_penalty_shows_what_was_decided_in_such_a_case(event: Event, juror: Client) -> None:
    page = at(event, "penalty/card-by-mistake/?players=5&offence=taken-back")
    assert "Similar in this event" not in cast.shown(juror.get(page))
    for number, points in ((1, -3), (2, -1), (3, -2)):
        cast.penalty(event, number, points, offence="taken-back")
    cast.penalty(event, 4, 0, offence="out-of-turn")
    rulings.cancel_decision(cast.penalty(event, 4, 0, offence="taken-back"), "system", "Another player.")
    assert "Similar in this event: 3, −3 to −1" in cast.shown(juror.get(page))
    assert f'href="{at(event, "2/")}"' in juror.get(page).content.decode()


def test_a_ruling_shows_what_was_decided_in_such_a_case(event: Event, juror: Client) -> None:
    cast.write(cast.table(event), 2)
    for deal, kind in ((1, "annulled"), (2, "result")):
        result = cast.result("S7", (1,), 6) if kind == "result" else None
        rulings.rule(cast.table(event), "system", deal, kind, "Cards changed hands.", result=result)
    for kind in ("annulled", "result"):
        assert "Similar in this event: 1" in cast.shown(juror.get(ruling(event, kind, 3)))
    assert "Similar" not in cast.shown(juror.get(ruling(event, "claimed-too-early", 3)))
    assert Decision.objects.count() == 2
