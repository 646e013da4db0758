"""What an installation has and a backup has not: what somebody who goes back to it must have sent again."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tournament.backups import archive
from tournament.models import Event, LogEntry
from tournament.reading.logbook.seals import Seal


@dataclass(frozen=True)
class LaterLines:
    """The lines of an event that a backup has not: how many, and of which deals, by round and table."""

    slug: str
    count: int
    deals: Mapping[tuple[int, int], list[int]]


def later_lines(file: Path) -> Iterator[LaterLines]:
    """Of each event with later lines; all of them if the backup has another history of it.

    Raises BrokenBackupError or OSError if the file cannot be read.
    """
    manifest = archive.read(file)
    for event in Event.objects.order_by("slug"):
        log_entries = LogEntry.objects.filter(
            event=event, sequence__gt=_last_common(event, manifest.seals.get(event.slug))
        )
        if log_entries:
            yield LaterLines(event.slug, len(log_entries), _deals(log_entries))


def _last_common(event: Event, seal: Seal | None) -> int:
    has_it = seal and LogEntry.objects.filter(event=event, sequence=seal.line, hash=seal.hash).exists()
    return seal.line if seal and has_it else 0


def _deals(log_entries: Iterable[LogEntry]) -> dict[tuple[int, int], list[int]]:
    deals: dict[tuple[int, int], set[int]] = defaultdict(set)
    for entry in log_entries:
        facts = json.loads(entry.text)["facts"]
        if "result" in facts and {"round", "table", "number"} <= facts.keys():
            deals[facts["round"], facts["table"]].add(facts["number"])
    return {table: sorted(numbers) for table, numbers in sorted(deals.items())}
