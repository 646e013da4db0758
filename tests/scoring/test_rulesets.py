"""Rule sets as data: what is inherited, what comes back, and that every fault is named with its place."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from scoring import RuleSet, RuleSetError, keys, load
from scoring.errors import FaultyRuleSetError
from scoring.game.possible import sums
from scoring.rules.presets import MAX_BYTES, read_file
from scoring.rules.tomltext import parse
from scoring.words import LANGUAGES

ALL = keys()
EVERY_KEY = (
    "iwwa-2025",
    "world-2018",
    "interclub-2025",
    "wallonia",
    "flanders",
    "standard-v06",
    "jeux-de-cartes",
    "points-only",
)


def test_keys() -> None:
    assert ALL == EVERY_KEY


@pytest.mark.parametrize("key", ALL)
def test_comes_back_from_json(key: str) -> None:
    ruleset = load(key)
    again = RuleSet.from_dict(json.loads(json.dumps(ruleset.to_dict())))
    assert again == ruleset and again.hash == ruleset.hash and hash(again) == hash(ruleset)
    assert again.to_dict() == ruleset.to_dict()
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert ruleset.to_dict()["format"] == 1 and "extends" not in ruleset.to_dict()


def test_every_rule_set_has_its_own_hash() -> None:
    assert len({load(key).hash for key in ALL}) == len(ALL)
    assert all(len(load(key).hash) == 64 for key in ALL)


@pytest.mark.parametrize("key", ALL)
def test_says_where_it_comes_from_and_that_nobody_verified_it(key: str) -> None:
    ruleset = load(key)
    assert ruleset.key == key and ruleset.source and ruleset.verified is False
    for language in LANGUAGES:
        assert ruleset.names[language] and ruleset.why[language].endswith(".")


@pytest.mark.parametrize("key", ALL)
def test_declared_sums_are_those_of_every_possible_result(key: str) -> None:
    assert sums(load(key)) == load(key).sums


def test_sums() -> None:
    """Three grandes misères on the table that fail cost more than the fourth player gains."""
    assert load("iwwa-2025").sums == (-3 * 72 + 3 * 48, 3 * 72)
    assert load("world-2018").sums == (-3 * 75 + 64, 3 * 75)
    assert load("interclub-2025").sums == (-3 * 75 + 100, 3 * 75)
    assert {load(key).sums for key in ("wallonia", "flanders", "standard-v06", "jeux-de-cartes")} == {(0, 0)}
    assert load("points-only").sums is None


# Kind, article, points of the player, of the others, who these are, and the effect of a ruling.
PENALTIES = {
    "misdeal": ("adjustment", "1", -3, -3, 1, "others", "none"),
    "card-by-mistake": ("adjustment", "2.1", -3, 0, 0, "others", "none"),
    "false-play": ("adjustment", "5", -15, -15, 5, "opponents", "none"),
    "hints": ("adjustment", "5", -15, 0, 0, "others", "none"),
    "noise": ("adjustment", "6", 0, 0, 0, "others", "none"),
    "capitulation": ("ruling", "5", 0, 0, 0, "others", "made"),
    "claimed-too-early": ("ruling", "5", 0, 0, 0, "others", "lost"),
    "jury-not-called": ("ruling", "3, 9", 0, 0, 0, "others", "annulled"),
    "jury-refuses": ("ruling", "3, 9", 0, 0, 0, "others", "no_result"),
}


@pytest.mark.parametrize("key", ALL)
def test_penalties(key: str) -> None:
    """They are the world championship's; everywhere else they are borrowed, and say so."""
    found = {}
    for each in load(key).penalties:
        found[each.key] = (each.kind, each.article, each.least, each.most, each.others, each.to, each.effect)
        assert each.borrowed is (key != "world-2018")
        assert all(each.names[language] and each.notes[language] for language in LANGUAGES)
    assert found == PENALTIES


