"""The history of a table, read from the logbook: who did what to a deal, and when."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.access import user_key
from tournament.acts.kernel.declaring import declaration
from tournament.integers import read_digits
from tournament.models import Event, LogEntry, PersonalText, Table
from tournament.ranking.format import Format
from tournament.ranking.round_names import round_inside

PASS, MISDEAL = "pass", "misdeal"
PLAIN = Format()


@dataclass(frozen=True, slots=True)
class HistoryMoment:
    """One act at a table. `by` is the actor in the logbook's notation, `reason` the text given with the act."""

    at: datetime
    by: str
    act: str
    facts: Mapping[str, Any]
    reason: str = ""

    @property
    def deal(self) -> int | None:
        """The number of the deal it was about, None if it was about the table."""
        place = self.facts.get("place") or {}
        number: int | None = self.facts.get("number", place.get("deal"))
        return number


def table_moments(table: Table) -> list[HistoryMoment]:
    """Everything that was done at one table, in order."""
    place = {"round": table.round.number, "table": table.number}
    # The lines are canonical JSON, so the two facts that identify a table are always next to each other in the text.
    place_text = json.dumps(place, separators=(",", ":")).strip("{}")
    at_place = Q(text__contains=place_text) | Q(act="close_round")
    entries = LogEntry.objects.filter(at_place, event=table.round.event_id).order_by("sequence")
    return [moment for moment in moments(table.round.event, entries) if _concerns(moment.facts, place)]


def _concerns(facts: Mapping[str, Any], table_key: Mapping[str, int]) -> bool:
    """Whether a line is about this table. The text of table 12 also contains that of table 1."""
    if table_key.items() <= (facts.get("place") or facts).items() or table_key == facts.get("other"):
        return True
    # A round that was closed stopped the tables that it names.
    return facts.get("round") == table_key["round"] and table_key["table"] in dict(facts.get("ended", ()))


def moments(event: Event, log_entries: Iterable[LogEntry]) -> list[HistoryMoment]:
    """Lines of the logbook with their reasons, in at most two queries."""
    lines = [(entry, json.loads(entry.text)["facts"]) for entry in log_entries]
    digests = [facts["reason"] for _entry, facts in lines if facts.get("reason")]
    texts = PersonalText.objects.filter(event=event, digest__in=digests) if digests else PersonalText.objects.none()
    reasons = dict(texts.values_list("digest", "text"))
    return [
        HistoryMoment(entry.at, entry.by, entry.act, facts, reasons.get(facts.get("reason", ""), ""))
        for entry, facts in lines
    ]


def deal_moments(table: Table, number: int) -> list[HistoryMoment]:
    """Everything that was done to one deal of a table, in order, with what was done to the table and changed it."""
    return [moment for moment in table_moments(table) if moment.deal == number or _changes(moment, table, number)]


def _changes(moment: HistoryMoment, table: Table, number: int) -> bool:
    """Whether an act at the table changed this deal too: emptied the whole sheet, for example."""
    changes_deal = declaration(moment.act).changes_deal
    return changes_deal is not None and changes_deal(moment.facts, table.number, number)


def last_redeal(moments: Iterable[HistoryMoment]) -> str:
    """The last of PASS and MISDEAL still in force at a deal that is not written yet; "" if there is none.

    Both may have happened and been taken back: the last one is the first to be taken back.
    """
    standing: list[str] = []
    for moment in moments:
        if moment.act == "count_passes":
            _count(standing, PASS, moment.facts["passes"])
        elif moment.act in ("misdeal", "undo_misdeal"):
            _count(standing, MISDEAL, moment.facts["misdeals"])
        elif moment.act == "empty_table":
            standing.clear()
    return standing[-1] if standing else ""


def taken_back(moments: Iterable[HistoryMoment]) -> Mapping[str, Any] | None:
    """The result taken back last, with the jury's answer; None if something has happened to the deal since."""
    written: Mapping[str, Any] | None = None
    taken: Mapping[str, Any] | None = None
    for moment in moments:
        if moment.act in ("record_deal", "correct_deal"):
            call = moment.facts["jury"]
            written, taken = {**moment.facts["result"], **({"jury": call["ruling"]} if call else {})}, None
        elif moment.act == "undo_deal":
            taken = written
        elif moment.act in ("announce", "count_passes", "misdeal", "undo_misdeal"):
            taken = None
    return taken


def put_right(moments: Iterable[HistoryMoment]) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """The results before and after a correction, if that is the last thing that happened to the deal."""
    before: Mapping[str, Any] | None = None
    change: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None
    for moment in moments:
        result = moment.facts.get("result") if moment.act in ("record_deal", "correct_deal") else None
        change = (before, result) if before and result and moment.act == "correct_deal" else None
        before = result or before
    return change


def actor_names(moments: Sequence[HistoryMoment], planned: Format) -> dict[str, str]:
    """The name of each actor of these moments: a member's user name, or a captain's table.

    Rounds are named by `planned`, the format of the event.
    """
    return names_of({moment.by for moment in moments}, planned)


def names_of(actors: Collection[str], planned: Format = PLAIN) -> dict[str, str]:
    """Like `actor_names`, for actors in the logbook's notation."""
    users = {key: by for by in actors if (key := user_key(by))}
    names = {users[pk]: name for pk, name in User.objects.filter(pk__in=users).values_list("pk", "username")}
    return {by: names.get(by) or _captain(by, planned) for by in actors}


def _captain(by: str, planned: Format) -> str:
    if by == "system":
        return _("Troel itself")
    if by.startswith("series:"):
        return _("the clock of the series")
    if by.startswith("door:"):
        return _("the door of the evening")
    if by.startswith("person:"):
        return _("member %(number)s") % {"number": by.removeprefix("person:")}
    if by.startswith("entry:"):
        return _("player %(number)s") % {"number": by.removeprefix("entry:")}
    round, _slash, table = by.removeprefix("table:").partition("/")
    number = read_digits(round)
    if not table or number is None:
        return by
    return _("captain of table %(table)s, %(round)s") % {"table": table, "round": round_inside(planned, number)}


def _count(standing: list[str], event_name: str, count: int) -> None:
    """Adds the name to the list, or removes it from the end, until the list contains it `count` times."""
    while standing.count(event_name) < count:
        standing.append(event_name)
    while standing.count(event_name) > count:
        del standing[len(standing) - 1 - standing[::-1].index(event_name)]
