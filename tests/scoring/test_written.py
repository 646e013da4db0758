"""A rule set as a file: it reads like the paper, and comes back equal."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings

from scoring import RuleSet, keys, load
from scoring.rules.presets import read_file, read_text
from scoring.rules.written import toml
from tests.support.files.any_rules import any_rules

DRAWN = settings(max_examples=30)


def read(text: str) -> RuleSet:
    return RuleSet.from_dict(tomllib.loads(text))


@pytest.mark.parametrize("key", keys())
def test_every_preset_comes_back(key: str, tmp_path: Path) -> None:
    text = toml(load(key))
    again = read(text)
    assert again == load(key) and again.hash == load(key).hash and again.names == load(key).names
    file = tmp_path / "rules.toml"
    file.write_text(text, "utf-8")
    assert RuleSet.from_dict(read_file(file)) == load(key)
    assert "extends" not in text and "penalties_from" not in text


@DRAWN
@given(any_rules())
def test_any_rule_set_comes_back(ruleset: RuleSet) -> None:
    text = toml(ruleset)
    again = read(text)
    assert again == ruleset and again.hash == ruleset.hash
    assert RuleSet.from_dict(read_text(text.encode())) == ruleset
    assert toml(again) == text


def test_difficult_texts() -> None:
    data = load("flanders").to_dict()
    hard = 'quote " and \\ and # = [x] {y} \N{GRINNING FACE} \u2028 \N{NO-BREAK SPACE}…'
    ruleset = RuleSet.from_dict({**data, "source": hard, "names": dict.fromkeys(("nl", "fr", "en"), hard)})
    assert read(toml(ruleset)).source == hard and read(toml(ruleset)).names["fr"] == hard


def grid_of(text: str) -> list[str]:
    """The lines of the table `lines`."""
    return text.split("[lines]\n")[1].split("\n\n")[0].splitlines()


@pytest.mark.parametrize("key", [key for key in keys() if key != "points-only"])
def test_a_line_per_contract_in_the_order_of_the_ladder(key: str) -> None:
    rows = grid_of(toml(load(key)))
    assert [row.split()[0] for row in rows] == list(load(key).lines)


@pytest.mark.parametrize("key", [key for key in keys() if key != "points-only"])
@pytest.mark.parametrize("column", ["made", "over", "over_to", "lost", "under", "opp", "opp_under", "declarers"])
def test_figures_stand_in_columns(key: str, column: str) -> None:
    rows = grid_of(toml(load(key)))
    assert len({row.index(f" {column} = ") for row in rows if f" {column} = " in row}) <= 1
    assert not any(row.endswith(" ") for row in rows)


def test_the_grid_as_it_stands_there() -> None:
    assert grid_of(toml(load("wallonia")))[:4] == [
        "PC8  = { made = 8,         over = 3, lost = 8,  under = 3 }",
        "PC9  = { made = 11,        over = 3, lost = 11, under = 3 }",
        "S6   = { made = [4, 5, 7],           lost = 4,  under = 1 }",
        "PC10 = { made = 14,        over = 3, lost = 14, under = 3 }",
    ]


def test_a_long_ladder_is_broken_between_places() -> None:
    text = toml(load("flanders"))
    lines = text.split("ladder = [\n")[1].split("\n]")[0].splitlines()
    assert len(lines) == 2 and all(len(line) <= 120 for line in lines)
    assert lines[0].startswith('  ["S5", "PC8"], ["S6", "PC9"],') and lines[0].endswith(",")


def test_points_only_says_no_more_than_it_is() -> None:
    text = toml(load("points-only"))
    assert "points_only = true" in text and 'sums = "free"' in text
    assert not any(word in text for word in ("ladder", "[lines]", "[all13]", "settle", "jury ="))


def test_an_amount_of_a_penalty_is_one_number_where_there_is_no_choice() -> None:
    text = toml(load("world-2018"))
    assert "player = -3\nothers = 1\n" in text and "player = [-15, 0]\n" in text
    assert "effect" not in text.split("[penalties.misdeal]")[1].split("\n\n")[0]
