"""A whole list of players in one act: new ones are entered, known ones corrected."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.text_references import entered_texts
from tournament.acts.people.registration import (
    Entrant,
    check_person,
    correct_people,
    enter_people,
    numbers_for,
    people_as_facts,
    person_of,
)
from tournament.models import Entry, Event, LogEntry


@dataclass(frozen=True, slots=True)
class PeopleImport:
    """Whom to enter, and the corrected details of those who are entered already, by number."""

    add: Sequence[Entrant] = ()
    change: Mapping[int, Entrant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of a list: the numbers given, how many were corrected, whether it had been entered before."""

    numbers: Sequence[int] = ()
    corrected: int = 0
    before: bool = False


Decide = Callable[[Sequence[Entrant]], PeopleImport]


def import_people(event: Event, actor: str, decide: Decide, key: str = "") -> ImportResult:
    """Enters and corrects what `decide` returns, given those who are entered already; all of it or nothing.

    `decide` is called while the event is locked, so that nobody registers between its answer and the act; it may
    refuse. `key` was made when the list was looked at: a list sent twice with it is answered twice and entered once. If
    there is nothing to do, nothing is written.
    """
    with logbook.locked_event(event) as event:
        if earlier := _earlier_result(event, key):
            return earlier
        existing = entered_people(event)
        intake = decide(existing)
        if not intake.add and not intake.change:
            return ImportResult()
        _check(event, intake, {person.number: person for person in existing})
        numbers = numbers_for(event, intake.add)
        facts = {
            "key": key,
            "entries": people_as_facts(event, zip(numbers, intake.add, strict=True)),
            "corrected": people_as_facts(event, intake.change.items()),
        }
        logbook.write(event, actor, "import_people", facts)
        return ImportResult(numbers, len(intake.change))


def entered_people(event: Event) -> list[Entrant]:
    """Everyone who is entered in an event, with their numbers, by number."""
    rows = Entry.objects.filter(event=event).select_related("player").order_by("number")
    return list(map(person_of, rows))


def _check(event: Event, intake: PeopleImport, existing: Mapping[int | None, Entrant]) -> None:
    """Refuses entering people or changing roles once the event is closed; names may still be corrected."""
    for person in (*intake.add, *intake.change.values()):
        check_person(person)
    if intake.add or any(person.role != existing[number].role for number, person in intake.change.items()):
        require_open(event)


def _earlier_result(event: Event, key: str) -> ImportResult | None:
    """What the act with this key did; None if there was none."""
    # The lines are canonical JSON, so the key can appear in the text in only one form.
    lines = LogEntry.objects.filter(event=event, act="import_people", text__contains=f'"key":{json.dumps(key)}')
    line = lines.first() if key else None
    if line is None:
        return None
    facts: dict[str, Any] = json.loads(line.text)["facts"]
    return ImportResult([row["number"] for row in facts["entries"]], len(facts["corrected"]), before=True)


@Act("import_people", _("List of players imported"), player_texts=entered_texts)
def apply_import_people(line: LogLine) -> None:
    enter_people(line, line.facts["entries"])
    correct_people(line, line.facts["corrected"])
