"""The logo of an event: uploading, viewing, removing."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.logo import logo_of, remove_logo, set_logo
from tournament.forms.logo import LogoForm
from tournament.seen import mark_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen, staff_page
from tournament.views.page import answers_refusals, see_other, takes


@takes("GET", "POST")
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """The present logo, and a form to replace it."""
    event, by = access.staff(request, slug, "plan")
    form = LogoForm(request.POST, request.FILES) if request.method == "POST" else LogoForm()
    status = carried_out(form, lambda: set_logo(event, by, form.cleaned_data["picture"], seen=seen(request)))
    if status == DONE:
        messages.success(request, _("The logo is saved."))
        return see_other("staff:logo", slug)
    picture = logo_of(event)
    context: dict[str, Any] = {"form": form, "picture": picture, "of": mark_of(picture)}
    return staff_page(request, "organiser/logo.html", event, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Removes the logo, after asking."""
    event, by = access.staff(request, slug, "plan")
    if request.method == "POST":
        remove_logo(event, by, seen=seen(request))
        return see_other("staff:logo", slug)
    question, consequence = _("Remove the logo?"), _("Printed papers then show the four suits instead.")
    back = reverse("staff:logo", args=[slug])
    words: dict[str, Any] = {"question": question, "consequence": consequence, "action": _("Remove logo"), "back": back}
    return confirm_page(request, event, danger=True, of=mark_of(logo_of(event)), **words)
