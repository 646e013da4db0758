"""The phone's own modules, in a real browser: every figure of every rule set, every refusal, every text it sends."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, Route

from scoring import Result, RuleSet, compile_table, keys, load, score
from scoring.game.contracts import CONTRACTS
from scoring.game.possible import possible
from scoring.game.results import LOST, MAX_DOUBLES, SEATS, Own
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day
from tournament.forms.table.choices import Choices
from tournament.forms.table.deals import Draft, doubt, draft
from tournament.forms.table.phone_words import phone_words
from tournament.forms.table.questions import Asking

pytestmark = pytest.mark.long

PLAYED = [key for key in keys() if key != "points-only"]
NAMES = {1: "An", 2: "Bea", 3: "Chris", 4: "Dirk"}
FIVE = {2: "Bea", 3: "Chris", 4: "Dirk", 5: "Els"}
MODULES = Path(__file__).resolve().parents[3] / "tournament" / "static" / "troel" / "captain"
# What the page does with each deal: read it, write down what is sent, look its points up, doubt it.
ASK = """async (text) => {
    const { read, seenOf, doubtOf } = await import('/result.js');
    const { pointsOf } = await import('/points.js');
    const { state, deals } = JSON.parse(text);
    return JSON.stringify(deals.map(([deal, choices]) => {
        const { result, missing, error } = read(state, deal, choices);
        if (!result) return { missing: Boolean(missing), error: error ?? "" };
        const points = pointsOf(state.rules, result);
        return { seen: seenOf(result), points, doubt: doubtOf(state, deal, result) };
    }));
}"""


@pytest.fixture
def modules(new_page: NewPage) -> Page:
    """A page that can import the modules, and nothing else: no server has a part in it."""

    def give(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=MODULES / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!DOCTYPE html>", content_type="text/html")

    page = new_page()
    page.route("http://phone.test/**", give)
    page.goto("http://phone.test/")
    return page


class Phone:
    """The modules with the rules of an event that may record the trump."""

    def __init__(self, page: Page, ruleset: RuleSet, *, trump: bool = False) -> None:
        self.page, self.ruleset, self.trump = page, ruleset, trump
        self.rules = compile_table(ruleset)
        self.state = {"rules": self.rules, "words": phone_words(ruleset), "trump": trump}

    def answers(self, asked: Iterable[tuple[Asking, Choices]]) -> list[dict[str, Any]]:
        """What the phone makes of each deal."""
        deals = [({"plays": list(ask.names.items()), "passes": ask.passes}, said(given)) for ask, given in asked]
        return list(json.loads(self.page.evaluate(ASK, json.dumps({"state": self.state, "deals": deals}))))

    def agrees(self, asked: Iterable[tuple[Asking, Choices]]) -> list[Draft]:
        """What the server makes of each, after making sure that the phone says exactly the same."""
        asked = list(asked)
        drafts = [draft(ask, given) for ask, given in asked]
        for given, answer in zip(drafts, self.answers(asked), strict=True):
            if given.result:
                names = NAMES if given.result.seats == SEATS else FIVE
                assert answer == told(given.result, names, self.ruleset), given.choices
            else:
                assert answer == {"missing": bool(given.missing), "error": given.error}, given.choices
        return drafts

    def asking(self, passes: int = 0, names: dict[int, str] = NAMES) -> Asking:
        """A deal of these rules."""
        return Asking(self.ruleset, names, passes, self.trump)


def said(choices: Choices) -> dict[str, Any]:
    """Choices as the phone keeps them."""
    given = asdict(choices)
    return given | {"who": choices.declarers, "own": choices.tricks_of, "double": choices.doubled}


def told(result: Result, names: dict[int, str], ruleset: RuleSet) -> dict[str, Any]:
    """What the phone should say of a result."""
    return {
        "seen": json.dumps(result.to_dict(), separators=(",", ":")),
        "points": {str(seat): number for seat, number in score(result, ruleset).items()},
        "doubt": doubt(result, names, ruleset),
    }


def choices_of(result: Result) -> Choices:
    """The choices that lead to a result."""
    own = result.tricks if isinstance(result.tricks, tuple) else ()
    return Choices(
        result.contract,
        result.declarers,
        None if own else result.tricks,  # type: ignore[arg-type]  # a number where nobody has their own
        dict(zip(result.declarers, own, strict=True)) if own else {},
        result.jury or "",
    )


def cell_of(result: Result) -> tuple[str, int, int, int]:
    """The cell of the compiled table that a result's points stand in."""
    if isinstance(result.tricks, int):
        return result.contract, len(result.declarers), result.tricks, result.doubles
    return result.contract, len(result.declarers), len(result.declarers) - len(result.makers()), result.doubles


