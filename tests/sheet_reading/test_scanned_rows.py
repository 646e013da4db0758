"""What the marks of a score sheet mean: each result is the line one would type, each doubt a question."""

from itertools import product

import pytest

from scoring import Result, RuleSet, keys, load, possible
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST
from tournament.forms.table.choices import typed, written
from tournament.forms.table.keypad import keyed
from tournament.scan.layout import OWN_KINDS
from tournament.sheet_reading.marks import TRUMPS, Bubble, SheetQuestion, SheetRules
from tournament.sheet_reading.rows import SheetRow, is_illegible, rows, substitutes

RULES = [key for key in keys() if key != "points-only"]
EARLY = frozenset({("contract", "PC9"), ("declares", "1"), ("declares", "3"), ("tricks", "10")})


def asked(rules: RuleSet, *, jury: bool = True, lost: bool = True) -> SheetRules:
    """What a sheet asks, as most events have it."""
    return SheetRules(rules, jury, lost, 5)


def read(
    rules: RuleSet, *marks: Bubble, doubtful: tuple[Bubble, ...] = (), jury: bool = True, lost: bool = True
) -> SheetRow:
    """The one row of a sheet with these marks."""
    told = asked(rules, jury=jury, lost=lost)
    return rows([1], [(1, *mark) for mark in marks], [(1, *mark, 0.2) for mark in doubtful], told)[0]


def question(
    rules: str, *marks: Bubble, doubtful: tuple[Bubble, ...] = (), jury: bool = True, lost: bool = True
) -> str:
    """The code of the question that these marks leave open; "" if there is none."""
    row = read(load(rules), *marks, doubtful=doubtful, jury=jury, lost=lost)
    assert not (row.line and row.question)
    return row.question.code if row.question else ""


def marks_of(result: Result) -> set[Bubble]:
    """How a table marks a result: each who declares, who lost, the tricks where they are one number."""
    marks = {("contract", result.contract), *(("declares", str(seat)) for seat in result.declarers)}
    if isinstance(result.tricks, int):
        marks.add(("tricks", str(result.tricks)))
    else:
        made = result.makers()
        marks |= {("lost", str(seat)) for seat in result.declarers if seat not in made}
    return marks | ({("jury", "")} if result.jury else set()) | ({("doubled", "")} if result.doubles else set())


def signs_of(result: Result) -> set[Bubble]:
    """The same on a sheet with + and − under each name: whoever declares made it, or lost it."""
    contract = CONTRACTS[result.contract]
    if isinstance(result.tricks, int):
        made = {*result.declarers} if contract.made_with(result.tricks) else set()
    else:
        made = {*result.makers()}
    signs = {("made" if seat in made else "lost", str(seat)) for seat in result.declarers}
    return {mark for mark in marks_of(result) if mark[0] not in OWN_KINDS} | signs


def line_of(result: Result, rules: RuleSet) -> str:
    """What the desk would type for a result."""
    told = result.to_dict()
    if isinstance(told["tricks"], dict):
        made = {str(seat) for seat in result.makers()}
        told["tricks"] = {seat: own if seat in made else LOST for seat, own in told["tricks"].items()}
    return keyed(typed(written(told, result.jury or ""), rules))


def results(rules: RuleSet) -> list[Result]:
    """Every result that a sheet can say."""
    every = (one for one in possible(rules) if one.doubles < 2 and one.jury != "not_called")
    return list({line_of(one, rules): one for one in every}.values())


@pytest.mark.long
@pytest.mark.parametrize("key", RULES)
def test_every_result_of_every_rule_set_comes_back_as_its_line(key: str) -> None:
    rules = load(key)
    for result in results(rules):
        marks, contract = marks_of(result), CONTRACTS[result.contract]
        assert read(rules, *marks) == read(rules, *signs_of(result)) == SheetRow(1, line_of(result, rules))
        if contract.kind == "personal" and len(result.makers()) in (0, len(result.declarers)):
            # The tricks may be marked too, and stand alone where a sheet has no room for who lost.
            count = str(contract.target if result.makers() else contract.target + 1)
            assert read(rules, *marks, ("tricks", count)) == SheetRow(1, line_of(result, rules))


