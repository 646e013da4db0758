"""Events with draws, and what relates their people."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.people import registration
from tournament.acts.people.import_people import PeopleImport, entered_people, import_people
from tournament.acts.rounds import draws, rounds
from tournament.acts.rounds.reseating import reseat, reseating
from tournament.draw.drawing import DrawRequest
from tournament.models import Draw, Entry, Event, Seat

BY = "system"


def seats(event: Event) -> list[list[list[int]]]:
    """Who sits at each table of each round, in seat order."""
    order = ("table__round__number", "table__number", "position", "from_deal")
    rows = Seat.objects.filter(table__round__event=event).order_by(*order)
    found: dict[int, dict[int, list[int]]] = {}
    for round, table, number in rows.values_list("table__round__number", "table__number", "entry__number"):
        found.setdefault(round, {}).setdefault(table, []).append(number)
    return [list(tables.values()) for tables in found.values()]


def drawn(event: Event, count: int = 2, *, publish: bool = False, **wishes: Any) -> Draw:
    """The next rounds of the event, drawn at once."""
    draw = draws.draw_rounds(event, BY, DrawRequest(rounds=count, **wishes), anyway=True)
    if publish:
        rounds.publish_round(cast.round_of(event, draw.first), BY, ahead=True)
    return Draw.objects.get(pk=draw.pk)


def relate(event: Event, families: Iterable[Iterable[int]] = (), writers: Iterable[int] = ()) -> None:
    """Has these people be of one family each, and these be willing to write."""
    of = {number: f"Familie {family}" for family, numbers in enumerate(families) for number in numbers}
    willing = set(writers)
    now = {person.number: person for person in entered_people(event)}
    told = {n: replace(now[n], family=of.get(n, ""), writes=n in willing) for n in {*of, *willing}}
    import_people(event, BY, lambda there: PeopleImport(change=told))


@laid_again
def underway(
    players: int = 24, count: int = 4, published: int = 2, *, deals: int = 1, slug: str = "ledegem", **wishes: Any
) -> Event:
    """A live event with rounds drawn at once, the first of them played and closed, some more published."""
    event = cast.event(players, slug, planned_rounds=count, deals_per_round=deals)
    cast.events.change_state(event, BY, Event.State.LIVE)
    drawn(event, count, **wishes)
    for number in range(1, published + 1):
        rounds.publish_round(cast.round_of(event, number), BY)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event, 1), BY)
    return cast.fresh(event)


def leave(event: Event, *numbers: int) -> None:
    for number in numbers:
        registration.withdraw(cast.entry(event, number), BY)


def come(event: Event, count: int = 1, role: str = Entry.PlayerRole.COMPETITOR) -> list[int]:
    """This many newcomers, checked in; their numbers."""
    people = [cast.Entrant(f"Newcomer {at}", role=role) for at in range(count)]
    entries = registration.add_entries(event, BY, people)
    for entry in entries:
        registration.check_in(entry, BY, True)
    return [entry.number for entry in entries]


def confirm(event: Event) -> None:
    reseat(event, BY, reseating(event).of)
