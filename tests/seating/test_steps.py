"""What happens to a draw later: people leave or come, rounds by ranking, and all of it made again."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tournament.seating.changes import events, published
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import FIVES, MODES, VACANCIES, ImpossibleError, Wish
from tournament.seating.optimise.tabu import PlaceSwap, SearchBoard
from tournament.seating.proof import promise, trace
from tournament.seating.rounds.whole import draw


def people(table: list[int | None]) -> list[int]:
    return [player for player in table if player is not None]


def least_moves(rounds: list[Any], after: int, absent: set[int]) -> int:
    """Per round to come: the people at the t emptiest tables, t being how many tables are not needed any more."""
    least = 0
    for tables in rounds[after:]:
        sizes = sorted(len(set(people(table)) - absent) for table in tables)
        least += sum(sizes[: len(tables) + -sum(sizes) // 4])
    return least


def where(tables: list[Any]) -> dict[int, int]:
    return {player: place for place, table in enumerate(tables, 1) for player in people(table)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "rounds", "after", "leaving"),
    [(64, 8, 3, 5), (40, 6, 2, 2), (101, 8, 4, 9), (160, 6, 3, 31), (16, 4, 1, 8), (500, 6, 3, 20), (13, 3, 1, 1)],
)
def test_published_rounds_move_as_few_as_can_be(players: int, rounds: int, after: int, leaving: int) -> None:
    drawn = draw(Wish(players, rounds, "published"))
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    left = events.redraw(drawn, after=after, absent=absent, arrive=0, mode="published")
    assert trace.problems(left) == []
    assert left["rounds"][:after] == drawn["rounds"][:after]
    assert len(left["moves"]) == least_moves(drawn["rounds"], after, set(absent))
    told = {(move["round"], move["player"]): (move["from"], move["to"]) for move in left["moves"]}
    for number, (old, new) in enumerate(zip(drawn["rounds"], left["rounds"], strict=True), 1):
        was, now = where(old), where(new)
        changed = {(number, player): (was[player], now[player]) for player in now if was[player] != now[player]}
        assert changed == {key: move for key, move in told.items() if key[0] == number}
    seats = {(change["round"], change["player"]): (change["from"], change["to"]) for change in left["reseated"]}
    for number, (old, new) in enumerate(zip(drawn["rounds"], left["rounds"], strict=True), 1):
        stayed = [
            (p, a.index(p), b.index(p)) for a, b in zip(old, new, strict=True) for p in {*people(a)} & {*people(b)}
        ]
        others = {(number, player): (a + 1, b + 1) for player, a, b in stayed if a != b}
        assert others == {key: change for key, change in seats.items() if key[0] == number}


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds", "after", "leaving"), [(40, 8, 4, 5), (64, 8, 3, 5), (160, 8, 4, 9)])
def test_seats_stay_balanced_when_people_leave_published_rounds(
    players: int, rounds: int, after: int, leaving: int
) -> None:
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    left = events.redraw(draw(Wish(players, rounds, "seats")), after=after, absent=absent, arrive=0, mode="published")
    assert left["audit"]["seat_imbalance"] <= 1
    assert len(left["moves"]) == least_moves(draw(Wish(players, rounds, "seats"))["rounds"], after, set(absent))


@pytest.mark.parametrize("rest", [VACANCIES, FIVES])
def test_the_work_for_published_rounds_is_bounded_and_costs_no_move(rest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # As many come as play, to many rounds: whatever is tried, some of them meet again.
    drawn, made = draw(Wish(32, 12, "work", rest=rest)), Counter[str]()
    swap = SearchBoard.swap

    def counted(self: SearchBoard, wanted: PlaceSwap) -> None:
        made["swaps"] += 1
        swap(self, wanted)

    monkeypatch.setattr(SearchBoard, "swap", counted)
    found = {}
    monkeypatch.setattr(published, "WORK", 20_000)
    attempts = 20_000 // published.EACH
    for steps in (5, 100):
        monkeypatch.setattr(published, "STEPS", steps)
        made.clear()
        found[steps] = events.redraw(drawn, after=2, absent=[1, 2, 3], arrive=32, mode="published")
        # Each swap may be taken back.
        assert made["swaps"] <= (published.FIRST + attempts) * 2 * steps
        assert trace.problems(found[steps]) == []
    assert len(found[5]["moves"]) == len(found[100]["moves"])
    assert found[5]["audit"]["repeats"] > found[100]["audit"]["repeats"]


def test_who_moves_meets_nobody_again_where_there_is_choice() -> None:
    left = events.redraw(draw(Wish(200, 8, "x")), after=4, absent=range(1, 200, 17), arrive=0, mode="published")
    assert count.repeats(left["rounds"]) == 0


@pytest.mark.long
@given(data=st.data(), players=st.integers(8, 40), mode=st.sampled_from(MODES))
@settings(max_examples=10)
def test_nobody_is_lost_when_people_leave_and_come(data: st.DataObject, players: int, mode: str) -> None:
    rounds = data.draw(st.integers(1, 4))
    after = data.draw(st.integers(0, rounds - 1))
    absent = data.draw(st.sets(st.integers(1, players), max_size=players - 6))
    arrive = data.draw(st.integers(0, 5))
    drawn = draw(Wish(players, rounds, "x"))
    changed = events.redraw(drawn, after=after, absent=sorted(absent), arrive=arrive, mode=mode)
    there = set(range(1, players + arrive + 1)) - absent
    for tables in changed["rounds"][after:]:
        assert Counter(player for table in tables for player in people(table)) == Counter(there)
        assert sum(bool(people(table)) for table in tables) == -(-len(there) // 4)
    assert changed["rounds"][:after] == drawn["rounds"][:after]
    assert trace.problems(changed) == []
    assert events.rerun(changed)["rounds"] == changed["rounds"]


def test_newcomers_take_empty_seats_before_anybody_moves() -> None:
    changed = events.redraw(draw(Wish(38, 5, "x")), after=2, absent=(), arrive=2, mode="published")
    assert changed["players"] == 40
    assert changed["moves"] == []
    assert changed["audit"]["vacancies"] == 2 * 2


def test_one_newcomer_to_full_tables_takes_two_others_to_a_new_one() -> None:
    changed = events.redraw(draw(Wish(40, 3, "x")), after=0, absent=(), arrive=1, mode="published")
    assert len(changed["moves"]) == 3 * 2
    assert changed["audit"]["shared_vacancies"] == 0
    assert all(41 in tables[10] for tables in changed["rounds"])


@pytest.mark.parametrize(("players", "rounds", "after", "leaving"), [(64, 8, 3, 5), (160, 8, 4, 20), (500, 6, 3, 20)])
def test_open_rounds_are_drawn_again_without_repeats(players: int, rounds: int, after: int, leaving: int) -> None:
    drawn = draw(Wish(players, rounds, "open"))
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    changed = events.redraw(drawn, after=after, absent=absent, arrive=1, mode="open")
    assert changed["moves"] == []
    assert count.repeats(changed["rounds"]) == 0
    assert changed["audit"]["shared_vacancies"] == 0
    assert changed["audit"]["seat_imbalance"] <= 1
    assert trace.problems(changed) == []


def test_open_rounds_of_which_some_leave_in_the_middle_are_drawn_again() -> None:
    left = events.redraw(draw(Wish(60, 6, "x")), after=4, absent=(3, 17), arrive=1, mode="published")
    changed = events.redraw(left, after=1, absent=(5,), arrive=2, mode="open")
    assert changed["rounds"][:1] == left["rounds"][:1]
    assert count.repeats(changed["rounds"]) == 0
    there = [{player for table in tables for player in table if player is not None} for tables in changed["rounds"]]
    before, after = {*range(1, 61)} - {5} | {62, 63}, {*range(1, 64)} - {3, 5, 17}
    assert there == [{*range(1, 61)}, before, before, before, after, after]


def test_open_rounds_keep_clubs_apart() -> None:
    clubs = {player: f"club {player % 8}" for player in range(1, 81)}
    drawn = draw(Wish(80, 7, "x", clubs=clubs))
    changed = events.redraw(drawn, after=3, absent=(3, 17, 40, 41, 42), arrive=0, mode="open")
    assert count.repeats(changed["rounds"]) == count.club_meetings(changed["rounds"], clubs) == 0


def ranking(players: int, number: int) -> list[int]:
    """A ranking in which the numbers count for most and a round's luck for a little."""
    rng = random.Random(f"{players}.{number}")
    return sorted(range(1, players + 1), key=lambda player: player + rng.gauss(0, players / 4))