@pytest.mark.long
@pytest.mark.parametrize("key", RULES)
def test_a_further_mark_is_never_taken_for_another_contract_trick_or_trump(key: str) -> None:
    rules = load(key)
    more = [*(("contract", other) for other in rules.lines), *(("tricks", str(count)) for count in range(14))]
    for result, mark in product(results(rules)[::7], [*more, ("misdeal", "")]):
        marks = marks_of(result)
        before, after = read(rules, *marks), read(rules, *marks, mark)
        alone = mark[0] == "tricks" and not any(kind == "tricks" for kind, _value in marks)
        assert after.question or mark in marks or (alone and after.line == before.line)
        doubt = SheetRow(1, question=SheetQuestion("doubtful", (" ".join(mark).strip(),)))
        assert read(rules, *marks, doubtful=(mark,)) == (before if after.line == before.line else doubt)


@pytest.mark.parametrize(
    ("marks", "code"),
    [
        ({("contract", "PC8")}, "contracts"),
        ({("tricks", "9")}, "tricks"),
        ({("declares", "2")}, "declarers"),
        ({("lost", "1")}, "lost"),
        ({("jury", "")}, "jury unneeded"),
        ({("misdeal", "")}, "misdeal"),
    ],
)
def test_one_mark_too_many_is_a_question(marks: set[Bubble], code: str) -> None:
    assert question("iwwa-2025", *EARLY, *marks) == code


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        (("contract", "PC9"), "no contract"),
        (("tricks", "10"), "no tricks"),
    ],
)
def test_one_mark_too_few_is_a_question(mark: Bubble, code: str) -> None:
    assert question("iwwa-2025", *(EARLY - {mark})) == code


def test_nobody_declares_is_a_question() -> None:
    assert question("iwwa-2025", ("contract", "PC9"), ("tricks", "10")) == "declarers"


@pytest.mark.parametrize("kind", ["contract", "declares", "tricks", "lost", "jury", "misdeal"])
def test_a_doubtful_mark_that_would_change_the_line_is_a_question(kind: str) -> None:
    value = {"contract": "PC8", "declares": "2", "tricks": "3", "lost": "4"}.get(kind, "")
    assert question("iwwa-2025", *EARLY, doubtful=((kind, value),)) == "doubtful"


def test_a_doubtful_mark_that_says_what_is_said_already_is_none() -> None:
    rules = load("iwwa-2025")
    marks = (("contract", "PM"), ("lost", "2"))
    assert read(rules, *marks, doubtful=(("declares", "2"),)) == read(rules, *marks) == SheetRow(1, "60 -2")


@pytest.mark.parametrize(
    ("marks", "unlikely", "answer"),
    [
        pytest.param(EARLY, {("contract", "PC8"), ("tricks", "3"), ("jury", "")}, "19 13 10", id="no room"),
        pytest.param(EARLY, {("misdeal", "")}, "? doubtful", id="misdealt first"),
        pytest.param(EARLY, {("tricks", "3"), ("pass", "")}, "? doubtful", id="room for one"),
        pytest.param(EARLY - {("tricks", "10")}, {("tricks", "3")}, "? doubtful", id="needed"),
        pytest.param({("contract", "PM"), ("made", "1")}, {("lost", "1"), ("tricks", "3")}, "60 1", id="a misère"),
        pytest.param({("contract", "PM"), ("made", "1")}, {("lost", "2")}, "? doubtful", id="one more of a misère"),
        pytest.param({("pass", "")}, {("tricks", "3")}, "? doubtful", id="everybody passed"),
        pytest.param(set(), {("tricks", "3")}, "? doubtful", id="empty"),
    ],
)
def test_what_is_hardly_a_mark_is_none_in_a_result_that_has_no_room_for_it(
    marks: set[Bubble], unlikely: set[Bubble], answer: str
) -> None:
    sure, told = [(1, *mark) for mark in marks], asked(load("iwwa-2025"))
    (row,) = rows([1], sure, [(1, *mark, 0.2, True) for mark in unlikely], told)
    assert (f"? {row.question.code}" if row.question else row.line) == answer
    (row,) = rows([1], sure, [(1, *mark, 0.2, False) for mark in unlikely], told)
    assert row.question


@pytest.mark.parametrize(
    ("marks", "partial"),
    [(EARLY, False), (EARLY - {("tricks", "10")}, True), (set(), True), ({("pass", "")}, False)],
)
def test_a_row_in_doubt_is_partial_if_it_has_no_line_without_its_doubts(marks: set[Bubble], partial: bool) -> None:
    row = read(load("iwwa-2025"), *marks, doubtful=(("tricks", "3"),))
    assert row.question
    assert row.partial is partial


