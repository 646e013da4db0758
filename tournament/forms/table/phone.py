"""All that a phone needs to write a table's deals without the network: the rules, the seats, the totals, the words.

The page embeds it as JSON, and `static/troel/captain/` reads it. The phone looks points up and computes none.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict

from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from scoring import RuleSet, compile_table
from scoring.points.compiled import CompiledTable
from tournament.forms.table.choices import entered, typed, written
from tournament.forms.table.keypad import keyed_line
from tournament.forms.table.phone_words import Words, phone_words
from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import answers, bound
from tournament.reading.logbook import seals
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.wording import language

# The element of a page in which a phone finds its state.
STATE = "phone-state"


class PhoneDeal(TypedDict):
    """One deal: who deals (a position), who `plays` (positions and names), everyone's total `before` it, by position.

    `passed` says that deals passed out before it double it, where they do. It is `settled` once it has a result or was
    annulled, `entered` once the table wrote it, `waiting` while that waits for the jury. `jury` is what the jury has
    said of it, by contract and position, `told` the same in sentences, `passing` who must pass in this hand;
    `announced` is what is being played, as the fields of a form, and `recorded` what the table recorded if it can
    correct that itself; `keyed` is what it entered as the desk types it.
    """

    number: int
    dealer: int
    dealer_name: str
    plays: list[tuple[int, str]]
    before: dict[int, int]
    version: int
    passes: int
    passed: str
    settled: bool
    entered: bool
    waiting: bool
    jury: dict[str, dict[int, str]]
    passing: list[int]
    told: list[str]
    announced: str
    recorded: str
    keyed: str


class Constants(TypedDict):
    """What all tables with the same rules have in one language."""

    rules: CompiledTable
    words: Words


class PhoneState(Constants):
    """A table as its phone knows it. `address` is that of its page, `seats` and `rules.hash` are fields of the form.

    `mark` is what it asks for news with. `trump` says whether the trump is recorded, `tells` whether the table says
    that the jury was there, `decided` whether totals include decisions at this table.
    """

    address: str
    table: int
    round: int
    revision: int
    mark: str
    seats: str
    trump: bool
    tells: bool
    decided: bool
    deals: list[PhoneDeal]
    totals: dict[int, int]


def phone_state(row: Table, sheet: Sheet, address: str) -> PhoneState:
    """What the phone at a table is given, in the visitor's language; `address` is the path of the table's page."""
    event = row.round.event
    ruleset = facts.ruleset(event)
    return {
        "address": address,
        "table": row.number,
        "round": row.round.number,
        "revision": row.revision,
        "mark": seals.sealed(event, str(row.revision)),
        "seats": sheet.seats,
        "trump": event.records_trump,
        "tells": event.jury == Event.Jury.TABLE,
        "decided": sheet.decided,
        **_constants(ruleset, language()),
        "deals": [
            _deal(sheet, line, points) for line, points in zip(sheet.lines, sheet.totals_at_beginnings(), strict=True)
        ],
        "totals": {total.position: total.points for total in sheet.totals if total.until is None},
    }


def phone_script(row: Table, sheet: Sheet, address: str) -> SafeString:
    """The same as the element that a page has it in."""
    state, constants = phone_state(row, sheet, address), Constants.__annotations__
    varying = json_script({name: value for name, value in state.items() if name not in constants}, STATE)
    # Three quarters of a page: joined as text, which is far sooner made.
    constant = _constant_text(facts.ruleset(row.round.event), language())
    return mark_safe(varying.removesuffix("}</script>") + constant)  # noqa: S308 - escaped by json_script


@lru_cache(maxsize=64)
def _constants(ruleset: RuleSet, _language: str) -> Constants:
    return {"rules": compile_table(ruleset), "words": phone_words(ruleset)}


@lru_cache(maxsize=64)
def _constant_text(ruleset: RuleSet, language: str) -> str:
    """How the JSON of a state ends, after what is the table's own."""
    return ", " + json_script(_constants(ruleset, language)).partition("{")[2]


def _deal(sheet: Sheet, line: SheetLine, points: Mapping[int, int]) -> PhoneDeal:
    """`points` are those of each entry when the deal begins."""
    choices = typed(entered(sheet.table.deal(line.number)), line.ruleset) if line.entered else None
    return {
        "number": line.number,
        "dealer": sheet.table.dealer(line.number),
        "dealer_name": sheet.dealer(line.number),
        "plays": list(sheet.names(line.number).items()),
        "before": {seat: points[sheet.table.entry(seat, line.number)] for seat in sheet.table.positions},
        "version": line.version,
        "passes": line.passes,
        "passed": _passed(line.passes) if line.ruleset.doubles else "",
        "settled": line.over,
        "entered": line.entered,
        "waiting": line.waiting,
        "jury": answers(sheet.table.deal(line.number).rulings),
        "passing": sorted(bound(sheet.table.deal(line.number).rulings)),
        "told": list(line.answers),
        "announced": typed(written(line.announced), line.ruleset).query() if line.announced else "",
        "recorded": choices.query() if choices and not sheet.ruled_on(line) else "",
        "keyed": keyed_line(line, choices) if choices else "",
    }


def _passed(count: int) -> str:
    sentence = ngettext(
        "Everybody passed once before this deal: that doubles it too.",
        "Everybody passed %(count)s times before this deal: each time doubles it too.",
        count,
    )
    return sentence % {"count": count} if count else ""
