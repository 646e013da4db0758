"""The row of upgrades: the tests of `tests/upgrades`, which install the release before from its wheel."""

import subprocess
import sys
from collections.abc import Iterator

from tests.browser.support.server import ROOT
from tests.failover.row import Figure, Place, exactly


def upgrade(place: Place) -> Iterator[Figure]:
    """Phones write through an upgrade and back; the release before writes on these tables, planted faults stop it."""
    call = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", f"--basetemp={place.folder}/t"]
    done = subprocess.run(
        [*call, "tests/upgrades/test_upgrade.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    yield exactly("tests of upgrades", done.stdout.strip().splitlines()[-1] if done.returncode else "passed", "passed")
