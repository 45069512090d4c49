"""A limit on the total size of a request's uploads.

The size is checked while the files arrive, so that a request never stores more than the limit.
"""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class SizeLimitedUploadHandler(FileUploadHandler):
    """An upload handler that stops too large uploads. It must come before handlers that store files."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Return the bytes for the next handler. Raise StopUpload if the uploads are too large."""
        self.received += len(raw_data)
        if self._is_too_much():
            raise StopUpload(connection_reset=True)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Return None. Django then calls the next handler, which returns the file."""

    def upload_complete(self) -> None:
        """Raise RequestDataTooBig if the uploads were stopped. The response is 413."""
        if self._is_too_much():
            raise RequestDataTooBig("The uploaded files are too large.")

    def _is_too_much(self) -> bool:
        max_bytes: int = settings.MUSTERBOOK_MAX_UPLOAD_BYTES
        return self.received > max_bytes
