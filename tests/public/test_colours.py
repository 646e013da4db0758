"""Every colour is a token of tokens.css, with a twin for the dark, and can be read on what it stands on."""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).resolve().parents[2] / "tournament/static/troel"
TOKENS = STYLES / "tokens.css"
TWINS = re.compile(r"--([\w-]+): var\(--day, (#[0-9a-f]{6})\) var\(--night, (#[0-9a-f]{6})\);")
# After the colon of a declaration, not the id in a selector.
COLOUR = re.compile(r":[^;{}]*?(?:#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|color-mix)\(|\b(?:white|black)\b(?!-))")
# What is read on what: 4.5 for letters, 3 for what only bounds a field.
LETTERS = [
    (ink, ground) for ink in ("ink", "ink-soft", "felt", "plus", "red", "amber") for ground in ("ground", "raised")
]
READ = [
    *((ink, ground, 4.5) for ink, ground in LETTERS),
    *((ink, tint, 4.5) for ink, tint in (("ink", "felt-tint"), ("felt", "felt-tint"), ("ink", "amber-tint"))),
    *((ink, tint, 4.5) for ink, tint in (("amber", "amber-tint"), ("ink", "red-tint"), ("red", "red-tint"))),
    *((ink, tint, 4.5) for ink, tint in (("on-felt", "felt"), ("on-felt", "felt-deep"), ("on-band", "band"))),
    ("edge", "ground", 3.0),
]


def light(colour: str) -> float:
    """How light a colour is, from 0 to 1, as WCAG counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def tokens() -> dict[str, tuple[str, str]]:
    """The colours by day and by night, by the name of their token."""
    return {name: (day, night) for name, day, night in TWINS.findall(TOKENS.read_text())}


def test_no_colour_is_outside_the_tokens() -> None:
    sheets = {path.name: path.read_text() for path in sorted(STYLES.glob("*.css")) if path != TOKENS}
    assert len(sheets) > 5
    assert [(name, fault[0]) for name, text in sheets.items() for fault in COLOUR.finditer(text)] == []


@pytest.mark.parametrize(("hour", "at"), [("day", 0), ("night", 1)])
def test_what_is_written_can_be_read(hour: str, at: int) -> None:
    colours = tokens()
    faint = []
    for ink, ground, least in READ:
        darker, lighter = sorted(light(colours[name][at]) for name in (ink, ground))
        if (lighter + 0.05) / (darker + 0.05) < least:
            faint.append(f"{ink} on {ground} by {hour}")
    assert faint == []
