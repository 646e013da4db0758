"""The public pages that are rendered once for everybody: the ranking, and who sits where.

They must contain nothing that belongs to one visitor: no user name, no message, no CSRF token.
"""

import hashlib
from functools import partial
from typing import Any

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from tournament.models import Event, Room
from tournament.ranking import facts, live
from tournament.ranking.live import Ranking
from tournament.reading.event import formats, notices
from tournament.reading.logbook import seals
from tournament.reading.prerendered_pages import Board, Rendered, next_of
from tournament.reading.ranking.finality import (
    Finality,
    clock_sentence,
    provisional_until,
    public_finality,
    ranking_title,
)
from tournament.reading.ranking.groups import RankingGroup, groups
from tournament.reading.rounds.seating import by_name, listed, resting, seated
from tournament.views.public.ranking_rows import rows_html

# With more rounds than FEW the ranking needs a wide screen; with more than MANY no screen has room for it.
FEW, MANY = 5, 9


def render_ranking(event: Event, part: int = 0) -> Rendered:
    """The ranking as a page, and as the rows alone, which an open page fetches."""
    ranking = live.ranking(event, public=True)
    table = _ranking_table(event, ranking)
    final = public_finality(event) == Finality.FINAL
    until = None if final else provisional_until(event)
    deadline = clock_sentence(until)
    version = hashlib.sha256((table + deadline).encode()).hexdigest()[:16]
    context = {"event": event, "table": table, "version": version, "final": final, "seal": seals.dated(event)}
    context["clock"] = deadline
    rows = render_to_string("public/rows.html", context)
    secret = len(facts.rounds(event, public=True)) < len(facts.rounds(event, public=False))
    page = {**_frame(event, event.get_absolute_url()), "rows": rows, "final": final, "secret": secret}
    page |= {"format": formats.summary(event), "title": ranking_title(event)}
    ends = until.timestamp() if until and until > timezone.now() else 0.0
    documents = {"rows": rows, "page": render_to_string("public/ranking.html", page)}
    return Rendered(version, documents, next_of(ends, notices.next_end(event)))


def render_seating(kind: str, event: Event, number: int) -> Rendered:
    """Who sits where in a visible round, by "tables" or by "names". Raises Http404 if the round has been hidden."""
    rounds = facts.rounds(event, public=True)
    round = next((round for round in rounds if round.number == number), None)
    if round is None:
        raise Http404
    template, address = SEATINGS[kind]
    people = seated(round)
    context = {
        **_frame(event, reverse(address, args=[event.slug, number])),
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
RANKING = Board(render_ranking)
SEATING = {kind: Board(partial(render_seating, kind)) for kind in SEATINGS}


def _frame(event: Event, address: str) -> dict[str, Any]:
    """What every page of an event shows; `address` is the address to return to after choosing a language."""
    return {"event": event, "return_path": address, "rules": facts.ruleset(event)}


def _ranking_table(event: Event, ranking: Ranking) -> str:
    """The table itself, or the list of players while there is nothing to rank."""
    cards = reverse("player", args=[event.slug, 0]).removesuffix("0/")
    begun = any(place.standing.row.best_deal is not None for place in ranking.places)
    ranked = groups(ranking.contest, ranking.places) if begun else []
    context = {
        "begun": begun,
        "groups": [(group, _breadth(group), rows_html(group, cards)) for group in ranked],
        "players": [] if begun else listed(event),
        "cards": cards,
    }
    return render_to_string("public/ranking_table.html", context)


def _breadth(group: RankingGroup) -> str:
    """The CSS class for a table with this many rounds: it says where the points are in one line below the name."""
    rounds = sum(column.of_round for column in group.columns)
    return "" if rounds <= FEW else "many-rounds" if rounds <= MANY else "most-rounds"
