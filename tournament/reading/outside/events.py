"""The open data of an event: what its public pages show, as records."""

from collections.abc import Sequence
from typing import Any, TypeVar

from scoring import compile_table
from tournament import links
from tournament.models import Entry, Event
from tournament.ranking import facts, live
from tournament.ranking.standings import RankingPlace
from tournament.reading.event.first_page import listed_events
from tournament.reading.event.stored_data import last_days_of_names
from tournament.reading.logbook.seals import seal
from tournament.reading.outside.answers import (
    PAGE_SIZE,
    OpenClub,
    OpenClubs,
    OpenEvent,
    OpenEventDetails,
    OpenEvents,
    OpenPlace,
    OpenPlayed,
    OpenPlayer,
    OpenRanking,
    OpenResting,
    OpenRound,
    OpenRules,
    OpenSeat,
    OpenSeating,
    OpenTable,
)
from tournament.reading.ranking import cards
from tournament.reading.ranking.clubs import club_ranking
from tournament.reading.ranking.finality import provisional_until, public_finality
from tournament.reading.rounds.seating import resting, seated
from tournament.wording import named

T = TypeVar("T")

# A round and a part of its seating are one number, as an edition of a page has it.
MAX_PARTS = 1000


def parts_of(count: int) -> int:
    """How many parts a list of so many items has."""
    return max(1, -(-count // PAGE_SIZE))


def part_of(items: Sequence[T], part: int) -> tuple[Sequence[T], dict[str, Any]]:
    """A part of a list, from 1, and which of how many it is. Raises LookupError if there is no such part."""
    count = len(items)
    parts = parts_of(count)
    if not 1 <= part <= parts:
        raise LookupError("no such part")
    return items[(part - 1) * PAGE_SIZE : part * PAGE_SIZE], {"part": part, "last_part": parts, "count": count}


def open_events(organisation: str, part: int) -> OpenEvents:
    """A part of the listed events. Raises LookupError."""
    rows = listed_events(organisation)
    of_part, which = part_of(range(rows.count()), part)
    events = list(rows[of_part[0] : of_part[-1] + 1]) if of_part else []
    until = last_days_of_names(events)
    return OpenEvents(
        events=[OpenEvent(**_summary(event), names_until=until.get(event.pk)) for event in events], **which
    )


def open_event(event: Event, _part: int = 1) -> OpenEventDetails:
    """An event and how far it is."""
    rules = facts.ruleset(event)
    visible = facts.rounds(event, public=True)
    return OpenEventDetails(
        **_summary(event),
        names_until=last_days_of_names([event]).get(event.pk),
        finality=public_finality(event),
        frozen_after=event.frozen_after,
        planned_rounds=event.planned_rounds,
        deals_per_round=event.deals_per_round,
        shown_rounds=[OpenRound(round.number, round.closed, round.provisional_until) for round in visible],
        ruleset=rules.key,
        rules_verified=rules.verified,
        tie_breaks=list(event.tie_breaks),
    )


def open_ranking(event: Event, part: int = 1) -> OpenRanking:
    """A part of the public ranking. Raises LookupError."""
    ranking = live.ranking(event, public=True)
    places, which = part_of(ranking.places if ranking.begun else (), part)
    return OpenRanking(
        **_frame(event, event.get_absolute_url()),
        **which,
        finality=public_finality(event),
        frozen_after=event.frozen_after,
        provisional_until=provisional_until(event),
        counted_rounds=list(ranking.rounds),
        ranking=list(map(_place, places)),
    )


def open_seating(event: Event, round_and_part: int) -> OpenSeating:
    """A part of who sits where, by `seating_part`. Raises LookupError if the round is not shown."""
    number, part = divmod(round_and_part, MAX_PARTS)
    round = next((round for round in facts.rounds(event, public=True) if round.number == number), None)
    if round is None:
        raise LookupError("this round is not shown")
    tables: dict[int, list[OpenSeat]] = {}
    for at in seated(round):
        seat = OpenSeat(
            seat=at.position, from_deal=at.from_deal, captain=at.captain, number=at.number, name=at.name, club=at.club
        )
        tables.setdefault(at.table, []).append(seat)
    of_part, which = part_of(list(tables.items()), part)
    return OpenSeating(
        **_frame(event, f"{event.get_absolute_url()}seating/{number}/"),
        **which,
        round=number,
        seating=[OpenTable(table=table, sitting=seats) for table, seats in of_part],
        resting=[OpenResting(number=who.number, name=who.name, club=who.club) for who in resting(round)],
    )


def seating_part(round: int, part: int) -> int:
    """A round and a part of its seating as one number. Raises LookupError if there can be none."""
    if not 0 < part < MAX_PARTS:
        raise LookupError("no such part")
    return round * MAX_PARTS + part


def open_player(event: Event, entry: Entry) -> OpenPlayer:
    """A player, their place, and what they got in each round that is shown."""
    card = cards.card(event, entry)
    place = live.ranking(event, public=True).place(entry.number)
    return OpenPlayer(
        **_frame(event, f"{event.get_absolute_url()}player/{entry.number}/"),
        number=entry.number,
        name=card.name,
        club=entry.player.club,
        withdrawn=entry.withdrawn,
        round_results=[
            OpenPlayed(round=sat.round, table=sat.sheet.table.number, points=sat.points) for sat in card.sat
        ],
        placed=_place(place) if place else None,
    )


def open_clubs(event: Event, _part: int = 1) -> OpenClubs:
    """The ranking of the clubs."""
    ranking = live.ranking(event, public=True)
    return OpenClubs(
        **_frame(event, f"{event.get_absolute_url()}clubs/"),
        finality=public_finality(event),
        ranking=[
            OpenClub(
                rank=place.rank,
                shared=place.shared,
                name=place.club.name,
                members=place.club.members,
                points=place.club.points,
                value=float(place.club.tenths),
            )
            for place in club_ranking(ranking.places, ranking.contest.format.clubs)
        ],
    )


def open_rules(event: Event, _part: int = 1) -> OpenRules:
    """The rules and their points."""
    rules = facts.ruleset(event)
    return OpenRules(
        **_frame(event, f"{event.get_absolute_url()}rules/"),
        ruleset=rules.key,
        hash=rules.hash,
        verified=rules.verified,
        table=dict(compile_table(rules)),
    )


def seal_of(event: Event) -> str:
    """The seal of an event as an address has it; "" while its logbook is empty."""
    dated = seal(event)
    return dated.typed if dated else ""


def _frame(event: Event, path: str) -> dict[str, Any]:
    """What every answer about an event has."""
    until = last_days_of_names([event]).get(event.pk)
    return {"seal": seal_of(event), "names_until": until, "page": links.absolute(path), "event": event.slug}


def _summary(event: Event) -> dict[str, Any]:
    hosted = getattr(event, "hosted", None)
    return {
        "seal": seal_of(event),
        "page": links.absolute(event.get_absolute_url()),
        "slug": event.slug,
        "name": event.name,
        "town": event.place,
        "starts_on": event.starts_on,
        "ends_on": event.ends_on,
        "state": str(event.state),
        "demo": event.demo,
        "organisation": hosted.organisation.slug if hosted else None,
    }


def _place(place: RankingPlace) -> OpenPlace:
    standing = place.standing
    return OpenPlace(
        rank=standing.rank,
        shared=standing.shared,
        section=place.section,
        number=place.entry.number,
        name=named(place.entry.name, place.entry.number),
        club=place.entry.club,
        points=standing.row.points,
        round_points=list(place.rounds),
        earlier_points=list(place.earlier_rounds),
        bonus=place.bonus,
        adjustments=place.adjustment_points,
        carried=place.carried,
        deals=place.deals,
        tie_break=standing.broke.tie_break if standing.broke else None,
    )
