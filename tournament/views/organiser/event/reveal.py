"""The finale for the staff: freezing the public ranking, revealing its places, showing all of it."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event.reveal import (
    freeze_ranking,
    open_issues_of_first,
    places_token,
    require_revealable,
    reveal_places,
)
from tournament.errors import UserError
from tournament.forms.people.people import OptionalReasonForm
from tournament.integers import read_integer
from tournament.models import Event
from tournament.ranking.round_names import round_in
from tournament.reading.ranking.finality import Finality, finality, hidden_rounds
from tournament.reading.ranking.reveal import below, finale
from tournament.views.organiser.event.deadline import matters_in, shown_matters
from tournament.views.organiser.event.prizes import full_names
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.page import answers_refusals, see_other, takes, why_not


@takes("GET", "POST")
@partial(answers_refusals, above=lambda slug: reverse("staff:reveal", args=[slug]))
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What the public sees of the ranking, and the buttons for the next place."""
    event, by = access.staff(request, slug, access.Permission.CORRECT_RESULTS)
    if request.method == "POST":
        _carry_out(request, event, by)
        return see_other("staff:reveal", slug)
    names = full_names(event)
    places = finale(event)
    last = max(event.planned_rounds, event.rounds.count())
    context: dict[str, Any] = {
        "finale": places,
        "coming": [(place.standing.rank, names[place.entry.number]) for place in places.coming],
        "newest": [(place.standing.rank, names[place.entry.number]) for place in places.newest],
        "rounds": [(number, round_in(event, number)) for number in range(1, last)],
        "after": round_in(event, event.frozen_after) if event.frozen_after else "",
        "final": finality(event) == Finality.FINAL,
        "form": OptionalReasonForm(),
        "seen": places_token(event),
        "blocked": why_not(require_revealable, event) if event.frozen_after else "",
        **shown_matters(event, open_issues_of_first(event) if event.frozen_after else []),
    }
    return staff_page(request, "organiser/event/reveal.html", event, **context)


def _carry_out(request: HttpRequest, event: Event, by: str) -> None:
    """Does what one of the buttons asks."""
    numbers = {name: read_integer(request.POST.get(name, "")) for name in ("of", "after", "places", "rank")}
    of = numbers["of"]
    if of is None or all(numbers[name] is None for name in ("after", "places", "rank")):
        raise UserError(_("This form does not say what it was filled in for. Open its page again."), 422)
    if numbers["after"] is not None:
        freeze_ranking(event, by, numbers["after"] or None, replaces=of)
        if numbers["after"] == 0:
            is_whole = not hidden_rounds(event)
            sentence = (
                _("The public ranking shows all rounds.") if is_whole else _("The public ranking is no longer frozen.")
            )
            messages.success(request, sentence)
        return
    places = numbers["places"] if numbers["rank"] is None else below(event, numbers["rank"])
    if numbers["rank"] is not None and (places or 0) < event.revealed:
        raise UserError(_("These places have been revealed. Take them back one by one."))
    form = OptionalReasonForm(request.POST)
    form.full_clean()
    seen = request.POST.get("seen", "")
    reveal_places(event, by, places or 0, replaces=of, seen=seen, **matters_in(request, form))