def reshuffled(value: Any) -> Any:
    """The same data, every table with its fields the other way round."""
    if isinstance(value, dict):
        return {key: reshuffled(value[key]) for key in reversed(value)}
    return [reshuffled(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("key", ALL)
def test_the_order_of_fields_means_nothing(key: str) -> None:
    """A database may give a table back in an order of its own: the rules, and all that is listed, stay the same."""
    again = RuleSet.from_dict(reshuffled(load(key).to_dict()))
    assert again == load(key)
    assert json.dumps(again.to_dict()) == json.dumps(load(key).to_dict())


def test_unknown_rule_set() -> None:
    with pytest.raises(RuleSetError) as caught:
        load("nowhere")
    assert caught.value.code == "unknown_ruleset" and caught.value.details["given"] == "nowhere"
    assert "iwwa-2025" in str(caught.value)


# --- Home-made rule sets.

HOME = """
extends = "world-2018"
key = "home"
source = "our own"
verified = true
sums = [-100, 100]
ladder = ["PC8", ["S6", "PC9"], "GMT"]
[names]
nl = "Thuis"
fr = "Chez nous"
en = "Home"
[why]
nl = "Zo."
fr = "Voilà."
en = "So."
[lines]
PC9 = { made = 11 }
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "home.toml"
    path.write_text(text, "utf-8")
    return path


def read(tmp_path: Path, text: str = HOME) -> RuleSet:
    return RuleSet.from_dict(read_file(written(tmp_path, text)))


def faults(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(FaultyRuleSetError) as caught:
        RuleSet.from_dict(data)
    return {fault.place: fault.code for fault in caught.value.faults}


def test_a_variant_says_only_what_differs(tmp_path: Path) -> None:
    home, world = read(tmp_path), load("world-2018")
    assert home.lines["PC8"] == world.lines["PC8"]
    assert home.lines["PC9"].made == (11,)
    assert home.lines["PC9"].lost == 10 and home.lines["PC9"].over == 3
    assert home.verified and home.names["nl"] == "Thuis"


def test_the_ladder_of_a_variant_is_its_inventory(tmp_path: Path) -> None:
    home = read(tmp_path)
    assert home.ladder == (("PC8",), ("S6", "PC9"), ("GMT",))
    assert list(home.lines) == ["PC8", "S6", "PC9", "GMT"]
    assert home.jury == {"GMT"} and home.all13.contracts == {"PC8", "PC9", "S6"}


def test_a_variant_inherits_no_penalties_but_may_borrow_them(tmp_path: Path) -> None:
    assert read(tmp_path).penalties == ()
    borrowed = read(tmp_path, HOME.replace("sums", 'penalties_from = "world-2018"\nsums'))
    assert len(borrowed.penalties) == len(PENALTIES) and all(each.borrowed for each in borrowed.penalties)


def test_all13_is_an_option(tmp_path: Path) -> None:
    none = read(tmp_path, HOME.replace("[names]", '[all13]\nmode = "none"\n[names]'))
    assert none.all13.mode == "none" and none.all13.contracts == frozenset()
    flat = '[all13]\nmode = "flat"\npoints = 40\ncontracts = ["PC8"]\n[names]'
    assert read(tmp_path, HOME.replace("[names]", flat)).all13.points == 40


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("made = 11", 'made = "11"', "lines.PC9.made", "not_whole"),
        ("made = 11", "made = 11.0", "lines.PC9.made", "not_whole"),
        ("made = 11", "made = true", "lines.PC9.made", "not_whole"),
        ("made = 11", "made = -11", "lines.PC9.made", "out_of_range"),
        ("made = 11", "made = 1000001", "lines.PC9.made", "out_of_range"),
        ("made = 11", "made = []", "lines.PC9.made", "empty"),
        ("made = 11", "made = [1, 2, 3, 4, 5, 6], over = 0", "lines.PC9.made", "too_many"),
        ("made = 11", "made = [1, 2]", "lines.PC9.over", "made_and_over"),
        ("made = 11", "over = 0, over_to = 12", "lines.PC9.over_to", "over_to_alone"),
        ("made = 11", "over_to = 14", "lines.PC9.over_to", "out_of_range"),
        ("made = 11", "declarers = [2, 1]", "lines.PC9.declarers", "not_rising"),
        ("made = 11", "declarers = [3]", "lines.PC9.declarers", "declarers_not_allowed"),
        ("made = 11", "opp = [1, 2]", "lines.PC9.opp", "one_amount"),
        ("made = 11", 'trump = "hearts"', "lines.PC9.trump", "not_choice"),
        ("made = 11", 'names = { nl = "x" }', "lines.PC9.names", "language_missing"),
        ("made = 11", "colour = 1", "lines.PC9.colour", "unknown_field"),
        ("PC9 = { made = 11 }", "PC9 = 11", "lines.PC9", "not_table"),
        ("PC9 = { made = 11 }", "GMT = { over = 3 }", "lines.GMT.over", "not_personal"),
        ("PC9 = { made = 11 }", "GMT = { made = [1, 2] }", "lines.GMT.made", "one_amount"),
        ("PC9 = { made = 11 }", "GMT = { opp = [1, 2] }", "lines.GMT.opp", "opp_per_failure"),
        ("PC9 = { made = 11 }", 'GMT = { trump = "suit" }', "lines.GMT.trump", "trump_personal"),
        ("PC9 = { made = 11 }", "PC14 = { made = 11 }", "lines.PC14", "unknown_contract"),
        ("PC9 = { made = 11 }", "P2 = { made = 11, lost = 1, opp = 1 }", "lines.P2", "not_in_ladder"),
        ("PC9 = { made = 11 }", "S5 = { }", "lines.S5.made", "missing"),
        ("[lines]\nPC9 = { made = 11 }", "[lines]\n", "", ""),
        ('ladder = ["PC8",', 'ladder = ["PC8", "PC10", "PC8",', "ladder", "twice"),
        ('ladder = ["PC8",', 'ladder = ["PC8", "S5",', "ladder", "no_line"),
        ('ladder = ["PC8",', 'ladder = ["PC8", 3,', "ladder", "not_list"),
        ("sums = [-100, 100]", 'sums = "free"', "sums", "not_whole"),
        ("sums = [-100, 100]", "sums = [100, -100]", "sums", "not_least_most"),
        ("sums = [-100, 100]", "sums = [0, 1, 2]", "sums", "not_least_most"),
        ("sums = [-100, 100]", "", "sums", "missing"),
        ('key = "home"', 'key = "Home!"', "key", "bad_key"),
        ('key = "home"', "", "key", "missing"),
        ('key = "home"', 'key = "home"\nformat = 2', "format", "out_of_range"),
        ('key = "home"', 'key = "home"\nsettle = "cash"', "settle", "not_choice"),
        ('key = "home"', 'key = "home"\ntogether = "maybe"', "together", "not_choice"),
        ('key = "home"', 'key = "home"\nsettle = "shared"', "lines.PC8.opp", "not_shared"),
        ('key = "home"', 'key = "home"\njury = ["S13"]', "jury", "no_line"),
        ('key = "home"', 'key = "home"\njury = "S13"', "jury", "not_list"),
        ('key = "home"', 'key = "home"\ndoubles = 1', "doubles", "not_flag"),
        ('key = "home"', 'key = "home"\npoints_only = true', "ladder", "not_points_only"),
        ('key = "home"', 'key = "home"\ncolour = 1', "colour", "unknown_field"),
        ('key = "home"', 'key = "home"\nall13 = { mode = "thrice" }', "all13.mode", "not_choice"),
        ('key = "home"', 'key = "home"\nall13 = { mode = "flat", contracts = [] }', "all13.points", "missing"),
        ('key = "home"', 'key = "home"\nall13 = { mode = "none", points = 3 }', "all13.points", "not_all13"),
        (
            'key = "home"',
            'key = "home"\nall13 = { mode = "double", contracts = ["GMT"] }',
            "all13.contracts",
            "all13_personal",
        ),
        ('source = "our own"', 'source = " "', "source", "not_text"),
        ('source = "our own"', 'source = "a\\tb"', "source", "bad_character"),
        ('source = "our own"', f'source = "{"x" * 601}"', "source", "too_long"),
        ("verified = true", 'verified = "yes"', "verified", "not_flag"),
        ('en = "Home"', "", "names", "language_missing"),
        ('en = "Home"', 'en = "Home"\nde = "Heim"', "names", "unknown_language"),
        ("[names]", "[other]", "names", "missing"),
        ("[why]", "[[why]]", "why", "not_texts"),
    ],
)
def test_every_fault_has_its_place(tmp_path: Path, old: str, new: str, place: str, code: str) -> None:
    assert old in HOME
    data = read_file(written(tmp_path, HOME.replace(old, new)))
    if code:
        assert faults(data).get(place) == code
    else:
        RuleSet.from_dict(data)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = HOME.replace("made = 11", 'made = "x", lost = "y"').replace('"our own"', '""') + "QQ = 1\n"
    assert faults(read_file(written(tmp_path, text))) == {
        "lines.PC9.made": "not_whole",
        "lines.PC9.lost": "not_whole",
        "lines.QQ": "unknown_contract",
        "source": "not_text",
    }


def test_a_side_of_three_cannot_share(tmp_path: Path) -> None:
    data = load("jeux-de-cartes").to_dict()
    lines: Any = data["lines"]
    lines["PM"]["declarers"] = [1, 2, 3]
    assert faults(data) == {"lines.PM.declarers": "declarers_not_allowed"}


@pytest.mark.parametrize(
    ("change", "place", "code"),
    [
        ({"player": [-3, -5]}, "penalties.noise.player", "not_least_most"),
        ({"player": 3}, "penalties.noise.player", "out_of_range"),
        ({"kind": "fine"}, "penalties.noise.kind", "not_choice"),
        ({"effect": "made"}, "penalties.noise.effect", "effect_of_ruling"),
        ({"kind": "ruling"}, "penalties.noise.effect", "effect_of_ruling"),
        ({"article": ""}, "penalties.noise.article", "not_text"),
        ({"fine": 1}, "penalties.noise.fine", "unknown_field"),
    ],
)
def test_faults_of_a_penalty(change: dict[str, object], place: str, code: str) -> None:
    data = load("points-only").to_dict()
    penalties: Any = data["penalties"]
    penalties["noise"] = {**penalties["noise"], **change}
    assert faults(data) == {place: code}


@pytest.mark.parametrize(
    "data", [{}, {"format": 1}, {"lines": []}, {"lines": 3, "ladder": {}}, {"names": 1, "why": []}, {"penalties": [1]}]
)
def test_odd_data_is_refused_not_stumbled_over(data: dict[str, Any]) -> None:
    assert faults(data)


@pytest.mark.parametrize("base", ['"nowhere"', "3", "[1]", '"../world-2018"'])
def test_extends_only_what_there_is(tmp_path: Path, base: str) -> None:
    with pytest.raises(FaultyRuleSetError) as caught:
        read(tmp_path, HOME.replace('"world-2018"', base))
    assert caught.value.faults[0].place == "extends"


@pytest.mark.parametrize(
    ("content", "code", "details"),
    [
        (b"a = \n", "broken_toml", {"line": 1, "column": 5}),
        (b"a = 1\nb = [1,", "broken_toml", {"line": 2, "column": 8}),
        (b"a = 1\na = 2\n", "broken_toml", {"line": 2, "column": 6}),
        (b"\xff", "not_utf8", {"byte": 1}),
        (b"a = " + b"[" * 9000, "odd_toml", {}),
        (b"a = " + b"1" * 9000, "odd_toml", {}),
    ],
)
def test_broken_toml(content: bytes, code: str, details: dict[str, int]) -> None:
    with pytest.raises(RuleSetError) as caught:
        parse(content)
    assert caught.value.code == code
    assert details.items() <= caught.value.details.items()


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too large"):
        read(tmp_path, HOME + "#" * MAX_BYTES)


def test_errors_survive_pickling(tmp_path: Path) -> None:
    with pytest.raises(FaultyRuleSetError) as caught:
        read(tmp_path, HOME.replace("made = 11", "made = []"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults and str(again) == str(caught.value)
