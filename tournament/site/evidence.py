"""Pictures of score sheets that are kept as evidence: files in `var/pictures/`, each called after its SHA-256."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

FOLDER, ENDING = "pictures", ".jpg"
DIGEST = re.compile(r"[0-9a-f]{64}")
MAX_BYTES = 300_000


def folder() -> Path:
    """Where they are; the folder need not exist yet."""
    return Path(settings.VAR_DIR) / FOLDER


def keep(picture: bytes) -> str:
    """Keeps a picture; returns its digest. Raises OSError if it cannot be written, ValueError if it is too large."""
    if len(picture) > MAX_BYTES:
        raise ValueError("a picture is kept re-encoded, and small")
    digest = hashlib.sha256(picture).hexdigest()
    folder().mkdir(0o700, exist_ok=True)
    draft = folder() / f"{digest}.part"
    draft.write_bytes(picture)
    draft.replace(_file(digest))
    return digest


def stored_file(digest: str) -> Path | None:
    """The file of a picture; None if it is not there (any more)."""
    file = _file(digest) if DIGEST.fullmatch(digest) else None
    return file if file and file.is_file() else None


def delete_files(digests: Iterable[str]) -> None:
    """Deletes pictures for good; those that are gone already are no fault."""
    for digest in digests:
        if DIGEST.fullmatch(digest):
            _file(digest).unlink(missing_ok=True)


def _file(digest: str) -> Path:
    return folder() / f"{digest}{ENDING}"
