"""Checking a draw: what was promised, what was revealed, and a file with which anybody can repeat it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.models import Draw, Entry, Event
from tournament.ranking import facts
from tournament.reading.rounds import draw_checks
from tournament.reading.rounds.draw_checks import DrawView
from tournament.reading.rounds.draw_words import BY_RANKING
from tournament.reading.table.sheets import public_name
from tournament.views.public.event import of_event

# At most this many players who moved, or of the ranking used, are named; the file has them all.
MAX_NAMED = 200


@of_event
def draws(request: HttpRequest, event: Event) -> HttpResponse:
    """Every draw of which a round is shown, and how to check it."""
    checks = draw_checks.draws(event)
    names = _names(event, {number for check in checks.draws for number in _numbers(check)})
    context: dict[str, Any] = {
        "event": event,
        "rules": facts.ruleset(event),
        "promise": checks.promise,
        "draws": [_row(check, names) for check in checks.draws],
        "withdrawals": checks.withdrawals,
        "rehearsed": checks.rehearsed,
    }
    return render(request, "public/draws/draws.html", context)


@of_event
def file(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A draw as JSON, for `python3 -m tournament.seating audit FILE` and for the page that checks it."""
    draw = get_object_or_404(Draw, event=event, number=number)
    visible = {round.number for round in facts.rounds(event, public=True)}
    if not draw_checks.checkable(draw, visible):
        raise DeadLinkError(_("This draw cannot be checked yet."))
    content = json.dumps(draw_checks.checked(draw), separators=(",", ":"), sort_keys=True)
    etag = f'"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="application/json", headers={"ETag": etag})
    response["Cache-Control"] = "no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response


def _numbers(check: DrawView) -> list[int]:
    """The entries that the page names."""
    moved = [moved.number for changed in check.changed for moved in changed.moved[:MAX_NAMED]]
    by_hand = [number for changed in check.changed for a, _at, b, _to in changed.by_hand for number in (a, b)]
    return [*moved, *by_hand, *check.order[:MAX_NAMED]]


def _row(check: DrawView, names: Mapping[int, str]) -> dict[str, Any]:
    """A draw in words, with the players' names."""
    changed = [
        {
            "round": changed.round,
            "count": len(changed.moved),
            "by_hand": [(names[a], at, names[b], to) for a, at, b, to in changed.by_hand],
            "moved": [(names[move.number], move.drawn, move.current) for move in changed.moved[:MAX_NAMED]],
        }
        for changed in check.changed
    ]
    order = [(number, names[number]) for number in check.order[:MAX_NAMED]]
    drawn = len(check.draw.document["rounds"])
    words = {"drawn": drawn, "rejected": drawn - check.draw.count, "changed": changed}
    words |= {"way": BY_RANKING.get(check.draw.kind)}
    words |= {"order": order, "unnamed": len(check.order) - len(order)}
    return words | {"draw": check.draw, "revealed": check.revealed, "checkable": check.checkable, "lot": check.lot}


def _names(event: Event, numbers: set[int]) -> dict[int, str]:
    """The public names of these entries."""
    if not numbers:
        return {}
    rows = Entry.objects.filter(event=event).select_related("player")
    return {entry.number: public_name(entry) for entry in rows if entry.number in numbers}
