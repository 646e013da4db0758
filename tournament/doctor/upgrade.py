"""Before an upgrade: what the next start of this release would do to the tables, and the way back from it."""

import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.template.defaultfilters import filesizeformat
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.backups import place
from tournament.doctor.findings import Finding, advice, bad, good
from tournament.site import release, schema

# The copy of the database, and the file that is made of it.
COPIES = 2
FRESH_SECONDS = 3600


def look_at_steps() -> Iterator[Finding]:
    """How many changes of the tables are to come."""
    applied = schema.applied_migrations()
    count = len(schema.missing_migrations(applied))
    if not applied:
        yield good(_("The database is empty: the first start makes its tables."))
    elif count:
        steps = ngettext(
            "%(count)s change of the tables is to come; a backup is made before it.",
            "%(count)s changes of the tables are to come; a backup is made before the first.",
            count,
        )
        yield good(steps % {"count": count})
    else:
        yield good(_("None is to come."))


def look_at_way_back() -> Iterator[Finding]:
    """Whether the backup that is made before the tables change has room, and how old the newest other one is."""
    if not schema.applied_migrations():
        return
    needed = COPIES * _size()
    free = shutil.disk_usage(settings.VAR_DIR).free
    if free < needed:
        room = {"needed": filesizeformat(needed), "free": filesizeformat(free)}
        yield bad(_("A backup takes %(needed)s, and %(free)s are free: delete something.") % room)
    last = _newest()
    if time.time() - last < FRESH_SECONDS:
        at = date_format(localtime(datetime.fromtimestamp(last, UTC)), "j F H:i")
        yield good(_("The newest backup is of %(moment)s.") % {"moment": at})
    else:
        command = f"{release.COMMAND} backup FILE"
        yield advice(_("No backup was made in the last hour: %(command)s") % {"command": command})


def _size() -> int:
    """The bytes of the database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(str(connection.settings_dict["NAME"]))
    return sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))


def _newest() -> float:
    """When the newest backup was made that this machine knows of; 0 if it knows none."""
    moments = [file.stat().st_mtime for file in place.status_folder().glob("*.zip")]
    with suppress(Error):  # an older release may have had no table of them
        moments.append(place.backups().status.last)
    return max(moments, default=0.0)
