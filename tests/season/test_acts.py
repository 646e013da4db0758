"""What stewards do with a season: count it otherwise, record evenings on paper, take them back."""

import pytest

from tests.support import club_evenings
from tests.support.events import cast
from tests.support.season_evenings import BY, WEEKS, a_series, day_of, hold
from tournament.acts.register import persons
from tournament.acts.register.evenings import cancel_evenings, restore_evening
from tournament.acts.register.seasons import (
    TableTotal,
    change_season,
    record_totals,
    season_token,
    totals_of,
    totals_token,
    withdraw_totals,
)
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.models import Evening, Organisation, Person, RegisterLine, SeasonTotal, Series
from tournament.version_tokens import StaleError

pytestmark = pytest.mark.django_db
TABLE = [TableTotal(1, 1, 1, 12, 4), TableTotal(1, 1, 2, -4, 4), TableTotal(1, 1, 3, -8, 4), TableTotal(1, 1, 4, 0, 4)]


@pytest.fixture
def series() -> Series:
    """A club of eight with its series."""
    organisation = club_evenings.club()
    club_evenings.members(organisation, 8)
    return a_series(organisation)


def lines() -> list[str]:
    """The acts on seasons that were written."""
    names = ("change_season", "record_totals", "withdraw_totals")
    return list(RegisterLine.objects.filter(act__in=names).values_list("act", flat=True))


def fresh(series: Series) -> Series:
    return Series.objects.select_related("organisation").get(pk=series.pk)


def test_a_season_is_counted_otherwise_once_and_by_whom_saw_it(series: Series) -> None:
    seen = season_token(series)
    change_season(series, BY, {"best": 18, "score": "points"}, seen=seen)
    assert fresh(series).season == {"best": 18}, "without what is usual anyway"
    change_season(series, BY, {"best": 18}, seen=seen)
    assert lines() == ["change_season"]
    with pytest.raises(StaleError):
        change_season(series, BY, {"best": 5}, seen=seen)
    change_season(series, BY, {}, seen=season_token(fresh(series)))
    assert fresh(series).season == {} and len(lines()) == 2


def test_rules_that_no_season_can_have_are_refused_with_a_sentence(series: Series) -> None:
    with pytest.raises(UserError, match="This must be a number of evenings") as refusal:
        change_season(series, BY, {"best": -1})
    assert refusal.value.status == 422 and not lines()


def test_an_evening_on_paper_is_recorded_corrected_and_taken_back(series: Series) -> None:
    day = day_of(series, 1)
    seen = totals_token(series, day)
    record_totals(series, BY, {day: TABLE}, seen=seen)
    assert totals_of(series, day) == TABLE
    record_totals(series, BY, {day: TABLE[::-1]}, seen=seen)
    assert lines() == ["record_totals"], "the same again writes nothing"
    with pytest.raises(StaleError):
        record_totals(series, BY, {day: TABLE[:2]}, seen=seen)
    record_totals(series, BY, {day: TABLE[:2]}, seen=totals_token(series, day))
    assert totals_of(series, day) == TABLE[:2]
    with pytest.raises(StaleError):
        withdraw_totals(series, BY, day, seen=seen)
    withdraw_totals(series, BY, day, seen=totals_token(series, day))
    withdraw_totals(series, BY, day)
    assert not SeasonTotal.objects.exists() and lines().count("withdraw_totals") == 1
    record_totals(series, BY, {day: TABLE})
    assert totals_of(series, day) == TABLE, "also after its own opposite"


def test_an_evening_that_was_cancelled_is_so_again_once_its_paper_is_taken_back(series: Series) -> None:
    one, other = day_of(series, 1), day_of(series, 2)
    cancel_evenings(series, BY, [one])
    record_totals(series, BY, {one: TABLE, other: TABLE})
    record_totals(series, BY, {one: TABLE[:2]})
    assert not Evening.objects.filter(cancelled=True).exists()
    for day in (one, other):
        withdraw_totals(series, BY, day)
    assert [row.date for row in Evening.objects.filter(cancelled=True)] == [one]
    restore_evening(series, BY, one)
    record_totals(series, BY, {one: TABLE})
    withdraw_totals(series, BY, one)
    assert not Evening.objects.filter(cancelled=True).exists(), "it was held after all before"


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ([], "Nothing is filled in"),
        ([TABLE[0]._replace(person=99)], "Nobody on the list of members has number 99"),
        ([TABLE[0], TABLE[0]._replace(table=2)], f"{cast.people(1)[0].name} sits at two tables in round 1"),
        ([TABLE[0]._replace(points=100_001)], "too low or too high"),
        ([TABLE[0]._replace(deals=0)], "too low or too high"),
        ([TABLE[0]._replace(person=number) for number in range(1, 7)], "More than five people"),
    ],
)
def test_totals_that_no_evening_can_have_are_refused(series: Series, fault: list[TableTotal], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        record_totals(series, BY, {day_of(series, 1): TABLE, day_of(series, 2): fault})
    assert not lines(), "all evenings of a file, or none"


def test_no_totals_of_the_future_nor_of_an_evening_in_troel(series: Series) -> None:
    with pytest.raises(UserError, match="has not come yet"):
        record_totals(series, BY, {day_of(series, WEEKS + 2): TABLE})
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    with pytest.raises(UserError, match="was played in Troel"):
        record_totals(series, BY, {day_of(series, 1): TABLE})
    assert not lines()


def test_nobody_of_another_club_and_nobody_who_was_forgotten_gets_points(series: Series) -> None:
    other = club_evenings.club("ander")
    club_evenings.members(other, 12)
    with pytest.raises(UserError, match="number 12"):
        record_totals(series, BY, {day_of(series, 1): [TABLE[0]._replace(person=12)]})
    persons.forget_persons(series.organisation, BY, list(Person.objects.filter(organisation=series.organisation)[:1]))
    with pytest.raises(UserError, match="number 1"):
        record_totals(series, BY, {day_of(series, 1): TABLE})


def test_the_register_alone_gives_the_same_rules_and_totals(series: Series, guarded: None) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    change_season(series, BY, {"best": 2, "weights": {day_of(series, 1).isoformat(): 2}})
    record_totals(series, BY, {day_of(series, 2): TABLE, day_of(series, 3): TABLE[:2]})
    withdraw_totals(series, BY, day_of(series, 3))
    organisation = Organisation.objects.get(pk=series.organisation_id)
    assert proof.prove(organisation) == organisation.revision
    SeasonTotal.objects.filter(person__number=2).update(points=40)
    with pytest.raises(LogbookError, match="logbook"):
        proof.prove(organisation)
