"""What was stored before stays as it is to the byte: replayed and exported, and made anew by the same acts."""

import json

import pytest

from tests import archive

pytestmark = pytest.mark.django_db

DIGESTS = json.loads(archive.DIGESTS.read_text())
# Small ones, of every kind.
SAMPLE = ("stages-unborn", "imported-stages-wiped", "rulings-7", "finals-before_the_cut", "nameless-over")


@pytest.mark.parametrize("name", SAMPLE)
def test_an_event_of_the_archive_gives_the_same_bytes(name: str) -> None:
    assert archive.digests(dict(archive.stored())[name]) == DIGESTS[name]


@pytest.mark.long
def test_every_event_of_the_archive_gives_the_same_bytes() -> None:
    stored = dict(archive.stored())
    assert stored.keys() == DIGESTS.keys() and len(stored) > 200
    assert [name for name, lines in stored.items() if archive.digests(lines) != DIGESTS[name]] == []


@pytest.mark.long
def test_the_acts_of_the_archive_write_the_same_lines() -> None:
    stored, recipes = dict(archive.stored()), archive.recipes()
    assert stored.keys() == recipes.keys()
    assert [name for name, make in recipes.items() if archive.made(name, make) != stored[name]] == []
