"""What counts for whom, by hand and for every case there is: bonus of a place, points carried or left behind."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import load
from tournament.ranking.contest import Contest, CutFacts
from tournament.ranking.format import read
from tournament.ranking.records import AdjustmentFacts, DealFacts, EntryFacts, Seating, TableFacts
from tournament.ranking.shares import EntryShare, table_places
from tournament.ranking.standings import RankingPlace, standings
from tournament.ranking.table_play import places_at, table_shares

BONUS = (90, 60, 30, 0)
TWO_AND_FINAL: dict[str, Any] = {
    "stages": [{"kind": "preliminary", "rounds": 2}, {"kind": "final", "rounds": 1, "cut": 4}]
}


def places_of(*totals: int, bonus: Sequence[int] = BONUS) -> list[tuple[int, int]]:
    """Place and bonus of seats 1, 2, … with these points."""
    found = table_places(dict(enumerate(totals, 1)), {at: {at: 16} for at in range(1, len(totals) + 1)}, bonus)
    return [(found[seat].place, found[seat].bonus) for seat in sorted(found)]


# --- The bonus of a place at a table ------------------------------------------------------------------------------


def test_each_place_at_a_table_has_its_bonus() -> None:
    assert places_of(40, -3, 12, 0) == [(1, 90), (4, 0), (2, 60), (3, 30)]


def test_tied_places_share_the_mean_of_their_bonus_rounded_down() -> None:
    assert places_of(40, 40, 12, 0) == [(1, 75), (1, 75), (3, 30), (4, 0)]
    assert places_of(40, 12, 12, 12) == [(1, 90), (2, 30), (2, 30), (2, 30)]
    assert places_of(1, 1, 1, 1) == [(1, 45)] * 4
    # 60 + 30 + 1 = 91 for three.
    assert places_of(9, 0, 0, 0, bonus=(90, 60, 30, 1)) == [(1, 90), (2, 30), (2, 30), (2, 30)]


def test_a_table_of_five_has_five_places_and_the_last_gives_what_the_list_does_not_name() -> None:
    assert places_of(5, 4, 3, 2, 1) == [(1, 90), (2, 60), (3, 30), (4, 0), (5, 0)]
    assert places_of(5, 4, 3, 3, 1, bonus=(90, 60, 30, 20, 10)) == [(1, 90), (2, 60), (3, 25), (3, 25), (5, 10)]


def test_a_bonus_below_nothing_is_rounded_down_too() -> None:
    assert places_of(9, 0, 0, -4, bonus=(10, 0, -5, -15)) == [(1, 10), (2, -3), (2, -3), (4, -15)]


def test_a_seat_that_changed_hands_competes_as_one_and_parts_its_bonus_by_deals() -> None:
    found = table_places({1: 40, 2: 0}, {1: {7: 12, 8: 4}, 2: {9: 16}}, (91, 0))
    told = {entry: (place.place, place.bonus, place.deals, place.seat_deals) for entry, place in found.items()}
    assert told == {7: (1, 68, 12, 16), 8: (1, 22, 4, 16), 9: (2, 0, 16, 16)}


@given(
    st.lists(st.integers(-30, 30), min_size=4, max_size=5),
    st.lists(st.integers(0, 200), max_size=5).map(lambda bonus: sorted(bonus, reverse=True)),
)
def test_no_table_gives_more_than_its_list_and_a_better_seat_never_has_less(
    totals: list[int], bonus: list[int]
) -> None:
    found = places_of(*totals, bonus=bonus)
    given_out = sum(given for _place, given in found)
    assert sum(bonus[: len(totals)]) - len(totals) < given_out <= sum(bonus[: len(totals)])
    ordered = sorted(zip(totals, found, strict=True), reverse=True)
    assert [given for _points, (_place, given) in ordered] == sorted((given for _place, given in found), reverse=True)


def at_table(results: Mapping[int, Any], *, seats: Sequence[Seating] = (), **more: Any) -> TableFacts:
    """A table of entries 11, 12, 13, 14 with results by deal."""
    sat = tuple(seats) or tuple(Seating(position, 1, 10 + position) for position in range(1, 5))
    return TableFacts(1, 1, 2, 4, False, sat, {n: DealFacts(n, r) for n, r in results.items()}, **more)


def points(*given: int) -> dict[str, Any]:
    return {"points": {str(seat): value for seat, value in enumerate(given, 1)}}


def bonus_of(table: TableFacts) -> dict[int, int]:
    return {entry: share.bonus for entry, share in table_shares(table, load("points-only"), BONUS).items()}


def test_a_table_gives_its_bonus_when_its_last_deal_is_written() -> None:
    rules = load("points-only")
    assert bonus_of(at_table({1: points(3, 0, -1, 5)})) == {11: 0, 12: 0, 13: 0, 14: 0}
    assert places_at(at_table({1: points(3, 0, -1, 5)}), rules, BONUS) == {}
    both = at_table({1: points(3, 0, -1, 5), 2: points(9, 0, 0, 1)})
    assert bonus_of(both) == {11: 90, 12: 30, 13: 0, 14: 60}
    assert table_shares(both, rules)[11] == EntryShare(12, 0, 0, 9, deals=2, squares=90)
    assert table_shares(both, rules, BONUS)[11] == EntryShare(12, 0, 0, 9, 90, 2, squares=90)


def test_a_table_that_lacks_deals_gives_its_bonus_once_the_round_is_closed_if_it_played_at_all() -> None:
    assert bonus_of(at_table({1: points(3, 0, -1, 5)}, round_closed=True)) == {11: 60, 12: 30, 13: 0, 14: 90}
    assert bonus_of(at_table({}, round_closed=True)) == {11: 0, 12: 0, 13: 0, 14: 0}


def test_a_substitute_has_the_part_of_the_deals_he_played() -> None:
    seats = [Seating(1, 1, 11), Seating(1, 2, 99), *(Seating(position, 1, 10 + position) for position in (2, 3, 4))]
    both = at_table({1: points(3, 0, -1, 5), 2: points(9, 0, 0, 1)}, seats=seats)
    assert bonus_of(both) == {11: 45, 99: 45, 12: 30, 13: 0, 14: 60}


# --- Sections -----------------------------------------------------------------------------------------------------


def ranking(
    rounds: Mapping[int, Mapping[int, int]],
    *,
    format: Mapping[str, Any] = TWO_AND_FINAL,
    finalists: Sequence[int] = (),
    unranked: Sequence[int] = (),
    bonus: Mapping[tuple[int, int], int] | None = None,
    **more: Any,
) -> list[RankingPlace]:
    """The ranking of rounds that gave these points by entry; contracts made and best deal follow from them."""
    numbers = sorted({number for round in rounds.values() for number in round})
    entries = [EntryFacts(number, "", "", number not in unranked) for number in numbers]
    cuts = (CutFacts(2, tuple(finalists), more.pop("decisions", 0)),) if finalists else ()
    given = [
        (round, {number: EntryShare(value, 1, 0, value, (bonus or {}).get((round, number), 0), deals=4 + round)})
        for round, table in rounds.items()
        for number, value in table.items()
    ]
    usual: dict[str, Any] = {"adjustments": (), "tie_breaks": ["lot"], "seed": "s", **more}
    return standings(Contest(entries, tuple(sorted(rounds)), format=read(format), cuts=cuts, **usual), given)


def told(places: Sequence[RankingPlace]) -> list[tuple[int, int, int]]:
    return [(place.standing.rank, place.entry.number, place.standing.row.points) for place in places]


FIRST = {1: {n: 10 * n for n in range(1, 9)}, 2: dict.fromkeys(range(1, 9), 1)}
FINALISTS = (8, 7, 6, 5)
FINAL = {3: {8: -5, 7: 0, 6: 20, 5: 3}}


def test_before_the_final_begins_the_ranking_is_that_of_all() -> None:
    whole = told(ranking(FIRST))
    assert whole == [(9 - n, n, 10 * n + 1) for n in range(8, 0, -1)]
    assert told(ranking({**FIRST, 3: {}}, finalists=FINALISTS)) == whole


def test_finalists_stand_first_by_all_their_points_where_they_are_carried() -> None:
    places = ranking({**FIRST, **FINAL}, finalists=FINALISTS)
    assert told(places) == [
        (1, 6, 81),
        (2, 8, 76),
        (3, 7, 71),
        (4, 5, 54),
        *((9 - n, n, 10 * n + 1) for n in (4, 3, 2, 1)),
    ]
    assert (places[0].carried, places[0].rounds, places[0].section, places[0].opening) == (61, (None, None, 20), 1, 61)
    assert (places[4].carried, places[4].rounds, places[4].section) == (0, (40, 1, None), 0)


def test_finalists_stand_first_by_the_final_alone_where_it_begins_from_zero() -> None:
    final = {**TWO_AND_FINAL["stages"][1], "points": "zero"}
    format = {"stages": [TWO_AND_FINAL["stages"][0], final]}
    places = ranking({**FIRST, **FINAL}, format=format, finalists=FINALISTS)
    assert told(places)[:5] == [(1, 6, 20), (2, 5, 3), (3, 7, 0), (4, 8, -5), (5, 4, 41)]
    assert places[0].standing.row.contracts_made == 1
    assert places[0].standing.row.best_deal == 20 and places[0].standing.row.rounds == (None, None, 20)
    assert (places[0].carried, places[0].opening) == (0, 61)


def test_in_a_final_with_carried_points_all_rounds_break_a_tie() -> None:
    level = {3: {8: -20, 7: -10, 6: 0, 5: 0}}
    places = ranking({**FIRST, **level}, finalists=FINALISTS, tie_breaks=["best_round", "lot"])
    assert told(places)[:3] == [(1, 8, 61), (2, 7, 61), (3, 6, 61)]
    assert places[0].standing.broke == ("best_round", 80)


def test_who_is_not_in_the_final_stays_as_he_was_left_though_he_fills_a_seat_in_it() -> None:
    places = ranking({**FIRST, 3: {**FINAL[3], 4: 500}}, finalists=FINALISTS, bonus={(3, 4): 90})
    assert (5, 4, 41) in told(places)


def test_a_finalist_who_left_is_not_ranked_and_his_place_in_the_final_stays_empty() -> None:
    places = ranking({**FIRST, **FINAL}, finalists=FINALISTS, unranked=(8,))
    assert told(places)[:4] == [(1, 6, 81), (2, 7, 71), (3, 5, 54), (4, 4, 41)]


def test_a_bonus_counts_beside_the_deals_and_one_of_an_unranked_joker_is_void() -> None:
    places = ranking({1: {1: 5, 2: 4, 3: 3, 4: 2}}, unranked=(1,), bonus={(1, 1): 90, (1, 2): 60, (1, 3): 30})
    assert told(places) == [(1, 2, 64), (2, 3, 33), (3, 4, 2)]
    assert places[0].bonus == 60 and places[0].rounds == (4,)


def test_decisions_count_in_the_section_they_belong_to() -> None:
    final = {**TWO_AND_FINAL["stages"][1], "points": "zero"}
    format = {"stages": [TWO_AND_FINAL["stages"][0], final]}
    decided = [
        AdjustmentFacts(6, -1, 1, 1),  # in the first round: left behind
        AdjustmentFacts(6, -2, None, 2),  # about no round, before the cut: left behind
        AdjustmentFacts(6, -4, None, 3),  # about no round, after it
        AdjustmentFacts(6, -8, 3, 4),  # in the final
        AdjustmentFacts(4, -16, 3, 5),  # at a table of the final at which they filled a seat: counts for nothing
        AdjustmentFacts(4, -32, None, 6),  # about no round: they have only one section
        AdjustmentFacts(6, -64, 2, 7),  # about the second round, though decided after the cut: left behind
    ]
    places = ranking({**FIRST, **FINAL}, format=format, finalists=FINALISTS, decisions=2, adjustments=decided)
    by_number = {place.entry.number: place for place in places}
    assert (by_number[6].adjustment_points, by_number[6].standing.row.points) == (-12, 8)
    assert (by_number[6].opening, by_number[4].adjustment_points) == (61 - 67, -32)


def test_a_round_that_was_sat_out_gives_the_average_of_those_he_played_rounded_down() -> None:
    sat_out = frozenset({(3, 1), (3, 3)})
    rounds = {1: {1: 10, 2: 1, 3: 2}, 2: {1: 5, 2: 0}, 3: {2: 4}}
    plan = {"stages": [{"kind": "preliminary", "rounds": 3}], "sit_out": "average"}
    bonus = {(1, 1): 6, (2, 1): 0, (1, 3): -5}
    places = ranking(rounds, format=plan, sat_out=sat_out, bonus=bonus)
    by_number = {place.entry.number: place for place in places}
    # (10 + 6 + 5) / 2 is 10.5; (2 - 5) / 1 is -3; whoever played all three gets nothing.
    assert by_number[1].rounds == (10, 5, 10) and by_number[1].standing.row.points == 31
    assert by_number[3].rounds == (2, None, -3) and by_number[3].standing.row.points == -6
    assert by_number[2].rounds == (1, 0, 4)
    # 5, 6 and 7 deals in the rounds: neither a bonus nor a round that was sat out is a deal.
    assert [(by_number[n].deals, by_number[n].deal_points) for n in (1, 2, 3)] == [(11, 15), (18, 5), (5, 2)]
    plain = ranking(rounds, format={"stages": plan["stages"]}, sat_out=sat_out)
    assert {place.entry.number: place.rounds for place in plain}[1] == (10, 5, None)


def test_a_second_final_carries_what_the_first_one_left() -> None:
    format = {
        "stages": [
            {"kind": "preliminary", "rounds": 1},
            {"kind": "final", "rounds": 1, "cut": 8, "points": "zero"},
            {"kind": "final", "rounds": 1, "cut": 4, "points": "carried"},
        ]
    }
    rounds = {1: {n: n for n in range(1, 13)}, 2: {n: 100 - n for n in range(5, 13)}, 3: {5: 1, 6: 2, 7: 3, 8: 4}}
    cuts = (CutFacts(2, tuple(range(12, 4, -1)), 0), CutFacts(3, (5, 6, 7, 8), 0))
    entries = [EntryFacts(n, "", "", True) for n in range(1, 13)]
    given = [(r, {n: EntryShare(p, 0, 0, p)}) for r, table in rounds.items() for n, p in table.items()]
    places = standings(Contest(entries, (1, 2, 3), (), ["lot"], "s", read(format), cuts), given)
    assert [place.entry.number for place in places[4:]] == [9, 10, 11, 12, 4, 3, 2, 1]
    assert {place.standing.row.points for place in places[:4]} == {96}
    assert [place.section for place in places] == [2] * 4 + [1] * 4 + [0] * 4


small = st.integers(-20, 20)


@st.composite
def championships(draw: st.DrawFn) -> tuple[list[RankingPlace], Contest]:
    """Any field, any format of one or two finals, any cut, any points, bonus and decisions."""
    field = draw(st.integers(9, 20))
    finals = draw(st.sampled_from([(), (8,), (4,), (8, 4)]))
    stages: list[dict[str, Any]] = [{"kind": "preliminary", "rounds": draw(st.integers(1, 2))}]
    stages += [
        {"kind": "final", "rounds": 1, "cut": size, "points": draw(st.sampled_from(["carried", "zero"]))}
        for size in finals
    ]
    format = read({"stages": stages, "sit_out": draw(st.sampled_from(["nothing", "average"]))})
    players: list[int] = list(range(1, field + 1))
    cuts = []
    for stage, size in enumerate(finals, 2):
        players = draw(st.permutations(players))[:size]
        cuts.append(CutFacts(stage, tuple(players), draw(st.integers(0, 5))))
    rounds = tuple(range(1, draw(st.integers(1, format.rounds)) + 1))
    given = [
        (round, {number: EntryShare(value := draw(small), 1, 0, value, draw(small))})
        for round in rounds
        for number in draw(st.sets(st.integers(1, field), max_size=field))
    ]
    adjustments = [
        AdjustmentFacts(draw(st.integers(1, field)), draw(small), draw(st.sampled_from([None, *rounds])), at)
        for at in range(1, draw(st.integers(0, 5)) + 1)
    ]
    entries = [EntryFacts(number, "", "", draw(st.integers(0, 9)) > 0) for number in range(1, field + 1)]
    sat_out = frozenset((round, number) for round in rounds for number in draw(st.sets(st.integers(1, field))))
    contest = Contest(entries, rounds, adjustments, ["contracts_made", "lot"], "s", format, tuple(cuts), sat_out)
    return standings(contest, given), contest


@given(championships())
def test_points_are_the_sum_of_their_components_and_nobody_is_lost(made: tuple[list[RankingPlace], Contest]) -> None:
    places, contest = made
    ranked = {entry.number for entry in contest.entries if entry.ranked}
    assert {place.entry.number for place in places} == ranked and len(places) == len(ranked)
    for place in places:
        components = sum(points or 0 for points in place.rounds) + place.bonus + place.adjustment_points + place.carried
        assert place.standing.row.points == components
    # Lots leave no tie, so that ranks count through; sections follow each other, each by points.
    assert [place.standing.rank for place in places] == list(range(1, len(places) + 1))
    keys = [(-place.section, -place.standing.row.points) for place in places]
    assert keys == sorted(keys)
    for cut in contest.cuts:
        inside = {place.entry.number for place in places if place.section >= contest.cuts.index(cut) + 1}
        assert inside in (set(), set(cut.finalists) & ranked)
