"""Making an installation that is still empty go on from the file of a backup.

Everything is proved and brought up to date in a folder aside; only then do the keys and the database take their place,
in this order: whatever happens in between, the installation is still empty, and can be restored again.
"""

import fcntl
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import installation, links
from tournament.acts.lifecycle.restored import say_restored
from tournament.backups import archive, confirmed
from tournament.backups.archive import BrokenBackupError
from tournament.errors import UserError
from tournament.files import evidence
from tournament.files.database import make_tables
from tournament.models import Event
from tournament.site import children, keys, schema

BY = "system"
MIGRATE_SECONDS = 300
# Everybody may read it in the logbook; nobody is there to choose a language.
REASON = (
    "Teruggezet uit de back-up van {at}. / Restauré depuis la sauvegarde du {at}. / Restored from the backup of {at}."
)


def restore(file: Path) -> list[Event]:
    """Puts a backup in the place of an empty installation; returns its events. A running server must start again.

    Each open event says in its logbook that it was restored. Refused if anybody has an account here or there is an
    event, if the file is broken or foreign, if a newer Troel made it or the environment gives other keys, and on
    PostgreSQL.
    """
    if connection.vendor != "sqlite":
        raise UserError(_("PostgreSQL restores with its own tools: pg_restore, and the keys beside it."))
    with (Path(settings.VAR_DIR) / "restore.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once: the second finds it restored
        require_empty()
        with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.VAR_DIR) as name:
            folder = Path(name)
            at = _unpack(file, folder)
            _refuse_other_keys(folder)
            _bring_up_to_date(folder / archive.DATABASE)
            _take_place(folder)
    return _record_restoring(at)


def require_empty() -> None:
    """Refuses to go on where anybody has an account, or where there is an event or another program's table."""
    tables = connection.introspection.table_names()
    models = (get_user_model(), Event)
    foreign = tables and any(model._meta.db_table not in tables for model in models)
    if foreign or (tables and any(model.objects.exists() for model in models)):
        raise UserError(_("This installation is in use: a backup can only be restored on an empty one."))


def _unpack(file: Path, folder: Path) -> datetime:
    """Proves the file and unpacks it; the moment of its newest line, or now."""
    try:
        archive.unpack(file, folder)
        with closing(sqlite3.connect(folder / archive.DATABASE)) as copy:
            applied = set(copy.execute("SELECT app, name FROM django_migrations").fetchall())
            (last,) = copy.execute("SELECT max(at) FROM tournament_logentry").fetchone()
    except (BrokenBackupError, sqlite3.Error) as fault:
        raise UserError(_("This file is not a whole backup of Troel."), 422) from fault
    except OSError as fault:
        raise UserError(_("The backup cannot be unpacked: %(reason)s.") % {"reason": fault.strerror}) from fault
    if schema.newer_migrations(applied):
        raise UserError(
            _("A newer Troel made this backup. Install that one, or a later one, and restore it there."), 422
        )
    return datetime.fromisoformat(last).replace(tzinfo=UTC) if last else timezone.now()


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
    call = [str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity", "0", "--no-input", "--no-backup"]
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


def _take_place(folder: Path) -> None:
    # From here on this installation has the keys of the backup, also if it ends before it has the database.
    installation.forget_keys()
    for key in sorted(folder.glob(archive.KEYS)):
        key.replace(Path(settings.VAR_DIR) / key.name)
    make_tables()
    for picture in folder.glob(archive.PICTURES):
        evidence.keep(picture.read_bytes())
    links.clear_key()
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / archive.DATABASE)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.backup(connection.connection)
    confirmed.delete_file()


def _record_restoring(at: datetime) -> list[Event]:
    events = list(Event.objects.order_by("pk"))
    reason = REASON.format(at=timezone.localtime(at).strftime("%d.%m.%Y %H:%M"))
    for event in events:
        if event.is_open and not event.binned:
            say_restored(event, BY, reason)
    return list(Event.objects.order_by("pk"))
