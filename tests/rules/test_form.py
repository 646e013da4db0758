"""The rule form by itself: a rule set as typed fields and back, and what is shown of it."""

import json
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import settings as bounded
from hypothesis import strategies as st

from scoring import RuleSet, compile_table, keys, load, words
from scoring.game.contracts import CONTRACTS
from scoring.rules.parts import parts
from scoring.rules.penalties import MAX_PENALTIES
from tests.support.pages.rule_forms import IWWA, cells, form
from tournament.forms.rules import figures
from tournament.forms.rules.fields import reading
from tournament.forms.rules.form import bound, restorable, restored, texts_of, unbound

PLAYED = [key for key in keys() if key != "points-only"]


# --- There and back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_a_rule_set_that_is_sent_as_it_was_shown_is_the_same(key: str, lang: str) -> None:
    ruleset = load(key)
    sent = bound(texts_of(ruleset, lang), ruleset, ruleset, lang)
    assert sent.faults_by_field == {}
    assert sent.ruleset == ruleset
    assert sent.texts == unbound(ruleset, ruleset, lang).texts


@pytest.mark.parametrize("start", PLAYED)
@pytest.mark.parametrize("paper", PLAYED)
def test_typed_from_paper_over_another_rule_set_it_gives_the_same_table(start: str, paper: str) -> None:
    began, wanted = load(start), load(paper)
    sent = bound(texts_of(wanted, "nl"), began, began, "nl")
    assert sent.ruleset is not None, sent.faults_by_field
    assert compile_table(sent.ruleset)["contracts"] == compile_table(wanted)["contracts"]
    assert {part: text for part, text in parts(sent.ruleset).items() if part != "penalties"} == {
        part: text for part, text in parts(wanted).items() if part != "penalties"
    }


def amounts(most: int) -> Any:
    return st.integers(0, most)


@st.composite
def lines(draw: Any, key: str, settle: str) -> dict[str, Any]:
    """A line of a contract that a rule set may have."""
    contract = CONTRACTS[key]
    team = contract.kind == "team"
    allowed = [n for n in contract.allowed if not team or n < 3]
    declarers = sorted(draw(st.sets(st.sampled_from(allowed), min_size=1)))
    line: dict[str, Any] = {"declarers": declarers, "made": draw(amounts(99_999)), "lost": draw(amounts(999))}
    if team:
        line["under"] = draw(amounts(9))
        line["trump"] = draw(st.sampled_from(("suit", "any", "none")))
        if draw(st.booleans()):
            line |= {"over": draw(st.integers(1, 9)), "over_to": draw(st.integers(contract.target, 13))}
        elif contract.target < 13:
            line["made"] = draw(st.lists(amounts(99), min_size=2, max_size=14 - contract.target))
    if settle == "table":
        each = st.lists(amounts(99), min_size=max(declarers), max_size=max(declarers))
        line["opp"] = draw(amounts(99) if team or max(declarers) == 1 else st.one_of(amounts(99), each))
        line |= {"opp_under": draw(amounts(9))} if team else {}
    return {**line, "doubles": draw(st.integers(0, 3))}


@st.composite
def rule_sets(draw: Any) -> RuleSet:
    """A rule set of any contracts, with equals among them."""
    played = draw(st.lists(st.sampled_from(list(CONTRACTS)), min_size=1, max_size=12, unique=True))
    settle = draw(st.sampled_from(("table", "shared")))
    ladder: list[list[str]] = []
    for key in played:
        if ladder and draw(st.booleans()):
            ladder[-1].append(key)
        else:
            ladder.append([key])
    team = [key for key in played if CONTRACTS[key].kind == "team"]
    mode = draw(st.sampled_from(("none", "flat", "double")))
    all13 = {"none": {}, "flat": {"points": draw(amounts(99))}, "double": {}}[mode]
    if mode != "none":
        all13["contracts"] = draw(st.lists(st.sampled_from(team), unique=True)) if team else []
    data = {
        **IWWA.to_dict(),
        "settle": settle,
        "together": "each",
        "doubles": draw(st.booleans()),
        "ladder": ladder,
        "lines": {key: draw(lines(key, settle)) for key in played},
        "jury": draw(st.lists(st.sampled_from(played), unique=True)),
        "all13": {"mode": mode, **all13},
    }
    return RuleSet.from_dict(data)


@pytest.mark.long
@bounded(max_examples=60)
@given(rule_sets())
def test_any_rule_set_comes_back_from_its_form(ruleset: RuleSet) -> None:
    assert bound(texts_of(ruleset, "fr"), ruleset, ruleset, "fr").ruleset == ruleset
    sent = bound(texts_of(ruleset, "fr"), IWWA, IWWA, "fr")
    assert sent.ruleset is not None, sent.faults_by_field
    assert compile_table(sent.ruleset)["contracts"] == compile_table(ruleset)["contracts"]


@pytest.mark.long
@bounded(max_examples=80)
@given(st.data())
def test_whatever_is_typed_is_judged_and_nothing_of_it_is_lost(data: Any) -> None:
    fields = sorted(texts_of(IWWA, "nl"))
    chosen = data.draw(st.dictionaries(st.sampled_from(fields), st.text(max_size=30), min_size=1, max_size=5))
    sent = form(chosen, lang="nl")
    assert (sent.ruleset is None) == bool(sent.faults_by_field)
    assert all(sent.texts.get(name, "") == text for name, text in chosen.items())
    reading(sent)
    if sent.ruleset:
        assert RuleSet.from_dict(json.loads(json.dumps(sent.ruleset.to_dict()))) == sent.ruleset


