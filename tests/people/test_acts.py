"""Entering, checking in, leaving, being sent away."""

import pytest
from django.utils import timezone

from tests.support.events import cast
from tournament.acts.kernel.declaring import LogLine
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.models import Decision, Entry, Event
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.event(players=4)


def ranked(event: Event) -> set[int]:
    return {place.entry.number for place in event_standings(event, public=True)}


def test_numbers_go_on_from_the_highest_and_are_never_given_again(event: Event) -> None:
    added = registration.add_entries(event, "system", [Entrant("A", number=9), Entrant("B")])
    assert [entry.number for entry in added] == [9, 10]


@pytest.mark.parametrize(
    "people",
    [
        [Entrant("")],
        [Entrant("  ")],
        [Entrant("x" * 81)],
        [Entrant("A", club="x" * 81)],
        [Entrant("A", number=1)],
        [Entrant("A", number=0)],
        [Entrant("A", number=7), Entrant("B", number=7)],
        [Entrant("A\0")],
    ],
)
def test_people_who_cannot_be_entered_are_refused_together(event: Event, people: list[Entrant]) -> None:
    with cast.refused(status=422):
        registration.add_entries(event, "system", [Entrant("Good Name"), *people])
    assert Entry.objects.count() == 4


def test_a_name_of_sixty_letters_and_odd_signs_is_kept(event: Event) -> None:
    name = "Ægidius-Žofie Van Cauwenberghe-Vandermeersch d'Hondt-Strauß’"
    [entry] = registration.add_entries(event, "system", [Entrant(name)])
    assert entry.player.name == name


def test_a_player_is_corrected_under_the_same_number(event: Event) -> None:
    changed = Entrant("An De Smet", club="Hartenaas", language="nl", role="joker", initials_only=True, family="Pols")
    registration.change_entry(cast.entry(event, 2), "system", changed)
    entry = cast.entry(event, 2)
    player = entry.player
    assert (player.name, player.club, player.family, entry.role) == ("An De Smet", "Hartenaas", "Pols", "joker")
    assert 2 not in ranked(event)


def test_a_line_of_before_families_and_writers_is_still_applied(event: Event) -> None:
    old = {"number": 9, "name": "", "club": "", "language": "nl", "role": "joker", "initials_only": False}
    registration.enter_people(LogLine(event, timezone.now(), "system", "add_entries", 1, {}), [old])
    assert (cast.entry(event, 9).player.family, cast.entry(event, 9).player.writes) == ("", False)


def test_who_withdraws_leaves_the_ranking_and_may_come_back(event: Event) -> None:
    cast.next_round(event)
    entry = cast.entry(event, 3)
    registration.withdraw(entry, "system", "Ill.")
    assert ranked(event) == {1, 2, 4}
    with cast.refused("already withdrawn"):
        registration.withdraw(entry, "system")
    with cast.refused("out of the event"):
        registration.check_in(entry, "system", True)
    registration.readmit(entry, "system", "Better again.")
    assert ranked(event) == {1, 2, 3, 4}
    with cast.refused("has not withdrawn"):
        registration.readmit(entry, "system", "Better again.")


def test_an_exclusion_is_a_decision_and_ends_with_it(event: Event) -> None:
    cast.next_round(event)
    entry = cast.entry(event, 1)
    with cast.refused("Enter a reason"):
        registration.exclude(entry, "system", "")
    registration.exclude(entry, "system", "Noise, twice.")
    decision = Decision.objects.get()
    assert (decision.kind, decision.article, decision.reason) == ("exclusion", "6", "Noise, twice.")
    assert 1 not in ranked(event)
    with cast.refused("already been excluded"):
        registration.exclude(entry, "system", "Again.")
    cast.rulings.cancel_decision(decision, "system", "It was somebody else.")
    assert 1 in ranked(event)


def test_jokers_are_ranked_only_where_the_event_ranks_them(event: Event) -> None:
    registration.add_entries(event, "system", [Entrant("Joker", role="joker")])
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5]]), "system")
    assert ranked(event) == {1, 2, 3, 4}
    plan = cast.plan(ranks_jokers=True)
    cast.events.change_event(event, "system", plan)
    assert ranked(cast.fresh(event)) == {1, 2, 3, 4, 5}


def test_a_closed_event_takes_nobody_in(event: Event) -> None:
    cast.events.change_state(event, "system", Event.State.LIVE)
    cast.events.change_state(event, "system", Event.State.CLOSED)
    with cast.refused("event is closed"):
        registration.add_entries(event, "system", [Entrant("Too Late")])
