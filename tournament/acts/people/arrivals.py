"""Somebody who is entered by one act: at the desk, where they are present at once, or by themselves."""

import hashlib
import json
from dataclasses import replace
from itertools import chain
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.text_references import entered_texts
from tournament.acts.people.clubs import known_spelling
from tournament.acts.people.registration import Entrant, check_person, enter_people, numbers_for, people_as_facts
from tournament.errors import UserError
from tournament.models import Entry, Event, LogEntry
from tournament.naming import clubs_agree, near_keys, twin_key

# As many as a person at the desk reads before they decide.
MAX_ALIKE = 5


class SimilarNameError(UserError):
    """There are people with this name, or almost this name: `entries`."""

    def __init__(self, entries: list[Entry]) -> None:
        twin = f"{entries[0].number} {entries[0].player.name}"
        sentence = _("There is already a player with this name or a very similar one: %(twin)s.")
        super().__init__(sentence % {"twin": twin})
        self.entries = entries


class KeyUsedError(UserError):
    """The form that was sent entered somebody else before: it needs a new key."""


def enter_arrival(event: Event, actor: str, person: Entrant, *, another: bool = False, key: str = "") -> Entry:
    """Enters somebody who stands at the desk, and marks them present; their club is spelled as in the event.

    Raises SimilarNameError if the event has such a name already, unless this is `another` person. `key` was made for
    the form: a form that is sent twice enters nobody twice.
    """
    check_person(person)
    with logbook.locked_event(event) as event:
        if existing := earlier_entry(event, key, person.name):
            return existing
        require_open(event)
        if not another and (entries := similar_entries(event, person)):
            raise SimilarNameError(entries)
        return enter_person(event, actor, person, key, present=True)


def enter_person(event: Event, actor: str, person: Entrant, key: str, **more: Any) -> Entry:
    """Part of an act that enters one person, by themselves without an `actor`; `more` are more facts."""
    person = replace(person, club=known_spelling(event, person.club)) if person.club else person
    [number] = numbers_for(event, [person])
    [row] = people_as_facts(event, [(number, person)])
    logbook.write(event, actor or f"entry:{number}", "register", {"entry": row, "key": _digest(key), **more})
    return Entry.objects.select_related("player", "event").get(event=event, number=number)


def earlier_entry(event: Event, key: str, name: str) -> Entry | None:
    """Whom the act with this key entered; None if there was none. Raises KeyUsedError if their name is not `name`.

    A browser that restores a form restores its key too: the second of two people on one phone would be lost.
    """
    if not key:
        return None
    # The lines are canonical JSON, so the digest can appear in the text in only one form.
    lines = LogEntry.objects.filter(event=event, act="register", text__contains=f'"key":"{_digest(key)}"')
    line = lines.first()
    if line is None:
        return None
    number = json.loads(line.text)["facts"]["entry"]["number"]
    entry = Entry.objects.select_related("player", "event").filter(event=event, number=number).first()
    if entry is None:
        raise UserError(_("This player has been deleted."))
    if twin_key(entry.player.name) != twin_key(name):
        sentence = _("This form has entered somebody else already. Send it again for %(name)s.")
        raise KeyUsedError(sentence % {"name": name}, 422)
    return entry


def similar_entries(event: Event, person: Entrant) -> list[Entry]:
    """Entries with the same name, however it is spelled; then those of the same club with almost the same."""
    name, keys = twin_key(person.name), near_keys(person.name)
    entries = list(Entry.objects.filter(event=event).select_related("player", "event").order_by("number"))
    same = [entry for entry in entries if twin_key(entry.player.name) == name]
    near = (entry for entry in entries if entry not in same and not keys.isdisjoint(near_keys(entry.player.name)))
    return list(chain(same, (other for other in near if clubs_agree(other.player.club, person.club))))[:MAX_ALIKE]


def _digest(key: str) -> str:
    """What a line keeps of a key: whoever reads the logbook cannot send the form again."""
    return hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""


@Act("register", _("Player registered"), player_texts=entered_texts)
def apply_register(line: LogLine) -> None:
    row = line.facts["entry"]
    enter_people(line, [row])
    waiting = line.facts.get("waiting", 0)
    fields: dict[str, Any] = {"present": line.facts["present"], "waiting": waiting, "withdrawn": waiting > 0}
    fields["price"] = line.facts.get("price", "")
    Entry.objects.filter(event=line.event, number=row["number"]).update(**fields)