def test_many_doubtful_marks_are_a_question() -> None:
    doubtful = tuple(("tricks", str(count)) for count in range(9))
    assert question("iwwa-2025", *EARLY, doubtful=doubtful) == "doubtful"


def test_who_lost_a_misere() -> None:
    rules, misere = load("iwwa-2025"), ("contract", "PM")
    one, two = ("declares", "1"), ("declares", "2")
    assert read(rules, misere, one, ("tricks", "0")).line == "60 1"
    assert read(rules, misere, one, ("tricks", "3"), lost=False).line == "60 -1"
    assert question("iwwa-2025", misere, one, ("tricks", "3")) == "who lost"
    assert read(rules, misere, one, ("lost", "1"), ("tricks", "3")).line == "60 -1"
    assert read(rules, misere, one, two, ("lost", "2")).line == "60 1-2"
    assert read(rules, misere, one, ("lost", "2")).line == "60 1-2"
    assert read(rules, misere, one, two, ("tricks", "0")).line == "60 12"
    assert read(rules, misere, one, two).line == "60 12"
    assert question("iwwa-2025", misere, one, lost=False) == "no tricks"
    assert question("iwwa-2025", misere, one, two, lost=False) == "who lost"
    assert question("iwwa-2025", misere, one, two, ("tricks", "2")) == "who lost"
    assert question("iwwa-2025", misere, one, ("lost", "1"), ("tricks", "0")) == "who lost"
    assert question("iwwa-2025", misere, one, ("tricks", "13"), lost=False) == "tricks of"


def test_a_misere_was_made_or_lost_by_a_mark_of_its_own() -> None:
    """So that neither of them lost on the way is taken for the other."""
    rules, misere = load("iwwa-2025"), ("contract", "PM")
    for sign, count, line in (("made", "0", "60 1"), ("lost", "3", "60 -1")):
        assert read(rules, misere, (sign, "1")).line == read(rules, misere, (sign, "1"), ("tricks", count)).line == line
    assert read(rules, misere, ("made", "1"), ("lost", "2")).line == "60 1-2"
    assert question("iwwa-2025", misere) == "declarers"
    assert question("iwwa-2025", misere, ("made", "1"), ("lost", "1")) == "who lost"
    assert question("iwwa-2025", misere, ("made", "1"), ("tricks", "3")) == "who lost"
    assert question("iwwa-2025", misere, ("made", "1"), doubtful=(("lost", "1"),)) == "doubtful"


def test_a_side_is_marked_by_either_sign_if_its_tricks_allow_it() -> None:
    rules, nine = load("iwwa-2025"), ("contract", "PC9")
    ten, eight = ("tricks", "10"), ("tricks", "8")
    signs = {sign: [(sign, "1"), (sign, "3")] for sign in ("made", "lost")}
    assert read(rules, nine, ten, *signs["made"]).line == "19 13 10"
    # Some mark + before they play: it says who declares.
    assert read(rules, nine, eight, *signs["made"]).line == read(rules, nine, eight, *signs["lost"]).line == "19 13 8"
    assert question("iwwa-2025", nine, ten, *signs["lost"]) == "lost"
    assert question("iwwa-2025", nine, eight, *signs["made"], ("lost", "1")) == "who lost"
    assert question("iwwa-2025", nine, *signs["made"]) == "no tricks"


def test_what_cannot_be_is_a_question() -> None:
    everybody = [("declares", str(seat)) for seat in (1, 2, 3, 4)]
    assert question("iwwa-2025", ("contract", "PIC"), *everybody, ("tricks", "1")) in ("impossible", "declarers")


def test_the_jury_is_asked_about_where_the_table_says_it() -> None:
    rules = load("iwwa-2025")
    key = next(key for key in rules.jury if CONTRACTS[key].kind == "team" and 1 in rules.lines[key].declarers)
    marks = (("contract", key), ("declares", "1"), ("tricks", "13"))
    line = read(rules, *marks, ("jury", "")).line
    assert line.endswith(" 13 1")
    assert question("iwwa-2025", *marks) == "jury"
    assert read(rules, *marks, jury=False).line == line.removesuffix(" 1")
    assert read(rules, *marks, ("jury", ""), jury=False).line == line.removesuffix(" 1")


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_trump_is_written_with_its_sign(trump: str) -> None:
    rules = load("iwwa-2025")
    row = read(rules, *EARLY, ("trump", trump))
    unfit = SheetRow(1, question=SheetQuestion("trump unfit", ("PC9",)))
    assert row == (unfit if trump == "NT" else SheetRow(1, f"19 13 10 {TRUMPS[trump]}"))
    assert question("iwwa-2025", *EARLY, ("trump", "H"), ("trump", "S")) == "trumps"


