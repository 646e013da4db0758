"""Choices and typed lines, and what becomes of them: a question still open, a refusal, or a finished result."""

from typing import Any

import pytest
from django.http import QueryDict

from scoring import Result, keys, load
from scoring.game.possible import possible
from tournament.forms.table.choices import Choices, chosen, typed, written
from tournament.forms.table.deals import Draft, doubt, draft, new_key, valid_key
from tournament.forms.table.questions import Asking, families

NAMES = {1: "An", 2: "Bea", 3: "Chris", 4: "Dirk"}
FIVE = {2: "Bea", 3: "Chris", 4: "Dirk", 5: "Els"}


def asking(rules: str = "iwwa-2025", names: dict[int, str] = NAMES, **more: Any) -> Asking:
    return Asking(load(rules), names, **more)


def drafted(query: str, rules: str = "iwwa-2025", **more: Any) -> Draft:
    return draft(asking(rules, **more), chosen(QueryDict(query)))


def line(query: str, rules: str = "iwwa-2025", **more: Any) -> Draft:
    asked = asking(rules, from_paper=True, **more)
    return draft(asked, typed(QueryDict(query), asked.ruleset))


def result(given: Draft) -> dict[str, object]:
    assert given.result is not None, given.sentence
    return given.result.to_dict()


def asked(given: Draft) -> list[str]:
    return [question.name for question in given.questions]


# --- What is asked ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [key for key in keys() if key != "points-only"])
def test_every_contract_of_the_rules_is_offered_once_and_kinds_rise_with_the_ladder(rules: str) -> None:
    ruleset = load(rules)
    offered = [option.value for family in families(ruleset) for option in family.options]
    ladder = [key for rank in ruleset.ladder for key in rank]
    assert sorted(offered) == sorted(ladder)
    firsts = [ladder.index(family.options[0].value) for family in families(ruleset)]
    assert firsts == sorted(firsts)
    for family in families(ruleset):
        places = [ladder.index(option.value) for option in family.options]
        assert places == sorted(places)


@pytest.mark.parametrize("rules", [key for key in keys() if key != "points-only"])
def test_every_contract_of_the_rules_asks_who_and_how_many_tricks(rules: str) -> None:
    for contract in load(rules).lines:
        given = drafted(f"contract={contract}&who=1", rules=rules)
        assert asked(given)[0] == "who" and asked(given)[1] in ("tricks", "tricks1"), contract
        assert given.result is None and given.sentence


def test_without_a_contract_only_the_contract_is_asked() -> None:
    given = drafted("who=1&tricks=9")
    assert given.families and not given.questions
    assert given.sentence == "Still to fill in: the contract."


@pytest.mark.parametrize(
    ("query", "questions"),
    [
        ("contract=PC9", ["who", "tricks"]),
        ("contract=PM", ["who"]),
        ("contract=PM&who=2&who=4", ["who", "tricks2", "tricks4"]),
        ("contract=GMT&who=3", ["who", "tricks3", "jury"]),
        ("contract=S12", ["who", "tricks", "jury"]),
    ],
)
def test_only_what_the_contract_needs_is_asked(query: str, questions: list[str]) -> None:
    assert asked(drafted(query)) == questions


def test_tricks_go_as_far_as_cards_are_played() -> None:
    assert drafted("contract=PC9").questions[-1].options[-1].value == "13"
    assert drafted("contract=PM&who=1").questions[-1].rarer[-1].value == "12"


def test_a_personal_contract_asks_who_made_it_and_folds_the_number_away() -> None:
    question = drafted("contract=PIC&who=2").questions[-1]
    assert [(option.value, option.label) for option in question.options] == [("1", "Bea made it"), ("lost", "Bea lost")]
    assert [option.value for option in question.rarer] == ["0", *map(str, range(2, 14))] and not question.open
    assert drafted("contract=PIC&who=2&tricks2=3").questions[-1].open


