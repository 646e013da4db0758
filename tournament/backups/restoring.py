"""Making an installation that is still empty go on from the file of a backup.

Everything is proved and brought up to date in a folder aside; only then do the keys and the database take their place,
in this order: whatever happens in between, the installation is still empty, and can be restored again. A dump of
PostgreSQL is proved in the transaction that fills the database, and brought up to date after it, as a start would do.
"""

import fcntl
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DataError, IntegrityError, InternalError, ProgrammingError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import installation, links
from tournament.acts.lifecycle.restored import say_restored
from tournament.backups import archive, confirmed, dumps
from tournament.backups.archive import BrokenBackupError, Manifest, OtherDatabaseError
from tournament.errors import UserError
from tournament.files import evidence
from tournament.files.database import make_tables
from tournament.models import Event, Organisation, TrustedDevice, chain_owners
from tournament.site import children, keys, release, schema

BY = "system"
BROKEN = _("This file is not a whole backup of Troel.")
UNTAKEN = (BrokenBackupError, dumps.ForeignDumpError, DataError, IntegrityError, InternalError, ProgrammingError)
APPLIED, LAST = "SELECT app, name FROM django_migrations", "SELECT max(at) FROM tournament_logentry"
MIGRATE_SECONDS = 300
# Everybody may read it in the logbook; nobody is there to choose a language.
REASON = (
    "Teruggezet uit de back-up van {at}. / Restauré depuis la sauvegarde du {at}. / Restored from the backup of {at}."
)


def restore(file: Path) -> list[Event]:
    """Puts a backup in the place of an empty installation; returns its events. A running server must start again.

    Each open event says in its logbook that it was restored, each organisation in its register. Refused if anybody has
    an account here or there is an event, if the file is broken or foreign or of another kind of database, if a newer
    Troel made it, and if the environment gives other keys.
    """
    with (Path(settings.VAR_DIR) / "restore.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once: the second finds it restored
        require_empty()
        with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.VAR_DIR) as name:
            folder = Path(name)
            manifest = _unpack(file, folder)
            _refuse_other_keys(folder)
            at = _take_dump(folder, manifest) if manifest.from_postgres else _take_copy(folder)
    return _record_restoring(at)


def require_empty() -> None:
    """Refuses to go on where anybody has an account, or where there is an event or another program's table."""
    tables = connection.introspection.table_names()
    models = (get_user_model(), Event)
    foreign = tables and any(model._meta.db_table not in tables for model in models)
    if foreign or (tables and any(model.objects.exists() for model in models)):
        raise UserError(_("This installation is in use: a backup can only be restored on an empty one."))


def _unpack(file: Path, folder: Path) -> Manifest:
    """Proves the file and unpacks it."""
    try:
        return archive.unpack(file, folder)
    except OtherDatabaseError as fault:
        raise UserError(
            _(
                "This backup is of another kind of database: restore it on SQLite if it was made there, or on "
                "PostgreSQL. An event goes from one to the other by export and import."
            ),
            422,
        ) from fault
    except BrokenBackupError as fault:
        raise UserError(BROKEN, 422) from fault
    except (OSError, dumps.DumpError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise UserError(_("The backup cannot be unpacked: %(reason)s.") % {"reason": reason}) from fault


def _take_copy(folder: Path) -> datetime:
    """Puts a copy of SQLite in place, brought up to date; the moment of its newest line, or now."""
    try:
        with closing(sqlite3.connect(folder / archive.DATABASE)) as copy:
            _refuse_newer(copy.execute(APPLIED).fetchall())
            (last,) = copy.execute(LAST).fetchone()
    except sqlite3.Error as fault:
        raise UserError(BROKEN, 422) from fault
    _bring_up_to_date(folder / archive.DATABASE)
    # From here on this installation has the keys of the backup, also if it ends before it has the database.
    installation.forget_keys()
    _place_keys(folder)
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / archive.DATABASE)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.backup(connection.connection)
    confirmed.delete_file()
    return datetime.fromisoformat(last).replace(tzinfo=UTC) if last else timezone.now()


def _take_dump(folder: Path, manifest: Manifest) -> datetime:
    """Fills the database from a dump and brings it up to date; the moment of its newest line, or now."""
    # The keys are in place before the rows are, as on SQLite.
    installation.forget_keys()
    try:
        with dumps.unhurried(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [schema.ADVISORY_LOCK])
            require_empty()  # two at once, on two servers: the second finds it restored
            dumps.empty(cursor)
            dumps.fill(cursor, folder / archive.DUMP)
            cursor.execute(archive.seals_query(connection.introspection.table_names()))
            archive.require_seals(archive.seals_from(cursor.fetchall()), manifest)
            cursor.execute(APPLIED)
            _refuse_newer(cursor.fetchall())
            cursor.execute(LAST)
            (last,) = cursor.fetchone()
            _place_keys(folder)
    except UNTAKEN as fault:
        raise UserError(BROKEN, 422) from fault
    except dumps.DumpError as fault:
        raise UserError(_("The backup cannot be unpacked: %(reason)s.") % {"reason": fault}, 422) from fault
    with dumps.unhurried():
        call_command("migrate", verbosity=0, interactive=False, no_backup=True)
    return last or timezone.now()


def _refuse_newer(applied: Iterable[schema.Name]) -> None:
    if schema.newer_migrations(applied):
        raise UserError(
            _("A newer Troel made this backup. Install that one, or a later one, and restore it there."), 422
        )


def _refuse_other_keys(folder: Path) -> None:
    """Refuses a backup whose keys would not be used here, as the environment gives others."""
    for name, file in keys.FILES.items():
        configured = keys.configured_key(name)
        if configured and (folder / file).exists() and (folder / file).read_bytes().strip() != configured.encode():
            raise UserError(
                _("%(name)s is set to another key than that of the backup: set it to that one, or not at all.")
                % {"name": name}
            )


def _bring_up_to_date(database: Path) -> None:
    """Migrates a database aside, in a process of its own: this one is connected to another."""
    call = [*release.PROGRAM, "migrate", "--verbosity", "0", "--no-input", "--no-backup"]
    more = {"DATABASE_URL": f"sqlite:///{database}", "VAR_DIR": str(database.parent)}
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with children.start_child(call, 0, more, **streams) as child:
        try:
            _out, complaints = child.communicate(timeout=MIGRATE_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            complaints = b"too slow"
    if child.returncode:
        reason = (complaints.decode(errors="replace").strip().splitlines() or [""])[-1]
        raise UserError(_("The backup cannot be brought up to date: %(reason)s") % {"reason": reason}, 422)


def _place_keys(folder: Path) -> None:
    for key in sorted(folder.glob(archive.KEYS)):
        key.replace(Path(settings.VAR_DIR) / key.name)
    make_tables()
    for picture in folder.glob(archive.PICTURES):
        evidence.keep(picture.read_bytes())
    links.clear_key()


def _record_restoring(at: datetime) -> list[Event]:
    # A backup does not know which were revoked after it.
    TrustedDevice.objects.all().delete()
    reason = REASON.format(at=timezone.localtime(at).strftime("%d.%m.%Y %H:%M"))
    for owner in chain_owners():
        if isinstance(owner, Organisation) or (owner.is_open and not owner.binned):
            say_restored(owner, BY, reason)
    return list(Event.objects.order_by("pk"))
