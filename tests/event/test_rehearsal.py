"""From rehearsal to play: what was written is wiped or kept, by choice, and no phone brings it in by the back door."""

from typing import Any

import pytest
from django.db.models import Sum

from scoring import sealing
from tests.support.events import cast
from tests.support.events.finals import make_cut, planned, play_round, stages
from tests.support.events.rehearsals import BY, mark, rehearsed, start
from tournament.acts.event import events
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import rounds
from tournament.acts.rounds.publication import withdraw_publication
from tournament.acts.rounds.seat_swaps import exchange_places
from tournament.acts.table import deals, redeals
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Cut, Deal, Decision, Event, LogEntry, Submission, Table
from tournament.ranking import facts
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return rehearsed()


def points(event: Event) -> dict[int, int]:
    return {place.entry.number: place.standing.row.points for place in event_standings(event, public=False)}


def played(event: Event) -> list[Any]:
    """What is recorded of the deals, without versions."""
    return list(
        Deal.objects.filter(table__round__event=event, result__isnull=False)
        .order_by("table__number", "number")
        .values_list("table__number", "number", "result", "announced", "passes", "misdeals")
    )


# --- The choice ------------------------------------------------------------------------------------------------


def test_starting_asks_what_becomes_of_the_rehearsal(event: Event) -> None:
    with cast.nothing_written():
        for act in (
            lambda: events.change_state(event, BY, "live"),
            lambda: rehearsal.start(event, BY, seen=mark(event)),
        ):
            with pytest.raises(UserError, match="wipe or keep") as refused:
                act()
            assert refused.value.status == 422


def test_where_nothing_was_written_nothing_is_asked() -> None:
    event = cast.event(8)
    cast.next_round(event)
    rehearsal.start(event, BY)
    assert cast.fresh(event).state == "live"
    with cast.refused("cannot change from its present state"):
        rehearsal.start(event, BY)


def test_kept_it_counts_and_the_line_says_how_many(event: Event) -> None:
    before = points(event)
    event = start(event, wipe=False)
    assert (event.state, points(event)) == ("live", before)
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "State changed · live · 5 deals of the rehearsal kept" in page


def test_a_deal_written_between_the_look_and_the_start_is_refused(event: Event) -> None:
    seen = mark(event)
    redeals.undo_pass(cast.table(event, 2), BY, 2)
    for wipe in (True, False):
        with cast.refused("recorded in the meantime", 409):
            rehearsal.start(event, BY, wipe=wipe, seen=seen)


# --- Wiping ----------------------------------------------------------------------------------------------------


def test_wiped_nothing_counts_and_seats_and_people_stay(event: Event) -> None:
    seats = [cast.seated(cast.table(event, number)) for number in (1, 2)]
    before = LogEntry.objects.filter(event=event).count()
    event = start(event, wipe=True)
    assert event.state == "live"
    assert LogEntry.objects.filter(event=event).count() == before + 1
    assert set(points(event).values()) == {0}
    assert played(event) == []
    assert not Deal.objects.filter(passes__gt=0).exists() and not Deal.objects.filter(misdeals__gt=0).exists()
    assert not Table.objects.filter(closed=True).exists()
    assert [cast.seated(cast.table(event, number)) for number in (1, 2)] == seats
    in_force = Decision.objects.filter(event=event, cancelled=False)
    assert [decision.kind for decision in in_force] == ["exclusion"]
    assert cast.entry(event, 8).excluded


def test_revisions_and_versions_never_fall(event: Event) -> None:
    before = {deal.pk: deal.version for deal in Deal.objects.all()}
    revisions = Table.objects.aggregate(sum=Sum("revision"))["sum"]
    event = start(event, wipe=True)
    assert all(Deal.objects.get(pk=pk).version > version for pk, version in before.items())
    assert Table.objects.aggregate(sum=Sum("revision"))["sum"] > revisions
    assert Submission.objects.count() == 3


def test_a_late_practice_resend_is_refused(event: Event) -> None:
    # What was answered in the rehearsal, sent once more; and a correction of what stood there.
    version = Deal.objects.get(table__number=2, number=1).version
    event = start(event, wipe=True)
    two = cast.table(event, 2)
    with cast.nothing_written():
        with pytest.raises(UserError, match="rehearsal, which has been wiped") as refused:
            cast.write(two, 1, cast.result("GMT", (3,), {"3": 0}, jury="allowed"), key="k1")
        assert refused.value.status == 409
        with pytest.raises(UserError, match="rehearsal"):
            redeals.all_pass(two, BY, 2, key="k2")
        with pytest.raises(UserError):
            deals.undo_deal(two, BY, 1, replaces=version)
    # A deal that nobody had sent yet has another version too, so that its open page is out of date.
    assert Deal.objects.get(table=two, number=3).version == 1


def test_a_round_that_was_closed_is_open_again_and_its_cut_is_gone() -> None:
    event = planned(stages())
    Event.objects.update(state="rehearsal")
    play_round(cast.fresh(event), {number: 10 * number for number in range(1, 9)})
    finalists = make_cut(event)
    event = start(cast.fresh(event), wipe=True)
    assert not cast.round_of(event).closed
    assert not Cut.objects.exists()
    rehearsal.bring_back(event, BY)
    assert cast.round_of(event).closed
    assert Cut.objects.get().finalists == finalists


