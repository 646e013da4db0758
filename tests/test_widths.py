"""No line of a template, a style sheet or a script of ours is wider than a screen; Python's are ruff's business."""

from pathlib import Path

import pytest

MOST_COLUMNS = 120
MOST_LINES = 350
ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("templates", "html"), ("tournament/static/troel", "css"), ("tournament/static/troel", "js")],
)
def test_no_line_is_too_wide_and_no_file_too_long(folder: str, kind: str) -> None:
    files = sorted((ROOT / folder).rglob(f"*.{kind}"))
    assert files
    lines = {path: path.read_text().splitlines() for path in files}
    wide = [f"{path}:{at}" for path in files for at, line in enumerate(lines[path], 1) if len(line) > MOST_COLUMNS]
    long = [str(path) for path in files if len(lines[path]) > MOST_LINES]
    assert (wide, long) == ([], [])
