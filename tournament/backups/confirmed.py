"""What the server confirmed: the last line of each event and register, in a small file beside the database.

SQLite drops what it cannot read at the end of a damaged write-ahead log, and goes on from an earlier state without a
word. Then this file still has the lines that phones were told are recorded. Once a second it gets what is new, synced
to the disk. A backup has the same in its manifest (`archive.Manifest.seals`).
"""

import json
import logging
import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from django.db import DatabaseError, connection
from django.utils import timezone

from tournament.backups.archive import private, sync_folder
from tournament.models import ORGANISATIONS, ChainOwner, Event, Organisation, chain_owners
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Dated, Lies, Seal

FORMAT = "troel-confirmed/1"
PAUSE = 1.0
# Numbers and times of confirmed lines, by the address of their event or organisation (`ChainOwner.address`).
Confirmed = Mapping[str, Dated]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LostLines:
    """Confirmed lines that a chain no longer has: the last that was confirmed, and how many there are now."""

    address: str
    confirmed: Dated
    left: int

    @property
    def count(self) -> int:
        """How many are missing; 0 where others were written in their place, so that nobody can tell."""
        return max(0, self.confirmed.line - self.left)

    def __str__(self) -> str:
        at = timezone.localtime(self.confirmed.at).strftime("%d/%m/%Y %H:%M:%S") if self.confirmed.at else ""
        lost = f"{self.count} confirmed lines are missing" if self.count else "confirmed lines were replaced by others"
        return (
            f"{self.address}: {lost}. Line {self.confirmed.line} was confirmed ({at}), the database has {self.left}. "
            "Stop the server and restore the newest backup in an empty folder; or say in the logbook of the event, or "
            "on Tonight of the club, that it was restored, and then let phones that still keep their deals send them "
            f"again. ({path()})"
        )


def path() -> Path | None:
    """The file beside the database; None where there is no file: PostgreSQL, a database in memory."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(f"{name}.confirmed")


def last_confirmed() -> Confirmed:
    """What the file has; nothing if there is none, or none that can be read."""
    beside = path()
    try:
        text = beside.read_text() if beside else "{}"
        document: dict[str, Any] = json.loads(text)
        rows = document.get("events", {}) | document.get("registers", {})
        return {address: _dated(row) for address, row in rows.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        _log.error("The file of confirmed lines cannot be read: %s", fault)
        return {}


def chains_behind(confirmed: Confirmed) -> dict[str, LostLines]:
    """The events and organisations that do not have the line that was confirmed last, by address.

    One that was said to be restored since is none of them (`acts.lifecycle.restored`).
    """
    owners = {owner.address: owner for owner in chain_owners(confirmed)} if confirmed else {}
    missing = {address: line for address, line in confirmed.items() if not _has_line(owners.get(address), line)}
    return {
        address: LostLines(address, line, owners[address].revision if address in owners else 0)
        for address, line in missing.items()
    }


def lost_in(owner: ChainOwner) -> LostLines | None:
    """The confirmed lines that this event or organisation lost, None if it has them all."""
    line = last_confirmed().get(owner.address)
    return chains_behind({owner.address: line}).get(owner.address) if line else None


def keep(confirmed: Confirmed, suspects: Collection[str] = ()) -> tuple[Confirmed, frozenset[str]]:
    """Writes into the file what the database has now; where lines are missing, what it had stays.

    `suspects` are chains that lacked lines before, however far they have grown since. Returns what the file has, and
    the chains that lack lines.
    """
    present = {
        f"{before}{slug}": Seal(line, seal)
        for before, owners in (("", Event), (ORGANISATIONS, Organisation))
        for slug, line, seal in owners._default_manager.values_list("slug", "revision", "seal")
    }
    doubtful = {
        slug: line for slug, line in confirmed.items() if slug in suspects or _went_back(present.get(slug), line)
    }
    stays = {slug: confirmed[slug] for slug in chains_behind(doubtful)}
    at = timezone.now()
    grown = {
        slug: confirmed[slug]
        if slug in confirmed and _same_line(line, confirmed[slug])
        else Dated(line.line, line.hash, at)
        for slug, line in present.items()
        if line.line and slug not in stays
    }
    if {**grown, **stays} != confirmed:
        _save({**grown, **stays})
    return {**grown, **stays}, frozenset(stays)


def delete_file() -> None:
    """Removes the file: a backup took the place of the whole database."""
    if beside := path():
        beside.unlink(missing_ok=True)


def turn_on() -> None:
    """From now on a thread of the server writes the file; what is missing at its start is an error in the log."""
    if path():
        Thread(target=_watch, name="confirmed", daemon=True).start()


def _watch() -> None:
    confirmed = last_confirmed()
    suspects = frozenset(confirmed)
    logged: frozenset[str] = frozenset()
    while True:
        try:
            for slug, lost in chains_behind({slug: confirmed[slug] for slug in suspects - logged}).items():
                _log.error("LOST: %s", lost)
                logged |= {slug}
            confirmed, suspects = keep(confirmed, suspects)
        except (OSError, DatabaseError) as fault:
            _log.error("Confirmed lines cannot be kept. (%s)", fault)
        finally:
            connection.close()
        time.sleep(PAUSE)


def _has_line(owner: ChainOwner | None, confirmed: Dated) -> bool:
    if owner is None:
        return False
    if owner.revision == confirmed.line and owner.seal == confirmed.hash:
        return True
    if seals.place_of(owner, confirmed)[0] == Lies.ON:
        return True
    # It may be said only when the chain has grown further than what was confirmed.
    if confirmed.at:
        return bool(owner.log.filter(act="say_restored", at__gt=confirmed.at).exists())
    return seals.restored(owner, confirmed) is not None


def _went_back(present: Seal | None, confirmed: Dated) -> bool:
    """Whether a chain is behind what was confirmed, so that its lines must be looked up."""
    return (
        present is None
        or present.line < confirmed.line
        or (present.line == confirmed.line and present.hash != confirmed.hash)
    )


def _same_line(present: Seal, confirmed: Dated) -> bool:
    return (present.line, present.hash) == (confirmed.line, confirmed.hash)


def _save(confirmed: Confirmed) -> None:
    beside = path()
    if beside is None:
        return
    rows = {
        slug: {"line": line.line, "hash": line.hash, "at": _written(line.at)}
        for slug, line in sorted(confirmed.items())
    }
    draft = beside.with_name(f"{beside.name}.part")
    draft.unlink(missing_ok=True)
    registers = {address: rows.pop(address) for address in list(rows) if address.startswith(ORGANISATIONS)}
    with private(draft) as out:
        # Apart, as an earlier release takes each of `events` for an event.
        out.write(json.dumps({"format": FORMAT, "events": rows, "registers": registers}, indent=1).encode())
        out.flush()
        os.fsync(out.fileno())
    draft.rename(beside)
    sync_folder(beside.parent)


def _written(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _dated(row: Mapping[str, Any]) -> Dated:
    at = datetime.fromisoformat(row["at"]) if row["at"] else None
    return Dated(int(row["line"]), str(row["hash"]), at)
