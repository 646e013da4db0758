"""A season for tests: evenings of a club at past dates, of one round by points alone, made by the acts themselves.

series = a_series(organisation)
hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})    the first evening: points by the number of the person
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from tests.support import club_evenings
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.event.events import change_state
from tournament.acts.register.receiving import receive
from tournament.acts.rounds import rounds
from tournament.models import Event, Organisation, Person, Series

BY = club_evenings.BY
WEEKS = 8


@laid_again
def a_series(organisation: Organisation, **changes: Any) -> Series:
    """A series that began some weeks ago, of evenings of one deal by points alone."""
    plan = {"rules": "points-only", "planned_rounds": 1, "deals_per_round": 1}
    series = club_evenings.series(organisation, weeks=WEEKS, **{"plan": plan, **changes})
    return Series.objects.select_related("organisation").get(pk=series.pk)


def day_of(series: Series, number: int) -> date:
    """The planned date of an evening, counted from 1; number WEEKS + 1 is today's."""
    return club_evenings.today(series) - timedelta(weeks=WEEKS + 1 - number)


@laid_again
def hold(series: Series, number: int, points: Mapping[int, int], *, closed: bool = True) -> Event:
    """An evening at which persons of these numbers won these points, at tables of four in this order."""
    persons = {person.number: person for person in Person.objects.filter(organisation=series.organisation)}
    event = receive(series, BY, day_of(series, number), [persons[number] for number in points])
    add_round(event, points)
    if closed:
        rounds.close_round(cast.round_of(event), BY)
        change_state(cast.fresh(event), BY, Event.State.CLOSED)
    return cast.fresh(event)


def add_round(event: Event, points: Mapping[int, int]) -> None:
    """The next round of an evening, whose one deal gave persons of these numbers these points."""
    numbers = dict(event.entries.values_list("link__person__number", "number"))
    tables = _fours(list(points))
    number = cast.given_round(event, [[numbers[person] for person in four] for four in tables]).number
    rounds.publish_round(cast.round_of(event, number), BY)
    for at, four in enumerate(tables, 1):
        won = {str(seat): points[person] for seat, person in enumerate(four, 1)}
        cast.write(cast.table(event, at, number), 1, {"points": won})


def _fours(people: Sequence[int]) -> list[Sequence[int]]:
    return [people[at : at + 4] for at in range(0, len(people), 4)]
