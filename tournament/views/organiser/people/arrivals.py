"""Somebody at the desk who is not on the list: entered and present in one line, unless the name is there already."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament import access
from tournament.acts.people import arrivals
from tournament.acts.people.arrivals import SimilarNameError
from tournament.errors import UserError
from tournament.forms.people.people import ArrivalForm
from tournament.views.organiser.people.attendance import marked
from tournament.views.organiser.people.players import club_names
from tournament.views.organiser.shell import put_right, staff_page, warn_of_letters
from tournament.views.shared.page import takes


@takes("POST")
def arrive(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters and marks present; shows who has almost the same name instead, until `another=1` says it is not them."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    form, status, twins = ArrivalForm(request.POST), 422, []
    if form.is_valid():
        another, key = request.POST.get("another") == "1", form.cleaned_data["key"]
        try:
            entry = arrivals.enter_arrival(event, by, form.person(), another=another, key=key)
            warn_of_letters(request, form.person().name, form.person().club)
            return marked(entry)
        except SimilarNameError as refusal:
            status, twins = refusal.status, refusal.entries
        except UserError as refusal:
            status = put_right(form, refusal)
    context = {
        "form": form,
        "twins": twins,
        "clubs": club_names(event),
        "back": reverse("staff:attendance", args=[slug]),
    }
    return staff_page(request, "organiser/attendance/arrive.html", event, status=status, **context)
