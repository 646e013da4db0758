"""What was stored before stays as it is to the byte: replayed and exported, and made anew by the same acts."""

import json

import pytest

from tests.support.files import archive
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.django_db

DIGESTS = json.loads(archive.DIGESTS.read_text())
# Small ones, of every kind.
SAMPLE = ("stages-unborn", "imported-stages-wiped", "rulings-7", "finals-before_the_cut", "nameless-over")


@pytest.mark.parametrize("name", SAMPLE)
def test_an_event_of_the_archive_gives_the_same_bytes(name: str) -> None:
    assert archive.digests(dict(archive.stored())[name]) == DIGESTS[name]


@pytest.mark.long
@pytest.mark.parametrize("step", by_day([6, 1]))
def test_every_event_of_the_archive_gives_the_same_bytes(step: int) -> None:
    stored = dict(archive.stored())
    assert stored.keys() == DIGESTS.keys() and len(stored) > 200
    assert [name for name in list(stored)[::step] if archive.digests(stored[name]) != DIGESTS[name]] == []


@pytest.mark.long
@pytest.mark.parametrize("step", by_day([6, 1]))
def test_the_acts_of_the_archive_write_the_same_lines(step: int) -> None:
    stored, recipes = dict(archive.stored()), archive.recipes()
    assert stored.keys() == recipes.keys()
    assert [name for name in list(recipes)[::step] if archive.made(name, recipes[name]) != stored[name]] == []
