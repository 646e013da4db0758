"""Pictures of sheets at the desk: keeping one as evidence, showing those that are kept."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError, Permission
from tournament.acts.table.sheet_pictures import is_named, keep_picture
from tournament.errors import UserError
from tournament.files import evidence
from tournament.integers import read_integer
from tournament.reading.table.sheet_pictures import pictures_at
from tournament.sheet_reading import batch, sheet_owner
from tournament.views.captain.json_answers import redirect_or_json
from tournament.views.desk.scans import PRIVATE, page_of_batch
from tournament.views.desk.table import table_path
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.shared.at_table import key_of
from tournament.views.shared.page import takes


@at_desk("POST")
def keep(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Keeps the picture of a sheet that was read, beside what was recorded from it."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    number = read_integer(request.POST.get("page", "")) or 0
    job, page = page_of_batch(row.round.event, request.POST.get("scan", ""), number)
    place, shown = page.place, batch.picture(job, page)
    if place is None or shown is None or row not in sheet_owner.tables(row.round.event, place):
        raise UserError(_("This is not a picture of a sheet."), 422)
    sheet_owner.require_free(row, place, batch.digest(job, page))
    new = not evidence.stored([evidence.digest_of(shown)])
    digest = evidence.keep(shown)
    try:
        answer = keep_picture(row, by, place.part, digest, key=key_of(request.POST))
    except UserError:
        # What no line names would be found by nobody who removes the names. What was there before is another's.
        if new and not is_named(digest):
            evidence.delete_pictures([digest])
        raise
    return redirect_or_json(request, table_path(row), "kept", row, answer)


@takes("GET")
def picture(request: HttpRequest, slug: str, round: int, table: int, digest: str) -> HttpResponseBase:
    """A picture that is kept, for the staff alone; only one that the logbook names for this table."""
    row, _by = table_of(request, slug, round, table, Permission.LOOK)
    stored = evidence.picture(digest) if any(other.digest == digest for other in pictures_at(row)) else None
    if stored is None:
        raise DeadLinkError(_("This picture is no longer kept."))
    return HttpResponse(stored, content_type="image/jpeg", headers=PRIVATE)
