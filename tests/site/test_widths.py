"""No line of ours is wider than a screen, and no file too long to be read through; how wide Python is, is for ruff."""

from collections.abc import Iterator
from pathlib import Path

import pytest

MAX_COLUMNS = 120
MAX_LINES = 500
ROOT = Path(__file__).resolve().parents[2]
SHOWN = [("templates", "html"), ("tournament/static/troel", "css"), ("tournament/static/troel", "js")]
PYTHON = [(folder, "py") for folder in ("scoring", "tournament", "tests", "benchmarks")]


def read(folder: str, kind: str) -> Iterator[tuple[Path, list[str]]]:
    """The files of a kind in a folder, with their lines."""
    for path in sorted((ROOT / folder).rglob(f"*.{kind}")):
        yield path, path.read_text().splitlines()


@pytest.mark.parametrize(("folder", "kind"), SHOWN)
def test_no_line_is_too_wide(folder: str, kind: str) -> None:
    files = list(read(folder, kind))
    wide = [f"{path}:{at}" for path, lines in files for at, line in enumerate(lines, 1) if len(line) > MAX_COLUMNS]
    assert files and wide == []


@pytest.mark.parametrize(("folder", "kind"), [*SHOWN, *PYTHON])
def test_no_file_is_too_long(folder: str, kind: str) -> None:
    assert [str(path) for path, lines in read(folder, kind) if len(lines) > MAX_LINES] == []
