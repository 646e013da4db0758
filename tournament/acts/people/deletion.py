"""Deleting a player who was entered by mistake."""

import json
from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine, Scope, declared
from tournament.acts.people.registration import PLAYER_FIELDS, TEXT_FIELDS
from tournament.errors import UserError
from tournament.models import Adjustment, Appeal, Draw, Entry, Event, LogEntry, Seat, Signature, SitOut
from tournament.version_tokens import require_unchanged, token_of

# Facts that a player has written or that say why they come or go.
OWN_WORDS = ("text", "reason")


def delete_entry(entry: Entry, actor: str, seen: str) -> None:
    """Deletes a player before the event begins: their texts are emptied, and the number is never given again.

    Refused once a draw or a decision mentions the player or they have paid, and if their details are not as they were
    `seen` (see `entry_token`).
    """
    with logbook.locked_event(entry.event) as event:
        current = Entry.objects.filter(pk=entry.pk).select_related("player").first()
        if current is None:
            raise UserError(_("This player has been deleted."))
        if not is_deletable(current):
            raise UserError(
                _(
                    "A player can be deleted only before the event starts, and only if in no draw and no decision. "
                    "Withdraw this player instead."
                )
            )
        require_unchanged(seen, entry_token(current))
        facts = {"number": current.number, "texts": texts_about(event, {current.number}, TEXT_FIELDS)}
        logbook.write(event, actor, "delete_entry", facts, 2)


def is_deletable(entry: Entry) -> bool:
    """Whether a player can still be deleted: nothing but the entry refers to them."""
    if entry.event.state != Event.State.REHEARSAL or entry.paid:
        return False
    if any(rows.objects.filter(entry=entry).exists() for rows in (Seat, SitOut, Adjustment, Appeal, Signature)):
        return False
    drawn = Draw.objects.filter(event=entry.event_id).values_list("entries", flat=True)
    return not any(entry.number in numbers for numbers in drawn)


def entry_token(entry: Entry) -> str:
    """A token that changes when anything known of a player changes."""
    known = [
        entry.number,
        entry.role,
        entry.present,
        entry.withdrawn,
        entry.waiting,
        *(getattr(entry.player, name) for name in PLAYER_FIELDS),
    ]
    return token_of(*known)


def texts_about(event: Event, numbers: Collection[int], fields: Collection[str]) -> list[str]:
    """The digests of all texts that lines hold about these players and about nobody else, but for those of decisions.

    Of their details only those in `fields` (see `registration.TEXT_FIELDS`).
    """
    them = frozenset(numbers)
    own: set[str] = set()
    others: set[str] = set()
    texts_of = {name: act.player_texts for name, act in declared().items() if act.player_texts}
    for act, line in LogEntry.objects.filter(event=event, act__in=texts_of).values_list("act", "text"):
        for about, row in texts_of[act](json.loads(line)["facts"]):
            digests = [row.get(text, "") for text in (*fields, *OWN_WORDS)]
            (own if them.issuperset(about) else others).update(digests)
    return sorted(own - others - {""})


@Act("delete_entry", _("Player deleted"), versions=(1, 2), scope=Scope.ENTRY)
def apply_delete_entry(line: LogLine) -> None:
    event, number = line.event, line.facts["number"]
    # Lines of version 1 left the salts.
    logbook.empty_texts(event, line.facts["texts"], salts=line.version > 1)
    entry = Entry.objects.select_related("player").get(event=event, number=number)
    entry.delete()
    entry.player.delete()
    event.spent_numbers = sorted({*event.spent_numbers, number})
    event.save(update_fields=["spent_numbers"])
