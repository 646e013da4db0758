"""A clock that tests turn: a process that finds this folder on its path lives by the moment in the file TEST_CLOCK.

The file holds how many seconds the clock is ahead. Troel itself knows nothing of it, so nobody can turn the clock of an
installation by a setting.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone


def _now() -> datetime:
    return datetime.now(tz=UTC) + timedelta(seconds=float(Path(os.environ["TEST_CLOCK"]).read_text()))


timezone.now = _now
