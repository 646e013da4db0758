"""Drawing the next rounds: the promise before, the wishes, and the draw itself."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import DeadLinkError
from tournament.acts.people import registration
from tournament.acts.rounds import draws
from tournament.acts.rounds.promises import promise_draw
from tournament.draw.drawable import drawable
from tournament.draw.field import JOKERS
from tournament.errors import UserError
from tournament.forms.people.people import OptionalReasonForm
from tournament.forms.rounds.draws import DrawForm, JokerForm
from tournament.integers import read_integer
from tournament.models import Draw
from tournament.progress.next_step import progress
from tournament.ranking.finalists import hidden_before
from tournament.reading.rounds import draw_checks
from tournament.views.organiser.event.deadline import matters_in, shown_matters
from tournament.views.organiser.shell import confirm_page, download, put_right, staff_page, warn_of_letters
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not


@takes("GET", "POST")
def seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Draws the next rounds among those present; the organiser looks at the draw before it is published."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    options = drawable(event)
    form, reason = DrawForm(posted(request), drawable=options), OptionalReasonForm(posted(request))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        first, anyway = read_integer(request.POST.get("round", "")), request.POST.get("anyway") == "1"
        try:
            why: dict[str, Any] = matters_in(request, reason) if reason.is_valid() else {}
            drawn = draws.draw_rounds(event, by, form.wanted(), first=first, anyway=anyway, **why)
        except UserError as refusal:
            status = put_right(form, refusal)
        else:
            return see_other("staff:round", slug, drawn.first)
    context: dict[str, Any] = {
        "form": form,
        "reason": reason,
        **shown_matters(event, draws.matters(event, options.first)),
        "drawable": options,
        "hidden": hidden_before(event, options.first),
        "progress": progress(event),
        "fault": why_not(draws.require_drawable, event, (*options.rests, JOKERS)[0]),
        "joker_form": JokerForm(initial={"start": max(options.numbers, default=0) + 1}) if options.lacking else None,
    }
    return staff_page(
        request, "organiser/rounds/seat.html", event, status=status, doubts=draws.warnings(event), **context
    )


@takes("POST")
@answers_refusals
def add_joker(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters a joker who fills the last table, and redirects back to the draw."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    form = JokerForm(request.POST)
    if not form.is_valid():
        raise UserError(_("Enter the player’s name."), 422)
    name = form.cleaned_data["name"]
    registration.add_joker(event, by, name, number=form.cleaned_data["start"])
    messages.success(request, _("%(name)s plays as a joker.") % {"name": name})
    warn_of_letters(request, name)
    return see_other("staff:seat-round", slug)


@takes("GET", "POST")
@answers_refusals
def promise(request: HttpRequest, slug: str) -> HttpResponse:
    """Promises the secret of the next draw by publishing its hash, after asking."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    if request.method == "POST":
        promise_draw(event, by)
        messages.success(request, _("The promise is shown on the public page of the tables."))
        return see_other("staff:seat-round", slug)
    consequence = _(
        "Troel chooses a secret number and shows everyone its fingerprint. The secret is revealed with the draw: then "
        "anyone can check that you did not keep drawing until the result suited you. Do this before check-in closes."
    )
    words: dict[str, Any] = {
        "question": _("Promise the next draw?"),
        "consequence": consequence,
        "action": _("Show the promise"),
    }
    words["back"] = reverse("staff:seat-round", args=[slug])
    return confirm_page(request, event, **words)


@takes("GET")
def whole_draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A draw as it was made, with clubs and wishes: for `python3 -m tournament.seating audit FILE --rerun`."""
    event, _by = access.staff(request, slug, access.Permission.CHECK_DRAWS)
    draw = get_object_or_404(Draw, event=event, number=number)
    if not draw.secret:
        raise DeadLinkError(_("This draw cannot be checked yet."))
    text = json.dumps(draw_checks.document(draw), separators=(",", ":"), sort_keys=True)
    return download(text, "application/json", f"{slug}-draw-{number}.json")