@pytest.mark.long
@pytest.mark.parametrize("players", [64, 66])
def test_ranked_rounds_bring_neighbours_together_who_have_not_met(players: int) -> None:
    drawn = draw(Wish(players, 1, "ranked"))
    for number in range(2, 7):
        order = ranking(players, number)
        drawn = ranked_round(drawn, order)
        rank = {player: place for place, player in enumerate(order)}
        widths = [max(rank[p] for p in people(t)) - min(rank[p] for p in people(t)) for t in drawn["rounds"][-1]]
        assert sum(widths) < len(widths) * players / 2
    assert count.repeats(drawn["rounds"]) == 0
    assert count.seat_imbalance(drawn["rounds"], players) <= 1
    assert trace.problems(drawn) == []


@pytest.mark.long
@given(players=st.integers(6, 40), first=st.integers(0, 5), snakes=st.lists(st.booleans(), min_size=1, max_size=5))
@settings(max_examples=8)
def test_seats_stay_balanced_however_rounds_are_ranked(players: int, first: int, snakes: list[bool]) -> None:
    drawn: Any = draw(Wish(players, first, "x")) if first else {"players": players, "rounds": []}
    for number, snake in enumerate(snakes):
        drawn = ranked_round(drawn, ranking(players, number), snake=snake)
    assert count.seat_imbalance(drawn["rounds"], players) <= 1
    assert drawn["audit"]["shared_vacancies"] == 0
    assert trace.problems(drawn) == []