def made_or_lost(result: Result) -> bool:
    """Whether each declarer made the contract or just lost it, as most captains say it."""
    own = result.tricks if isinstance(result.tricks, tuple) else ()
    return set(own) <= {CONTRACTS[result.contract].target, LOST}


def every_result(ruleset: RuleSet) -> list[Result]:
    """Every possible result with every number of doubles; of personal contracts with many declarers some."""
    found = [result for result in possible(ruleset) if not result.doubles]
    few = [result for result in found if isinstance(result.tricks, int) or len(result.tricks) == 1]
    many = [result for result in found if isinstance(result.tricks, tuple) and len(result.tricks) > 1]
    plain = [result for result in many if made_or_lost(result)]
    told = [*few, *plain, *many[::11]]
    most = MAX_DOUBLES if ruleset.doubles else 0
    return [replace(result, doubles=doubles) for result in told for doubles in range(most + 1)]


@pytest.mark.parametrize("key", by_day(PLAYED))
def test_every_figure_of_the_rules_is_the_one_that_counts(modules: Page, key: str) -> None:
    phone = Phone(modules, load(key))
    results = every_result(phone.ruleset)
    asked = []
    for result in results:
        doubled = result.doubles % 2 == 1
        asked.append((phone.asking(result.doubles - doubled), replace(choices_of(result), doubled=doubled)))
    for result, answer in zip(results, phone.answers(asked), strict=True):
        assert answer == told(result, NAMES, phone.ruleset)
    cells = {
        (contract, int(declarers), int(outcome), doubles)
        for contract, compiled in phone.rules["contracts"].items()
        for declarers, outcomes in compiled["cells"].items()
        for outcome, told_doubles in outcomes.items()
        for doubles in range(len(told_doubles))
        if (declarers, outcome) != ("4", "0") or compiled["kind"] == "team"  # all four cannot have made it
    }
    assert {cell_of(result) for result in results} == cells


def attempts(phone: Phone) -> Iterator[tuple[Asking, Choices]]:
    """Whatever could be tapped for each contract, possible or not, and what was not tapped yet."""
    for key, line in phone.ruleset.lines.items():
        contract = line.contract
        yield phone.asking(), Choices(key)
        most = 1 if line.declarers == (1,) else len(SEATS)
        jury = ("allowed", "not_called", "") if key in phone.ruleset.jury else ("",)
        for number in range(most + 1):
            for who in list(combinations(SEATS, number))[: 1 if number > 1 else 2]:
                for answer in jury:
                    yield from _tricks(phone, Choices(key, who, jury=answer), contract.target, contract.played)