# --- Bringing it back ------------------------------------------------------------------------------------------


def test_brought_back_everything_stands_as_it_stood(event: Event) -> None:
    before, given = points(event), played(event)
    decided = list(Decision.objects.order_by("number").values_list("number", "cancelled", "cancel_reason"))
    event = start(event, wipe=True)
    rehearsal.bring_back(event, BY)
    assert points(cast.fresh(event)) == before
    assert played(event) == given
    assert list(Decision.objects.order_by("number").values_list("number", "cancelled", "cancel_reason")) == decided
    assert cast.table(event, 1).closed and not cast.table(event, 2).closed
    assert (
        Deal.objects.get(table__number=2, number=2).passes,
        Deal.objects.get(table__number=2, number=2).misdeals,
    ) == (
        1,
        1,
    )
    # What was answered then is answered again now.
    cast.write(cast.table(event, 2), 1, cast.result("GMT", (3,), {"3": 0}, jury="allowed"), key="k1")
    with cast.refused("no rehearsal to restore"):
        rehearsal.bring_back(event, BY)


@pytest.mark.parametrize("what", ["deal", "pass"])
def test_once_something_is_written_it_stays_wiped(event: Event, what: str) -> None:
    event = start(event, wipe=True)
    two = cast.table(event, 2)
    if what == "deal":
        cast.write(two, 1)
    else:
        redeals.all_pass(two, BY, 1)
    with cast.refused("stays wiped"):
        rehearsal.bring_back(event, BY)


def test_kept_or_begun_without_there_is_nothing_to_bring_back(event: Event) -> None:
    event = start(event, wipe=False)
    with cast.refused("no rehearsal"):
        rehearsal.bring_back(event, BY)


def test_a_wiped_round_can_be_withdrawn_and_drawn_anew(event: Event) -> None:
    event = start(event, wipe=True)
    assert rehearsal.can_bring_back(event)
    withdraw_publication(cast.round_of(event), BY, "Six players did not come.")
    assert not cast.round_of(event).published and not rehearsal.can_bring_back(event)
    rounds.withdraw_draw(cast.round_of(event), BY)
    assert not Table.objects.filter(round__event=event).exists()
    assert Decision.objects.get(number=1).table is None
    with cast.refused("no rehearsal"):
        rehearsal.bring_back(event, BY)
    document = exporting.document(cast.fresh(event))
    replayed = logbook_file.replay(list(logbook_file.lines(event)), "nog-eens")
    assert {**exporting.document(replayed), "event": document["event"]} == document
    loaded = importing.load(document, BY, "opnieuw")
    assert {**exporting.document(loaded), "event": document["event"]} == document


def test_who_sits_elsewhere_gets_no_deals_of_the_rehearsal(event: Event) -> None:
    event = start(event, wipe=True)
    one, two = cast.seated(cast.table(event, 1)), cast.seated(cast.table(event, 2))
    exchange_places(cast.round_of(event), BY, (one[1], two[1]), "Brothers.")
    with cast.refused("no rehearsal"):
        rehearsal.bring_back(event, BY)


def test_a_correction_of_the_rehearsal_says_nothing_of_what_is_written_later(event: Event) -> None:
    one = cast.table(event, 1)
    seen = Deal.objects.get(table=one, number=1).version
    deals.correct_deal(one, BY, 1, cast.result("GMT", (3,), {"3": 0}), replaces=seen, reason="Typed wrongly.")
    assert facts.table(one).deal(1).corrected
    event = start(event, wipe=True)
    assert facts.table(one).deal(1).corrected is None
    rehearsal.bring_back(event, BY)
    corrected = facts.table(one).deal(1).corrected
    assert corrected and corrected.because == "Typed wrongly."


def test_a_deal_written_after_the_wiping_was_not_corrected(event: Event) -> None:
    one = cast.table(event, 1)
    seen = Deal.objects.get(table=one, number=1).version
    deals.correct_deal(one, BY, 1, cast.result("GMT", (3,), {"3": 0}), replaces=seen, reason="Typed wrongly.")
    start(event, wipe=True)
    cast.write(one, 1)
    assert facts.table(one).deal(1).corrected is None


# --- Memory ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [False, True])
def test_replay_and_file_give_the_same_event(event: Event, back: bool) -> None:
    event = start(event, wipe=True)
    if back:
        rehearsal.bring_back(event, BY)
    document = exporting.document(cast.fresh(event))
    replayed = logbook_file.replay(list(logbook_file.lines(event)), "nog-eens")
    assert {**exporting.document(replayed), "event": document["event"]} == document
    assert (
        list(Submission.objects.filter(table__round__event=replayed).values_list("wiped", flat=True)) == [not back] * 3
    )
    loaded = importing.load(document, BY, "opnieuw")
    assert {**exporting.document(loaded), "event": document["event"]} == document


def test_no_name_stands_in_the_line(event: Event) -> None:
    event = start(event, wipe=True)
    line = LogEntry.objects.get(event=event, act="wipe_rehearsal")
    assert "Annelies" not in line.text
    assert sealing.chained(line.previous, line.text) == line.hash