def test_a_lost_contract_needs_no_number() -> None:
    given = drafted("contract=PM&who=1&who=2&tricks1=0&tricks2=lost")
    assert result(given) == {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": "lost"}}
    assert given.choices.query() == "contract=PM&who=1&who=2&tricks1=0&tricks2=lost"


def test_all_four_cannot_have_made_a_misere() -> None:
    everybody = "contract=PM&who=1&who=2&who=3&who=4&tricks1=0&tricks2=0&tricks3=0"
    assert "must add up to 12" in drafted(f"{everybody}&tricks4=0", rules="wallonia").sentence
    assert drafted(f"{everybody}&tricks4=lost", rules="wallonia").result


def test_one_player_is_a_single_choice_and_two_are_several() -> None:
    alone, together = drafted("contract=S6").questions[0], drafted("contract=PC8").questions[0]
    assert (alone.many, alone.hint) == (False, "Choose one player.")
    assert (together.many, together.hint) == (True, "Choose 2 players.")
    assert drafted("contract=PM").questions[0].hint == "Choose 1 to 3 players."


def test_trump_is_asked_where_the_event_records_it_and_the_contract_has_one() -> None:
    assert "trump" not in asked(drafted("contract=PC9"))
    assert "trump" not in asked(drafted("contract=PM&who=1", records_trump=True))
    suits = drafted("contract=PC9", records_trump=True).questions[-1]
    assert [option.value for option in suits.options] == ["H", "D", "C", "S"]
    free = drafted("contract=S13", records_trump=True).questions[-1]
    assert [option.value for option in free.options] == ["H", "D", "C", "S", "NT"]
    assert "trump" not in asked(drafted("contract=A9", rules="jeux-de-cartes", records_trump=True))


def test_a_captain_must_tell_the_trump_and_a_sheet_of_paper_need_not() -> None:
    assert drafted("contract=PC9&who=1&who=3&tricks=10", records_trump=True).missing == ("the trump",)
    assert result(line("contract=pc9&who=13&tricks=10", records_trump=True)) == {
        "contract": "PC9",
        "declarers": [1, 3],
        "tricks": 10,
    }


# --- What becomes of it ----------------------------------------------------------------------------------------


def test_a_team_contract() -> None:
    given = drafted("contract=PC9&who=1&who=3&tricks=10")
    assert result(given) == {"contract": "PC9", "declarers": [1, 3], "tricks": 10}
    assert given.seen == '{"contract":"PC9","declarers":[1,3],"tricks":10}'


def test_a_personal_contract_counts_for_each() -> None:
    given = drafted("contract=PM&who=1&who=2&tricks1=0&tricks2=1")
    assert result(given) == {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}


def test_the_jurys_answer_goes_along_and_is_asked_for() -> None:
    assert drafted("contract=S12&who=3&tricks=12").missing == ("whether the jury was called",)
    given = drafted("contract=S12&who=3&tricks=12&jury=allowed&trump=H")
    assert result(given) == {"contract": "S12", "declarers": [3], "tricks": 12, "jury": "allowed"}


@pytest.mark.parametrize(("passes", "double", "doubles"), [(0, "", None), (2, "", 2), (0, "1", 1), (2, "1", 3)])
def test_doubles_are_the_announced_one_and_the_deals_passed_out(passes: int, double: str, doubles: int | None) -> None:
    given = drafted(f"contract=TR9&who=1&who=2&tricks=13&double={double}", rules="flanders", passes=passes)
    assert result(given).get("doubles") == doubles


def test_doubles_are_for_rules_that_have_them() -> None:
    assert "doubles" not in result(drafted("contract=PC8&who=1&who=2&tricks=8&double=1", passes=3))


def test_at_a_table_of_five_the_seats_are_told() -> None:
    given = drafted("contract=PC8&who=2&who=5&tricks=8", names=FIVE)
    assert result(given)["seats"] == [2, 3, 4, 5]


def test_points_alone() -> None:
    given = drafted("points1=5&points2=-5&points3=−2&points4=%2B2", rules="points-only")
    assert result(given) == {"points": {"1": 5, "2": -5, "3": -2, "4": 2}}
    half = drafted("points1=5&points2=-5", rules="points-only")
    assert half.missing == ("Chris", "Dirk") and [blank.value for blank in half.blanks] == ["5", "-5", "", ""]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("contract=PC8&who=1&tricks=9", "2"),
        ("contract=PC8&who=1&who=2&who=3&tricks=9", "2"),
        ("contract=PM&who=1&who=2&tricks1=9&tricks2=9", "12"),
        ("contract=PC8&who=1&who=3&tricks=14", "13"),
        ("contract=S12&who=3&tricks=12&jury=refused", "jury"),
        ("contract=PC8&who=1&who=5&tricks=9", "seat 5"),
        ("contract=XX", "XX"),
        ("contract=PMT", "PMT"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(query: str, sentence: str) -> None:
    given = drafted(query)
    assert given.result is None and sentence in given.sentence
    assert given.sentence.endswith(".")


def test_four_misères_share_all_tricks() -> None:
    everyone = "contract=PM&who=1&who=2&who=3&who=4"
    wrong = drafted(f"{everyone}&tricks1=0&tricks2=0&tricks3=0&tricks4=0", rules="wallonia")
    assert wrong.result is None and wrong.error
    assert result(drafted(f"{everyone}&tricks1=0&tricks2=0&tricks3=0&tricks4=12", rules="wallonia"))


def test_junk_counts_as_not_chosen() -> None:
    given = chosen(QueryDict("contract=PC9&who=9&who=x&who=1&tricks=ten&tricks2=1.5&points1=1e3&jury=maybe"))
    assert given.declarers == (1,) and given.tricks is None and not given.tricks_of and not given.points
    maybe = drafted("contract=S12&who=1&tricks=12&jury=maybe")
    assert maybe.result is None and "maybe" in maybe.error


def test_a_key_is_ours_or_none() -> None:
    assert valid_key(new_key()) and new_key() != new_key()
    for junk in ("", "a" * 65, "a b", "é", "a\0", "../x", '"'):
        assert not valid_key(junk)


# --- Rare, not wrong -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "rare"),
    [
        ({"contract": "PC8", "declarers": [1, 2], "tricks": 12}, False),
        ({"contract": "PC8", "declarers": [1, 2], "tricks": 13}, True),
        ({"contract": "PC9", "declarers": [1, 2], "tricks": 4}, True),
        ({"contract": "S13", "declarers": [1], "tricks": 13, "jury": "allowed"}, True),
        ({"contract": "S13", "declarers": [1], "tricks": 12, "jury": "allowed"}, False),
        ({"contract": "PM", "declarers": [1], "tricks": {"1": 5}}, True),
        ({"contract": "GM", "declarers": [1], "tricks": {"1": 0}}, False),
    ],
)
def test_what_hardly_ever_happens_is_doubted_and_not_refused(given: dict[str, Any], rare: bool) -> None:
    ruleset = load("iwwa-2025")
    assert bool(doubt(Result.read(given, ruleset), NAMES, ruleset)) is rare


def test_the_doubt_says_who_and_what() -> None:
    few = drafted("contract=PC9&who=1&who=3&tricks=2").doubt
    assert few == "Really? An and Chris, prop & cop 9, only 2 tricks?"
    assert drafted("contract=PM&who=1&who=2&tricks1=0&tricks2=7").doubt == "Really? Bea, petite misère, 7 tricks?"


def test_points_alone_are_never_doubted() -> None:
    given = {"points": {"1": 500, "2": 0, "3": 0, "4": 0}}
    ruleset = load("points-only")
    assert doubt(Result.read(given, ruleset), NAMES, ruleset) == ""


# --- Typing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["13", "1 3", "1+3", "31", "1, 3"])
@pytest.mark.parametrize("contract", ["pc9", "PC9", " pc 9 "])
def test_a_line_is_read_as_people_type_it(contract: str, who: str) -> None:
    data = QueryDict(mutable=True)
    data.update({"contract": contract, "who": who, "tricks": " 10 "})
    assert result(draft(asking(), typed(data, asking().ruleset))) == {
        "contract": "PC9",
        "declarers": [1, 3],
        "tricks": 10,
    }


@pytest.mark.parametrize(
    ("who", "tricks", "made"),
    [
        ("2", "0", {"2": 0}),
        ("2", "12", {"2": 12}),
        ("24", "0 1", {"2": 0, "4": 1}),
        ("24", "01", {"2": 0, "4": 1}),
        ("24", "0, 11", {"2": 0, "4": 11}),
        ("124", "000", {"1": 0, "2": 0, "4": 0}),
        ("2", "-", {"2": "lost"}),
        ("24", "0 −", {"2": 0, "4": "lost"}),
        ("24", "x0", {"2": "lost", "4": 0}),
        ("124", "0 - 11", {"1": 0, "2": "lost", "4": 11}),
    ],
)
def test_tricks_of_each_are_typed_in_order_of_seats(who: str, tricks: str, made: dict[str, Any]) -> None:
    data = QueryDict(mutable=True)
    data.update({"contract": "pm", "who": who, "tricks": tricks})
    assert result(draft(asking(), typed(data, asking().ruleset)))["tricks"] == made


@pytest.mark.parametrize("tricks", ["", "0", "0 1 2", "none"])
def test_as_many_numbers_as_players_or_nothing(tricks: str) -> None:
    given = line(f"contract=pm&who=24&tricks={tricks}")
    assert given.result is None and "whether Bea made it" in given.sentence


@pytest.mark.parametrize("rules", keys())
def test_whatever_was_written_can_be_typed_again(rules: str) -> None:
    """A correction starts from the line one would have typed: typing that gives the same result."""
    ruleset, asks = load(rules), asking(rules, from_paper=True, records_trump=True)
    found = list(possible(ruleset))[::29] if rules != "points-only" else [Result.read(POINTS, ruleset)]
    for each in found:
        if each.doubles > 1:
            continue  # the rest are passed-out deals, which the table counts
        again = draft(asks, typed(written(each.to_dict(), each.jury or "not_called"), asks.ruleset))
        expected = {"jury": "not_called", **each.to_dict()} if each.contract in ruleset.jury else each.to_dict()
        assert result(again) == {**result(again), **expected}, each


POINTS = {"points": {"1": -5, "2": 5, "3": 0, "4": 12}}


def test_choices_come_back_from_their_address() -> None:
    for choices in (
        Choices("PC9", (1, 3), 10, trump="H", doubled=True),
        Choices("PM", (2, 4), None, {2: 0, 4: 1}, "allowed"),
        Choices(points={1: -5, 2: 5, 3: 0, 4: 0}),
        Choices(),
    ):
        query = QueryDict(choices.query(key="k"))
        assert chosen(query) == choices and query["key"] == "k"
