"""Many events on this database: one of each shape is played by its acts, and the others have its rows.

A copy has keys of its own and an address of its own, so its first line differs, and every hash of its chain with it:
each line is sealed again. All other texts are those of the event that was played, names among them.
"""

import json
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.urls import reverse

from scoring import load
from scoring.sealing import canonical, chained
from tests.support.events import cast
from tournament import links
from tournament.acts.event.events import EventPlan, change_state, make_event
from tournament.acts.people.registration import add_entries, check_in
from tournament.acts.rounds.rounds import close_round, publish_round
from tournament.acts.table.deals import record_deal
from tournament.demo.play import result
from tournament.exchange.logbook import rows
from tournament.models import Entry, Event, LogEntry, PersonalText, Player, Table
from tournament.reading.table.sheets import sheet
from tournament.seating.rng import Chance

BY = "system"
ROUNDS, DEALS = 2, 21
# How many deals the tables that are being played have in their last round, so that none runs out of them.
AHEAD = 60
# A copy's keys are those of the event that was played and so many for each copy before it.
STRIDE = 20_000
SEATS = 4


def fill(events: int, playing: int, tables: int, deals: int) -> None:
    """Fills an empty database; prints as JSON what is to be played and looked at (`told`)."""
    first = played("playing", tables, deals, ahead=AHEAD)
    copy(first, range(1, playing))
    if events > playing:
        copy(played("over", tables, deals), range(playing, events - 1))
    reset_sequences()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(json.dumps(told(first)))


def played(slug: str, tables: int, deals: int, *, ahead: int = 0) -> Event:
    """An event played by its acts: two rounds and closed, or with `ahead` one round and the first deal of the next."""
    chance, rules = Chance(slug), load("iwwa-2025")
    plan = EventPlan(slug, rules.to_dict(), planned_rounds=ROUNDS, deals_per_round=deals)
    event = make_event(BY, slug, plan)
    cast.organiser(event)
    change_state(event, BY, Event.State.LIVE)
    for entry in add_entries(event, BY, cast.people(SEATS * tables)):
        check_in(entry, BY, True)
    for number in range(1, ROUNDS + 1):
        last = number == ROUNDS
        seated = chance.shuffled(range(1, SEATS * tables + 1))
        fours = [seated[at : at + SEATS] for at in range(0, len(seated), SEATS)]
        round = cast.given_round(event, fours, deals=ahead if ahead and last else deals)
        publish_round(round, BY)
        for table in Table.objects.filter(round=round).select_related("round__event"):
            for deal in range(1, 2 if ahead and last else deals + 1):
                entered = result(rules, (1, 2, 3, 4), chance)
                entered.pop("jury", None)
                record_deal(table, f"table:{number}/{table.number}", deal, entered, key=f"{table.number}-{deal}")
        if not (ahead and last):
            close_round(cast.round_of(event, number), BY, reason="Nobody signs here.")
    if not ahead:
        change_state(event, BY, Event.State.CLOSED)
    return cast.fresh(event)


