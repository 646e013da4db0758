"""Who sits where, rendered once for everybody; beside it the ranking (`ranking_board`).

Such pages must contain nothing that belongs to one visitor: no user name, no message, no CSRF token.
"""

from typing import Any

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse

from tournament.models import Event, Room
from tournament.ranking import facts
from tournament.reading.event import notices
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.rounds.seating import by_name, resting, seated


def render_seating(event: Event, number: int) -> Rendered:
    """Who sits where in a visible round, by table and by name. Raises Http404 if the round has been hidden."""
    rounds = facts.rounds(event, public=True)
    round = next((round for round in rounds if round.number == number), None)
    if round is None:
        raise Http404
    people = seated(round)
    seating = {"rounds": rounds, "round": round, "map": Room.objects.filter(event=event).exists()}
    seating["resting"] = resting(round)
    tables = {**seating, "people": people, **frame(event, reverse("seating-round", args=[event.slug, number]))}
    names = {**seating, "people": by_name(people), **frame(event, reverse("seating-names", args=[event.slug, number]))}
    documents = {
        "tables": render_to_string("public/seating/seating.html", tables),
        "names": render_to_string("public/seating/seating_names.html", names),
    }
    return Rendered(event.version_token, documents, notices.next_end(event))


SEATING = Board(render_seating)


def frame(event: Event, address: str) -> dict[str, Any]:
    """What every page of an event shows; `address` is the address to return to after choosing a language."""
    return {"event": event, "return_path": address, "rules": facts.ruleset(event)}
