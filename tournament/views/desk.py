"""The desk's view of a round: which table is how far, and the links of its tables."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.models import Round, Table
from tournament.reading.pace import paces
from tournament.views.codes import svg_code
from tournament.views.organiser.shell import staff_page
from tournament.views.page import takes

TILES = 400
CODES = 60


@takes("GET")
def tables(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Every table of a round with how many deals it has written. While open it asks every few seconds for news."""
    event, _by = access.staff(request, slug, "look")
    row = get_object_or_404(Round.objects.select_related("event"), event=event, number=round)
    if request.headers.get("HX-Request") and request.GET.get("since") == str(event.revision):
        return HttpResponse(status=204)
    all = paces(row)
    page: dict[str, Any] = {
        "round": row,
        "tiles": Paginator(all, TILES).get_page(request.GET.get("page")),
        "tables": len(all),
        "tables_done": sum(pace.done for pace in all),
        "written": sum(pace.written for pace in all),
        "planned": sum(pace.planned for pace in all),
        "late": sum(pace.late for pace in all),
    }
    return staff_page(request, "desk/tables.html", event, **page)


@takes("GET")
@never_cache
def table_links(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """The write links of a round's tables, to be handed out or printed."""
    event, _by = access.staff(request, slug, "write deals")
    row = get_object_or_404(Round.objects.select_related("event"), event=event, number=round)
    rows = Table.objects.filter(round=row).select_related("round__event").order_by("number")
    page = Paginator(rows, CODES).get_page(request.GET.get("page"))
    cards = [(table, links.table_url(table)) for table in page]
    only_here = links.only_here()
    return staff_page(request, "desk/links.html", event, round=row, page=page, cards=cards, only_here=only_here)


@takes("GET")
def table_code(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """The write link of one table as a QR code (SVG)."""
    row, _by = table_of(request, slug, round, table, "write deals")
    return svg_code(links.table_url(row))


def table_of(request: HttpRequest, slug: str, round: int, table: int, may: str) -> tuple[Table, str]:
    """The table under an address, and the actor, for a member who may do this; 404 where there is no such table."""
    event, by = access.staff(request, slug, may)
    rows = Table.objects.select_related("round__event")
    return get_object_or_404(rows, round__event=event, round__number=round, number=table), by
