"""The prizes of an event, and who is in which of their lists."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, Facts, LogLine, Scope
from tournament.errors import UserError
from tournament.models import Entry, Event
from tournament.ranking import prizes as plan
from tournament.ranking.prizes import PrizeList, Prizes
from tournament.version_tokens import require_unchanged, token_of

SET, ENLIST = "set_prizes", "enlist"


def set_prizes(event: Event, actor: str, prizes: Prizes, *, seen: str | None = None) -> None:
    """Gives the event other prizes; also once its ranking is final, since who wins them is computed.

    `seen` is the token (`prizes_token`) of those that were looked at. The same prizes write nothing. Refused if they
    cannot be (`ranking.prizes.fault`) or name a number that nobody has.
    """
    if sentence := plan.fault(prizes):
        raise UserError(sentence, 422)
    with logbook.locked_event(event) as event:
        if prizes.to_dict() == event.prizes:
            return
        require_unchanged(seen, prizes_token(event))
        named = {number for row in prizes.lists for number in row.members}
        known = set(Entry.objects.filter(event=event).values_list("number", flat=True))
        if missing := sorted(named - known - set(event.spent_numbers)):
            raise UserError(_("No player has number %(number)s.") % {"number": missing[0]}, 422)
        logbook.write(event, actor, SET, {"prizes": sealed_prizes(event, prizes.to_dict())})


def enlist(entry: Entry, actor: str, lists: list[int], *, seen: str | None = None) -> None:
    """Puts a player in these lists of prizes (numbered from 1), and in no other one that is of players.

    `seen` as in `set_prizes`. Writes nothing if that is so.
    """
    with logbook.locked_event(entry.event) as event:
        rows = plan.read(event.prizes).lists
        if any(number not in range(1, len(rows) + 1) or rows[number - 1].of != "players" for number in lists):
            raise UserError(_("There is no such list of prizes."), 422)
        if {at for at, row in enumerate(rows, 1) if entry.number in row.members} == set(lists):
            return
        require_unchanged(seen, prizes_token(event))
        logbook.write(event, actor, ENLIST, {"number": entry.number, "lists": sorted(set(lists))})


def prizes_token(event: Event) -> str:
    """A token of the prizes of an event and of who is in their lists."""
    return token_of(plan.read(event.prizes))


def sealed_prizes(event: Event, data: Mapping[str, Any]) -> Facts:
    """Prizes as facts: texts by their digest."""
    return _with_texts(data, lambda texts: logbook.store_texts(event, texts))


def opened_prizes(line: LogLine, facts: Facts) -> dict[str, Any]:
    """Part of an `apply`: the prizes of these facts, with their texts."""
    return _with_texts(facts, lambda digests: line.words(*digests))


def _with_texts(data: Mapping[str, Any], changed: Callable[[list[str]], list[str]]) -> dict[str, Any]:
    return {
        **data,
        **({"lists": [_row(row, changed) for row in data["lists"]]} if data else {}),
    }


def _row(row: Mapping[str, Any], changed: Callable[[list[str]], list[str]]) -> dict[str, Any]:
    parts = {name: changed(list(row.get(name, ()))) for name in ("prizes", "clubs")}
    return {**row, "name": changed([row["name"]])[0], **parts}


def enlisted(prize_list: PrizeList, number: int, inside: bool) -> PrizeList:
    """The list with a player in it, or without."""
    others = [member for member in prize_list.members if member != number]
    return replace(prize_list, members=tuple(sorted([*others, number] if inside else others)))


@Act(SET, _("Prizes set"))
def apply_set_prizes(line: LogLine) -> None:
    line.event.prizes = opened_prizes(line, line.facts["prizes"])
    line.event.save(update_fields=["prizes"])


@Act(ENLIST, _("Player put in lists of prizes"), scope=Scope.ENTRY)
def apply_enlist(line: LogLine) -> None:
    prizes = plan.read(line.event.prizes)
    number, lists = line.facts["number"], line.facts["lists"]
    rows = [
        enlisted(row, number, at in lists) if row.of == "players" else row for at, row in enumerate(prizes.lists, 1)
    ]
    line.event.prizes = replace(prizes, lists=tuple(rows)).to_dict()
    line.event.save(update_fields=["prizes"])