def test_a_first_ranked_round_is_the_ranking_in_fours() -> None:
    drawn: Any = ranked_round({"players": 16, "rounds": []}, list(range(16, 0, -1)))
    assert [sorted(table) for table in drawn["rounds"][0]] == [
        [13, 14, 15, 16],
        [9, 10, 11, 12],
        [5, 6, 7, 8],
        [1, 2, 3, 4],
    ]


@pytest.mark.parametrize(("players", "rounds", "drawn"), [(16, 5, 3), (20, 5, 3), (24, 7, 6), (32, 8, 7), (36, 9, 7)])
def test_small_fields_are_drawn_ahead_and_ranked_last(players: int, rounds: int, drawn: int) -> None:
    document = draw(Wish(players, drawn, "ahead"))
    for number in range(drawn, rounds):
        document = ranked_round(document, ranking(players, number))
    assert count.repeats(document["rounds"]) == 0
    assert count.seat_imbalance(document["rounds"], players) <= 1


def test_a_final_is_for_those_it_names() -> None:
    drawn: Any = ranked_round(draw(Wish(40, 3, "x")), [7, 3, 12, 40, 22, 9, 1, 18])
    assert sorted(p for table in drawn["rounds"][-1] for p in table) == [1, 3, 7, 9, 12, 18, 22, 40]
    assert count.repeats(drawn["rounds"]) == 0
    assert trace.problems(drawn) == []


def test_a_snake_makes_equally_strong_tables() -> None:
    drawn = ranked_round({"players": 18, "rounds": []}, range(1, 19), snake=True)
    tables = [sorted(people(table)) for table in drawn["rounds"][0]]
    assert tables == [[1, 10, 11], [2, 9, 12], [3, 8, 13, 18], [4, 7, 14, 17], [5, 6, 15, 16]]
    again = ranked_round(drawn, range(1, 19), snake=True)
    assert again["audit"]["repeats"] == 0
    assert trace.problems(again) == []


def test_ranked_rounds_keep_clubs_apart() -> None:
    clubs = {player: f"club {player % 4}" for player in range(1, 65)}
    drawn = ranked_round(draw(Wish(64, 2, "x", clubs=clubs)), ranking(64, 3))
    assert count.club_meetings(drawn["rounds"][2:], clubs) == 0


