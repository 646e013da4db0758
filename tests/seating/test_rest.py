"""Fields that do not fill tables of four: tables of five, or some who rest in every round."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tests.support.servers.nightly import by_day
from tournament.seating.__main__ import main
from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import ImpossibleError, Wish
from tournament.seating.proof import trace
from tournament.seating.proof.follow import follow
from tournament.seating.rounds.whole import draw


def fives_of(tables: list[Any]) -> list[list[int]]:
    return [table for table in tables if len(table) == 5]


def check_round(tables: list[Any], resting: list[int], players: int, rest: str) -> None:
    """Everybody sits once or rests; as many rest, or tables are of five, as must be."""
    over = players % 4
    assert sorted([p for table in tables for p in table] + resting) == list(range(1, players + 1))
    assert len(tables) == players // 4
    assert len(fives_of(tables)) == (over if rest == "fives" else 0)
    assert len(resting) == (over if rest == "sit-outs" else 0)
    assert {len(table) for table in tables} <= {4, 5}


TIGHT = ((33, 8, 18), (37, 10, 18), (41, 10, 13))
fields = st.integers(8, 70).filter(lambda players: players % 4 and players != 11)


@pytest.mark.long
@given(players=fields, rounds=st.integers(1, 6), rest=st.sampled_from(["fives", "sit-outs"]), seed=st.text(max_size=4))
@settings(max_examples=12)
def test_everybody_plays_or_rests(players: int, rounds: int, rest: str, seed: str) -> None:
    drawn = draw(Wish(players, rounds, seed, rest=rest))
    for number, tables in enumerate(drawn["rounds"]):
        check_round(tables, drawn.get("resting", [[]] * rounds)[number], players, rest)
    audit = drawn["audit"]
    assert audit["repeats"] == count.repeats(drawn["rounds"]) >= audit["lower_bound"]
    assert audit["vacancies"] == 0
    assert count.seat_imbalance(drawn["rounds"], players) <= 1
    assert follow(drawn["trace"]) == drawn["rounds"]
    assert trace.problems(drawn) == []
    assert events.rerun(json.loads(json.dumps(drawn))) == drawn


@pytest.mark.long
@given(players=st.integers(6, 24).filter(lambda n: n % 4), rounds=st.integers(1, 6))
@settings(max_examples=20)
def test_nobody_rests_again_before_all_have_rested(players: int, rounds: int) -> None:
    drawn = draw(Wish(players, rounds, "rest", rest="sit-outs"))
    rested = [sum(player in people for people in drawn["resting"]) for player in range(1, players + 1)]
    assert max(rested) - min(rested) <= 1
    assert drawn["audit"]["sit_outs"] == sum(rested)
    assert drawn["audit"]["sit_out_repeats"] == sum(max(0, times - 1) for times in rested)


@pytest.mark.parametrize("players", by_day([65, 101, 202, 2003], count=3))
def test_ten_rounds_of_fives_bring_nobody_together_twice(players: int) -> None:
    drawn = draw(Wish(players, 10, "ten", rest="fives"))
    assert count.repeats(drawn["rounds"]) == 0


@pytest.mark.parametrize("players", by_day([33, 50, 65, 66, 101, 2001], count=5))
def test_ten_rounds_with_rests_bring_nobody_together_twice(players: int) -> None:
    rounds = 8 if players == 33 else 10
    assert count.repeats(draw(Wish(players, rounds, "ten", rest="sit-outs"))["rounds"]) == 0


@pytest.mark.parametrize("rest", ["fives", "sit-outs"])
def test_clubs_are_kept_apart_whoever_rests(rest: str) -> None:
    clubs = {player: f"club {player % 10}" for player in range(1, 104)}
    drawn = draw(Wish(103, 8, "x", clubs=clubs, rest=rest))
    assert count.club_meetings(drawn["rounds"], clubs) == count.repeats(drawn["rounds"]) == 0


def test_a_large_field_sits_nobody_at_a_five_twice() -> None:
    audit = draw(Wish(203, 10, "x", rest="fives"))["audit"]
    assert (audit["fives"], audit["five_repeats"]) == (30, 0)


def test_who_stays_and_who_leads_holds_at_fives_too() -> None:
    captains = tuple(range(1, 46, 2))
    drawn = draw(Wish(45, 5, "x", rest="fives", stays={7: 3, 8: 11}, captains=captains, apart=((1, 2),)))
    assert all(7 in tables[2] and 8 in tables[10] for tables in drawn["rounds"])
    assert all(set(table) & set(captains) for tables in drawn["rounds"] for table in tables)
    assert (1, 2) not in count.pairs_met(drawn["rounds"])


@pytest.mark.long
def test_who_stays_is_at_his_table_whenever_he_plays() -> None:
    drawn = draw(Wish(21, 8, "x", rest="sit-outs", stays={7: 3}))
    for tables, resting in zip(drawn["rounds"], drawn["resting"], strict=True):
        assert (7 in tables[2]) != (7 in resting)


def test_a_field_that_fills_its_tables_is_drawn_as_ever() -> None:
    assert draw(Wish(20, 3, "x", rest="fives"))["rounds"] == draw(Wish(20, 3, "x"))["rounds"]


@pytest.mark.long
@pytest.mark.parametrize("rest", ["fives", "sit-outs"])
@pytest.mark.parametrize("snake", [True, False])
def test_ranked_rounds_go_on_with_fives_or_rests(rest: str, snake: bool) -> None:
    drawn = draw(Wish(38, 2, "x", rest=rest))
    for number in range(3):
        order = [(7 * player + 11 * number) % 38 + 1 for player in range(38)]
        drawn = ranked_round(drawn, order, snake=snake)
        check_round(drawn["rounds"][-1], drawn["resting"][-1] if rest == "sit-outs" else [], 38, rest)
    assert drawn["audit"]["sit_out_repeats"] == 0
    assert trace.problems(drawn) == []
    assert events.rerun(drawn) == drawn


@pytest.mark.parametrize("rest", ["fives", "sit-outs"])
@pytest.mark.parametrize("snake", [True, False])
def test_five_are_one_table_by_lot_and_by_the_ranking(rest: str, snake: bool) -> None:
    drawn = ranked_round(draw(Wish(5, 4, "x", rest=rest)), [3, 1, 5, 2, 4], snake=snake)
    for number in range(5):
        check_round(drawn["rounds"][number], drawn["resting"][number] if rest == "sit-outs" else [], 5, rest)
    assert drawn["audit"]["sit_out_repeats"] == 0
    assert trace.problems(drawn) == []
    assert events.rerun(drawn) == drawn


@pytest.mark.parametrize(
    ("players", "rest", "said"),
    [
        (5, "vacancies", "5 players cannot be seated"),
        (2, "fives", "2 players cannot be seated"),
        (6, "fives", "tables of four and five"),
        (7, "fives", "tables of four and five"),
        (11, "fives", "tables of four and five"),
        (3, "sit-outs", "no table of four"),
        (16, "luck", "luck is not known"),
    ],
)
def test_a_field_that_cannot_do_so_is_refused(players: int, rest: str, said: str) -> None:
    with pytest.raises(ImpossibleError, match=said) as refusal:
        draw(Wish(players, 2, "x", rest=rest))
    assert all(refusal.value.to_dict().values())


def test_every_other_field_sits_at_fours_and_fives() -> None:
    for players in [5, 8, 9, 10, *range(12, 30)]:
        tables = draw(Wish(players, 1, "x", rest="fives"))["rounds"][0]
        assert sum(map(len, tables)) == players


@pytest.mark.parametrize(
    ("also", "said"),
    [
        (lambda resting, tables: resting[0], "rests 2 times"),
        (lambda resting, tables: tables[0][0], "should not be there"),
        (lambda resting, tables: 19, "player 19 rests, and does not play"),
    ],
)
def test_the_audit_sees_one_who_rests_and_should_not(also: Any, said: str) -> None:
    drawn = draw(Wish(18, 2, "x", rest="sit-outs"))
    assert trace.problems(drawn) == []
    drawn["resting"][1].append(also(drawn["resting"][1], drawn["rounds"][1]))
    assert any(said in problem and "Round 2" in problem for problem in trace.problems(drawn))


@pytest.mark.parametrize(("players", "rounds", "most"), by_day([(25, 6, 9), *TIGHT]))
def test_few_meet_again_at_the_fives_of_tight_fields(players: int, rounds: int, most: int) -> None:
    drawn = draw(Wish(players, rounds, "tight", rest="fives"))
    for number, tables in enumerate(drawn["rounds"]):
        check_round(tables, [], players, "fives")
        assert follow(drawn["trace"])[number] == tables
    assert drawn["audit"]["repeats"] <= most
    assert drawn["audit"]["seat_imbalance"] <= 1


def test_the_audit_sees_one_who_neither_sits_nor_rests() -> None:
    drawn = draw(Wish(18, 2, "x", rest="sit-outs"))
    drawn["resting"][1].pop()
    assert any("sits nowhere" in problem for problem in trace.problems(drawn))
    fives = draw(Wish(17, 1, "x", rest="fives"))
    del fives["trace"]["wish"]["rest"]
    assert any("has 5 seats" in problem for problem in trace.problems(fives))


def test_the_command_line_takes_a_setting(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("draw", "--players", "18", "--rounds", "3", "--seed", "s", "--rest", "sit-outs")) == 0
    told = capsys.readouterr().out
    assert [len(people) for people in json.loads(told)["resting"]] == [2, 2, 2]
    path = tmp_path / "draw.json"
    path.write_text(told, encoding="utf-8")
    assert main(("audit", str(path), "--rerun")) == 0
    assert json.loads(capsys.readouterr().out)["rerun"] == "the same"
