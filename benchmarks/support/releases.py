"""Our server, and beside it that of the release before, each on a copy of what the older of them made."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

from tests.browser.support.server import MANAGE, Server, environment_for, manage, serving
from tests.upgrades import previous

OURS = "ours"
# Runs a management command on the tables that are being made; what it prints.
Manage = Callable[..., str]


@contextmanager
def servers(fill: Callable[[Manage], None], *, beside: bool) -> Iterator[tuple[dict[str, Server], dict[str, float]]]:
    """The servers, by release, and how long (s) each took to start; ours brings the tables up to date first.

    `fill` fills empty tables, by the commands of the release before if that stands beside, else by ours.
    """
    with tempfile.TemporaryDirectory(prefix="troel-releases-") as folder, ExitStack() as around:
        ours, before = Path(folder) / OURS, Path(folder) / "before"
        before.mkdir()
        environment = environment_for(before)
        release = previous.install(Path(folder) / "venv") if beside else None

        def command(*words: str) -> str:
            return release.manage(environment, *words) if release else manage(environment, *words)

        command("migrate", "--verbosity", "0")
        fill(command)
        shutil.copytree(before, ours)
        manage(environment_for(ours), "migrate", "--verbosity", "0")
        places = {previous.WHEEL.name.split("-")[1]: (before, release.program)} if release else {}
        places[OURS] = (ours, MANAGE)
        running: dict[str, Server] = {}
        seconds: dict[str, float] = {}
        for name, (place, program) in places.items():
            begun = monotonic()
            running[name] = around.enter_context(serving(place, program=program))
            seconds[name] = monotonic() - begun
        yield running, seconds
