"""Who sits where, rendered once for everybody, part by part; beside it the ranking (`ranking_board`).

Such pages must contain nothing that belongs to one visitor: no user name, no message, no CSRF token.
"""

from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import Any

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament.models import Event, Room
from tournament.naming import search_text
from tournament.ranking import facts
from tournament.reading.event import notices
from tournament.reading.parts import (
    PART_NAMES,
    PART_TABLES,
    WHOLE,
    RowIndex,
    part_address,
    part_links,
    row_spans,
    span_of,
)
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.rounds.seating import Resting, Seated, by_name, resting, seated

# So much of a name says where a part begins and ends.
LABEL = 5
ROW = (
    '<tr data-number="{number}"><th class="name" scope="row"><a href="{address}">{name}</a>'
    '<small class="club">{club}</small></th>{place}</tr>\n'
)
PLACE = '<td class="sum">{table}</td><td class="sum">{position}</td>'
OUT = '<td class="sum" colspan="2">{word}</td>'


def render_tables(event: Event, numbers: tuple[int, int]) -> Rendered:
    """Who sits where in a visible round, table by table: a part of it, or WHOLE. `numbers` are those of round and part.

    Raises Http404 if the round has been hidden, or has no such part.
    """
    base, context = _frame(event, "seating-round", numbers)
    tables = [(number, list(seats)) for number, seats in groupby(seated(context["round"]), lambda seat: seat.table)]
    spans = row_spans(len(tables), PART_TABLES)
    span = span_of(spans, numbers[1])
    context["tables"] = tables[span.first - 1 : span.last]
    context["parts"] = part_links(spans, partial(part_address, base), lambda row: tables[row - 1][0])
    page = render_to_string("public/seating/seating.html", context)
    return Rendered(event.version_token, {"page": page}, notices.next_end(event))


def render_names(event: Event, numbers: tuple[int, int]) -> Rendered:
    """The same by name; the whole has the index of all rows."""
    base, context = _frame(event, "seating-names", numbers)
    people = by_name(seated(context["round"]))
    markup = _rows(event, people, context["resting"])
    spans = row_spans(len(people), PART_NAMES)
    span = span_of(spans, numbers[1])
    numbers_listed = dict.fromkeys(seat.number for seat in people[span.first - 1 : span.last])
    context["rows"] = mark_safe("".join(markup[number] for number in numbers_listed))  # noqa: S308 - escaped
    label = [seat.listed[:LABEL].strip() for seat in people]
    context["parts"] = part_links(spans, partial(part_address, base), lambda row: label[row - 1])
    page = render_to_string("public/seating/seating_names.html", context)
    index = None
    if numbers[1] == WHOLE:
        texts = {
            person.number: search_text(f"{person.name} {person.club}") for person in (*people, *context["resting"])
        }
        index = RowIndex(markup, [texts[number] for number in markup])
    return Rendered(event.version_token, {"page": page}, notices.next_end(event), index)


# Who sits where by table and by name: few visitors look at both.
SEATING = {"tables": Board(render_tables), "names": Board(render_names)}


def frame(event: Event, address: str) -> dict[str, Any]:
    """What every page of an event shows; `address` is the address to return to after choosing a language."""
    return {"event": event, "return_path": address, "rules": facts.ruleset(event)}


def _frame(event: Event, name: str, numbers: tuple[int, int]) -> tuple[str, dict[str, Any]]:
    """The address of a seating, and what both of its pages show. Raises Http404 if the round has been hidden."""
    number, part = numbers
    rounds = facts.rounds(event, public=True)
    round = next((round for round in rounds if round.number == number), None)
    if round is None:
        raise Http404
    base = reverse(name, args=[event.slug, number])
    context = {"rounds": rounds, "round": round, "part": part, "resting": resting(round)}
    context["map"] = Room.objects.filter(event=event).exists()
    return base, frame(event, part_address(base, part)) | context


def _rows(event: Event, seated_players: Sequence[Seated], out: Sequence[Resting]) -> dict[int, str]:
    """The rows of a seating by the numbers of the players; somebody who changes seats has several."""
    rows: dict[int, str] = {}
    for seat in seated_players:
        place = PLACE.format(table=seat.table, position=seat.position)
        rows[seat.number] = rows.get(seat.number, "") + _row(event, seat.number, seat.listed, seat.club, place)
    word = OUT.format(word=escape(_("sits out")))
    return rows | {person.number: _row(event, person.number, person.name, person.club, word) for person in out}


def _row(event: Event, number: int, name: str, club: str, place: str) -> str:
    address = reverse("player", args=[event.slug, number])
    return ROW.format(number=number, address=address, name=escape(name), club=escape(club), place=place)
