"""How large an upload may be, decided before any of it is read."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class BoundedUploadHandler(FileUploadHandler):
    """Refuses a request that announces more than UPLOAD_MAX_BYTES; Django answers 400.

    It stands first in FILE_UPLOAD_HANDLERS. DATA_UPLOAD_MAX_MEMORY_SIZE does not count files, and a request
    without a length has no body under WSGI.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 - Django's own name
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig where `content_length` (bytes) is beyond the bound."""
        if content_length > settings.UPLOAD_MAX_BYTES:
            raise RequestDataTooBig("The upload is larger than UPLOAD_MAX_BYTES.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Hand every chunk on to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""
