"""The desk's page for typing a whole sheet: one line per deal, few keys each, sent one by one by a script."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.game.typed import vocabulary
from tournament.access import Permission
from tournament.acts.table.second_typing import require_other, verify_table
from tournament.errors import UserError
from tournament.forms.table.keypad import differences, fields_in, keyed_lines, lines_in
from tournament.forms.table.phone import PhoneState, phone_state
from tournament.forms.table.phone_words import desk_words
from tournament.models import Table
from tournament.ranking import facts
from tournament.reading.rounds.pace import still_out
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.views.captain.json_answers import redirect_or_json
from tournament.views.desk.table import table_path, typing
from tournament.views.desk.tables import at_desk, counted, sheet_path, table_of
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import columns, is_typable, key_of, unverified
from tournament.views.shared.page import see_other


@at_desk("GET")
def rows(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """The deals of a table as rows to be typed from a sheet of paper. Without scripts: the form for one deal."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    again = "again" in request.GET
    if again and is_typable(row):
        _require_second(row, sheets.sheet(row, public=False), by)
    return rows_page(request, row, again=again)


def rows_page(
    request: HttpRequest, row: Table, *, again: bool = False, read: Mapping[str, Any] | None = None
) -> HttpResponse:
    """The page itself; `again` for typing a sheet a second time, `read` for what a picture says (desk_scans.look)."""
    event, path = row.round.event, table_path(row)
    if not is_typable(row):
        return see_other(path)
    sheet, ruleset = sheets.sheet(row, public=False), facts.ruleset(event)
    state = phone_state(row, sheet, path)
    home = reverse("staff:event", args=[event.slug])
    page = {
        "table": row,
        "round": row.round,
        "sheet": sheet,
        "deals": [_row(sheet, line, read) for line in sheet.lines],
        "rules": ruleset,
        "unverified": unverified(event),
        "again": again,
        "read": read,
        "line": _one(row, sheet, read),
        "state": _blind(state) if again else state,
        "desk": {
            "home": home,
            "rest": path.removeprefix(home),
            "vocabulary": dict(vocabulary(ruleset)),
            "say": desk_words(),
            "event": event.pk,
            "again": again,
        },
        **counted(*still_out(row.round)),
    }
    return staff_page(request, "desk/rows.html", event, **page)


def _one(row: Table, sheet: Sheet, read: Mapping[str, Any] | None) -> dict[str, Any]:
    """The form for one deal, where no script runs; of a picture a deal without doubt first, filled in."""
    rules, still = facts.ruleset(row.round.event), [line.number for line in sheet.lines if not line.over]
    if not still:
        return {}
    script, doubts = (read["script"], read["questions"]) if read else ({"sure": ()}, ())
    lines = {number: fields_in(script["lines"][number], rules) for number in script["sure"] if number in still}
    ready = [number for number, fields in lines.items() if fields]
    number = next(number for some in (ready, doubts, still) for number in some if number in still)
    return typing(row, sheet, number, lines.get(number, QueryDict()))


def _row(sheet: Sheet, line: SheetLine, read: Mapping[str, Any] | None) -> dict[str, Any]:
    """One row of the page: what is recorded, with points, and its place in a picture; `on_sheet` if it is there."""
    row = {"line": line, "columns": columns(sheet, line), "on_sheet": True}
    if read:
        strip = read["page"].strips.get(line.number)
        row |= {"strip": strip, "on_sheet": strip is not None, "doubt": read["questions"].get(line.number, "")}
        row["choices"] = read["choices"].get(line.number, ())
        row["by_totals"] = line.number in read["by_totals"]
    return row


@at_desk("POST")
def verify(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Compares a sheet as it was typed the second time with what is recorded: where they differ, or that they agree.

    For the page's script alone. What it is told of a deal that differs is the recorded line.
    """
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    sheet, ruleset = sheets.sheet(row, public=False), facts.ruleset(row.round.event)
    _require_complete(sheet)
    ruled = {line.number for line in sheet.lines if sheet.ruled_on(line)}
    recorded = {number: line for number, line in keyed_lines(sheet, ruleset).items() if number not in ruled}
    typed = {number: line for number, line in lines_in(request.POST.get("lines", "")).items() if number not in ruled}
    differ = {number: recorded.get(number, "") for number in differences(recorded, typed)}
    if differ:
        return JsonResponse({"done": "compared", "differ": differ, "versions": [line.version for line in sheet.lines]})
    compared = [(line.number, line.version) for line in sheet.lines if line.entered]
    answer = verify_table(row, by, compared, key=key_of(request.POST))
    return redirect_or_json(request, sheet_path(slug, round, table), "verified", row, answer)


def _require_second(row: Table, sheet: Sheet, by: str) -> None:
    _require_complete(sheet)
    require_other(row, by)


def _require_complete(sheet: Sheet) -> None:
    """Refuses a second time while the first lacks a deal, also one that was taken back meanwhile."""
    if sheet.next:
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": sheet.next.number})


def _blind(state: PhoneState) -> PhoneState:
    """The state of a table without what was recorded: the second typist does not see it. What the jury ruled stays."""
    unseen: dict[str, Any] = {"settled": False, "entered": False, "recorded": "", "keyed": "", "announced": ""}
    empty = dict.fromkeys(state["totals"], 0)
    deals: list[Any] = [{**deal, "before": empty, **(unseen if deal["recorded"] else {})} for deal in state["deals"]]
    return {**state, "deals": deals, "totals": empty}
