"""The short form of `make failover`: servers that start together, a deal seen elsewhere, a round hidden, PINs tried, a
primary that is killed.
"""

from pathlib import Path

import pytest

from tests.failover import files, pages, primary
from tests.failover.row import Place, Play, Size, at_most, exactly, p99
from tests.support.servers import postgres

SHORT = Size(starts=1, seen=10, visitors=40, hidings=1, addresses=8, tables=2, posts=200, kills=1)


@pytest.mark.long
@postgres.NEEDED
@pytest.mark.parametrize(
    "play", [pages.start, pages.seen, pages.hidden, files.pins, primary.killed], ids=lambda play: play.__name__
)
def test_a_row_holds(play: Play, tmp_path: Path) -> None:
    figures = list(play(Place(tmp_path, SHORT, "short")))
    assert [figure.line for figure in figures if not figure.holds] == []
    assert figures


def test_a_limit_that_is_missed_is_red() -> None:
    assert [at_most("", seconds, 1.0).holds for seconds in (0.9, 1.1, p99([]))] == [True, False, False]
    assert [exactly("", value, 0).holds for value in (0, 1)] == [True, False]
    assert p99([float(number) for number in range(200)]) == 198.0
