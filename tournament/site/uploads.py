"""How much may be sent to which page, decided before any of it is read."""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

# Where the pages of the staff are.
STAFF_PATH = "/staff/"
# Those that take a file.
OF_EVENTS, OF_CLUBS = "[^/]+/(players/list|logo|sponsors|rules/load|rounds/scans)", "o/[^/]+/(season/[^/]+/totals|logo)"
UPLOADS = re.compile(rf"{STAFF_PATH}({OF_EVENTS}|{OF_CLUBS})/")
# Where the pictures of many sheets come in at once.
SCANS = re.compile(rf"{STAFF_PATH}[^/]+/rounds/scans/")
# Where a backup is restored, which holds every picture of a sheet that was kept.
RESTORING = re.compile(r"/first-organiser/[^/]+/restore/")
# A form of ours is a few kilobytes; the longest, three hundred pasted names, is a tenth of this.
KEPT_IN_MEMORY = 256 * 1024


def is_upload(path: str) -> bool:
    """Whether a file may be sent to this path."""
    return UPLOADS.fullmatch(path) is not None or is_restoring(path)


def is_restoring(path: str) -> bool:
    """Whether a backup may be sent to this path."""
    return RESTORING.fullmatch(path) is not None


def most_bytes(path: str) -> int:
    """How many bytes may be sent to this path."""
    if is_restoring(path):
        return settings.RESTORE_MAX_BYTES
    if SCANS.fullmatch(path):
        return settings.SCANS_MAX_BYTES
    return settings.UPLOAD_MAX_BYTES if is_upload(path) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BoundedUploadHandler(FileUploadHandler):
    """Refuses a request with files whose announced length is more than may be sent there; Django answers 400.

    It must be first in FILE_UPLOAD_HANDLERS. DATA_UPLOAD_MAX_MEMORY_SIZE does not count files, and a request without a
    length has no body under WSGI.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 - Django's own name
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Raises RequestDataTooBig if `content_length` (bytes) exceeds the limit."""
        if content_length > most_bytes(META.get("PATH_INFO", "")):
            raise RequestDataTooBig("The upload is larger than may be sent to this page.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Passes every chunk on to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leaves the file to the next handler."""
