"""A limit on the total size of uploads, checked while they are received, so that no more is stored."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class SizeLimitedUploadHandler(FileUploadHandler):
    """An upload handler before the storing handlers, which refuses a request with too large files."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Return the bytes for the next handler, or stop the upload, which deletes what was stored."""
        self.received += len(raw_data)
        if self._is_too_much():
            raise StopUpload(connection_reset=True)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Return None, because the next handler has the file."""

    def upload_complete(self) -> None:
        """Raise RequestDataTooBig, which becomes a 413, if the upload was stopped."""
        if self._is_too_much():
            raise RequestDataTooBig("The uploaded files are too large.")

    def _is_too_much(self) -> bool:
        max_bytes: int = settings.MUSTERBOOK_MAX_UPLOAD_BYTES
        return self.received > max_bytes
