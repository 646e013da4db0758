"""What a parametrised test tries by day, and what it leaves to `make test-nightly`."""

from collections.abc import Iterable
from typing import Any

import pytest


def by_day(values: Iterable[Any], *, count: int = 1) -> list[Any]:
    """The values of a parameter, or tuples of several: the first ones as they are, the others marked for the night."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=pytest.mark.nightly if place >= count else ()) for place, row in enumerate(rows)]
