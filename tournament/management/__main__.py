"""Troel's commands, by `troel`, `manage.py` and for child processes: `troel help` lists them.

Two options hold for every command: `--var FOLDER` and `--listen HOST:PORT`, for the variables VAR_DIR and LISTEN.
"""

import os
import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection

from tournament.management.overview import overview
from tournament.site import environment, release
from tournament.site.outages import outage

VARIABLES = {"--var": "VAR_DIR", "--listen": "LISTEN"}


def main() -> None:
    """Run one command; a wrong setting or a fault of the machine ends in one sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    words = _in_full(_without_variables(sys.argv[1:]))
    if words in (["version"], ["--version"]):
        print(f"Troel {release.NAME}")
        return
    try:
        if words in ([], ["help"], ["--help"], ["-h"]):
            print(overview())
            return
        execute_from_command_line([release.COMMAND, *words])
    except ImproperlyConfigured as fault:
        sys.exit(f"Troel cannot start: {fault}")
    except BrokenPipeError:
        # Whoever read what this says has read enough, as `head` does. What is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
    except (DatabaseError, OSError) as fault:
        kind = outage(fault)
        if kind is None and isinstance(fault, DatabaseError) and _without_tables():
            sys.exit(f"The database has no tables yet: run `{release.COMMAND} migrate` first.")
        if kind is None:
            raise
        sys.exit(str(fault) if isinstance(fault, OSError) else f"{kind.value} ({fault})")


def _in_full(words: list[str]) -> list[str]:
    """The words of a command for which there is a shorter form; what serves the demo has a database of its own."""
    if words == ["demo"]:
        words = ["demo", "--serve"]
    if words[:1] == ["demo"] and "--serve" in words:
        os.environ["DATABASE_URL"] = environment.DEMO
    if words == ["help", "upgrade-check"]:
        words = ["help", "doctor"]
    return ["doctor", "--upgrade", *words[1:]] if words[:1] == ["upgrade-check"] else words


def _without_variables(words: list[str]) -> list[str]:
    """The words of a command without the options that stand for a variable, which is set."""
    parser = ArgumentParser(prog=release.COMMAND, add_help=False, allow_abbrev=False)
    for option, variable in VARIABLES.items():
        parser.add_argument(option, dest=variable)
    options, others = parser.parse_known_args(words)
    os.environ.update({name: value for name, value in vars(options).items() if value is not None})
    return others


def _without_tables() -> bool:
    """Whether nothing was ever kept in the database."""
    with suppress(DatabaseError):
        return "tournament_event" not in connection.introspection.table_names()
    return False


if __name__ == "__main__":
    main()
