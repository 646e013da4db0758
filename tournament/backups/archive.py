"""The file of a backup: a zip with the database, the keys, pictures of sheets, and a manifest of what is in them.

It restores everything. On a stick the pictures are left out of the older files (`thin`), which they would soon fill.
The database is a single file made by SQLite's online backup or by pg_dump, for which nobody has to wait. The manifest
has the digest of each file in the zip and the seal of each event and register.
"""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import tempfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.conf import settings
from django.db import DatabaseError, connection

from tournament import __version__, guards, installation
from tournament.backups import dumps
from tournament.files import evidence
from tournament.models import Organisation
from tournament.reading.logbook.seals import Seal
from tournament.site import release

FORMAT = "troel-backup/1"
MANIFEST, KEYS, LINK_KEY = "manifest.json", "*.key", "link.key"
# The database as SQLite has it, and as pg_dump writes it: a backup has one of them.
DATABASE, DUMP = "troel.sqlite3", "troel.dump"
KEY = re.compile(r"[a-z]{1,20}\.key")
# A picture of a sheet that is kept as evidence.
PICTURES, PICTURE = "*.jpg", re.compile(r"[0-9a-f]{64}\.jpg")
SEALS = """SELECT slug, sequence, hash FROM tournament_event
    LEFT JOIN tournament_logentry ON event_id = tournament_event.id AND sequence = revision"""
REGISTER_SEALS = """SELECT 'o/' || slug, sequence, hash FROM tournament_organisation LEFT JOIN
    tournament_registerline ON organisation_id = tournament_organisation.id AND sequence = revision"""
# More than any manifest or key has, and the largest database (bytes) that is taken from a file.
SMALL, MOST = 1_000_000, 4_000_000_000
PIECE = 1 << 20


class BrokenBackupError(Exception):
    """A file is not a whole backup of Troel; the message says what is wrong with it."""


class OtherDatabaseError(Exception):
    """A backup is whole, but of SQLite where this installation is on PostgreSQL, or the reverse."""


# Why no snapshot may come about.
UNMADE = (OSError, DatabaseError, sqlite3.Error, BrokenBackupError, dumps.DumpError)


@dataclass(frozen=True)
class Manifest:
    """What a backup holds: the SHA-256 of each file by its name, and the seal of each event and register by address.

    `version` and `commit` are the release that made it; before 0.2.0 none was written. `mark` is not in the file: it is
    the same as long as nothing was written into the database.
    """

    digests: dict[str, str]
    seals: dict[str, Seal | None]
    version: str = ""
    commit: str = ""
    mark: str = field(default="", compare=False)

    @property
    def from_postgres(self) -> bool:
        """Whether its database is a dump of PostgreSQL."""
        return DUMP in self.digests

    def text(self) -> str:
        """The manifest as the file has it."""
        seals = {slug: asdict(seal) if seal else None for slug, seal in self.seals.items()}
        release = {"version": self.version, "commit": self.commit}
        content = {"format": FORMAT, **release, "digests": self.digests, "seals": seals}
        return json.dumps(content, indent=1)


@contextmanager
def snapshot() -> Iterator[tuple[Path, Manifest]]:
    """A folder beside the database with its copy, the keys and the pictures, and their manifest. Deleted at the end.

    Raises one of UNMADE; BrokenBackupError if the database is damaged.
    """
    with tempfile.TemporaryDirectory(prefix="backup-", dir=settings.VAR_DIR) as name:
        folder = Path(name)
        seals, mark = _copy_database(folder)
        installation.write_keys(folder)
        for digest, picture in evidence.pictures():
            (folder / f"{digest}.jpg").write_bytes(picture)
        digests = {file.name: _digest(file) for file in sorted(folder.iterdir())}
        yield folder, Manifest(digests, seals, __version__, release.COMMIT, mark)


