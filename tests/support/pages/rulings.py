"""Rulings as the jury's page sends them."""

import json
import re
from typing import Any

from django.db import transaction

from tests.support.events import cast
from tests.support.pages.jury_pages import at
from tournament.acts.jury import rulings
from tournament.acts.kernel import logbook
from tournament.models import Decision, Event, LogEntry, Table
from tournament.ranking import live
from tournament.ranking.standings import event_standings
from tournament.reading.table.sheets import sheet


def totals(event: Event) -> dict[int, int]:
    """The running totals at the first table, by position."""
    return {total.position: total.deals for total in sheet(cast.table(event)).totals}


def points(event: Event) -> dict[int, int]:
    """The ranking by entry number, the same from memory and from the database."""
    places = live.ranking(cast.fresh(event), public=True).places
    assert list(places) == event_standings(cast.fresh(event), public=True)
    return {place.entry.number: place.standing.row.points for place in places}


def ruling(event: Event, kind: str, deal: int = 1, query: str = "") -> str:
    """The address of a ruling on a deal of table 1."""
    return at(event, f"ruling/1/1/{deal}/{kind}/{'?' if query else ''}{query}")


def answered_by_the_jury() -> Event:
    """Two tables of four deals, at which the jury itself answers whether a contract is allowed."""
    return cast.playing(8, deals=4, jury=Event.Jury.HAND)


# A contract that needs the jury: grande misère on the table by seat 3, no trick.
GMT = cast.result("GMT", (3,), {"3": 0})


def rule(event: Event, deal: int, answer: str, **more: Any) -> Decision:
    """The jury answers about GMT by seat 3 at table 1, unless told otherwise; `actor` says it."""
    more = {"contract": "GMT", "about": [3], **more}
    return rulings.rule(
        cast.table(event), more.pop("actor", "system"), deal, answer, "De reden.", internal="Binnen.", **more
    )


def rule_of_before(table: Table, deal: int, ruling: str, **more: Any) -> Decision:
    """A ruling as a line of version 1 has it: it ends nothing."""
    with transaction.atomic():
        rulings.rule(table, "system", deal, ruling, "Gezien.", **more)
        facts = json.loads(LogEntry.objects.filter(event=table.round.event).latest("sequence").text)["facts"]
        transaction.set_rollback(True)
    del facts["ends"]
    with logbook.locked_event(table.round.event) as event:
        facts["reason"] = logbook.store_text(event, "Gezien.")
        logbook.write(event, "system", "rule", facts, 1)
    return Decision.objects.get(event=event, number=facts["decision"])


DECIDED = {"reason": "Zoals gezien aan tafel", "expected": "1", "spoken": "on"}


def effect_of(answer: Any) -> list[tuple[str, str]]:
    """The points before and after, by seat, as the page shows them."""
    section = answer.content.decode().split('class="preview effect"')[1].split("</section>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", section.split("<tbody>")[1], re.DOTALL)
    cells = [[re.sub(r"<[^>]*>|\s", "", cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)] for row in rows]
    return [(row[0], row[1]) for row in cells]
