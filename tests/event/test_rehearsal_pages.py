"""The end of a rehearsal on pages: what the organiser is asked, what is restored, what no page tells any more."""

import pytest

from scoring import load
from tests.support.events import cast
from tests.support.events.drawn import drawn
from tests.support.events.rehearsals import BY, eight_again, rehearsed, start
from tests.support.pages.reading import read
from tournament.acts.event import rules
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import rounds
from tournament.acts.rounds.publication import withdraw_publication
from tournament.models import Event
from tournament.ranking import facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return rehearsed()


def test_the_page_asks_without_a_default(event: Event) -> None:
    organiser, address = cast.client(cast.organiser(event)), f"/staff/{event.slug}/state/live/"
    assert "Start the event" in cast.shown(organiser.get(f"/staff/{event.slug}/"))
    with cast.nothing_written():
        page = organiser.get(address)
        told = "5 deals were recorded in the rehearsal. Everybody passed 1 time. There was 1 misdeal. Last recorded:"
        assert told in cast.shown(page)
        assert "checked" not in page.content.decode()
        of = cast.filled_in(page)["of"]
        assert organiser.post(address, {"of": of}).status_code == 422
        assert organiser.post(address).status_code == 422
        assert organiser.post(address, {"of": "other", "rehearsal": "wipe"}).status_code == 409
        assert organiser.post(address, {"of": of, "rehearsal": "maybe"}).status_code == 422
    assert organiser.post(address, {"of": of, "rehearsal": "wipe"}).status_code == 303
    overview = cast.shown(organiser.get(f"/staff/{event.slug}/"))
    assert "Restore the rehearsal" in overview
    back = f"/staff/{event.slug}/rehearsal/bring_back/"
    assert "Restore the rehearsal?" in cast.shown(organiser.get(back))
    assert "The rehearsal is restored" in cast.shown(organiser.post(back, follow=True))
    with cast.nothing_written():
        assert organiser.post(back).status_code == 409
    assert "Restore the rehearsal" not in cast.shown(organiser.get(f"/staff/{event.slug}/"))


def test_only_who_plans_may_start_or_bring_back(event: Event) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event)):
        client = cast.client(who)
        with cast.nothing_written():
            assert client.post(f"/staff/{event.slug}/state/live/", {"rehearsal": "wipe"}).status_code == 403
            assert client.post(f"/staff/{event.slug}/rehearsal/bring_back/").status_code == 403


def test_a_rehearsal_does_not_come_back_under_other_rules_or_another_format(event: Event) -> None:
    started = start(event, wipe=True)
    assert rehearsal.can_bring_back(started)
    other = load("points-only")
    rules.change_rules(started, "user:1", other, facts.ruleset(started).hash)
    assert not rehearsal.can_bring_back(cast.fresh(started))
    with cast.refused("no rehearsal to restore"):
        rehearsal.bring_back(cast.fresh(started), BY)


def test_a_seating_of_a_wiped_rehearsal_is_no_publication_withdrawn(event: Event) -> None:
    page = f"/e/{event.slug}/draws/"
    event = eight_again(start(event, wipe=True))
    withdraw_publication(cast.round_of(event), BY, "Only to practise.")
    rounds.withdraw_draw(cast.round_of(event), BY)
    said = read(page)
    assert "Publications withdrawn" not in said and "Seatings of the rehearsal withdrawn: 1" in said
    cast.next_round(event)
    withdraw_publication(cast.round_of(event), BY, "Somebody was forgotten.")
    assert "Publications withdrawn: 1" in read(page)


@pytest.mark.long
def test_a_publication_of_a_live_event_is_counted_beside_one_of_the_rehearsal(event: Event) -> None:
    event = eight_again(event)
    drawn(event, 1)
    event = start(event, wipe=True)
    rounds.publish_round(cast.round_of(event, 2), BY)
    withdraw_publication(cast.round_of(event), BY, "Somebody was forgotten.")
    assert "Publications withdrawn: 1" in read(f"/e/{event.slug}/draws/")


@pytest.mark.long
def test_decisions_wiped_with_the_rehearsal_are_on_no_page_until_it_is_back(event: Event) -> None:
    juror = cast.client(cast.juror(event))
    pages = [f"/staff/{event.slug}/{rest}" for rest in ("decisions/", "players/3/decisions/", "rounds/1/tables/2/")]
    pages.append(f"/t/{cast.token(cast.table(event, 2))}/")
    before = [cast.shown(juror.get(page)) for page in pages]
    event = start(event, wipe=True)
    wiped = [cast.shown(juror.get(page)) for page in pages]
    rehearsal.bring_back(event, BY)
    back = [cast.shown(juror.get(page)) for page in pages]
    for what, page in zip(("Marked cards.", "by mistake", "Marked cards.", "Marked cards."), range(4), strict=True):
        assert what in before[page] and what not in wiped[page] and what in back[page], pages[page]
        assert "cancelled" not in wiped[page]
    assert "Banned." in wiped[0]


@pytest.mark.long
def test_a_rehearsal_that_is_kept_hides_no_withdrawn_publication(event: Event) -> None:
    event = eight_again(start(event, wipe=True))
    rehearsal.bring_back(event, BY)
    cast.next_round(event)
    withdraw_publication(cast.round_of(event, 2), BY, "Somebody was forgotten.")
    assert "Publications withdrawn: 1" in read(f"/e/{event.slug}/draws/")
