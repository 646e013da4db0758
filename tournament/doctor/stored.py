"""The database with its tables, the keys and the backups."""

import os
from collections.abc import Iterator
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament import installation
from tournament.backups import place
from tournament.doctor.findings import Finding, absent, advice, bad, good
from tournament.doctor.network import is_served
from tournament.site import release, schema

READ_ONLY = """SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"""


def look_at_database() -> Iterator[Finding]:
    """Whether it can be written. Raises django.db.Error if it does not answer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(READ_ONLY)
            (read_only,) = cursor.fetchone()
    else:
        file = Path(str(connection.settings_dict["NAME"]))
        read_only = file.exists() and not os.access(file, os.W_OK)
    sentence = _("The database cannot be written: is it on a read-only disk, another user’s, or a standby?")
    yield bad(sentence) if read_only else good(connection.display_name)


def look_at_tables() -> Iterator[Finding]:
    """Whether the tables are those of this release; newer ones are no reason to stop a server that runs."""
    applied = schema.applied_migrations()
    missing = schema.missing_migrations(applied)
    if missing and not applied:
        yield bad(_("The database is empty: the first start makes its tables."))
    elif missing:
        words = {"migration": missing[-1], "command": f"{release.COMMAND} migrate"}
        yield bad(_("The tables are older than this Troel (%(migration)s is missing): %(command)s") % words)
    else:
        yield good(_("All of this release are there."))


def look_at_release() -> Iterator[Finding]:
    """Whether this release may start on the tables."""
    if newer := schema.newer_migrations(schema.applied_migrations()):
        yield bad(_("A newer Troel made the tables (%(migration)s): start that one.") % {"migration": newer[-1]})


def look_at_keys() -> Iterator[Finding]:
    """Whether the keys are those of the database."""
    try:
        others = installation.other_keys()
    except ImproperlyConfigured:
        yield bad(_("A key cannot be read."))  # which file it is in, the next start says
        return
    for name in others:
        yield bad(_("%(key)s is not that of the database: a backup holds the right one.") % {"key": name})
    if not others:
        yield good(_("Links and codes on paper hold."))


def look_at_backups() -> Iterator[Finding]:
    """The folder and the age of the newest. Touches the folder, which may be a slow stick."""
    backups = place.backups()
    if not backups.folder:
        yield bad(_("No folder is named: put a stick in, and name it under “My events”, “Backups and address”."))
    elif backups.machine != place.machine():
        yield absent(_("They are made in a folder of the machine %(name)s.") % {"name": backups.machine})
    elif fault := place.folder_fault(Path(backups.folder)):
        yield bad(str(place.SENTENCES[fault]))
    elif backups.fault:
        yield bad(str(backups.fault))
    elif not backups.last:
        yield advice(_("There is no backup in this folder yet."))
    elif backups.late and is_served():
        yield bad(_("There should be a newer backup by now: “Backups and address” says more."))
    else:
        at = date_format(localtime(backups.last), "j F H:i")
        yield good(_("The newest is of %(moment)s, in %(folder)s.") % {"moment": at, "folder": backups.folder})
