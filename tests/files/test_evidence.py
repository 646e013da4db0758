"""Pictures of sheets as rows: those of earlier releases move in, and what was to go with a name does not come back."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.lifecycle.anonymity import anonymise, forgotten_pictures
from tournament.acts.table.sheet_pictures import keep_picture
from tournament.files import evidence
from tournament.files.database import clock
from tournament.files.models import StoredPicture
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Where earlier releases kept pictures."""
    settings.VAR_DIR = tmp_path
    (tmp_path / evidence.FOLDER).mkdir()
    return tmp_path / evidence.FOLDER


def laid(folder: Path, picture: bytes) -> Path:
    """The file of a picture, as earlier releases called it."""
    file = folder / f"{hashlib.sha256(picture).hexdigest()}{evidence.ENDING}"
    file.write_bytes(picture)
    return file


def test_pictures_of_earlier_releases_move_in_and_the_folder_goes(folder: Path) -> None:
    files = [laid(folder, b"picture %d" % number) for number in range(3)]
    (folder / "half.part").write_bytes(b"half")
    evidence.keep(b"picture 1")  # of an earlier start, which was interrupted before it deleted the file
    assert len(dict(evidence.pictures())) == 3, "a backup has what is still a file"
    evidence.move_in(())
    assert not folder.exists()
    assert dict(evidence.pictures()) == {file.stem: b"picture %d" % number for number, file in enumerate(files)}
    evidence.move_in(())


def test_a_picture_that_is_not_what_its_name_says_stays_and_is_told(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good, broken = laid(folder, b"good"), laid(folder, b"whole")
    broken.write_bytes(b"who")
    evidence.move_in(())
    assert (good.exists(), broken.read_bytes()) == (False, b"who")
    assert evidence.picture(broken.stem) is None and broken.name in caplog.text


def test_what_went_with_a_name_does_not_move_in(folder: Path) -> None:
    event = cast.playing(players=8, deals=4)
    shown, other = laid(folder, b"with the name"), laid(folder, b"of others")
    for number, file in ((1, shown), (2, other)):
        evidence.keep(file.read_bytes())
        keep_picture(cast.table(event, number), "system", 1, file.stem)
    seated = cast.table(event, 1).seats.values_list("entry__number", flat=True)
    assert forgotten_pictures() == set()
    events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
    anonymise(cast.fresh(event), "system", list(seated)[:1])
    assert forgotten_pictures() == {shown.stem}
    evidence.delete_pictures([shown.stem])  # as after the transaction
    evidence.move_in(forgotten_pictures())
    assert [digest for digest, _picture in evidence.pictures()] == [other.stem]
    assert not shown.exists()


def test_a_picture_that_no_line_names_goes_with_the_next_name(django_capture_on_commit_callbacks: Any) -> None:
    """The server ended after it kept the picture, and before its line."""
    event = cast.playing(players=8, deals=4)
    old, recent = evidence.keep(b"old"), evidence.keep(b"recent")
    StoredPicture.objects.filter(digest=old).update(at=clock() - 7200)
    events.change_state(event, "system", Event.State.CLOSED)
    with django_capture_on_commit_callbacks(execute=True):
        anonymise(cast.fresh(event), "system", [1])
    assert [digest for digest, _picture in evidence.pictures()] == [recent]


def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="small"):
        evidence.keep(b"x" * (evidence.MAX_BYTES + 1))
    assert evidence.stored(["a" * 64]) == set()
