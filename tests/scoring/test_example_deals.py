"""The ten example deals of a rule set, and the sums that its figures really give."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from scoring import Result, RuleSet, explain, fulfilled, keys, load, possible, score, words
from scoring.game.contracts import ALL_TRICKS
from scoring.game.possible import sums, with_sums
from scoring.points.examples import NUMBER, examples
from scoring.words import LANGUAGES
from tests.support.files.any_rules import any_rules

PLAYED = [key for key in keys() if key != "points-only"]
DRAWN = settings(max_examples=60)


def sound(ruleset: RuleSet) -> None:
    """Ten different deals that can be read, scored, and explained in three languages."""
    found = examples(ruleset)
    assert len(set(found)) == len(found) == (0 if ruleset.points_only else NUMBER)
    for result in found:
        assert Result.read(json.loads(json.dumps(result.to_dict())), ruleset) == result
        assert len(score(result, ruleset)) == 4
        assert all(words.explanation(explain(result, ruleset), lang, ruleset) for lang in LANGUAGES)


@pytest.mark.parametrize("key", keys())
def test_ten_of_every_preset(key: str) -> None:
    sound(load(key))


@pytest.mark.long
@DRAWN
@given(any_rules())
def test_ten_of_any_rule_set(ruleset: RuleSet) -> None:
    sound(ruleset)
    assert examples(ruleset) == examples(RuleSet.from_dict(ruleset.to_dict()))


@pytest.mark.long
@DRAWN
@given(any_rules(most=1))
def test_ten_of_a_single_contract(ruleset: RuleSet) -> None:
    sound(ruleset)


@pytest.mark.parametrize("key", ["iwwa-2025", "world-2018", "interclub-2025"])
def test_the_kinds_one_wants_to_see(key: str) -> None:
    ruleset = load(key)
    found = examples(ruleset)
    sides = {(each.contract, each.tricks) for each in found}
    assert {("PC8", 8), ("PC9", 10), ("PC10", 8), ("S6", 7), ("S7", 6), ("PC11", ALL_TRICKS), ("TR9", 8)} <= sides
    assert [each for each in found if each.tricks == (0, 1)]
    highest = next(each for each in found if each.contract == ruleset.ladder[-1][0])
    assert all(fulfilled(highest, ruleset).values()) and highest.jury == "allowed"
    (annulled,) = [each for each in found if each.jury == "not_called"]
    assert set(score(annulled, ruleset).values()) == {0}


def test_where_nothing_asks_for_the_jury_a_misere_alone_is_seen() -> None:
    assert Result("PM", (1,), (0,)) in examples(load("wallonia"))


def test_where_doubles_are_told_one_deal_is_doubled() -> None:
    assert [each.doubles for each in examples(load("flanders"))].count(1) == 1


@pytest.mark.parametrize("key", PLAYED)
def test_when_figures_change_the_points_move_and_the_deals_stay(key: str) -> None:
    data: Any = json.loads(json.dumps(load(key).to_dict()))
    for line in data["lines"].values():
        for field in {"made", "over", "lost", "under", "opp", "opp_under"} & set(line):
            line[field] = [7 + each for each in line[field]] if isinstance(line[field], list) else line[field] + 7
    now = RuleSet.from_dict(data | {"key": "other", "verified": True, "sums": [-5000, 5000]})
    assert examples(now) == examples(load(key))
    assert [score(each, now) for each in examples(now)] != [score(each, load(key)) for each in examples(now)]


@pytest.mark.parametrize("key", PLAYED)
def test_a_change_of_the_ladder_moves_no_more_than_the_highest(key: str) -> None:
    was = load(key)
    now = replace(was, ladder=(was.ladder[-1], *was.ladder[:-1]))
    assert len(set(examples(was)) - set(examples(now))) <= 2


# --- The sums.


@pytest.mark.parametrize("key", keys())
def test_sums_are_recomputed(key: str) -> None:
    wrong = replace(load(key), sums=None)
    assert with_sums(wrong) == load(key)


@pytest.mark.long
@settings(max_examples=40)
@given(any_rules(most=2))
def test_sums_are_those_of_every_possible_result(ruleset: RuleSet) -> None:
    found = {sum(score(result, ruleset).values()) for result in possible(ruleset)}
    assert sums(ruleset) == ((min(found), max(found)) if found else None)
    assert RuleSet.from_dict(with_sums(ruleset).to_dict()) == with_sums(ruleset)


def test_the_heaviest_sums_can_be_declared() -> None:
    """All that may be doubled is, and every amount is the most there may be."""
    heavy = {"made": 100_000, "over": 100_000, "lost": 0, "under": 0, "opp": 100_000, "opp_under": 100_000}
    data: Any = load("flanders").to_dict() | {"settle": "table", "ladder": ["PC8", "GM"]}
    data["lines"] = {
        "PC8": {**heavy, "declarers": [1, 2], "doubles": 9},
        "GM": {"declarers": [1, 2, 3], "made": 100_000, "lost": 100_000, "opp": [100_000] * 3, "doubles": 9},
    }
    data["all13"] = {"mode": "double", "contracts": ["PC8"]}
    ruleset = with_sums(RuleSet.from_dict(data))
    # Solo with no trick at all: each of three opponents has nine times the most, thirteenfold.
    assert ruleset.sums is not None and ruleset.sums.maximum == 3 * 9 * 100_000 * 13
    assert RuleSet.from_dict(ruleset.to_dict()) == ruleset
