#!/usr/bin/env python3
"""Troel's commands: `manage.py help` lists them."""

import os
import signal
import sys
from contextlib import suppress

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection

from tournament.site.outages import outage


def main() -> None:
    """Run one command; a wrong setting or a fault of the machine ends in one sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(f"Troel cannot start: {fault}")
    except BrokenPipeError:
        # Whoever read what this says has read enough, as `head` does. What is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
    except (DatabaseError, OSError) as fault:
        found = outage(fault)
        if found is None and isinstance(fault, DatabaseError) and _without_tables():
            sys.exit("The database has no tables yet: run `manage.py migrate` first.")
        if found is None:
            raise
        sys.exit(str(fault) if isinstance(fault, OSError) else f"{found.value} ({fault})")


def _without_tables() -> bool:
    """Whether nothing was ever kept in the database."""
    with suppress(DatabaseError):
        return "tournament_event" not in connection.introspection.table_names()
    return False


if __name__ == "__main__":
    main()
