"""The stickers on a club's own tables: made and printed once, and revoked one by one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.acts.register.stickers import MAX_STICKERS, add_stickers, renew_sticker
from tournament.errors import UserError
from tournament.integers import read_integer
from tournament.models import Sticker
from tournament.printing.sheets.stickers import print_stickers
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.shared.page import answers_refusals, on_the_page, see_other, takes

# As many tables as a club of 24 has; the page suggests it.
USUAL = 6


@takes("GET", "POST")
def stickers(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables that have a sticker; sent, tables 1 to the number that was typed have one."""
    organisation, by = access.steward(request, slug, access.ClubPermission.RUN)
    fault, status = "", 200
    if request.method == "POST":
        try:
            if add_stickers(organisation, by, read_integer(request.POST.get("tables", "")) or 0):
                messages.success(request, _("Print them, and stick each on its table."))
            return see_other("club:stickers", slug)
        except UserError as refusal:
            fault, status = on_the_page(request, refusal)
    rows = list(Sticker.objects.filter(organisation=organisation))
    page = {"rows": rows, "fault": fault, "tables": request.POST.get("tables", len(rows) or USUAL)}
    page |= {"most": MAX_STICKERS, "only_here": links.only_here()}
    return club_page(request, "club/stickers.html", organisation, status=status, **page)


@takes("GET")
@never_cache
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The stickers as a PDF, or the one of table `table`: eight to a page of A4."""
    organisation, _by = access.steward(request, slug, access.ClubPermission.RUN)
    rows = Sticker.objects.filter(organisation=organisation)
    if "table" in request.GET:
        rows = rows.filter(number=read_integer(request.GET["table"]) or 0)
    if not rows:
        raise access.DeadLinkError(_("There is no such sticker."))
    response = HttpResponse(print_stickers(organisation, list(rows)), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="stickers-{slug}.pdf"'
    return response


@takes("GET", "POST")
@answers_refusals
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Revokes a table's sticker, after asking."""
    organisation, by = access.steward(request, slug, access.ClubPermission.RUN)
    sticker = get_object_or_404(Sticker, organisation=organisation, number=number)
    back = reverse("club:stickers", args=[slug])
    if request.method == "POST":
        renew_sticker(sticker, by, replaces=read_integer(request.POST.get("of", "")) or 0)
        messages.success(request, _("The old sticker no longer works. Print the new one."))
        return see_other(back)
    return confirm_in_club(
        request,
        organisation,
        question=_("Revoke the sticker of table %(number)s?") % {"number": number},
        consequence=_(
            "Its code no longer opens anything, and phones that came to the table by it now have to scan again."
        ),
        action=_("Revoke this one"),
        back=back,
        danger=True,
        of=sticker.issue,
    )
