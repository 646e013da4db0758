"""A card for the wall: how phones join the wifi of the hall, and where Troel is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournament import access, links
from tournament.forms.event.hall_card import WifiForm
from tournament.printing.sheets.hall_card import print_hall_card
from tournament.views.shared.page import posted, takes


@takes("GET", "POST")
@sensitive_post_parameters()
@never_cache
def hall_card(request: HttpRequest) -> HttpResponse:
    """Asks for the name and the password of the wifi, and answers with the card; neither is stored."""
    access.member(request)
    form = WifiForm(posted(request))
    if form.is_valid():
        pdf = print_hall_card(form.cleaned_data["name"], form.cleaned_data["password"])
        return HttpResponse(
            pdf, content_type="application/pdf", headers={"Content-Disposition": 'inline; filename="hall.pdf"'}
        )
    context = {"form": form, "address": links.absolute("/"), "only_here": links.only_here()}
    return render(request, "organiser/event/hall_card.html", context, status=422 if form.is_bound else 200)
