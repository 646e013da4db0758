"""The draw of an evening remembers who met at other evenings of its series: in the draw, its words, its file."""

import json
from collections.abc import Sequence
from datetime import date, time, timedelta
from itertools import combinations
from typing import Any

import pytest

from tests.support import clubs
from tests.support.events import cast
from tests.support.events.drawn import BY, drawn, leave, seats
from tests.support.servers.in_node import answers, needs_node
from tournament import guards
from tournament.acts.rounds import rounds
from tournament.acts.rounds.reseating import reseat, reseating
from tournament.draw.field import met_this_season
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Draw, Evening, Event, Organisation, Person, PersonLink, Series
from tournament.ranking.contest import format_of
from tournament.reading.rounds import draw_checks
from tournament.reading.rounds.draw_words import sentences
from tournament.reading.rounds.draws import everybody, report
from tournament.seating.changes.events import rerun
from tournament.seating.model import Pair

pytestmark = pytest.mark.django_db
FIRST = date(2026, 9, 3)


def series(organisation: Organisation, number: int = 1) -> Series:
    """Thursdays of the club."""
    return Series.objects.create(
        organisation=organisation,
        number=number,
        slug=f"thursdays-{number}",
        name="Thursdays",
        weekday=3,
        starts_at=time(20),
        begins_on=FIRST,
    )


def evening(series: Series, people: Sequence[Person], number: int) -> Event:
    """An evening of the series to which these people came, in their order."""
    event = clubs.evening(series.organisation, people, f"evening-{series.number}-{number}")
    Evening.objects.create(series=series, date=FIRST + timedelta(weeks=number), event=event)
    return event


def played(series: Series, people: Sequence[Person], number: int = 0) -> Event:
    """An evening with one round, drawn and published."""
    event = evening(series, people, number)
    drawn(event, 1, publish=True)
    return cast.fresh(event)


def met(event: Event) -> set[Pair]:
    """The pairs that sit at one table."""
    tables = [table for tables in seats(event) for table in tables]
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


@pytest.fixture
def club() -> Organisation:
    return clubs.club()


@pytest.fixture
def people(club: Organisation) -> list[Person]:
    return clubs.members(club, *(f"Speler {letter}" for letter in "ABCDEFGHIJKLMNOP"))


def test_who_met_last_time_does_not_meet_again_though_they_have_other_numbers(
    club: Organisation, people: list[Person]
) -> None:
    thursdays = series(club)
    before = played(thursdays, people)
    event = evening(thursdays, people[::-1], 1)
    season = met_this_season(event, range(1, 17))
    assert season == {(17 - b, 17 - a): 1 for a, b in met(before)} and len(season) == 24
    drawn(event, 1, publish=True)
    assert met(event) & season.keys() == set()
    assert draw_of(event).document["audit"]["season_meetings"] == 0
    assert "Nobody meets anyone from an earlier evening of this season." in words(event)
    # What comes later in the season remembers both.
    assert len(met_this_season(evening(thursdays, people, 2), range(1, 17))) == 48


def test_an_event_without_a_series_is_drawn_as_ever(club: Organisation, people: list[Person]) -> None:
    played(series(club), people)
    alone, elsewhere = clubs.evening(club, people, "alone"), evening(series(club, 2), people, 1)
    for event in (alone, elsewhere):
        assert met_this_season(event, range(1, 17)) == {}
        assert "season" not in json.dumps(drawn(event, 1).document)


def test_only_what_was_published_and_only_who_is_linked_counts(club: Organisation, people: list[Person]) -> None:
    thursdays = series(club)
    before = evening(thursdays, people, 0)
    drawn(before, 1)
    event = evening(thursdays, people, 1)
    assert met_this_season(event, range(1, 17)) == {}
    rounds.publish_round(cast.round_of(before), BY)
    assert len(met_this_season(event, range(1, 17))) == 24
    assert len(met_this_season(event, range(1, 9))) < 24
    PersonLink.objects.filter(entry__event=before, entry__number=1).update(person=None)
    assert len(met_this_season(event, range(1, 17))) == 21


@pytest.mark.long
def test_some_meet_again_once_all_have_met_and_it_is_said(club: Organisation, people: list[Person]) -> None:
    thursdays = series(club)
    for number in range(3):
        played(thursdays, people[:8], number)
    event = played(thursdays, people[:8], 3)
    assert draw_of(event).document["audit"]["season_meetings"] == 12
    assert "12 pairs met at earlier evenings of this season" in words(event)
    (publicly,) = draw_checks.draws(event).draws
    assert publicly.checkable
    assert "earlier evenings of this season" in cast.shown(cast.client().get(f"/e/{event.slug}/draws/"))


@pytest.mark.long
@needs_node
def test_a_draw_is_checked_and_made_again_without_the_other_evenings(club: Organisation, people: list[Person]) -> None:
    thursdays = series(club)
    played(thursdays, people)
    event = played(thursdays, people, 1)
    draw = draw_of(event)
    public: Any = draw_checks.checked(draw)
    Evening.objects.exclude(event=event).delete()
    whole = draw_checks.document(draw)
    assert rerun(whole)["rounds"] == whole["rounds"]
    (answer,) = answers([{"whole": public}])
    assert answer["ok"] and answer["counts"]["season"] == 0
    # By their numbers in this draw, and nothing of the other evening.
    wish = public["trace"]["wish"]
    assert all(1 <= a < b <= 16 and times == 1 for a, b, times in wish["season"])
    text = json.dumps(public)
    assert "evening-1-0" not in text and not any(person.code in text or person.name in text for person in people)


@pytest.mark.long
def test_a_file_and_a_logbook_bring_it_along(club: Organisation, people: list[Person]) -> None:
    thursdays = series(club)
    played(thursdays, people)
    event = played(thursdays, people, 1)
    text = exporting.text(event)
    guards.lay()
    season = draw_of(event).document["trace"]["wish"]["season"]
    elsewhere = importing.load(json.loads(text), BY, slug="elsewhere")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    for copied in (elsewhere, again):
        assert draw_of(copied).document["trace"]["wish"]["season"] == season
        assert exporting.text(copied).replace(f'"slug": "{copied.slug}"', f'"slug": "{event.slug}"') == text
    assert logbook_file.verify(event) > 0


@pytest.mark.long
def test_rounds_that_are_seated_anew_remember_too(club: Organisation, people: list[Person]) -> None:
    thursdays = series(club)
    played(thursdays, people)
    event = evening(thursdays, people, 1)
    drawn(event, 1)
    leave(event, 13, 14, 15, 16)
    plan = reseating(event)
    assert plan.ahead.season == met_this_season(event, range(1, 17))
    reseat(event, BY, plan.of)
    assert len(met(event) & met_this_season(event, range(1, 13)).keys()) <= 6


def draw_of(event: Event) -> Draw:
    return Draw.objects.get(event=event)


def words(event: Event) -> str:
    """What the organiser is told of the first round."""
    return " ".join(sentences(report(event, [cast.round_of(event)], everybody(event)), format_of(event)))
