"""Players who register themselves: the public form, the code of their own page, and withdrawing there.

No sign-in, no session, no cookie: whoever registers has no authority that a forged form could borrow.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournament import access, links
from tournament.acts.people.admission import (
    is_drawn,
    is_waiting_only,
    leave_oneself,
    request_place,
    require_form,
    require_leaving,
    room_left,
)
from tournament.acts.people.arrivals import SimilarNameError
from tournament.admission import Admission
from tournament.errors import UserError
from tournament.forms.people.admission import ApplyForm
from tournament.models import Event
from tournament.site.proxies import network_of
from tournament.tries import Throttle, admits
from tournament.views.organiser.shell import put_right
from tournament.views.player.page import own_path
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not
from tournament.views.shared.qr_codes import svg_code, transfer_svg
from tournament.views.shared.token_pages import behind_link

# A club registers its members from one address: thirty at once, then one every twenty seconds.
REGISTRATIONS = Throttle("registration", burst=30, seconds=20.0)
# Over all addresses, by event: the evening on which it opens fits in, thousands of invented players do not.
ALL_REGISTRATIONS = Throttle("registrations", burst=600, seconds=3.0)


@csrf_exempt
@never_cache
@takes("GET", "POST")
def form(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; sent, it leads to the player's own page, which confirms the registration."""
    event = access.public(slug)
    form = ApplyForm(posted(request), Admission.read(event.admission))
    status, twin = 422 if form.is_bound else 200, ""
    if form.is_valid():
        network = network_of(request.META["REMOTE_ADDR"])
        if not admits((ALL_REGISTRATIONS, slug), (REGISTRATIONS, f"{network} {slug}")):
            page = render(request, "429.html", status=429)
            page["Retry-After"] = str(int(REGISTRATIONS.seconds))
            return page
        try:
            entry = request_place(
                event,
                form.person(),
                form.cleaned_data["key"],
                form.cleaned_data.get("price", ""),
                another=request.POST.get("another") == "1",
            )
            return see_other("players:own", links.personal_token(entry))
        except SimilarNameError as refusal:
            status, twin = refusal.status, refusal.entries[0].player.name
        except UserError as refusal:
            status = put_right(form, refusal)
    return _page(request, event, form, status, twin)


@behind_link("GET", home=own_path)
def code(request: HttpRequest, token: str) -> HttpResponse:
    """The player's own page as a QR code, to keep it and to show it at the desk."""
    return svg_code(links.personal_url(access.player(token)[0]))


@behind_link("GET", home=own_path)
def transfer_code(request: HttpRequest, token: str) -> HttpResponse:
    """What the player still owes, as the code of a transfer."""
    return transfer_svg(access.player(token)[0])


@behind_link("GET", "POST", home=own_path)
@answers_refusals
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """The player withdraws, after being asked."""
    entry, _by = access.player(token)
    if request.method == "POST":
        leave_oneself(entry)
        return see_other(own_path(token))
    require_leaving(entry)
    return render(request, "player/withdraw.html", {"event": entry.event, "entry": entry, "token": token})


def _page(request: HttpRequest, event: Event, form: ApplyForm, status: int, twin: str) -> HttpResponse:
    admission = Admission.read(event.admission)
    context = {
        "event": event,
        "form": form,
        "admission": admission,
        "fault": why_not(require_form, event),
        "early": admission.form and admission.opens and timezone.now() < admission.opens,
        "left": 0 if is_waiting_only(event) else room_left(event),
        "drawn": is_drawn(event),
        "twin": twin,
    }
    page = render(request, "public/register.html", context, status=status)
    if not event.listed:
        page["X-Robots-Tag"] = "noindex"
    return page
