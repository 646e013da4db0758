"""The parts of a rule set, and what differs between two: as data, and as told."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import RuleSet, RuleSetError, keys, load
from scoring.game.contracts import CONTRACTS
from scoring.rules.differences import RuleSetDifference, describe, differences, read
from scoring.rules.parts import part_name, parts
from scoring.words import LANGUAGES
from tests.support.files.any_rules import any_rules

DRAWN = settings(max_examples=40)
BESIDE = ["ladder", "settle", "all13", "jury", "penalties"]
PLAYED = [key for key in keys() if key != "points-only"]

Data = dict[str, Any]


def changed(key: str, change: Callable[[Data], object]) -> RuleSet:
    """The preset with its data changed."""
    data = json.loads(json.dumps(load(key).to_dict()))
    change(data)
    return RuleSet.from_dict(data)


def sentences(was: RuleSet, now: RuleSet, lang: str = "en") -> list[str]:
    return [describe(difference, lang, now) for difference in differences(was, now)]


# --- Parts.


@pytest.mark.parametrize("key", PLAYED)
def test_a_part_per_line_of_the_grid_then_what_stands_beside_it(key: str) -> None:
    assert list(parts(load(key))) == [*load(key).lines, *BESIDE]


def test_without_contracts_there_are_only_penalties() -> None:
    assert list(parts(load("points-only"))) == ["penalties"]


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_parts_have_names_of_their_own(key: str, lang: str) -> None:
    named = [part_name(part, load(key), lang) for part in parts(load(key))]
    assert all(named) and len(set(named)) == len(named)


def test_a_part_is_called_as_the_rule_set_calls_it() -> None:
    assert part_name("PC9", load("world-2018"), "nl") == "Samen 9"
    assert part_name("PC8", load("jeux-de-cartes"), "fr") == "Couleur 8"
    assert part_name("ladder", load("world-2018"), "en") == "Order of the contracts"
    with pytest.raises(KeyError):
        part_name("sums", load("world-2018"), "en")


NOT_RULES: list[Data] = [
    {"key": "other", "source": "elsewhere", "verified": True, "sums": [-9999, 9999]},
    {"names": dict.fromkeys(LANGUAGES, "other"), "why": dict.fromkeys(LANGUAGES, "so")},
]


@pytest.mark.parametrize("other", NOT_RULES)
def test_what_it_is_called_and_where_it_comes_from_are_no_rules(other: Data) -> None:
    now = changed("world-2018", lambda data: data.update(other))
    assert parts(now) == parts(load("world-2018")) and differences(load("world-2018"), now) == []


def test_the_order_among_equals_and_in_a_list_is_no_rule() -> None:
    def change(data: Data) -> None:
        data["ladder"][0] = data["ladder"][0][::-1]
        data["all13"]["contracts"] = data["all13"]["contracts"][::-1]
        data["lines"]["S5"]["names"] = dict.fromkeys(LANGUAGES, "Alone")

    now = changed("flanders", change)
    assert parts(now) == parts(load("flanders")) and differences(load("flanders"), now) == []


# --- Every figure, one at a time.


def figures(key: str) -> Iterator[tuple[str, str]]:
    for contract, line in load(key).to_dict()["lines"].items():  # type: ignore[attr-defined]
        for field in set(line) & {"made", "over", "lost", "under", "opp", "opp_under", "doubles"}:
            yield contract, field


@pytest.mark.parametrize("key", ["world-2018", "wallonia", "flanders"])
def test_a_figure_that_changed_is_the_one_difference(key: str) -> None:
    for contract, field in figures(key):

        def more(data: Data, contract: str = contract, field: str = field) -> None:
            value = data["lines"][contract][field]
            data["lines"][contract][field] = [value[0] + 1, *value[1:]] if isinstance(value, list) else value + 1

        was, now = load(key), changed(key, more)
        (difference,) = differences(was, now)
        assert (difference.part, difference.field) == (contract, field)
        before, after = parts(was), parts(now)
        assert [part for part in before if before[part] != after[part]] == [contract]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data["lines"]["PC9"].update(made=11), "Prop & cop 9, made: +10 → +11"),
        (lambda data: data["lines"]["TR9"].update(lost=16), "Troel 9, lost: 0 → −16"),
        (lambda data: data["lines"]["PC9"].update(under=0), "Prop & cop 9, per undertrick: −3 → –"),
        (lambda data: data["lines"]["PC9"].update(opp_under=2), "Prop & cop 9, opponent per undertrick: +3 → +2"),
        (lambda data: data["lines"]["S6"].update(over_to=9), "Solo 6, overtricks counted up to: 8 → 9"),
        (lambda data: data["lines"]["S6"].pop("over_to"), "Solo 6, overtricks counted up to: 8 → –"),
        (lambda data: data["lines"]["S6"].update(doubles=1), "Solo 6, built-in doubles: 0 → 1"),
        (lambda data: data["lines"]["A9"].update(trump="none"), "Abundance 9, trump: a suit → none"),
        (
            lambda data: data["lines"]["A9"].update(made=[32, 33], over=0),
            "Abundance 9, made: +32 → +32 / +33",
        ),
        (lambda data: data["lines"]["PM"].update(declarers=[1, 3]), "Petite misère, players: 1–3 → 1, 3"),
        (
            lambda data: data.update(jury=["S12", "GM", "GMT"]),
            "Contracts for the jury: also Grande misère; no longer Soloslim 13",
        ),
        (lambda data: data.update(doubles=True), "Doubles recorded with a deal: no → yes"),
        (
            lambda data: data.update(all13={"mode": "none"}),
            "All 13 tricks, what they score: one doubling → nothing more",
        ),
        (lambda data: data["penalties"]["misdeal"].update(player=-5), "Misdeal, the player: −3 → −5"),
        (lambda data: data["penalties"]["misdeal"].update(player=[-5, 0]), "Misdeal, the player: −3 → −5 to 0"),
        (lambda data: data["penalties"]["misdeal"].update(others=0), "Misdeal, each of the others: +1 → 0"),
        (lambda data: data["penalties"]["noise"].update(article="7"), "Noise or disturbance, article: 6 → 7"),
        (
            lambda data: data["penalties"]["false-play"].update(to="others"),
            "Looking at another’s cards, false play, "
            "the others are: the opponents of the deal → the three others at the table",
        ),
        (lambda data: data["penalties"].pop("noise"), "Noise or disturbance: dropped"),
        (
            lambda data: data["penalties"]["noise"].update(names=dict.fromkeys(LANGUAGES, "Telephone")),
            "Telephone, name: “Noise or disturbance” → “Telephone”",
        ),
        (lambda data: data["ladder"].insert(0, data["ladder"].pop()), "Order of the contracts: Soloslim 13 lowest"),
        (
            lambda data: data["ladder"].insert(3, data["ladder"].pop(1)),
            "Order of the contracts: Prop & cop 9 above Prop & cop 10",
        ),
    ],
)  # fmt: skip
def test_as_told(change: Callable[[Data], object], sentence: str) -> None:
    assert sentences(load("world-2018"), changed("world-2018", change))[:1] == [sentence]


def test_how_it_is_settled() -> None:
    now = changed("jeux-de-cartes", lambda data: data.update(together="each"))
    assert sentences(load("jeux-de-cartes"), now) == ["Several declarers: made only if each makes it → each alone"]
    told_in_dutch = sentences(load("world-2018"), load("standard-v06"), "nl")
    assert "Afrekening: zoals gedrukt voor elk kamp → elke tegenspeler betaalt of krijgt het bedrag" in told_in_dutch


def test_a_long_note_is_cut() -> None:
    long = dict.fromkeys(LANGUAGES, "so " * 100)
    now = changed("world-2018", lambda data: data["penalties"]["noise"].update(notes=long))
    (said,) = sentences(load("world-2018"), now)
    assert said.endswith(" so s…”") and len(said) < 150


def test_contracts_that_come_and_go() -> None:
    def without(data: Data) -> None:
        del data["lines"]["PM"]
        data["ladder"].remove("PM")

    world, now = load("world-2018"), changed("world-2018", without)
    assert sentences(world, now) == [
        "Petite misère: no longer played",
        "Order of the contracts: without Petite misère",
    ]
    assert sentences(now, world, "fr") == [
        "Petite misère\N{NO-BREAK SPACE}: nouveau – joueurs 1–3, réussi +18, perdu −18, adversaire +12 / +18 / +24",
        "Ordre des contrats\N{NO-BREAK SPACE}: Petite misère juste après Emballage 11",
    ]


def test_equals_that_part_and_meet() -> None:
    def meet(data: Data) -> None:
        data["ladder"][0:2] = [["PC8", "PC9"]]

    world, now = load("world-2018"), changed("world-2018", meet)
    assert sentences(world, now) == ["Order of the contracts: Prop & cop 8 = Prop & cop 9 lowest"]
    assert sentences(now, world) == [
        "Order of the contracts: Prop & cop 8 lowest; Prop & cop 9 above Prop & cop 8",
    ]


def test_another_order_altogether_is_told_whole() -> None:
    (said,) = sentences(load("standard-v06"), changed("standard-v06", lambda data: data["ladder"].reverse()), "nl")
    assert said.startswith("Rangorde van de contracten: Samen 13 = Solo 10, Samen 12 = Solo 9")


def test_a_house_rule_that_is_new_is_told_with_its_name() -> None:
    rule = {
        "kind": "adjustment",
        "article": "7",
        "player": -5,
        "others": 2,
        "names": {"nl": "Telefoon", "fr": "Téléphone", "en": "Telephone"},
        "notes": {"nl": "Aan tafel.", "fr": "À table.", "en": "At the table."},
    }
    world = load("world-2018")
    now = changed("world-2018", lambda data: data["penalties"].update(telephone=rule))
    (difference,) = differences(world, now)
    assert describe(difference, "nl") == (
        "Telefoon: nieuw – soort punten, de speler −5, elk van de anderen +2, artikel 7, toelichting “Aan tafel.”"
    )
    (gone,) = differences(now, world)
    assert describe(gone, "fr", world) == "Téléphone\N{NO-BREAK SPACE}: supprimé"


def test_a_grid_where_there_was_none() -> None:
    points, jeux = load("points-only"), load("jeux-de-cartes")
    assert [found.part for found in differences(points, jeux)] == list(jeux.lines)
    assert {found.new for found in differences(jeux, points)} == {None}
    assert sentences(points, jeux)[0] == "Couleur 8: new – players 1–2, made +4, per overtrick +1, lost −4"


# --- Any two rule sets.


@pytest.mark.long
@DRAWN
@given(any_rules(), any_rules())
def test_nothing_differs_exactly_when_all_parts_say_the_same(was: RuleSet, now: RuleSet) -> None:
    for one, other in ((was, now), (was, was), (now, was)):
        found = {difference.part for difference in differences(one, other)}
        mine, theirs = parts(one), parts(other)
        differing = {part for part in {*mine, *theirs} if mine.get(part) != theirs.get(part)}
        # Beside a grid that is not there nothing is told; the contracts are.
        assert found == (
            differing - {"ladder", "settle", "all13", "jury"} if one.points_only != other.points_only else differing
        )
        assert bool(found) is (mine != theirs)


@pytest.mark.long
@DRAWN
@given(any_rules(), any_rules())
def test_a_difference_is_kept_and_told_in_every_language(was: RuleSet, now: RuleSet) -> None:
    for difference in differences(was, now):
        again = read(json.loads(json.dumps(difference.to_dict())))
        assert again == difference
        for lang in LANGUAGES:
            said = describe(again, lang, now)
            assert said == describe(difference, lang, now) and describe(again, lang)
            assert said.strip() and "\n" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_each_preset_to_each_other(lang: str) -> None:
    for was in map(load, keys()):
        for now in map(load, keys()):
            said = sentences(was, now, lang)
            assert len(said) == len(set(said)) and (not said) is (parts(was) == parts(now))


WORDS = st.one_of(st.text(max_size=5), st.sampled_from([*CONTRACTS, *BESIDE, "shared", "double", "none"]))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
SOUND = [
    difference.to_dict()
    for pair in (("world-2018", "flanders"), ("points-only", "wallonia"), ("wallonia", "jeux-de-cartes"))
    for difference in differences(load(pair[0]), load(pair[1]))
]


@pytest.mark.long
@settings(max_examples=300)
@given(st.sampled_from(SOUND), st.sampled_from(RuleSetDifference._fields), JSON)
def test_what_is_no_difference_is_refused_and_what_is_can_be_told(sound: Data, name: str, odd: object) -> None:
    try:
        difference = read({**sound, name: odd})
    except RuleSetError as error:
        assert error.code == "no_difference" and error.sentence("nl")
    else:
        assert all(describe(difference, lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    "odd",
    [
        None,
        [],
        {},
        {"part": "PC9", "field": "made", "was": [10]},
        {"part": "PC9", "field": "made", "was": [10], "now": [11], "more": 1},
        {"part": "PC9", "field": "made", "was": [10], "now": [10]},
        {"part": "PC9", "field": "made", "was": [10], "now": [True]},
        {"part": "PC9", "field": "made", "was": [10], "now": [1_000_000]},
        {"part": "PC9", "field": "names", "was": [10], "now": [11]},
        {"part": "PC14", "field": "made", "was": [10], "now": [11]},
        {"part": "PC9", "field": "", "was": None, "now": {"made": [10]}},
        {"part": "ladder", "field": "", "was": None, "now": [["PC9"]]},
        {"part": "ladder", "field": "ladder", "was": [[]], "now": [["PC9"]]},
        {"part": "penalties", "field": "misdeal.sums", "was": 1, "now": 2},
        {"part": ["PC9"], "field": "made", "was": [10], "now": [11]},
    ],
)
def test_odd_differences(odd: object) -> None:
    with pytest.raises(RuleSetError):
        read(odd)
