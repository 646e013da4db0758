"""The logo of an event: uploading, viewing, removing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.logo import remove_logo, set_logo
from tournament.forms.logo import LogoForm
from tournament.models import Logo
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, staff_page
from tournament.views.page import answers_refusals, see_other, takes


@takes("GET", "POST")
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """The present logo, and a form to replace it."""
    event, by = access.staff(request, slug, "plan")
    form = LogoForm(request.POST, request.FILES) if request.method == "POST" else LogoForm()
    status = carried_out(form, lambda: set_logo(event, by, form.cleaned_data["picture"]))
    if status == DONE:
        messages.success(request, _("The logo is kept."))
        return see_other("staff:logo", slug)
    picture = Logo.objects.filter(event=event).values_list("picture", flat=True).first()
    return staff_page(request, "organiser/logo.html", event, form=form, picture=picture, status=status)


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Removes the logo, after asking."""
    event, by = access.staff(request, slug, "plan")
    if request.method == "POST":
        remove_logo(event, by)
        return see_other("staff:logo", slug)
    question, consequence = _("Take the logo away?"), _("Paper shows the four suits in its place.")
    back = reverse("staff:logo", args=[slug])
    return confirm_page(
        request, event, question=question, consequence=consequence, action=_("Take away"), back=back, danger=True
    )