def pack(folder: Path, manifest: Manifest, file: Path) -> None:
    """Writes the files of a snapshot into a new file, whole or not at all, reads it again, and gives it its name.

    Raises OSError if it cannot be written, BrokenBackupError if what is read is not what was written.
    """
    draft = file.with_name(f"{file.name}.part")
    draft.unlink(missing_ok=True)
    try:
        with private(draft) as out:
            with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=1) as packed:
                packed.writestr(MANIFEST, manifest.text())
                for name in manifest.digests:
                    # Pictures and dumps are compressed as they are.
                    packed.write(folder / name, name, ZIP_STORED if name == DUMP or PICTURE.fullmatch(name) else None)
            out.flush()
            os.fsync(out.fileno())
            # So that the disk is read, and not what the system remembers of it.
            os.posix_fadvise(out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if read(draft) != manifest:
            raise BrokenBackupError("what was read back is not what was written")
        draft.rename(file)
        sync_folder(file.parent)
    finally:
        draft.unlink(missing_ok=True)


def read(file: Path) -> Manifest:
    """The manifest of a file all of which was read and compared with it. Raises BrokenBackupError or OSError."""
    with _open(file) as (packed, manifest):
        for name in manifest.digests:
            with packed.open(name) as part:
                _check(name, part, manifest)
        return manifest


def unpack(file: Path, folder: Path) -> Manifest:
    """Writes the database and the keys of a file into an empty folder, and proves that they are sound.

    The seals of a dump can be compared only once its rows are in a database (`restoring`).

    Raises BrokenBackupError if the file is anything else than a whole backup, OtherDatabaseError if it is one for
    another kind of database, OSError and DumpError if it cannot be read or written.
    """
    with _open(file) as (packed, manifest):
        if manifest.from_postgres != (connection.vendor == "postgresql"):
            raise OtherDatabaseError
        for name in manifest.digests:
            with packed.open(name) as part, private(folder / name) as out:
                _check(name, part, manifest, out)
    try:
        _check_schema(folder, manifest)
    except dumps.ForeignDumpError as fault:
        raise BrokenBackupError(str(fault)) from fault
    except sqlite3.Error as fault:
        raise BrokenBackupError(f"its database cannot be read: {fault}") from fault
    return manifest


def thin(file: Path) -> bool:
    """Leaves the pictures out of a backup, which stays one of the database and the keys; False if it has none.

    Raises BrokenBackupError or OSError; then the file is as it was.
    """
    with tempfile.TemporaryDirectory(prefix="backup-", dir=settings.VAR_DIR) as name:
        folder = Path(name)
        with _open(file) as (packed, manifest):
            left = {name: digest for name, digest in manifest.digests.items() if not PICTURE.fullmatch(name)}
            if left == manifest.digests:
                return False
            for name in left:
                with packed.open(name) as part, private(folder / name) as out:
                    _check(name, part, manifest, out)
        pack(folder, replace(manifest, digests=left), file)
        return True


def seals_in(folder: Path) -> dict[str, Seal | None]:
    """The seals in the SQLite database of a folder, by address. Raises BrokenBackupError if it is damaged."""
    with closing(sqlite3.connect(folder / DATABASE)) as copy:
        verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise BrokenBackupError(f"the database is damaged: {verdict}")
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return seals_from(copy.execute(seals_query(tables)).fetchall())


def seals_query(table_names: Collection[str]) -> str:
    """The query of the seals in a database with these tables: older releases had no registers."""
    return f"{SEALS} UNION ALL {REGISTER_SEALS}" if Organisation._meta.db_table in table_names else SEALS


def seals_from(heads: Iterable[tuple[str, int | None, str | None]]) -> dict[str, Seal | None]:
    """The seal of each event and register by address, from what the query of them gives."""
    return {slug: Seal(line, hash) if line and hash else None for slug, line, hash in heads}


def _check_schema(folder: Path, manifest: Manifest) -> None:
    """Proves, before anything is asked of a foreign database, that nothing in it acts by itself but what is ours."""
    if manifest.from_postgres:
        for section in ("pre-data", "post-data"):
            dumps.statements(folder / DUMP, section)
        return
    with closing(sqlite3.connect(folder / DATABASE)) as copy:
        schema = copy.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    if strange := guards.foreign(statement for (statement,) in schema):
        raise BrokenBackupError(f"its database holds what no Troel put there: {strange[0]:.100}")
    require_seals(seals_in(folder), manifest)


def require_seals(seals: dict[str, Seal | None], manifest: Manifest) -> None:
    """Raises BrokenBackupError unless these are the seals that the manifest has."""
    if seals != manifest.seals:
        raise BrokenBackupError("its seals are not those of its events")


def _copy_database(folder: Path) -> tuple[dict[str, Seal | None], str]:
    """Copies the database into a folder; its seals as of that moment, and the mark of what it holds."""
    if connection.vendor == "postgresql":
        seals = seals_from(dumps.dump(folder / DUMP, seals_query(connection.introspection.table_names())))
        return seals, _digest(folder / DUMP, dumps.HEAD)
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / DATABASE)) as copy:
        connection.connection.backup(copy)
        # The copy must be one file: with a log beside it, somebody who took only the file would lose the last deals.
        copy.execute("PRAGMA journal_mode=DELETE")
    return seals_in(folder), _digest(folder / DATABASE)


