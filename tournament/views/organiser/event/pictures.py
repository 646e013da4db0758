"""The pictures of an event, its logo and its sponsors: uploading, viewing, removing."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournament import access
from tournament.acts.event.pictures import Kind, picture_of, remove_picture, set_picture
from tournament.forms.event.pictures import PictureForm
from tournament.models import Event, Organisation
from tournament.version_tokens import token_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen, staff_page
from tournament.views.shared.page import answers_refusals, see_other, takes

# What the page says of each kind.
WORDS: Mapping[Kind, Mapping[str, Any]] = {
    Kind.LOGO: {
        "title": gettext_lazy("Logo of the event"),
        "about": gettext_lazy("It appears on everything printed and on the public pages."),
        "none": gettext_lazy("There is no logo yet."),
        "add": gettext_lazy("Add the logo"),
        "replace": gettext_lazy("Replace the logo"),
        "remove": gettext_lazy("Remove logo"),
        "saved": gettext_lazy("The logo is saved."),
        "question": gettext_lazy("Remove the logo?"),
        "consequence": gettext_lazy("Printed papers then show the four suits instead."),
    },
    Kind.SPONSORS: {
        "title": gettext_lazy("Sponsors"),
        "about": gettext_lazy(
            "One picture as wide as the page. It appears below seating lists, rankings, prizes and the programme, and "
            "on no other paper."
        ),
        "none": gettext_lazy("There is no picture of the sponsors yet."),
        "add": gettext_lazy("Add the sponsors"),
        "replace": gettext_lazy("Replace the sponsors"),
        "remove": gettext_lazy("Remove the sponsors"),
        "saved": gettext_lazy("The picture of the sponsors is saved."),
        "question": gettext_lazy("Remove the picture of the sponsors?"),
        "consequence": gettext_lazy("Lists are then printed without it."),
    },
}


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The present pictures, each with a form to replace it; sent for the one of this kind."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    forms = {shape: PictureForm(shape) for shape in Kind}
    chosen, form = Kind(kind), forms[Kind(kind)]
    if request.method == "POST":
        form = forms[chosen] = PictureForm(kind, request.POST, request.FILES)
    status = carried_out(form, lambda: set_picture(event, by, chosen, form.cleaned_data["picture"], seen=seen(request)))
    if status == DONE:
        messages.success(request, WORDS[chosen]["saved"])
        return see_other("staff:logo", slug)
    address = partial(reverse, args=[slug])
    pictures = [
        picture_with_form(event, shape, forms[shape], WORDS[shape], address(f"staff:{shape}")) for shape in Kind
    ]
    return staff_page(request, "organiser/event/pictures.html", event, status=status, pictures=pictures)


def picture_with_form(
    pictured: Event | Organisation, kind: Kind, form: PictureForm, words: Mapping[str, Any], address: str
) -> dict[str, Any]:
    """A picture and its form, as shared/form/picture.html takes them; `address` is where the form is sent."""
    picture, alt = picture_of(pictured, kind), pictured.name if kind == Kind.LOGO else words["title"]
    context = {"kind": kind.value, "words": words, "alt": alt, "form": form, "address": address}
    return {**context, "picture": picture, "of": token_of(picture)}


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Removes a picture, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    chosen, texts = Kind(kind), WORDS[Kind(kind)]
    if request.method == "POST":
        remove_picture(event, by, chosen, seen=seen(request))
        return see_other("staff:logo", slug)
    back = reverse("staff:logo", args=[slug])
    words = {
        "question": texts["question"],
        "consequence": texts["consequence"],
        "action": texts["remove"],
        "back": back,
    }
    return confirm_page(request, event, danger=True, of=token_of(picture_of(event, chosen)), **words)
