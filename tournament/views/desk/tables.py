"""The desk's view of a round: how far its tables are, their links, finding the table of a score sheet."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.access import Permission, allowed
from tournament.acts.kernel.notices import posted_notices
from tournament.errors import UserError
from tournament.integers import read_digits
from tournament.models import Event, Round, Table
from tournament.printing.sheets.sheet_code import TABLE_DIGITS, read_sheet_code
from tournament.progress.next_step import being_played, current_round
from tournament.progress.signing import open_disputes
from tournament.ranking import facts
from tournament.ranking.round_names import the_round_in
from tournament.reading.rounds.empty_seats import gaps, missing
from tournament.reading.rounds.pace import Pace, overrunning, paces
from tournament.reading.rounds.timer import view_of as shown_timer
from tournament.reading.table.second_typing import verified_in
from tournament.scan.identity import code_in
from tournament.views.captain.json_answers import answers_json
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import writes
from tournament.views.shared.page import View, answers_refusals, see_other, takes
from tournament.views.shared.qr_codes import svg_code

TILES = 400
# So many tables are proposed at once for their last deal.
MAX_STOPPING = 5
CODES = 60
# What a scanner types when it reads the QR code of a sheet.
SCANNED = re.compile(r"/t/([0-9]+-[a-z0-9]+)")


@takes("GET")
def tables(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Every table of a round: how far it is, what it needs. An open page polls for changes every few seconds."""
    event, _by = access.staff(request, slug, Permission.LOOK)
    row = get_object_or_404(Round.objects.select_related("event"), event=event, number=round)
    # What it shows follows from the logbook and, by the minute, from the time.
    mark = f"{event.version_token}.{int(time.time()) // 60}"
    if request.headers.get("HX-Request") and request.GET.get("since") == mark:
        return HttpResponse(status=204)
    empty = gaps(event)
    all = paces(row, missing(empty, row))
    tiles = Paginator(sorted(all, key=lambda pace: not pace.needs), TILES).get_page(request.GET.get("page"))
    page: dict[str, Any] = {
        "round": row,
        "mark": mark,
        "tiles": tiles,
        "needing": [pace for pace in tiles if pace.needs],
        "others": [pace for pace in tiles if not pace.needs],
        "stopping": _stopping(request, row, all),
        **counted(len(all), [pace.number for pace in all if not pace.done]),
        "timer": (timer := shown_timer(row)),
        "overrun": overrunning(all, timer) if timer else [],
        "verified": verified_in(row) if event.typed_twice else set(),
        "written": sum(pace.written for pace in all),
        "planned": sum(pace.planned for pace in all),
        "late": sum(pace.late for pace in all),
        "disputes": open_disputes(event).filter(table__round=row),
        "gaps": [gap for gap in empty if gap.round == row.number],
        "rules": facts.ruleset(event),
    }
    return staff_page(request, "desk/tables.html", event, **page)


def _stopping(request: HttpRequest, round: Round, all: Sequence[Pace]) -> list[Pace]:
    """The tables that should hear now that this is their last deal, for members who may say so; the latest first."""
    event, late = round.event, [pace for pace in all if pace.expected_end and pace.expected_end.last]
    if not late or not event.is_open or being_played(round) or Permission.ANNOUNCE not in allowed(request, event):
        return []
    announced = {(notice["round"], notice["table"]) for notice in posted_notices(event) if notice["last_deal"]}
    unsaid = [pace for pace in late if announced.isdisjoint({(round.number, pace.number), (round.number, None)})]
    return sorted(unsaid, key=lambda pace: -pace.behind)[:MAX_STOPPING]


def counted(tables: int, out: Sequence[int]) -> dict[str, Any]:
    """For desk/in.html: so many tables of a round are in with all their deals, and these are not."""
    return {"tables": tables, "tables_done": tables - len(out), "missing": out}


@takes("GET")
@never_cache
def table_links(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """The write links of a round's tables, to be handed out or printed."""
    event, _by = access.staff(request, slug, Permission.WRITE_DEALS)
    row = get_object_or_404(Round.objects.select_related("event"), event=event, number=round)
    rows = Table.objects.filter(round=row).select_related("round__event").order_by("number")
    page = Paginator(rows, CODES).get_page(request.GET.get("page"))
    cards = [(table, links.table_url(table)) for table in page]
    only_here = links.only_here()
    return staff_page(request, "desk/links.html", event, round=row, page=page, cards=cards, only_here=only_here)


@takes("GET")
def table_code(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """The write link of one table as a QR code (SVG)."""
    row, _by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    return svg_code(links.table_url(row))


@takes("GET")
def find_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """From a score sheet's code, typed or scanned, or a table's number, to the page for typing its deals."""
    event, _by = access.staff(request, slug, Permission.LOOK)
    code = request.GET.get("code", "")
    try:
        table = _table_of_sheet(event, code)
    except UserError as refusal:
        fault = refusal.sentence if code else ""
        status = refusal.status if code else 200
        return staff_page(request, "desk/sheets/find_sheet.html", event, status=status, code=code, fault=fault)
    table.round.event = event
    types = Permission.WRITE_DEALS in allowed(request, event) and writes(table)
    return see_other("staff:type-rows" if types else "staff:table", slug, table.round.number, table.number)


def _table_of_sheet(event: Event, code: str) -> Table:
    rows = Table.objects.filter(round__event=event).select_related("round")
    scanned = SCANNED.search(code)
    if scanned:
        # Whether the link still works does not matter: the desk may open every table, and the sheet is paper.
        table_row = rows.filter(pk=links.id_in(scanned[1])).first()
        if table_row is None:
            raise UserError(_("This sheet does not belong to this event."), 422)
        return table_row
    round, table = _place_in(event, code)
    table_row = rows.filter(round__number=round, number=table).first()
    if table_row is None:
        words = {"table": table, "round": the_round_in(event, round)}
        raise UserError(_("%(round)s has no table %(table)s.") % words, 422)
    return table_row


def at_desk(*methods: str) -> Callable[[View], View]:
    """A page of the desk about one table: takes only these methods; a refusal leads back to the table's sheet.

    A script is answered in JSON.
    """

    def page(view: View) -> View:
        return takes(*methods, home=sheet_path)(answers_refusals(answers_json(view), sheet_path))

    return page


def sheet_path(slug: str, round: int, table: int, **_more: object) -> str:
    """The path of the desk's page of a table, by the numbers in its URL."""
    return reverse("staff:table", args=[slug, round, table])


def _place_in(event: Event, code: str) -> tuple[int, int]:
    """Round and table of a sheet's code; a number of few digits is a table of the round being played."""
    digits = code_in(code).strip()
    number = read_digits(digits, TABLE_DIGITS)
    if number is None:
        return read_sheet_code(digits)
    being_played = current_round(list(event.rounds.filter(published=True).order_by("number")))
    if being_played is None:
        raise UserError(_("No round has been published yet."), 422)
    return being_played.number, number


def table_of(request: HttpRequest, slug: str, round: int, table: int, may: Permission) -> tuple[Table, str]:
    """The table with these numbers and the actor, for members who `may` do this; 404 if there is no such table."""
    event, by = access.staff(request, slug, may)
    rows = Table.objects.select_related("round__event")
    return get_object_or_404(rows, round__event=event, round__number=round, number=table), by
