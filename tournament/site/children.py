"""Child processes of the server: the same settings (unless they are strangers'), a lower priority, no open files."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import connection

from tournament.site import environment

MAX_NICENESS = 19
# What a child needs that is told nothing of ours.
PLAIN = ("PATH", "LD_LIBRARY_PATH", "LANG", "TMPDIR")


def start_child(
    words: Sequence[str],
    niceness: int,
    variables: dict[str, str] | None,
    limits: dict[str, str] | None = None,
    **streams: Any,
) -> "subprocess.Popen[bytes]":
    """A Python process with these arguments; `more` is added to its environment. Raises OSError if that is impossible.

    With None it is told neither settings nor keys nor where the database is: for what opens strangers' files. `limits`
    are variables by which a library bounds itself; it reads them when it is loaded, maybe before any line of ours.

    The server's memory is not copied (CPython uses vfork), and the child inherits none of the server's open files: if
    it kept the port open, the server could not be restarted. It inherits the standard streams that are not given.
    """
    process: subprocess.Popen[bytes] = subprocess.Popen(
        [sys.executable, *words],
        env=environment_of(variables) | (limits or {}),
        cwd=settings.BASE_DIR,
        close_fds=True,
        **streams,
    )
    own = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, process.pid, min(own + niceness, MAX_NICENESS))
    return process


def environment_of(variables: dict[str, str] | None) -> dict[str, str]:
    """The server's environment and effective settings (the same database, keys, addresses in links), and `more`."""
    if variables is None:
        return {name: os.environ[name] for name in PLAIN if name in os.environ} | {"PYTHONUTF8": "1"}
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": environment.database_url(connection.settings_dict),
        "VAR_DIR": str(settings.VAR_DIR),
        "BASE_URL": settings.BASE_URL,
        "PYTHONUTF8": "1",
        **variables,
    }
