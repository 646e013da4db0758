"""The logo of an organisation: uploading, viewing, removing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.event.pictures import Kind, picture_of, remove_picture, set_picture
from tournament.forms.event.pictures import PictureForm
from tournament.version_tokens import token_of
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.organiser.event import pictures
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.page import answers_refusals, see_other, takes

WORDS = {
    **pictures.WORDS[Kind.LOGO],
    "title": gettext_lazy("Logo of the club"),
    "about": gettext_lazy(
        "It stands at the top of the pages of the club and of its events, and on the papers of events that have no "
        "logo of their own."
    ),
}


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The present logo, with a form to replace it."""
    club, by = access.steward(request, slug, ClubPermission.SET_UP)
    form = PictureForm(Kind.LOGO, *((request.POST, request.FILES) if request.method == "POST" else ()))
    status = carried_out(
        form, lambda: set_picture(club, by, Kind.LOGO, form.cleaned_data["picture"], seen=seen(request))
    )
    if status == DONE:
        messages.success(request, WORDS["saved"])
        return see_other("club:logo", slug)
    picture = pictures.picture_with_form(club, Kind.LOGO, form, WORDS, reverse("club:logo", args=[slug]))
    return club_page(request, "club/logo.html", club, status=status, picture=picture)


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Removes the logo, after asking."""
    club, by = access.steward(request, slug, ClubPermission.SET_UP)
    if request.method == "POST":
        remove_picture(club, by, Kind.LOGO, seen=seen(request))
        return see_other("club:logo", slug)
    words = {"question": WORDS["question"], "consequence": WORDS["consequence"], "action": WORDS["remove"]}
    of = token_of(picture_of(club))
    return confirm_in_club(request, club, back=reverse("club:logo", args=[slug]), danger=True, of=of, **words)
