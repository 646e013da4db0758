"""A table at which anybody may practise: its deals are in the address, and nothing is kept of them."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import Result, RuleSet, words
from scoring.rules.presets import keys, load
from tournament.forms.table.choices import chosen, typed
from tournament.forms.table.deals import draft
from tournament.forms.table.keypad import fields_in, keyed
from tournament.forms.table.questions import Asking
from tournament.models import Entry, Player
from tournament.ranking.records import DealFacts, Seating, TableFacts
from tournament.reading.table import sheets
from tournament.reading.table.scoreboard import scoreboard
from tournament.reading.table.sheet_lines import SheetLine
from tournament.views.shared.at_table import columns
from tournament.views.shared.page import takes
from tournament.wording import language

FEDERATION = "iwwa-2025"
SEATS = (1, 2, 3, 4)
MAX_DEALS = 12
# The longest line of a deal is about half as long.
MAX_LETTERS = 40 * MAX_DEALS


@takes("GET")
def practice(request: HttpRequest, rules: str = FEDERATION) -> HttpResponse:
    """Four players without a name: the scoreboard, then a deal in the same steps as at a real table."""
    if rules not in _with_contracts():
        raise Http404
    ruleset = load(rules)
    entries = _entries()
    names = {seat: sheets.full_name(entry) for seat, entry in entries.items()}
    asking = Asking(ruleset, names)
    written = _written(request.GET.get("deals", ""), asking)
    lines = [line for line, _result in written]
    sheet = practice_sheet(ruleset, [result for _line, result in written])
    page: dict[str, Any] = {
        "sheet": sheet,
        "lines": sheet.written,
        "board": scoreboard(sheet),
        "rules": ruleset,
        "other_rules": [(key, words.ruleset_name(load(key), language())) for key in _with_contracts() if key != rules],
        "deals": ",".join(lines),
        "shorter": ",".join(lines[:-1]),
    }
    if sheet.next and ("deal" in request.GET or "contract" in request.GET):
        page |= _deal(request, sheet, sheet.next, asking, lines)
        # Kept as it was shown: who chose otherwise since is shown that first.
        if page["longer"] and request.GET.get("keep") == page["longer"]:
            return redirect(f"{request.path}?{urlencode({'deals': page['longer']})}")
    return render(request, "captain/practice.html", page)


def practice_sheet(ruleset: RuleSet, results: list[Result]) -> sheets.Sheet:
    """The sheet of four players without a name, with these results."""
    return sheets.build_sheet(_table(results), _entries(), ruleset, sheets.full_name)


def _entries() -> dict[int, Entry]:
    return {seat: Entry(number=seat, player=Player(name="")) for seat in SEATS}


def _deal(
    request: HttpRequest, sheet: sheets.Sheet, line: SheetLine, asking: Asking, lines: list[str]
) -> dict[str, Any]:
    """The next deal: what was chosen of it, and once that is all, what it would give."""
    preview, longer = None, ""
    deal_draft = draft(asking, chosen(request.GET))
    if deal_draft.result:
        before = sheet.totals_before(line.number)
        preview = sheets.preview(sheet.table, line.number, deal_draft.result, asking.ruleset, before)
        longer = ",".join([*lines, keyed(deal_draft.choices)])
    return {
        "line": line,
        "draft": deal_draft,
        "others": replace(deal_draft.choices, contract="", jury="").query(deals=",".join(lines)),
        "preview": preview,
        "columns": columns(sheet, preview),
        "longer": longer,
        "tried": "next" in request.GET,
    }


def _with_contracts() -> list[str]:
    return [key for key in keys() if not load(key).points_only]


def _written(text: str, asking: Asking) -> list[tuple[str, Result]]:
    """The deals in the address, as `forms.table.keypad` writes them, with their results, up to a fault."""
    lines: list[tuple[str, Result]] = []
    for line in text[:MAX_LETTERS].split(",")[:MAX_DEALS]:
        result = draft(asking, typed(fields_in(line, asking.ruleset), asking.ruleset)).result
        if not result:
            break
        lines.append((line, result))
    return lines


def _table(results: list[Result]) -> TableFacts:
    deals = {number: DealFacts(number, result.to_dict(), version=1) for number, result in enumerate(results, 1)}
    seats = tuple(Seating(seat, 1, seat) for seat in SEATS)
    return TableFacts(1, 1, MAX_DEALS, SEATS[0], closed=False, seats=seats, deals=deals)
