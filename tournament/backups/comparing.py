"""What an installation has and a backup has not: what somebody who goes back to it must have sent again."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tournament.backups import archive
from tournament.models import ChainOwner, SealedLine, chain_owners
from tournament.reading.logbook.seals import Seal


@dataclass(frozen=True)
class LaterLines:
    """The lines at an address that a backup has not: how many, and of which deals, by round and table."""

    slug: str
    count: int
    deals: Mapping[tuple[int, int], list[int]]


def later_lines(file: Path) -> Iterator[LaterLines]:
    """Of each event and register with later lines; all of them if the backup has another history of it.

    Raises BrokenBackupError or OSError if the file cannot be read.
    """
    manifest = archive.read(file)
    for owner in chain_owners():
        lines = owner.log.filter(sequence__gt=_last_common(owner, manifest.seals.get(owner.address)))
        if lines:
            yield LaterLines(owner.address, len(lines), _deals(lines))


def _last_common(owner: ChainOwner, seal: Seal | None) -> int:
    has_it = seal and owner.log.filter(sequence=seal.line, hash=seal.hash).exists()
    return seal.line if seal and has_it else 0


def _deals(sealed_lines: Iterable[SealedLine]) -> dict[tuple[int, int], list[int]]:
    deals: dict[tuple[int, int], set[int]] = defaultdict(set)
    for line in sealed_lines:
        facts = json.loads(line.text)["facts"]
        if "result" in facts and {"round", "table", "number"} <= facts.keys():
            deals[facts["round"], facts["table"]].add(facts["number"])
    return {table: sorted(numbers) for table, numbers in sorted(deals.items())}
