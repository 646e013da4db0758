"""Who sits where, rendered once for everybody; beside it the ranking (`ranking_board`).

Such pages must contain nothing that belongs to one visitor: no user name, no message, no CSRF token.
"""

from functools import partial
from typing import Any

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse

from tournament.models import Event, Room
from tournament.ranking import facts
from tournament.reading.event import notices
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.rounds.seating import by_name, resting, seated


def render_seating(kind: str, event: Event, number: int) -> Rendered:
    """Who sits where in a visible round, by "tables" or by "names". Raises Http404 if the round has been hidden."""
    rounds = facts.rounds(event, public=True)
    round = next((round for round in rounds if round.number == number), None)
    if round is None:
        raise Http404
    template, address = SEATINGS[kind]
    people = seated(round)
    context = {
        **frame(event, reverse(address, args=[event.slug, number])),
        "rounds": rounds,
        "round": round,
        "people": by_name(people) if kind == "names" else people,
        "resting": resting(round),
        "map": Room.objects.filter(event=event).exists(),
    }
    page = render_to_string(f"public/seating/{template}.html", context)
    return Rendered(event.version_token, {kind: page}, notices.next_end(event))


# Each way of telling who sits where, with its template and its address: few visitors look at both.
SEATINGS = {"tables": ("seating", "seating-round"), "names": ("seating_names", "seating-names")}
SEATING = {kind: Board(partial(render_seating, kind)) for kind in SEATINGS}


def frame(event: Event, address: str) -> dict[str, Any]:
    """What every page of an event shows; `address` is the address to return to after choosing a language."""
    return {"event": event, "return_path": address, "rules": facts.ruleset(event)}