@contextmanager
def _open(file: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    try:
        with ZipFile(file) as packed:
            yield packed, _manifest(packed)
    except (BadZipFile, EOFError, KeyError, NotImplementedError, RuntimeError, zlib.error) as fault:
        raise BrokenBackupError(f"it is not a backup of Troel: {fault}") from fault


def _manifest(packed: ZipFile) -> Manifest:
    with packed.open(MANIFEST) as part:
        text = part.read(SMALL + 1)
    try:
        content: Any = json.loads(text) if len(text) <= SMALL else {}
        if content["format"] != FORMAT:
            raise BrokenBackupError("its format is not one that this Troel reads")
        seals = {
            slug: Seal(int(seal["line"]), str(seal["hash"])) if seal else None
            for slug, seal in content["seals"].items()
        }
        digests = {str(name): str(digest) for name, digest in content["digests"].items()}
        manifest = Manifest(digests, seals, str(content.get("version", "")), str(content.get("commit", "")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise BrokenBackupError("its manifest cannot be read") from fault
    names = {name for name in manifest.digests if not PICTURE.fullmatch(name)}
    keys = names - {DATABASE, DUMP}
    if len(names - keys) != 1 or LINK_KEY not in keys or not all(KEY.fullmatch(key) for key in keys):
        raise BrokenBackupError("it is not a database with its keys")
    return manifest


def _check(name: str, stream: IO[bytes], manifest: Manifest, out: IO[bytes] | None = None) -> None:
    """Reads a file in a zip, at most as much as it may have, and writes it to `out` if that is given."""
    sum, left = hashlib.sha256(), MOST if name in (DATABASE, DUMP) else SMALL
    while piece := stream.read(PIECE):
        left -= len(piece)
        if left < 0:
            raise BrokenBackupError(f"{name} is too large")
        sum.update(piece)
        if out:
            out.write(piece)
    if sum.hexdigest() != manifest.digests[name]:
        raise BrokenBackupError(f"{name} is not what its manifest says")


def _digest(file: Path, start: int = 0) -> str:
    with file.open("rb") as opened:
        opened.seek(start)
        return hashlib.file_digest(opened, "sha256").hexdigest()


def private(file: Path) -> IO[bytes]:
    """A new file, opened for writing, that only its owner can read."""
    file.touch(0o600, exist_ok=False)
    return file.open("wb")


def sync_folder(folder: Path) -> None:
    """Makes a new name last; some kinds of sticks cannot be asked for that."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(opened)
    finally:
        os.close(opened)
