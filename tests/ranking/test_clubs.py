"""The ranking of the clubs: how it is counted, and that page, paper and workbook say the same."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.events.club_places import places
from tests.support.events.finals import stages
from tournament.ranking.format import Clubs, Format, read
from tournament.reading.ranking import clubs
from tournament.reading.ranking.clubs import ClubPlace, ClubTotal, club_ranking

AVERAGE, BEST = Clubs(), Clubs("best", 2, 2)


def told(found: list[ClubPlace]) -> list[tuple[int | None, bool, str, int, int]]:
    return [(one.rank, one.shared, one.club.name, one.club.members, one.club.points) for one in found]


def test_where_there_is_a_final_its_rounds_are_said_not_to_count() -> None:
    final = "The rounds of a final do not count for the clubs."
    assert final in clubs.rule_text(read(stages())) and final not in clubs.rule_text(Format())


def test_clubs_stand_by_the_average_of_all_members() -> None:
    found = club_ranking(places(("A", 100), ("B", 40), ("A", -20), ("B", 41), ("C", 40)), AVERAGE)
    assert told(found) == [(1, False, "B", 2, 81), (2, True, "A", 2, 80), (2, True, "C", 1, 40)]


def test_or_by_the_best_of_each_together_and_a_club_of_too_few_has_no_rank() -> None:
    members = places(("A", 50), ("A", 30), ("A", -90), ("B", 40), ("B", 40), ("C", 99), ("D", 1), ("D", 2), ("D", 3))
    assert told(club_ranking(members, BEST)) == [
        (1, True, "A", 3, 80),
        (1, True, "B", 2, 80),
        (3, False, "D", 3, 5),
        (None, False, "C", 1, 99),
    ]
    assert told(club_ranking(members, Clubs("average", 4, 3)))[:2] == [(1, False, "D", 3, 6), (2, False, "A", 3, -10)]


def test_averages_are_compared_exactly_and_shown_with_one_decimal() -> None:
    # 100/3 and 99.9/3 are shown alike, and are not equal.
    found = club_ranking(places(*[("A", 34), ("A", 33), ("A", 33)], *[("B", 333)], *[("B", 0)] * 9), AVERAGE)
    assert [(one.rank, one.club.average) for one in found] == [(1, "33.3"), (2, "33.3")]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 20), "0.1"),
        (Fraction(-1, 20), "0.0"),
        (Fraction(-3, 20), "−0.1"),
        (Fraction(1234), "1234.0"),
        (Fraction(2, 3), "0.7"),
    ],
)
def test_halves_are_rounded_upwards(value: Fraction, shown: str) -> None:
    assert ClubTotal("A", 1, 0, value).average == shown


def test_one_club_in_several_spellings_is_one() -> None:
    (place,) = club_ranking(places(("les quatre as", 1), ("Les  Quatre As", 9), ("LES QUATRE ÀS", 2)), AVERAGE)
    assert (place.club.name, place.club.members) == ("Les  Quatre As", 3)


def test_who_has_no_club_counts_for_none() -> None:
    assert club_ranking(places(("", 100), (" ", 3)), AVERAGE) == []


@given(
    st.lists(st.tuples(st.sampled_from("ABCD"), st.integers(-50, 50)), max_size=20),
    st.builds(Clubs, st.sampled_from(["average", "best"]), st.integers(1, 4), st.integers(1, 4)),
)
def test_every_club_is_there_once_and_ranks_follow_values(members: list[tuple[str, int]], how: Clubs) -> None:
    found = club_ranking(places(*members), how)
    assert sorted(one.club.name for one in found) == sorted({club for club, _points in members})
    ranked = [one for one in found if one.rank]
    assert all(one.club.members >= how.least for one in ranked)
    assert all(one.club.members < how.least for one in found if not one.rank)
    for one in ranked:
        assert one.rank == 1 + sum(other.club.exact_value > one.club.exact_value for other in ranked)
        assert one.shared == (sum(other.club.exact_value == one.club.exact_value for other in ranked) > 1)