def test_a_deal_that_was_passed_out_first() -> None:
    assert read(load("iwwa-2025"), ("pass", "")).line == "0"
    assert read(load("iwwa-2025"), ("pass", ""), *EARLY).line == "0 19 13 10"


def test_an_empty_row_is_a_question_only_above_others() -> None:
    told = asked(load("iwwa-2025"))
    marks = [(deal, *mark) for deal in (2, 4) for mark in EARLY]
    found = rows(range(1, 7), marks, [], told)
    assert [row.question for row in found] == [SheetQuestion("empty"), None, SheetQuestion("empty"), None, None, None]
    assert [row.line for row in found] == ["", "19 13 10", "", "19 13 10", "", ""]
    assert rows(range(1, 4), [], [], told) == [SheetRow(1), SheetRow(2), SheetRow(3)]


def test_a_doubtful_mark_in_an_empty_row_is_a_question() -> None:
    assert question("iwwa-2025", doubtful=(("tricks", "3"),)) == "doubtful"


def test_a_substitute_is_told_of_the_whole_sheet() -> None:
    others = [(0, "agreed", "1"), (1, "tricks", "4")]
    assert substitutes([(0, "substitute", "3"), *others, (0, "substitute", "2")]) == (2, 3)
    assert substitutes([(0, "substitute", "2", 0.3)]) == (2,)


@pytest.mark.parametrize(
    ("doubts", "sure", "others", "illegible"),
    [
        pytest.param([0.1] * 5, 7, [], True, id="five of twelve"),
        pytest.param([0.1] * 16, 0, [], True, id="all"),
        pytest.param([0.1] * 6, 9, [], False, id="two of five"),
        pytest.param([0.1] * 4, 0, [], False, id="a short sheet"),
        pytest.param([], 0, ["no tricks"] * 16, False, id="tricks that nobody marked"),
        pytest.param([0.1] * 6, 0, ["no tricks"] * 9, False, id="six, and nine that ask something else"),
        pytest.param([0.1] * 5, 7, ["empty"] * 4, True, id="five of twelve, and four of which nothing is left"),
        pytest.param([0.9] * 16, 0, [], False, id="all, and plain to see"),
        pytest.param([0.1] * 6 + [0.2] * 9, 0, [], False, id="six, and nine that are plain to see"),
    ],
)
def test_a_sheet_of_which_too_little_is_left(
    doubts: list[float], sure: int, others: list[str], illegible: bool
) -> None:
    """Many of its rows need marks that are hardly seen; what was not played says nothing.

    Each doubt is the share of ink in the darkest bubble of its row; beside it is another one with hardly any.
    """
    questions = [SheetQuestion("doubtful")] * len(doubts) + [SheetQuestion(code) for code in others]
    lines = [""] * len(questions) + ["19 13 10"] * sure + [""] * 4
    asking = [*questions, *[None] * (sure + 4)]
    sheet = [
        SheetRow(deal, line, asks, partial=deal <= len(doubts))
        for deal, (line, asks) in enumerate(zip(lines, asking, strict=True), start=1)
    ]
    doubtful = [(deal, "tricks", "3", fill) for deal, fill in enumerate(doubts, start=1)]
    specks = [(deal, "tricks", "5", 0.01) for deal in range(1, len(doubts) + 1)]
    marked = [(row.deal, "contract", "PC9") for row in sheet if row.line or row.question]
    assert is_illegible(sheet, marked, doubtful + specks) is illegible
    assert is_illegible(sheet, marked, specks + doubtful) is is_illegible(sheet, [], doubtful) is illegible


def test_specks_in_rows_that_were_not_played_make_no_sheet_illegible() -> None:
    """As a line through all that is left."""
    doubtful = [(deal, "tricks", "3", 0.03) for deal in range(4, 13)]
    for first in (1, 4):
        marked = [(deal, *mark) for deal in range(first, 4) for mark in EARLY]
        sheet = rows(range(1, 13), marked, doubtful, asked(load("iwwa-2025")))
        assert is_illegible(sheet, marked, doubtful) is (first > 3)
