"""A backup before the tables change: the way back to the release before, by its `restore`."""

from pathlib import Path

from django.db import connection
from django.utils import timezone

from tournament.backups import archive, place
from tournament.models import Event

# How many of these files stay: an upgrade that failed and is tried again must not push out the good one.
KEPT = 3


def keep_before_upgrade() -> Path | None:
    """Backs up a database that is in use into VAR_DIR/backups; the file, or None if there is nothing to keep.

    Raises one of archive.UNMADE if it cannot be made.
    """
    if Event._meta.db_table not in connection.introspection.table_names():
        return None
    folder = place.status_folder()
    folder.mkdir(0o700, exist_ok=True)
    file = folder / place.BEFORE_UPGRADE.replace("*", timezone.now().strftime("%Y-%m-%d-%H%M%S"))
    with archive.snapshot() as (copied, manifest):
        archive.pack(copied, manifest, file)
    for old in sorted(folder.glob(place.BEFORE_UPGRADE))[:-KEPT]:
        old.unlink()
    return file
