"""A season as people see it: from events and totals through links to lines."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support import club_evenings
from tests.support.events import cast
from tests.support.season_evenings import BY, WEEKS, a_series, add_round, day_of, hold
from tournament.acts.event.reveal import freeze_ranking
from tournament.acts.register import links, persons
from tournament.acts.register.evenings import cancel_evenings
from tournament.acts.register.receiving import receive
from tournament.acts.register.seasons import TableTotal, change_season, record_totals
from tournament.acts.rounds.rounds import show_round
from tournament.models import Entry, Event, Person, Series
from tournament.ranking.facts import initials
from tournament.reading.register.shown_names import shown_name
from tournament.reading.season.lists import evening_rows, lists, presence_rows
from tournament.reading.season.seasons import SeasonView, read_state, season_view
from tournament.reading.season.words import ahead_sentences, amount, sentences

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    """A club of twelve with its series."""
    organisation = club_evenings.club()
    club_evenings.members(organisation, 12)
    return a_series(organisation)


def view(series: Series) -> SeasonView:
    """The season as it is now."""
    return season_view(read_state(series.pk))


def scores(series: Series) -> dict[int, Fraction | None]:
    """The score of each, by the number of the person, best first."""
    return {standing.person: standing.score for standing in view(series).season.standings}


def test_a_season_adds_up_its_evenings_by_person(series: Series) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    hold(series, 2, {2: 20, 1: 1, 5: 0, 3: -21})
    assert scores(series) == {2: 16, 1: 13, 4: 0, 5: 0, 3: -29}
    ranks = [(standing.person, standing.rank, standing.shared) for standing in view(series).season.standings]
    assert ranks == [(2, 1, False), (1, 2, False), (4, 3, True), (5, 3, True), (3, 5, False)]
    assert not view(series).running


def queries_of(series: Series) -> int:
    """How many queries it takes to see the season."""
    with CaptureQueriesContext(connection) as captured:
        view(series)
    return len(captured)


def test_a_new_deal_costs_one_event_however_many_there_were(series: Series) -> None:
    counts = []
    for numbers in ((1,), (2, 3, 4)):
        for number in numbers:
            event = hold(series, number, {1: 1, 2: 2, 3: 3, 4: -6}, closed=False)
        before = scores(series)[1]
        cast.penalty(event, 1, -2)
        counts.append(queries_of(series))
        assert scores(series)[1] == (before or 0) - 2
        assert queries_of(series) == 2, "as it was: the series, and the seals of its events"
    assert counts[0] == counts[1]


def test_nothing_of_a_hidden_round_is_in_the_season(series: Series) -> None:
    hold(series, 1, {1: 1, 2: 2, 3: 3, 4: -6})
    event = hold(series, WEEKS + 1, {1: 50, 2: 0, 3: 0, 4: -50}, closed=False)
    assert scores(series)[1] == 51
    show_round(cast.round_of(event), BY, False)
    assert scores(series)[1] == 1 and len(view(series).nights) == 1
    show_round(cast.round_of(event), BY, True)
    assert scores(series)[1] == 51


def test_nothing_of_a_frozen_ranking_is_in_the_season() -> None:
    organisation = club_evenings.club()
    club_evenings.members(organisation, 4)
    series = a_series(organisation, plan={"rules": "points-only", "planned_rounds": 2, "deals_per_round": 1})
    event = hold(series, WEEKS + 1, {1: 50, 2: 0, 3: 0, 4: -50}, closed=False)
    freeze_ranking(event, BY, 1)
    add_round(event, {1: 7, 2: -7, 3: 0, 4: 0})
    assert scores(series)[1] == 50
    freeze_ranking(event, BY, None)
    assert scores(series)[1] == 57


def test_what_was_cancelled_is_no_evening(series: Series) -> None:
    persons_there = list(Person.objects.filter(number__lte=4))
    receive(series, BY, day_of(series, WEEKS + 1), persons_there)
    assert view(series).nights == (), "nobody has played"
    cancel_evenings(series, BY, [day_of(series, WEEKS + 1)])
    assert view(series).nights == () and view(series).next_date == day_of(series, WEEKS + 2)


def test_who_is_linked_to_nobody_is_counted_and_in_no_sum(series: Series) -> None:
    event = hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    links.unlink_entry(series.organisation, BY, cast.entry(event, 1))
    assert scores(series) == {4: 0, 2: -4, 3: -8}
    assert (view(series).unlinked, view(series).nights[0].players) == (1, 4)
    pair = Person.objects.get(number=9), cast.entry(event, 1)
    links.link_entries(series.organisation, BY, event, [pair], links.LinkedBy.CHOICE)
    assert scores(series)[9] == 12 and view(series).unlinked == 0


def test_whoever_was_forgotten_is_a_withdrawn_person_and_in_no_sum(series: Series) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    totals = [TableTotal(1, 1, 1, 7, 4), TableTotal(1, 1, 2, -7, 4)]
    record_totals(series, BY, {day_of(series, 2): totals})
    assert scores(series)[1] == 19
    persons.forget_persons(series.organisation, BY, list(Person.objects.filter(number=1)))
    assert scores(series) == {4: 0, 3: -8, 2: -11}
    assert (view(series).withdrawn, view(series).unlinked) == (2, 0)
    assert shown_name(Person.objects.get(number=1)) == "withdrawn person"


def test_names_are_shown_as_each_person_wants(series: Series) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    before = Person.objects.get(number=1)
    assert shown_name(before) == before.name
    for display, name in (("initials", initials(before.name)), ("number", "player 1")):
        details = persons.PersonDetails(before.name, display=display)
        persons.change_person(before, BY, details)
        assert lists(view(series))[0].listed[0].name == name


def test_brothers_with_the_same_initials_are_told_apart_by_their_numbers(series: Series) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    for number, name in ((1, "Jan Peeters"), (4, "Jozef Peeters")):
        details = persons.PersonDetails(name, display="initials")
        persons.change_person(Person.objects.get(number=number), BY, details)
    ranking = lists(view(series))[0].listed
    assert [row.name for row in ranking[:2]] == ["J. P. (1)", "J. P. (4)"] and "(" not in ranking[2].name
    second = view(series).standing(4)
    assert second and "behind J. P. (1)." in ahead_sentences(view(series), second)[0]


def test_totals_of_paper_are_evenings_like_any_other(series: Series) -> None:
    hold(series, 2, {1: 1, 2: 2, 3: 3, 4: -6})
    rounds = [TableTotal(1, 1, 1, 7, 4), TableTotal(2, 3, 1, 5, 4), TableTotal(1, 1, 2, -7, 4)]
    record_totals(series, BY, {day_of(series, 1): rounds})
    assert scores(series)[1] == 13 and scores(series)[2] == -5
    standing = view(series).standing(1)
    assert standing and (standing.deals, standing.presences) == (9, 2)
    assert [(night.slug == "", night.players) for night in view(series).nights] == [(True, 2), (False, 4)]


def test_the_lists_stand_beside_the_ranking_and_none_is_shown_twice(series: Series) -> None:
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    titles = {"points": ["Most points", "Best average"], "mean": ["Best average", "Most points"]}
    titles["places"] = ["Place points", "Most points", "Best average"]
    for score, expected in titles.items():
        change_season(series, BY, {"score": score})
        series.refresh_from_db()
        assert [one.title for one in lists(view(series))] == expected
    averages = lists(view(series))[2].listed
    assert [(row.rank, row.figure, row.remark) for row in averages[:2]] == [("1", "12", "1 deal"), ("2", "0", "1 deal")]


def test_which_evenings_count_and_what_is_needed_to_pass_the_next(series: Series) -> None:
    change_season(series, BY, {"best": 1, "least": 2, "meal": 3})
    hold(series, 1, {1: 10, 2: 30, 3: -40, 4: 0})
    hold(series, 2, {1: 25, 2: -5, 3: -20, 5: 0})
    [first, second, *_others] = evening_rows(view(series))
    assert (first.person, second.person) == (2, 1)
    assert [(slot.text, slot.counts) for slot in second.slots] == [("(10)", False), ("25", True)]
    assert [row.remark for row in presence_rows(view(series))][:1] == ["1 more for the meal"]
    standing = view(series).standing(1)
    assert standing
    gap, needs = ahead_sentences(view(series), standing)
    assert gap == f"5 behind {shown_name(Person.objects.get(number=2))}."
    assert needs.startswith("More than 30 on ") and "It would push out the evening of " in needs
    last = view(series).standing(4)
    assert last and ahead_sentences(view(series), last) == ["One more presence is needed for a rank."]
    leader = view(series).standing(2)
    assert leader and ahead_sentences(view(series), leader) == ["Nobody is ahead."]


def test_a_joker_counts_or_is_only_there_as_the_season_says(series: Series) -> None:
    event = hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    Entry.objects.filter(event=event, number=1).update(role="joker")
    Event.objects.filter(pk=event.pk).update(seal="f" * 64)
    assert scores(series)[1] == 12
    change_season(series, BY, {"jokers": "out"})
    assert scores(series)[1] is None
    standing = view(series).standing(1)
    assert standing and standing.presences == 1


def test_figures_are_rounded_only_to_be_shown() -> None:
    assert [amount(Fraction(*parts)) for parts in ((4, 1), (-4, 3), (1, 8), (-1, 200))] == [
        "4",
        "−1.33",
        "0.13",
        "−0.01",
    ]


def test_every_rule_has_a_sentence(series: Series) -> None:
    weights = {day_of(series, 1).isoformat(): 2}
    periods = [{"evenings": 6, "best": 4, "name": "Autumn"}, {"evenings": 6}]
    change_season(
        series,
        BY,
        {
            "score": "table",
            "table": [10, 5],
            "periods": periods,
            "weights": weights,
            "absence": "fixed",
            "absence_points": -20,
            "jokers": "out",
            "least": 3,
            "meal": 5,
            "ties": ["wins", "average"],
        },
    )
    text = " ".join(sentences(view(series).season.options, {}))
    for words in (
        "10, 5",
        "Autumn: 6 evenings, the best 4 count",
        "2 times",
        "−20",
        "joker",
        "3 presences",
        "evenings won",
    ):
        assert words in text
