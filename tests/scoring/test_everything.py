"""What must hold for every possible result of every rule set."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import cycle, product
from typing import Any

import pytest

from scoring import Result, compile_table, explain, fulfilled, keys, load, possible, score, words
from scoring.game.contracts import CONTRACTS

pytestmark = pytest.mark.long

PLAYED = [key for key in keys() if key != "points-only"]


@cache
def results(key: str) -> list[Result]:
    return list(possible(load(key)))


def arranged(declarers: int, played: int) -> int:
    """In how many ways this many declarers can win tricks out of those played: all of them when all four declare."""
    each = product(range(played + 1), repeat=declarers)
    return sum(1 for tricks in each if (sum(tricks) == played if declarers == 4 else sum(tricks) <= played))


def count(key: str) -> int:
    """How many results the rules allow, counted another way than by walking through them."""
    ways = {1: 4, 2: 6, 3: 4, 4: 1}  # of choosing the declarers; in 2**number - 1 ways some lost and nobody counted
    ruleset, total = load(key), 0
    for line in ruleset.lines.values():
        contract = line.contract
        own = sum(
            ways[number] * (14 if contract.kind == "team" else arranged(number, contract.played) + 2**number - 1)
            for number in line.declarers
        )
        total += own * (2 if contract.key in ruleset.jury else 1) * (4 if ruleset.doubles else 1)
    return total


@pytest.mark.parametrize("key", PLAYED)
def test_all_of_them_are_there_once(key: str) -> None:
    assert len(results(key)) == len(set(results(key))) == count(key)


def test_points_only_has_no_list() -> None:
    assert list(possible(load("points-only"))) == []


@pytest.mark.parametrize("key", PLAYED)
def test_a_possible_result_is_never_refused_and_comes_back(key: str) -> None:
    ruleset = load(key)
    for result in results(key):
        data = json.loads(json.dumps(result.to_dict()))
        assert Result.read(data, ruleset) == result


@pytest.mark.parametrize("key", PLAYED)
def test_four_whole_numbers_within_the_declared_sums(key: str) -> None:
    ruleset = load(key)
    assert ruleset.sums is not None
    for result in results(key):
        points = score(result, ruleset)
        assert list(points) == [1, 2, 3, 4] and {type(each) for each in points.values()} == {int}
        assert ruleset.sums.minimum <= sum(points.values()) <= ruleset.sums.maximum


@pytest.mark.parametrize("key", PLAYED)
def test_equal_roles_get_equal_points(key: str) -> None:
    """All opponents get the same, and so do all declarers who made it, and all who did not."""
    ruleset = load(key)
    for result in results(key):
        points, makers = score(result, ruleset), result.makers()
        roles = {seat: (seat in result.declarers, seat in makers) for seat in points}
        assert len({(roles[seat], points[seat]) for seat in points}) == len(set(roles.values()))


@pytest.mark.parametrize("key", PLAYED)
def test_steps_lead_to_the_points_of_every_seat(key: str) -> None:
    ruleset = load(key)
    for result in results(key):
        explanation = explain(result, ruleset)
        assert explanation["line"] == result.contract and explanation["steps"]
        found = dict.fromkeys(result.seats, 0)
        for step in explanation["steps"] + explanation["opponents"]:
            assert step["points"] == step["count"] * step["each"] and step["seats"]
            for seat in step["seats"]:
                found[seat] += step["points"]
        assert found == score(result, ruleset)
        declaring = {seat for step in explanation["steps"] for seat in step["seats"]}
        if explanation["steps"][0]["code"] != "annulled":
            assert declaring == set(result.declarers)
            assert not declaring & {seat for step in explanation["opponents"] for seat in step["seats"]}


def looked_up(table: Any, result: Result) -> dict[int, int]:
    """What a phone does with the compiled table: it finds one cell and knows who made it."""
    contract = table["contracts"][result.contract]
    cell: Mapping[str, int | None] = table["annulled"]
    if isinstance(result.tricks, int):
        outcome, made = result.tricks, [result.tricks >= contract["target"]] * len(result.declarers)
    else:
        made = [tricks == contract["target"] for tricks in result.tricks]
        outcome = made.count(False)
    if not contract["jury"] or result.jury == "allowed":
        cell = contract["cells"][str(len(result.declarers))][str(outcome)][result.doubles]
    points = {}
    for seat in result.seats:
        role = "opponent"
        if seat in result.declarers:
            role = "made" if made[result.declarers.index(seat)] else "failed"
        found = cell[role]
        assert found is not None
        points[seat] = found
    return points


@pytest.mark.parametrize("key", PLAYED)
def test_the_compiled_table_agrees(key: str) -> None:
    ruleset = load(key)
    table = json.loads(json.dumps(compile_table(ruleset)))
    assert list(table["contracts"]) == list(ruleset.lines)
    for result in results(key):
        assert looked_up(table, result) == score(result, ruleset)


def cells(table: Any) -> list[Any]:
    return [
        told
        for contract in table["contracts"].values()
        for outcomes in contract["cells"].values()
        for doubles in outcomes.values()
        for told in doubles
    ]


@pytest.mark.parametrize("key", PLAYED)
def test_a_cell_says_nothing_of_who_cannot_be(key: str) -> None:
    for contract in compile_table(load(key))["contracts"].values():
        for declarers, outcomes in contract["cells"].items():
            for outcome, told in outcomes.items():
                team = contract["kind"] == "team"
                made = int(outcome) >= contract["target"] if team else int(outcome) < int(declarers)
                failed = not made if team else int(outcome) > 0
                for cell in told:
                    assert (cell["made"] is not None) is made
                    assert (cell["failed"] is not None) is failed
                    assert (cell["opponent"] is not None) is (int(declarers) < 4)


@pytest.mark.parametrize(("key", "most"), [("iwwa-2025", 260), ("wallonia", 260), ("jeux-de-cartes", 200)])
def test_the_compiled_table_is_small(key: str, most: int) -> None:
    table = compile_table(load(key))
    assert 100 < len(cells(table)) <= most
    assert table["doubles"] == 0 and table["hash"] == load(key).hash


def test_what_a_form_needs_of_a_contract() -> None:
    table = compile_table(load("interclub-2025"))
    misere, slam = table["contracts"]["PMT"], table["contracts"]["S12"]
    assert (misere["kind"], misere["target"], misere["played"], misere["trumps"]) == ("personal", 0, 12, [])
    assert (misere["declarers"], misere["jury"]) == ([1, 2, 3], False)
    assert (slam["kind"], slam["target"], slam["played"], slam["jury"]) == ("team", 12, 13, True)
    assert slam["trumps"] == ["H", "D", "C", "S", "NT"]
    assert compile_table(load("flanders"))["doubles"] == 9
    nothing = compile_table(load("points-only"))
    assert nothing["points_only"] and nothing["contracts"] == {}


@pytest.mark.parametrize("key", PLAYED)
def test_who_made_it_follows_from_the_target(key: str) -> None:
    ruleset = load(key)
    for result in results(key):
        made = fulfilled(result, ruleset)
        if result.contract in ruleset.jury and result.jury != "allowed":
            assert made == {}
            continue
        assert tuple(made) == result.declarers
        target = CONTRACTS[result.contract].target
        if isinstance(result.tricks, int):
            assert set(made.values()) == {result.tricks >= target}
        elif ruleset.together == "each":
            assert list(made.values()) == [tricks == target for tricks in result.tricks]
        else:
            assert set(made.values()) == {all(tricks == target for tricks in result.tricks)}


@pytest.mark.parametrize("key", PLAYED)
def test_every_explanation_can_be_told_in_every_language(key: str) -> None:
    for result, language in product(kinds(key), words.LANGUAGES):
        assert words.explanation(explain(result, load(key)), language)


def kinds(key: str) -> list[Result]:
    """One result of each kind: who declared makes no other sentence."""
    found: dict[tuple[object, ...], Result] = {}
    for result in results(key):
        kind = (result.contract, len(result.declarers), result.makers(), result.tricks, result.jury, result.doubles)
        found.setdefault(kind, result)
    return list(found.values())


@pytest.mark.parametrize("key", PLAYED)
def test_every_explanation_can_be_told(key: str) -> None:
    """Each in one language in turn; the sentence ends in what the seat got."""
    ruleset = load(key)
    for result, language in zip(kinds(key), cycle(words.LANGUAGES)):
        explanation, points = explain(result, ruleset), score(result, ruleset)
        assert words.explanation(explanation, language)
        for seat in result.seats:
            told = words.explanation(explanation, "en", seat=seat)
            last = told.split(" = ")[-1].split(": ")[-1].removeprefix("as an opponent ").split(" (")[0]
            if "annulled" not in told:
                assert last.replace("−", "-") == str(points[seat]), told
