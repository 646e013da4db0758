"""Part of importing an event: its promises, its draws, and where the tables are in the room."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.dateparse import parse_datetime

from tournament.acts import logbook
from tournament.acts.declaring import LogLine
from tournament.models import Draw, Event, Promise, Room, Round, Withdrawal

Document = Mapping[str, Any]


def sealed_draws(event: Event, document: Document) -> dict[str, Any]:
    """Promises, draws and room as facts, with draws' words by their digest; parts the event lacks are left out."""
    draws: Sequence[Document] = document.get("draws", ())
    words = logbook.seal_all(event, [draw.get("words", "") for draw in draws])
    withdrawals: Sequence[Document] = document.get("withdrawals", ())
    reasons = logbook.seal_all(event, [row["reason"] for row in withdrawals])
    facts: dict[str, Any] = {name: document[name] for name in ("promises", "room") if name in document}
    if draws:
        facts["draws"] = [{**draw, "words": digest} for draw, digest in zip(draws, words, strict=True)]
    if withdrawals:
        facts["withdrawals"] = [{**row, "reason": why} for row, why in zip(withdrawals, reasons, strict=True)]
    return facts


def import_draws(line: LogLine) -> None:
    """Part of an `apply`: creates the rows of these facts; older lines have none."""
    promises = {row["number"]: _promise(line, row) for row in line.facts.get("promises", ())}
    draws = line.facts.get("draws", ())
    words = line.words(*[draw["words"] for draw in draws])
    for draw, said in zip(draws, words, strict=True):
        _draw(line, draw, said, promises.get(draw.get("promise")))
    _withdrawals(line)
    if "room" in line.facts:
        Room.objects.create(event=line.event, rows=line.facts["room"])


def _withdrawals(line: LogLine) -> None:
    """Creates the withdrawn publications, and links the rounds that still exist to them."""
    rows = line.facts.get("withdrawals", ())
    made = {}
    for row, reason in zip(rows, line.words(*[row["reason"] for row in rows]), strict=True):
        told = {name: row[name] for name in ("number", "first", "last", "by")}
        at = parse_datetime(row["at"]) or line.at
        made[row["number"]] = Withdrawal.objects.create(event=line.event, reason=reason, at=at, **told)
    for round in line.facts["rounds"]:
        if "withdrawal" in round:
            same = Round.objects.filter(event=line.event, number=round["number"])
            same.update(withdrawal=made[round["withdrawal"]])


def _promise(line: LogLine, row: Document) -> Promise:
    return Promise.objects.create(
        event=line.event,
        number=row["number"],
        nonce=row["nonce"],
        commitment=row["commitment"],
        draws=row["draws"],
        spent=row.get("spent", False),
        at=parse_datetime(row["at"]) or line.at,
    )


def _draw(line: LogLine, row: Document, words: str, promise: Promise | None) -> None:
    Draw.objects.create(
        event=line.event,
        number=row["number"],
        promise=promise,
        attempt=row["attempt"],
        first=row["first"],
        count=row["count"],
        kind=row["kind"],
        entries=row["players"],
        order=row.get("order", []),
        words=words,
        nonce=row.get("nonce", ""),
        commitment=row["commitment"],
        secret=row.get("secret", ""),
        document=row["document"],
        at=parse_datetime(row["at"]) or line.at,
        by=row["by"],
    )
