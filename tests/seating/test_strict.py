"""Rounds by the ranking alone: exactly the ranking in fours, whoever met before; seats as fair as that leaves them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.second import seating_count as count
from tournament.seating.__main__ import main
from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import ImpossibleError, Wish
from tournament.seating.proof import trace
from tournament.seating.proof.follow import follow
from tournament.seating.rounds.continued import draw_ranked
from tournament.seating.rounds.whole import draw

FIELDS = [(16, "vacancies"), (18, "vacancies"), (6, "vacancies"), (18, "fives"), (19, "fives"), (18, "sit-outs")]


def ranking(players: int, number: int) -> list[int]:
    order = list(range(1, players + 1))
    random.Random(f"{players}.{number}").shuffle(order)
    return order


def in_a_row(players: int, rest: str) -> list[int]:
    """How many sit at each table."""
    tables, over = divmod(players, 4)
    if rest == "vacancies" and over:
        return [4] * (tables - 3 + over) + [3] * (4 - over)
    return [4] * (tables - over) + [5] * over if rest == "fives" else [4] * tables


@pytest.mark.parametrize(("players", "rest"), FIELDS)
def test_tables_are_the_ranking_in_a_row(players: int, rest: str) -> None:
    drawn = draw(Wish(players, 1, "strict", rest=rest))
    for number in range(4):
        order = ranking(players, number)
        drawn = ranked_round(drawn, order, strict=True)
        rested = drawn["resting"][-1] if rest == "sit-outs" else []
        there = iter([player for player in order if player not in rested])
        wanted = [sorted(next(there) for _ in range(size)) for size in in_a_row(players, rest)]
        assert [sorted(filter(None, table)) for table in drawn["rounds"][-1]] == wanted
    assert count.seat_imbalance([[table[:4] for table in tables] for tables in drawn["rounds"]], players) <= 2
    assert trace.problems(drawn) == [] and events.rerun(drawn) == drawn
    told = (Wish(players, 1, "one", rest=rest), drawn["rounds"], drawn.get("resting", ()), ranking(players, 9))
    one = draw_ranked(*told, strict=True)
    assert follow(one["trace"]) == one["rounds"] == events.rerun(one)["rounds"]


def test_everybody_has_a_seat_he_sat_on_least_where_his_table_leaves_it_to_him() -> None:
    first: list[Any] = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    drawn = draw_ranked(Wish(8, 1, "s"), first, (), [1, 6, 3, 8, 5, 2, 7, 4], strict=True)
    assert count.seat_imbalance([*first, *drawn["rounds"]], 8) == 1


def test_who_was_a_fifth_is_not_while_another_of_his_table_was_less_often() -> None:
    drawn = draw(Wish(21, 1, "f", rest="fives"))
    for _ in range(4):
        drawn = ranked_round(drawn, range(1, 22), strict=True)
    fifths = [tables[4][4] for tables in drawn["rounds"][1:]]
    assert len(set(fifths)) == 4 and set(fifths) < set(range(17, 22))


def test_who_stays_at_a_table_has_his_four_come_there() -> None:
    drawn: Any = draw_ranked(Wish(16, 1, "s", stays={1: 3}), (), (), range(1, 17), strict=True)
    assert [sorted(table) for table in drawn["rounds"][0]][2] == [1, 2, 3, 4]


def test_a_round_is_drawn_in_one_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = draw(Wish(16, 1, "s"))
    with pytest.raises(ImpossibleError, match="equally strong and by the ranking alone"):
        ranked_round(drawn, range(1, 17), snake=True, strict=True)
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(drawn))
    with pytest.raises(SystemExit) as leaving:
        main(["ranked", str(path), "--order", "1,2,3,4", "--snake", "--strict"])
    assert leaving.value.code == 2
    assert capsys.readouterr().err.endswith("argument --strict: not allowed with argument --snake\n")
    assert main(["ranked", str(path), "--order", "8,7,6,5,4,3,2,1", "--strict"]) == 0
    path.write_text(capsys.readouterr().out)
    assert [sorted(table) for table in json.loads(path.read_text())["rounds"][1]] == [[5, 6, 7, 8], [1, 2, 3, 4]]
    assert main(["audit", str(path), "--rerun"]) == 0
    assert '"rerun":"the same"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("players", "rest"), [(16, "vacancies"), pytest.param(18, "fives", marks=pytest.mark.long), (18, "sit-outs")]
)
def test_an_open_round_is_the_ranking_again_once_people_left_or_came(players: int, rest: str) -> None:
    drawn = ranked_round(draw(Wish(players, 1, "again", rest=rest)), range(players, 0, -1), strict=True)
    changed = events.redraw(drawn, after=1, absent=(players - 1,), arrive=2, mode="open")
    rested = changed["resting"][-1] if rest == "sit-outs" else []
    order = [players, *range(players - 2, 0, -1), players + 1, players + 2]
    there = iter([player for player in order if player not in rested])
    wanted = [sorted(next(there) for _ in range(size)) for size in in_a_row(players + 1, rest)]
    assert [sorted(filter(None, table)) for table in changed["rounds"][-1]] == wanted
    assert trace.problems(changed) == [] and events.rerun(changed) == changed


def test_a_round_by_the_ranking_alone_that_was_published_changes_as_little_as_can_be() -> None:
    drawn = ranked_round(draw(Wish(16, 2, "shown")), range(1, 17), strict=True)
    left = events.redraw(drawn, after=2, absent=(3,), arrive=0, mode="published")
    assert [sorted(filter(None, table)) for table in left["rounds"][-1]] == [[1, 2, 4], *in_fours(5, 17)]
    assert left["moves"] == []


def in_fours(first: int, end: int) -> list[list[int]]:
    return [list(range(at, at + 4)) for at in range(first, end, 4)]
