"""A player's personal link and PIN at the desk: shown, and given again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.acts.people.personal_links import renew_personal_link
from tournament.models import Entry
from tournament.views.shared.at_table import seen_in
from tournament.views.shared.page import answers_refusals, see_other, takes
from tournament.views.shared.qr_codes import svg_code


@takes("GET")
@never_cache
def code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player's personal link as a QR code (SVG)."""
    event, _by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(Entry, event=event, number=number)
    return svg_code(links.personal_url(entry))


@takes("POST")
@answers_refusals
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Gives a player another link and PIN; those handed out before stop working at once."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(Entry.objects.select_related("event"), event=event, number=number)
    renew_personal_link(entry, by, replaces=seen_in(request.POST, "issue"))
    messages.success(request, _("The old link and PIN no longer work. Hand over the new ones."))
    return see_other("staff:player", slug, number)
