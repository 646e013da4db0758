"""Pictures of score sheets that are kept as evidence, each under its SHA-256; the logbook names them."""

import hashlib
import logging
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connections

from tournament.files.database import alias, clock
from tournament.files.models import StoredPicture

# Where earlier releases kept them: files in `var/`, and their names.
FOLDER, ENDING = "pictures", ".jpg"
DIGEST = re.compile(r"[0-9a-f]{64}")
MAX_BYTES = 300_000

_log = logging.getLogger(__name__)


def digest_of(picture: bytes) -> str:
    """The name of a picture."""
    return hashlib.sha256(picture).hexdigest()


def keep(picture: bytes) -> str:
    """Keeps a picture; returns its digest. Raises ValueError if it is too large."""
    if len(picture) > MAX_BYTES:
        raise ValueError("a picture is kept re-encoded, and small")
    digest = digest_of(picture)
    StoredPicture.objects.get_or_create(digest=digest, defaults={"data": picture, "at": clock()})
    return digest


def picture(digest: str) -> bytes | None:
    """A picture; None if it is not there (any more)."""
    data = StoredPicture.objects.filter(digest=digest).values_list("data", flat=True).first()
    return None if data is None else bytes(data)


def stored(digests: Iterable[str]) -> set[str]:
    """Those of these digests whose pictures are there."""
    return set(StoredPicture.objects.filter(digest__in=list(digests)).values_list("digest", flat=True))


def older(seconds: float) -> list[str]:
    """The digests of pictures that have been here for longer."""
    return list(StoredPicture.objects.filter(at__lt=clock() - seconds).values_list("digest", flat=True))


def pictures() -> Iterator[tuple[str, bytes]]:
    """Every picture with its digest, also those that are still files; one that is removed meanwhile may be missing."""
    # Files first: one that moves in meanwhile has its row by then.
    for file in (Path(settings.VAR_DIR) / FOLDER).glob(f"*{ENDING}"):
        if DIGEST.fullmatch(file.stem):
            with suppress(FileNotFoundError):
                yield file.stem, file.read_bytes()
    if StoredPicture._meta.db_table in connections[alias()].introspection.table_names():
        for digest in list(StoredPicture.objects.values_list("digest", flat=True)):
            if data := picture(digest):
                yield digest, data


def delete_pictures(digests: Iterable[str]) -> None:
    """Deletes pictures for good; those that are gone already are no fault."""
    StoredPicture.objects.filter(digest__in=list(digests)).delete()


def move_in(forgotten: Collection[str]) -> None:
    """Makes rows of the files that earlier releases kept, except of `forgotten` ones: with these goes somebody's name.

    A file is deleted once the row holds the same bytes, so this may be interrupted and go on later. One whose bytes are
    not those of its name stays, and the log says so.
    """
    folder = Path(settings.VAR_DIR) / FOLDER
    for file in sorted(folder.glob(f"*{ENDING}")):
        data = file.read_bytes()
        digest = digest_of(data)
        if digest != file.stem:
            _log.error("%s is not the picture that its name says, and stays where it is.", file)
            continue
        if digest not in forgotten:
            keep(data)
            if picture(digest) != data:
                raise OSError(f"{file} could not be read back as it was stored")
        file.unlink()
    for draft in folder.glob("*.part"):
        draft.unlink()
    with suppress(OSError):
        folder.rmdir()