def test_every_step_is_made_again_from_the_trace() -> None:
    drawn = draw(Wish(48, 5, "x", clubs={1: "a", 2: "a", 3: "a"}))
    drawn = events.redraw(drawn, after=2, absent=(3, 17), arrive=1, mode="published")
    drawn = events.redraw(drawn, after=3, absent=(4, 49), arrive=0, mode="open")
    drawn = ranked_round(drawn, [player for player in range(1, 49) if player not in (3, 17, 4)])
    read = json.loads(json.dumps(drawn))
    assert events.rerun(read)["rounds"] == drawn["rounds"]
    assert trace.problems(read) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"after": 3}, "No round comes after round 3"),
        ({"after": -1}, "No round comes after"),
        ({"absent": (17,)}, "Player 17 is not there"),
        ({"absent": range(1, 12)}, "5 players cannot be seated"),
        ({"arrive": -1}, "Fewer than nobody"),
    ],
)
def test_a_change_that_cannot_be_is_refused(changes: dict[str, Any], said: str) -> None:
    wanted: dict[str, Any] = {"after": 1, "absent": (), "arrive": 0, "mode": "open"} | changes
    with pytest.raises(ImpossibleError, match=said):
        events.redraw(draw(Wish(16, 3, "x")), **wanted)


def test_a_final_of_which_too_few_are_left_is_refused() -> None:
    drawn = ranked_round(draw(Wish(16, 2, "x")), (1, 2, 3, 4))
    for mode in MODES:
        with pytest.raises(ImpossibleError, match="2 players cannot be seated"):
            events.redraw(drawn, after=1, absent=(1, 2), arrive=0, mode=mode)


def test_who_left_cannot_leave_again() -> None:
    once = events.redraw(draw(Wish(16, 3, "x")), after=1, absent=(3,), arrive=0, mode="published")
    with pytest.raises(ImpossibleError, match="Player 3 is not there"):
        events.redraw(once, after=1, absent=(3,), arrive=0, mode="published")


@pytest.mark.parametrize(
    ("order", "said"), [([1, 2, 3, 99], "no player 99"), ([1, 2, 3, 3], "named twice"), ([1, 2], "2 players cannot")]
)
def test_a_ranking_that_cannot_be_is_refused(order: list[int], said: str) -> None:
    with pytest.raises(ImpossibleError, match=said):
        ranked_round(draw(Wish(16, 1, "x")), order)


def test_the_audit_finds_what_is_wrong() -> None:
    drawn = draw(Wish(16, 2, "x"))
    first = drawn["rounds"][1][0]
    first[0], drawn["rounds"][1][1] = first[1], drawn["rounds"][1][1][:3]
    found = " ".join(trace.problems(drawn))
    for said in ("sits 2 times", "sits nowhere", "table 2 has 3 seats"):
        assert said in found


def test_the_seed_needs_the_secret_the_entries_and_the_words() -> None:
    assert promise.commitment("oak") != promise.commitment("elm")
    seed = promise.seed("oak", [3, 1, 2], " 6 1 4 4 ")
    assert seed == promise.seed("oak", (1, 2, 3), "6 1 4 4")
    told = (("elm", [1, 2, 3], "6 1 4 4"), ("oak", [1, 2], "6 1 4 4"), ("oak", [1, 2, 3], ""))
    others = {promise.seed(*parts) for parts in told}
    assert len(others | {seed}) == 4


@pytest.mark.nightly
def test_sixty_leave_a_field_of_two_thousand() -> None:
    drawn = draw(Wish(2000, 10, "sixty"))
    absent = random.Random(1).sample(range(1, 2001), 60)
    left = events.redraw(drawn, after=5, absent=absent, arrive=0, mode="published")
    assert len(left["moves"]) == least_moves(drawn["rounds"], 5, set(absent))
    assert count.repeats(left["rounds"]) == 0


@pytest.mark.long
@pytest.mark.parametrize("players", [64, 67, 100, 256, 500])
def test_eight_ranked_rounds_without_repeats(players: int) -> None:
    drawn = draw(Wish(players, 1, "long"))
    for number in range(2, 9):
        drawn = ranked_round(drawn, ranking(players, number))
    assert count.repeats(drawn["rounds"]) == 0
    assert count.seat_imbalance(drawn["rounds"], players) <= 1
