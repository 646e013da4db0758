"""A player's public page: their place, why they are there, their day, and every deal that it comes from."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.forms.rounds.deadline import hour
from tournament.integers import read_integer
from tournament.models import Entry, Event
from tournament.ranking import facts, live
from tournament.ranking.live import Ranking
from tournament.ranking.standings import RankingPlace
from tournament.reading.event.corrections import corrections
from tournament.reading.people import player_seats
from tournament.reading.people.player_deals import (
    PlayerDeal,
    best_deal,
    by_contract,
    companions,
    contract_share,
    counting_deals,
)
from tournament.reading.ranking import cards, player_standing
from tournament.reading.ranking.changes import ends, since
from tournament.reading.ranking.components import components
from tournament.reading.ranking.day import draw_day
from tournament.reading.ranking.finality import Finality, public_finality, ranking_title
from tournament.reading.ranking.neighbours import neighbours
from tournament.reading.rounds.rooms import room_map
from tournament.views.public.event import of_event


@of_event
def player(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A player's card: their place in the ranking, and why."""
    entry = Entry.objects.select_related("player", "link__person").filter(event=event, number=number).first()
    if entry is None:
        raise DeadLinkError(_("No player has this number."))
    card, ranking = cards.card(event, entry), live.ranking(event, public=True)
    visible = facts.rounds(event, public=True)
    seats = player_seats.placed(card, visible)
    place, beside, parts = ranking.place(number), neighbours(ranking, number), components(ranking, number)
    deals = counting_deals(card, parts.notes)
    closed = {round.number for round in visible if round.closed}
    context = {
        "event": event,
        "rules": facts.ruleset(event),
        "card": card,
        "title": ranking_title(event),
        "corrections": corrections(event, {(sat.round, sat.sheet.table.number) for sat in card.sat}),
        "components": parts,
        "neighbours": beside,
        **_since(request, event, card, [number, *(neighbour.place.entry.number for neighbour in beside)]),
        "seats": seats,
        "tables": player_seats.in_turn(card, player_seats.current_round_number(visible)),
        "map": room_map(event),
        "table": next((seat.table for seat in seats if seat.is_current), None),
        "companions": companions(deals),
        "best": best_deal(deals),
        "contracts": by_contract(deals),
        "season": player_standing.season_place(event, entry),
        "place": place,
        **_standing(event, ranking, place, card, deals, closed),
    }
    return render(request, "public/player/page.html", context)


def _standing(
    event: Event,
    ranking: Ranking,
    place: RankingPlace | None,
    card: cards.Card,
    player_deals: list[PlayerDeal],
    closed: set[int],
) -> dict[str, Any]:
    """What only somebody who is ranked has: a day to draw, a field to be compared with, somebody to pass."""
    share = contract_share(player_deals)
    if place is None:
        return {"share": share}
    is_open = public_finality(event) == Finality.PROVISIONAL and event.frozen_after is None
    return {
        "share": share,
        "gap": player_standing.gap(ranking, place),
        "ranked": len(ranking.places),
        "field": player_standing.field_share(ranking, place),
        "day": draw_day(event, ranking, card, player_deals, closed),
        "passing": player_standing.passing(ranking, place) if is_open else "",
        "certainty": player_standing.certainty(ranking, place),
        "honours": player_standing.honours(ranking, place, player_deals, share, closed),
    }


def _since(request: HttpRequest, event: Event, card: cards.Card, numbers: list[int]) -> dict[str, Any]:
    """What changed for these players since the line or the hour that the address names, and the moments to choose."""
    moment = request.GET.get("since")
    if moment is None:
        return {"since": None, "asks": False}
    start = hour(moment) if "T" in moment else read_integer(moment)
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    people = sorted(entries, key=lambda entry: numbers.index(entry.number))
    changes = since(event, start, people) if start is not None else None
    visible = {sat.round for sat in card.sat if not sat.withheld}
    return {"since": changes, "asks": True, "unknown": bool(moment) and changes is None, "ends": ends(event, visible)}
