"""An installation in a folder, on a database of its own, in which the events of the sheets stand."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

if TYPE_CHECKING:
    from tournament.models import Event


def open_place(folder: Path) -> None:
    """Sets Django up on the database in this folder, which is made if there is none. Once in a process."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ |= variables(folder)
    django.setup()
    if not (folder / "troel.sqlite3").exists():
        call_command("migrate", verbosity=0)


def variables(folder: Path) -> dict[str, str]:
    """The environment of a command that works there."""
    return {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'troel.sqlite3'}",
        "BASE_URL": "",
        "DEBUG": "",
    }


def lay_events(slugs: Sequence[str] = ()) -> "list[Event]":
    """The events of the sheets, made if they are not there yet; only those of some addresses, if they are given."""
    from tests.spoiled.blanks import EVENTS, make_event
    from tournament.models import Event

    kinds = [kind for kind in EVENTS if not slugs or kind.slug in slugs]
    return [Event.objects.filter(slug=kind.slug).first() or make_event(kind) for kind in kinds]