def copy(event: Event, numbers: range) -> None:
    """Copies of an event, whose addresses end in these numbers."""
    if not numbers:
        return
    models: list[type[Model]] = [
        Event,
        *(model for model in rows.models(Event) if model is not Event),
        Player,
        PersonalText,
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        for model in models:
            copy_rows(cursor, model, event, numbers, models)
        seals = copy_lines(cursor, event, numbers)
        cursor.executemany("UPDATE tournament_event SET seal = %s WHERE id = %s", seals)


def copy_rows(cursor: Any, model: type[Model], event: Event, numbers: range, models: list[type[Model]]) -> None:
    """Copies the rows of one model, with the keys of the copies."""
    way = "entries__event" if model is Player else rows._way(model)
    keys = list(model._default_manager.filter(**{way: event.pk}).values_list("pk", flat=True))
    columns = {field.column: f'"{field.column}"' for field in model._meta.concrete_fields}
    for field in model._meta.concrete_fields:
        if field.primary_key or field.related_model in models:
            columns[field.column] += f" + copy * {STRIDE}"
    if model is Event:
        columns["slug"] = "slug || '-' || copy"
    table = model._meta.db_table
    cursor.execute(
        f'INSERT INTO "{table}" ({", ".join(map(quoted, columns))}) SELECT {", ".join(columns.values())}'
        f' FROM "{table}", generate_series(%s, %s) AS copy WHERE "{model._meta.pk.column}" = ANY(%s)',
        [numbers[0], numbers[-1], keys],
    )


def copy_lines(cursor: Any, event: Event, numbers: range) -> list[tuple[str, int]]:
    """Writes the logbook of each copy, sealed line by line; the last seal and the key of each."""
    lines = list(LogEntry.objects.filter(event=event).order_by("sequence").values_list())
    columns = [field.column for field in LogEntry._meta.concrete_fields]
    at = {name: columns.index(name) for name in ("id", "event_id", "text", "previous", "hash")}
    seals = []
    with cursor.copy(f"COPY tournament_logentry ({', '.join(map(quoted, columns))}) FROM STDIN") as written:
        for number in numbers:
            seal = "0" * 64
            for line in lines:
                row = list(line)
                if seal == "0" * 64:
                    row[at["text"]] = first_line(row[at["text"]], f"{event.slug}-{number}")
                row[at["id"]] += number * STRIDE
                row[at["event_id"]] += number * STRIDE
                row[at["previous"]], row[at["hash"]] = seal, (seal := chained(seal, row[at["text"]]))
                written.write_row(row)
            seals.append((seal, event.pk + number * STRIDE))
    return seals


def first_line(text: str, slug: str) -> str:
    """The line that makes an event, at another address."""
    line = json.loads(text)
    line["facts"]["slug"] = slug
    return canonical(line)


def quoted(column: str) -> str:
    """A column's name as SQL has it."""
    return f'"{column}"'


def reset_sequences() -> None:
    """Later rows get keys beyond those of the copies."""
    with connection.cursor() as cursor:
        models = {*rows.models(Event), Player, PersonalText, LogEntry}
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


def told(event: Event) -> dict[str, Any]:
    """What phones and visitors need of the events that are being played, table after table in turn.

    `tables` (token, seats, next deal), the `deals` each can have, `looks` (addresses by kind of page), the `cookie` of
    an organiser of them all, and the `slugs` of all events.
    """
    playing = list(Event.objects.filter(state=Event.State.LIVE).order_by("pk"))
    tables = Table.objects.filter(round__event__in=playing, round__number=ROUNDS).order_by("number", "pk")
    seats = {table.number: seats_of(table) for table in Table.objects.filter(round__event=event, round__number=ROUNDS)}
    open_tables = list(tables.select_related("round"))
    entries = Entry.objects.filter(event__in=playing, number__lte=SEATS).order_by("number", "pk")
    slugs = [one.slug for one in playing]
    looks = {
        "a captain's table": [reverse("captain:table", args=[links.table_token(table)]) for table in open_tables],
        "a table followed": [reverse("players:table", args=[links.reading_token(table)]) for table in open_tables],
        "a player's own": [reverse("players:own", args=[links.personal_token(entry)]) for entry in entries],
        "ranking": [reverse("ranking", args=[slug]) for slug in slugs],
        "a player's card": [reverse("player", args=[slug, n]) for n in range(1, 9) for slug in slugs],
        "who sits where": [reverse("seating-round", args=[slug, ROUNDS]) for slug in slugs],
        "all events": [reverse("home")],
        "staff: the rounds": [reverse("staff:rounds", args=[slug]) for slug in slugs],
        "staff: the calls": [reverse("staff:calls", args=[slug]) for slug in slugs],
        "staff: the logbook": [reverse("staff:logbook", args=[slug]) for slug in slugs],
    }
    return {
        "tables": [(links.table_token(table), seats[table.number], 2) for table in open_tables],
        "deals": AHEAD,
        "looks": looks,
        "cookie": f"{settings.SESSION_COOKIE_NAME}={cast._session(cast.organiser(event))}",
        "slugs": list(Event.objects.order_by("pk").values_list("slug", flat=True)),
    }


def seats_of(table: Table) -> str:
    """What a phone says of who sits there."""
    return sheet(table).seats