# --- One figure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10", 10),
        (" +3 ", 3),
        ("–", None),
        ("", None),
        ("4 / 5 / 7", [4, 5, 7]),
        ("+4/+5/+7", [4, 5, 7]),
        ("12, 18 24", [12, 18, 24]),
        ("-7", "-7"),
        ("7½", "7½"),
        ("12 / – / 24", [12, "–", 24]),
        ("٣", "٣"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_an_amount_is_read_as_the_paper_writes_it(text: str, amount: object) -> None:
    assert figures.figures(text) == amount


@pytest.mark.parametrize("text", ["7", "-7", "−7", "– 7"])
def test_what_is_lost_may_have_its_minus(text: str) -> None:
    assert figures.figure(text, "−") == 7


@pytest.mark.parametrize(("text", "numbers"), [("2", [2]), ("1–3", [1, 2, 3]), ("1-2", [1, 2]), ("1, 3", [1, 3])])
def test_how_many_declare_is_read_as_the_paper_writes_it(text: str, numbers: list[int]) -> None:
    assert figures.declarers(text) == numbers


def test_a_contract_comes_between_two_others_and_beside_an_equal() -> None:
    sent = form({"lines.A12.place": "16,5", "lines.A12.made": "75", "lines.A12.lost": "75", "lines.A12.opp": "50"})
    assert sent.ruleset and sent.ruleset.ladder[15:18] == (("A11",), ("A12",), ("GMT",))
    equal = form({"lines.S6.place": "2"})
    assert equal.ruleset and equal.ruleset.ladder[:3] == (("PC8",), ("PC9", "S6"), ("PC10",))


def test_a_contract_without_a_place_is_not_played() -> None:
    sent = form({"lines.S12.place": "", "lines.PIC.place": "–"})
    assert sent.ruleset and not {"S12", "PIC"} & set(sent.ruleset.lines)
    assert sent.ruleset.jury == {"GMT", "S13"}


def test_where_opponents_pay_their_columns_do_not_count_and_are_not_lost() -> None:
    sent = form({"settle": "shared", "all13.mode": "none"})
    assert sent.ruleset and all(line.opp == () for line in sent.ruleset.lines.values())
    assert sent.texts["lines.PC8.opp"] == "7"


# --- What is shown -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_every_field_that_is_read_is_shown_once(key: str) -> None:
    ruleset = load(key)
    named = [cell.name for cell in cells(unbound(ruleset, ruleset, "en"))]
    assert len(named) == len(set(named))
    assert set(texts_of(ruleset, "en")) <= set(named)


def test_the_largest_form_is_within_what_a_request_may_hold() -> None:
    house = MAX_PENALTIES
    texts = {f"penalties.house-{at}.name": "x" for at in range(1, house + 20)}
    sent = form({**texts})
    assert len(sent.house) == house
    # As a browser sends it, each ticked box and each empty field counts; and csrf token and hash.
    assert len(list(cells(sent))) + 2 < min(1000, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)


def test_the_last_of_as_many_house_rules_as_a_file_may_hold_can_be_typed_over() -> None:
    misdeal = IWWA.to_dict()["penalties"]["misdeal"]  # type: ignore[index]
    own = {f"own-{at}": {**misdeal, "article": f"H{at}"} for at in range(1, MAX_PENALTIES)}
    full = RuleSet.from_dict({**IWWA.to_dict(), "penalties": {"misdeal": misdeal, **own}})
    last = f"penalties.own-{MAX_PENALTIES - 1}"
    renamed = form({f"{last}.name": "Another name"}, full).ruleset
    assert renamed and renamed.penalties[-1].names["en"] == "Another name"
    removed = form({f"{last}.remove": "on"}, full).ruleset
    assert removed and len(removed.penalties) == MAX_PENALTIES - 1


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize(
    "changes",
    [
        {"lines.PC9.made": "11"},
        {"name": "Another name"},
        {"source": "Another sheet"},
        {"penalties.hints.heaviest": "9"},
    ],
)
def test_rules_that_were_proposed_come_back_as_they_were_sent(changes: dict[str, str], lang: str) -> None:
    first = form({"lines.PC9.lost": "21"}, lang=lang).ruleset
    assert first
    for start in (IWWA, first):
        proposed = bound({**texts_of(start, lang), **changes}, start, IWWA, lang).ruleset
        assert proposed
        assert restored(proposed, start, IWWA, lang).ruleset == proposed
        assert restorable(proposed, start, IWWA, lang)


def test_what_the_form_does_not_ask_it_cannot_hold() -> None:
    assert not restorable(load("flanders"), IWWA, IWWA, "nl")  # its name is another one in French
    data = IWWA.to_dict()
    named = {**data["lines"], "PC9": {**data["lines"]["PC9"], "names": dict.fromkeys(words.LANGUAGES, "Nine")}}  # type: ignore[index, dict-item]
    assert not restorable(RuleSet.from_dict({**data, "lines": named}), IWWA, IWWA, "nl")


def test_a_figure_that_differs_shows_the_one_it_came_from() -> None:
    sent = bound({**texts_of(IWWA, "en"), "lines.PC9.made": "11", "lines.PC9.over": "+3"}, IWWA, IWWA, "en")
    differing = {cell.name: cell.was for cell in cells(sent) if cell.differs}
    assert differing == {"lines.PC9.made": "10"}
    ticked = form({"lines.PC8.jury": "on", "all13.mode": "double"})
    assert {cell.name: cell.was for cell in cells(ticked) if cell.differs} == {
        "lines.PC8.jury": "not ticked",
        "all13.mode": "points instead",
        **({} if ticked.texts["all13.points"] else {"all13.points": "30"}),
    }