def _tricks(phone: Phone, given: Choices, target: int, played: int) -> Iterator[tuple[Asking, Choices]]:
    if phone.ruleset.lines[given.contract].contract.kind == "team":
        for tricks in (None, *range(played + 1)):
            yield phone.asking(), replace(given, tricks=tricks)
    else:
        own_tricks: tuple[Own, ...] = (target, LOST, played, 0, 1, played // 2, played - 1)
        few = own_tricks[: 7 if len(given.declarers) < 3 else 3]
        for own in product(few, repeat=len(given.declarers)):
            yield phone.asking(), replace(given, tricks_of=dict(zip(given.declarers, own, strict=True)))
    for passes, doubled in ((MAX_DOUBLES - 1, True), (MAX_DOUBLES, False), (MAX_DOUBLES, True), (12, False)):
        own_lost = dict.fromkeys(given.declarers, LOST)
        yield phone.asking(passes), replace(given, tricks=target, tricks_of=own_lost, doubled=doubled)


@pytest.mark.parametrize("key", by_day(PLAYED))
def test_the_phone_refuses_what_the_server_refuses_in_the_same_words(modules: Page, key: str) -> None:
    with translation.override("nl" if PLAYED.index(key) % 2 else "fr"):
        phone = Phone(modules, load(key))
        drafts = phone.agrees(attempts(phone))
    refused = {given.fault for given in drafts if given.fault}
    assert ("bad_doubles" in refused) is phone.ruleset.doubles
    assert refused if any(line.declarers != (1,) for line in phone.ruleset.lines.values()) else not refused


def test_every_refusal_that_a_phone_can_meet_is_met(modules: Page) -> None:
    refused = set()
    for key in ("wallonia", "flanders"):
        phone = Phone(modules, load(key))
        refused |= {given.fault for given in phone.agrees(attempts(phone)) if given.fault}
    assert refused == {"declarers_number", "tricks_too_many", "tricks_not_all", "tricks_not_lost", "bad_doubles"}


@pytest.mark.parametrize("key", by_day(PLAYED))
def test_with_a_trump_and_at_a_table_of_five(modules: Page, key: str) -> None:
    phone = Phone(modules, load(key), trump=True)
    asked = []
    for result in list(possible(phone.ruleset))[::7]:
        line, given = phone.ruleset.lines[result.contract], choices_of(result)
        for trump in ("", *line.contract.trumps(line.trump)):
            asked.append((phone.asking(), replace(given, trump=trump)))
        moved = {5 if seat == 1 else seat: own for seat, own in given.tricks_of.items()}
        others = tuple(sorted(5 if seat == 1 else seat for seat in given.declarers))
        trump = next(iter(line.contract.trumps(line.trump)), "")
        five = replace(given, declarers=others, tricks_of=moved, trump=trump)
        asked.append((phone.asking(names=FIVE), five))
    drafts = phone.agrees(asked)
    seats = {given.result.seats for given in drafts if given.result}
    assert seats == {SEATS, tuple(FIVE)}
    assert any(given.missing for given in drafts) and any(given.result and given.result.trump for given in drafts)


def test_points_alone(modules: Page) -> None:
    phone = Phone(modules, load("points-only"))
    five = phone.asking(names=FIVE)
    asked = [
        (phone.asking(), Choices(points={1: 5, 2: -5, 3: -2, 4: 2})),
        (phone.asking(), Choices(points={1: 5, 2: -5})),
        (phone.asking(), Choices(points={1: 5, 2: -5, 3: 1_000_001, 4: 2})),
        (five, Choices(points={2: 1, 3: 0, 4: 0, 5: -1})),
    ]
    found = [(bool(given.result), given.fault) for given in phone.agrees(asked)]
    assert found == [(True, ""), (False, ""), (False, "points_range"), (True, "")]


BEFORE = """async (text) => {
    const { adds, before, toldThen } = await import('/right.js');
    const { state, deal, result } = JSON.parse(text);
    return [before(state, deal), toldThen(state, deal), adds(state, deal, result)];
}"""


@pytest.mark.parametrize("trump", ["", "&trump=H"])
@pytest.mark.parametrize("asked", [True, False])
def test_what_was_recorded_has_its_points_whatever_else_is_asked_by_now(modules: Page, trump: str, asked: bool) -> None:
    phone = Phone(modules, load("flanders"), trump=asked)
    deal = {"plays": list(NAMES.items()), "passes": 0, "recorded": f"contract=S6&who=2&tricks=7{trump}"}
    result = {"contract": "S6", "declarers": [2], "tricks": 8}
    told = modules.evaluate(BEFORE, json.dumps({"state": phone.state, "deal": deal, "result": result}))
    was, now = (score(Result("S6", (2,), tricks), phone.ruleset) for tricks in (7, 8))
    assert told[0] == {str(seat): number for seat, number in was.items()}
    assert told[1].endswith("7 tricks · hearts" if trump else "7 tricks")
    assert told[2] == {str(seat): now[seat] - was[seat] for seat in was}
