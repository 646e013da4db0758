"""Deleting a player who was entered by mistake."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import LogLine, applies
from tournament.acts.registration import PLAYER_FIELDS, TEXT_FIELDS
from tournament.models import Adjustment, Draw, Entry, Event, LogEntry, PersonalText, Seat, Signature, SitOut
from tournament.refusal import Refusal
from tournament.seen import mark_of, require_unchanged


def delete_entry(entry: Entry, by: str, seen: str) -> None:
    """Deletes a player before the event begins: their texts are emptied, and the number is never given again.

    Refused once a draw or a decision mentions the player, and if their details are not as they were `seen` (see
    `entry_mark`).
    """
    with logbook.turn(entry.event) as event:
        found = Entry.objects.filter(pk=entry.pk).select_related("player").first()
        if found is None:
            raise Refusal(_("This player has been deleted."))
        if not deletable(found):
            raise Refusal(
                _(
                    "A player can be deleted only before the event starts, and only if in no draw and no decision. "
                    "Withdraw this player instead."
                )
            )
        require_unchanged(seen, entry_mark(found))
        facts = {"number": found.number, "texts": _texts_about(event, found.number)}
        logbook.write(event, by, "delete_entry", facts)


def deletable(entry: Entry) -> bool:
    """Whether a player can still be deleted: nothing but the entry refers to them."""
    if entry.event.state != Event.State.REHEARSAL:
        return False
    if any(rows.objects.filter(entry=entry).exists() for rows in (Seat, SitOut, Adjustment, Signature)):
        return False
    drawn = Draw.objects.filter(event=entry.event_id).values_list("entries", flat=True)
    return not any(entry.number in numbers for numbers in drawn)


def entry_mark(entry: Entry) -> str:
    """A mark that changes when anything known of a player changes."""
    known = [
        entry.number,
        entry.role,
        entry.present,
        entry.withdrawn,
        *(getattr(entry.player, one) for one in PLAYER_FIELDS),
    ]
    return mark_of(*known)


def _texts_about(event: Event, number: int) -> list[str]:
    """The digests of all texts that lines hold about this player and about nobody else."""
    own: set[str] = set()
    others: set[str] = set()
    for text in LogEntry.objects.filter(event=event).values_list("text", flat=True):
        for numbers, digests in _texts_by_number(json.loads(text)):
            (own if numbers == {number} else others).update(digests)
    return sorted(own - others - {""})


def _texts_by_number(line: Mapping[str, Any]) -> Iterator[tuple[set[int], list[str]]]:
    """Whom a line is about, and the digests of its texts about them."""
    facts = line["facts"]
    if line["act"] in ("change_entry", "withdraw", "readmit"):
        yield {facts["number"]}, [facts.get(text, "") for text in (*TEXT_FIELDS, "reason")]
    if line["act"] == "rename_clubs":
        yield set(facts["numbers"]), [facts["club"]]
    if line["act"] in ("add_entries", "import_people", "import_event"):
        for row in (*facts["entries"], *facts.get("corrected", ())):
            yield {row["number"]}, [row.get(text, "") for text in TEXT_FIELDS]


@applies("delete_entry")
def _delete_entry(line: LogLine) -> None:
    event, number = line.event, line.facts["number"]
    PersonalText.objects.filter(event=event, digest__in=line.facts["texts"]).update(text="")
    entry = Entry.objects.select_related("player").get(event=event, number=number)
    entry.delete()
    entry.player.delete()
    event.spent_numbers = sorted({*event.spent_numbers, number})
    event.save(update_fields=["spent_numbers"])
