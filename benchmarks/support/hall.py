"""A hall full of players, made in bulk: the rows and the logbook that a long day leaves, without the day.

The rows are those the acts would have written, and the logbook has its sealed line for each deal. The last deal of
every table of the last round is left to be written, if nobody asks for another number of deals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from scoring import RuleSet, load
from tests.support.events import cast
from tournament.acts.event.events import EventPlan, change_state, make_event
from tournament.acts.kernel import logbook
from tournament.acts.people.registration import Entrant, add_entries
from tournament.acts.rounds.rounds import close_round, publish_round
from tournament.demo.names import people
from tournament.demo.play import result
from tournament.models import Deal, Entry, Event, LogEntry, Round, Submission, Table
from tournament.seating.rng import Chance

ROUNDS = 3
DEALS = 16
BATCH = 2000
BY = "system"


@dataclass(frozen=True)
class Written:
    """A deal of a table, with the facts of its line."""

    table: Table
    facts: dict[str, Any]


def make(players: int, *, left_to_write: int = 1, slug: str = "") -> Event:
    """An event in the last deals of its last round, for a number of players that fills its tables."""
    chance, rules = Chance(f"hall of {players}{slug}"), load("iwwa-2025")
    plan = EventPlan(f"{players} players", rules.to_dict(), planned_rounds=ROUNDS, deals_per_round=DEALS)
    event = make_event(BY, slug or f"hall-{players}", plan)
    change_state(event, BY, Event.State.LIVE)
    add_entries(event, BY, [Entrant(name, club) for name, club in people(players, chance)], present=True)
    return play(event, left_to_write=left_to_write)


def play(event: Event, *, left_to_write: int = 1, closed: bool = False) -> Event:
    """The same event in the last deals of its last round; or with every deal, and `closed`."""
    chance, rules = Chance(f"hall at {event.slug}"), load("iwwa-2025")
    players = Entry.objects.filter(event=event).count()
    for number in range(1, ROUNDS + 1):
        seated = chance.shuffled(range(1, players + 1))
        round = cast.given_round(event, [seated[at : at + 4] for at in range(0, players, 4)])
        publish_round(round, BY)
        whole = closed or number < ROUNDS
        _play(event, round, DEALS if whole else DEALS - left_to_write, rules, chance)
        if closed:
            close_round(Round.objects.get(pk=round.pk), BY, "To measure.")
    if closed:
        change_state(event, BY, Event.State.CLOSED)
    return Event.objects.get(pk=event.pk)


def _play(event: Event, round: Round, deals: int, rules: RuleSet, chance: Chance) -> None:
    """Every table of a round writes this many deals, all tables at the same pace."""
    tables = list(Table.objects.filter(round=round))
    numbers = range(1, deals + 1)
    written = [Written(table, _facts(round, table, n, rules, chance)) for n in numbers for table in tables]
    at = timezone.now()
    Deal.objects.bulk_create([_deal(row) for row in written], BATCH)
    Submission.objects.bulk_create([_submission(row, at) for row in written], BATCH)
    LogEntry.objects.bulk_create(_lines(event, written, at), BATCH)
    Table.objects.filter(round=round).update(revision=deals)
    event.save(update_fields=["revision", "seal"])


def _facts(round: Round, table: Table, number: int, rules: RuleSet, chance: Chance) -> dict[str, Any]:
    played = result(rules, (1, 2, 3, 4), chance)
    # The jury's answer would be a decision of its own; without it the deal gives nothing, which costs as much.
    played.pop("jury", None)
    place = {"round": round.number, "table": table.number, "number": number}
    return {**place, "version": 1, "result": played, "jury": None, "key": f"{table.pk:020}-{number:011}"}


def _deal(row: Written) -> Deal:
    played = row.facts["result"]
    return Deal(table=row.table, number=row.facts["number"], result=played, version=1)


def _submission(row: Written, at: datetime) -> Submission:
    answer = {"act": "record_deal", "deal": row.facts["number"], "version": 1}
    return Submission(table=row.table, key=row.facts["key"], answer=answer, at=at)


def _lines(event: Event, written: list[Written], at: datetime) -> Iterator[LogEntry]:
    event.refresh_from_db(fields=["revision", "seal"])
    for row in written:
        by = f"table:{row.facts['round']}/{row.facts['table']}"
        line = logbook.sealed_line(event, at, by, "record_deal", 1, row.facts)
        event.revision, event.seal = line.sequence, line.hash
        yield line
