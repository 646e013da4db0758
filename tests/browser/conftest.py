"""What the browser tests of a captain's phone share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.support import halls
from tests.browser.support.halls import ORIGINS, Hall


@pytest.fixture(params=ORIGINS)
def hall(request: pytest.FixtureRequest, mapped: Browser, empty_database: Path, tmp_path: Path) -> Iterator[Hall]:
    """A hall in which a table of four deals begins."""
    with halls.opened(empty_database, tmp_path / "var", request.param, mapped) as hall:
        yield hall
