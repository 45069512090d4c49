"""Uploaded files are measured as they come in, so that no more of them is kept than is ever read."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class SizeLimitedUploadHandler(FileUploadHandler):
    """Stands before the handlers that keep files; refuses a request whose files are too large together."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """The same bytes for the next handler, or an end to reading, which closes what was kept so far."""
        self.received += len(raw_data)
        if self._is_too_much():
            raise StopUpload(connection_reset=True)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler has the file."""

    def upload_complete(self) -> None:
        """RequestDataTooBig, which is answered with 413, once reading was ended."""
        if self._is_too_much():
            raise RequestDataTooBig("The uploaded files are larger than all that is read at once.")

    def _is_too_much(self) -> bool:
        max_bytes: int = settings.MUSTERBOOK_MAX_UPLOAD_BYTES
        return self.received > max_bytes
